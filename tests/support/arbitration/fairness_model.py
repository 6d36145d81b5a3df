"""How fair the arbiter is in the model: the proofs of its design, and what each part of it is good for.

    python -m tests.support.arbitration.fairness_model [--races N] [--salt TEXT] [--json]

It lives with the tests because it calls the arbiter itself; what is measured from outside, on a real server over
real sockets, belongs in loadtest.
"""

import argparse
import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final

from msgspec import structs

from tests.support.arbitration.race_model import HOLD_CAP, KEY, MS, Outcome, Racer, World
from watai.engine.dice import Dice
from watai.loadtest.fairness.program import CHEATS_SIT, JITTERY
from watai.loadtest.fairness.scenario import like_people
from watai.loadtest.net.netsim import PROFILES, RTTS, Path
from watai.loadtest.results.percentile import percentile
from watai.loadtest.results.shares import chi2_p, slope_z, spread
from watai.server.arbitration.arbiter import decide
from watai.server.arbitration.races import Case, decode, encode
from watai.server.arbitration.view_time import POLICIES, POLICY, Policy
from watai.server.clock import Micros

SCHEMA: Final = 1

AS_DESIGNED: Final = Policy(
    free=Micros(1 * MS),
    free_devs=2,
    gives_back=False,
    tie_low=Micros(2 * MS),
    reach_margin=Micros(1 << 40),
    token_start=POLICY.token_cap,
    slack=Micros(5 * MS),
    slack_percent=10,
)
NO_HOLD: Final = Micros(1)
NO_TOKENS: Final = structs.replace(
    POLICY, drip=Micros(0), token_cap=Micros(0), token_start=Micros(0)
)
NO_QUOTA: Final = structs.replace(POLICY, drip=Micros(200 * MS), token_cap=Micros(200 * MS))


QUICK: Final = 330 * MS  # µs: about a third of all reactions, and most that win


def lie_about_the_clock(racer: Racer, el: int) -> int | None:
    """Every play is claimed to have been made at once, so the claim takes all that is allowed."""
    return 0


def lie_when_it_may_pay(racer: Racer, el: int) -> int | None:
    """Honest after a slow reaction, which wins nothing anyway, so that there is more to take after a quick one."""
    return 0 if el < QUICK else el


def claim_nothing(racer: Racer, el: int) -> int | None:
    return None


def fake_a_spike(racer: Racer, el: int) -> int | None:
    """Honest until the quota is full again, then all of it at once."""
    return max(0, el - 61 * MS) if racer.plays % 30 == 0 else el


def stall(racer: Racer) -> int:
    return 30 * MS


def shake(racer: Racer) -> int:
    """Pongs that make the link look as jittery as can be."""
    return racer.pongs * 37 % 120 * MS


CHEATS: Final[dict[str, dict[str, Any]]] = {
    "clock_liar": {"claims": lie_about_the_clock},
    "choosy_liar": {"claims": lie_when_it_may_pay},
    "pong_staller": {"stall": stall, "claims": claim_nothing},
    "spike_faker": {"claims": fake_a_spike},
    "stall_and_lie": {"stall": stall, "claims": lie_about_the_clock},
    "shake_and_lie": {"stall": shake, "claims": lie_about_the_clock},
}


def racers(**changes: Any) -> list[Racer]:
    return [Racer(path, **changes) for path in PROFILES["spread"]]


def run(races: int, who: list[Racer], seed: str, salt: str = "", **settings: Any) -> list[Outcome]:
    """Races of one kind; another salt gives other races of the same kind."""
    world = World(who, Dice.from_text(salt + seed), **settings)
    return [world.race() for _ in range(races)]


def right(outcomes: Sequence[Outcome]) -> float:
    """The part of the races that the truly fastest won."""
    return sum(each.winner == each.fastest for each in outcomes) / max(1, len(outcomes))


def wins(outcomes: Sequence[Outcome]) -> list[int]:
    return [sum(each.winner == seat for each in outcomes) for seat in range(len(RTTS))]


def waits(values: Sequence[float]) -> dict[str, float]:
    """Percentiles in ms of times in µs."""
    counts, parts = Counter(values), {"p50": 0.5, "p90": 0.9, "p99": 0.99}
    return {name: (percentile(counts, part) or 0.0) / MS for name, part in parts.items()}


def violations(outcomes: Sequence[Outcome], cap: int = HOLD_CAP) -> int:
    """Slots without exactly one taker, and holds beyond the cap."""
    takers = (sum(r.stands and r.takes for r in each.verdict.order) for each in outcomes)
    return sum(count != 1 for count in takers) + sum(each.held > cap for each in outcomes)


def verified(outcomes: Sequence[Outcome]) -> float:
    """The part of the decisions that come out the same bytes when made again from their records."""

    def again(outcome: Outcome) -> bool:
        case = decode(encode(outcome.case))
        assert isinstance(case, Case)
        return encode(decide(case, KEY)) == encode(outcome.verdict)

    return sum(map(again, outcomes)) / len(outcomes)


def cheat(name: str, races: int, **settings: Any) -> dict[str, float]:
    """One cheat among seven honest players, near, in the middle and far: its share, and what it gained at worst."""
    won, gains = 0, []
    for seat in CHEATS_SIT:
        who = racers()
        for part, way in CHEATS[name].items():
            setattr(who[seat], part, way)
        outcomes = run(races // len(CHEATS_SIT), who, f"{name} {seat}", **settings)
        won += wins(outcomes)[seat]
        gained = [each.gains[seat] for each in outcomes if seat in each.gains]
        gains.append(sum(gained) / max(1, len(gained)) / MS)
    share = won / (races // len(CHEATS_SIT) * len(CHEATS_SIT))
    return {"share": round(share, 4), "gain_ms": round(max(gains), 2)}


def reacts_in(millis: float) -> Callable[[Dice], float]:
    return lambda dice: millis


def zero_ms_bot(races: int, **settings: Any) -> dict[str, float]:
    """A program that plays at once, in the far seat: against seven who need the 100 ms it is credited with, and against people."""
    machine = run(races // 2, _with_bot(racers(reaction=reacts_in(100))), "bot", **settings)
    people = run(races // 2, _with_bot(racers()), "bot among people", **settings)
    gained = [
        POLICY.floor - (each.view_time - case.rivals[0].opened) for each, case in _bot(machine)
    ]
    return {
        "share": round(wins(machine)[-1] / len(machine), 4),
        "gain_ms": round(sum(gained) / max(1, len(gained)) / MS, 2),
        "share_against_people": round(wins(people)[-1] / len(people), 4),
    }


def _with_bot(who: list[Racer]) -> list[Racer]:
    return [*who[:-1], replace(who[-1], reaction=reacts_in(0))]


def _bot(outcomes: Sequence[Outcome]) -> list[tuple[Any, Case]]:
    last = len(RTTS) - 1
    return [(r, each.case) for each in outcomes for r in each.verdict.order if r.seat == last]


def blind_repetition(races: int, repeats: int = 40, **settings: Any) -> dict[str, float]:
    """A client in the far seat that sends its play so many times a second: against seven who need 100 ms, and against people."""
    far = len(RTTS) - 1
    shares = {}
    for name, who in (
        ("share", racers(reaction=reacts_in(100))),
        ("share_against_people", racers()),
    ):
        who[far].repeats = repeats
        shares[name] = round(wins(run(races, who, f"blind {name}", **settings))[far] / races, 4)
    return shares


def rare_guesses(races: int, every_ms: int = 2_500, salt: str = "") -> float:
    """The share against seven people of who guesses so rarely that it is not noticed: the guess lands at any moment."""
    dice = Dice.from_text(salt + "rare guesses")
    won = 0
    for _ in range(races):
        lands = max(POLICY.floor / MS, every_ms * dice.fraction())
        won += lands < min(like_people(dice) for _ in RTTS[1:])
    return round(won / races, 4)


def honest_harm(races: int, jitter_ms: float = 6, **settings: Any) -> float:
    """The part of the races deserved by a player on a bad link (so much jitter, a spike in 1 of 50 plays) that others won."""
    who = racers()
    half = RTTS[JITTERY] / 2
    who[JITTERY].path = Path(half, half, jitter=jitter_ms / 2, spikes=0.01)
    outcomes = run(races, who, f"jitter {jitter_ms}", **settings)
    return round(1 - right([each for each in outcomes if each.fastest == JITTERY]), 4)


def row(races: int, settings: dict[str, Any]) -> dict[str, Any]:
    """One line of the ablation table."""
    outcomes = run(races, racers(), "ablation", **settings)
    return {
        "fastest_wins": round(right(outcomes), 4),
        "share_spread": round(spread(wins(outcomes)), 2),
        "held_p50_ms": round(waits([each.held for each in outcomes])["p50"], 1),
        "honest_harm": honest_harm(races, **settings),
    }


def ablation(races: int, salt: str) -> dict[str, dict[str, Any]]:
    """What is lost without each part."""
    variations: dict[str, dict[str, Any]] = {
        "all": {},
        "as_designed": {"policy": AS_DESIGNED},
        "rtt_only": {"hears_claims": False},
        "arrival": {"cap": NO_HOLD},
        "no_tokens": {"policy": NO_TOKENS},
        "no_quota": {"policy": NO_QUOTA},
        "no_kernel_rtt": {"policy": structs.replace(POLICY, slack=Micros(1 << 30))},
    }
    table = {}
    for name, changes in variations.items():
        settings = {**changes, "salt": salt}
        table[name] = row(races, settings)
        for each in ("clock_liar", "pong_staller", "stall_and_lie", "shake_and_lie"):
            table[name][each] = cheat(each, races, **settings)
    return table


def report(races: int, salt: str = "") -> dict[str, Any]:
    """Every figure of the design's proofs."""
    fair = run(races, racers(), "fair", salt)
    lopsided = [Racer(path) for path in PROFILES["lopsided"]]
    asymmetric = run(races, lopsided, "lopsided", salt)
    pairs = run(races, racers(), "pairs", salt, contenders=2)
    alone = run(max(8, races // 10), racers(), "alone", salt, contenders=1)
    arrival = run(races, racers(), "fair", salt, cap=NO_HOLD)
    clear = [each for each in (*fair, *asymmetric) if each.gap > 20 * MS]
    every = [*fair, *asymmetric, *pairs, *alone]
    cheats = {name: cheat(name, races, salt=salt) for name in CHEATS}
    return {
        "schema": SCHEMA,
        "races": races,
        "fastest_wins": round(right(fair), 4),
        "fastest_wins_asymmetric": round(right(asymmetric), 4),
        "fastest_wins_over_20_ms": round(right(clear), 5),
        "arrival": {"fastest_wins": round(right(arrival), 4)},
        "share_spread": round(spread(wins(fair)), 3),
        "chi2_p": round(chi2_p(wins(fair)), 3),
        "slope_z": round(slope_z(wins(fair), RTTS), 2),
        "added_ms": {
            "uncontended": waits([each.held for each in alone]),
            "contended": waits([each.held for each in fair]),
            "contended_by_two": waits([each.held for each in pairs]),
            "least_possible": waits([each.least_wait for each in fair]),
            "least_possible_by_two": waits([each.least_wait for each in pairs]),
        },
        "cheats": {
            **cheats,
            "zero_ms_bot": zero_ms_bot(races, salt=salt),
            "blind_40_a_second": blind_repetition(races, salt=salt),
            "blind_twice_a_second": blind_repetition(races, 2, salt=salt),
            "rare_guesses": {"share_against_people": rare_guesses(races, salt=salt)},
            "blind_before_guesses": blind_repetition(races, salt=salt, policy=POLICIES[1]),
        },
        "honest_harm": honest_harm(2 * races, salt=salt),  # an eighth of them matter
        "honest_harm_by_jitter_ms": {
            str(jitter): honest_harm(races, jitter, salt=salt) for jitter in (2, 4, 8, 12)
        },
        "late_beaten": sum(late.beaten for each in fair for late in each.late),
        "violations": violations(every),
        "verified": verified(every),
        "ablation": ablation(races // 4, salt),
    }


def show(figures: dict[str, Any], indent: str = "") -> None:
    for name, value in figures.items():
        if isinstance(value, dict):
            if all(not isinstance(each, dict) for each in value.values()):
                print(f"{indent}{name:<26}", "  ".join(f"{k} {v}" for k, v in value.items()))
            else:
                print(f"{indent}{name}")
                show(value, indent + "  ")
        else:
            print(f"{indent}{name:<26} {value}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--races", type=int, default=5_000)
    parser.add_argument("--salt", default="", help="anything: other races of the same kind")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    figures = report(args.races, args.salt)
    if args.json:
        print(json.dumps(figures))
    else:
        show(figures)


if __name__ == "__main__":
    main()
