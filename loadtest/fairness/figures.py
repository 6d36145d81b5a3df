"""Makes the result of a fairness run, a `FairnessResult` of the schema, from its races. Pure."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from watai.loadtest.fairness.conduct import CHEATS, Blind, ZeroMs
from watai.loadtest.fairness.program import (
    AMONG_PEOPLE,
    ARRIVAL,
    ASYMMETRIC,
    BLIND_AMONG_PEOPLE,
    FAIR,
    HARM,
    HOLDLESS,
    JITTERY,
    RTT_ONLY,
)
from watai.loadtest.fairness.races.heat import Heat
from watai.loadtest.fairness.scenario import SEATS, Scenario
from watai.loadtest.net.netsim import RTTS
from watai.loadtest.results.percentile import percentile
from watai.loadtest.results.schema import KINDS, Decided, FairnessResult, Waits
from watai.loadtest.results.shares import chi2_p, slope_z, spread

CLEAR: Final = 20.0  # ms: chance cannot explain a wrong winner where the gap is larger

PARTS: Final = {"p50": 0.5, "p90": 0.9, "p99": 0.99}

Heats = Sequence[Heat]


def right(heats: Heats) -> float | None:
    """The part of the races that the truly fastest player won."""
    return _ratio(sum(each.right for each in heats), len(heats))


def wins(heats: Heats) -> list[int]:
    return [sum(each.winner == seat for each in heats) for seat in range(SEATS)]


def waits(values: Iterable[float]) -> Waits:
    """The percentiles of values in ms."""
    counts = Counter(values)
    found = {name: percentile(counts, part) for name, part in PARTS.items()}
    return Waits(**{name: ms if ms is None else round(ms, 3) for name, ms in found.items()})


def added_alone(turned: Iterable[float], laid: Iterable[float]) -> Waits:
    """How much longer a card takes that no rival could lay than a turn of the Stock, which never waits.

    Both are measured in the same rooms at the same time, so that a slow machine slows both. Takes seconds.
    """
    turns, plays = Counter(turned), Counter(laid)
    found = {}
    for name, part in PARTS.items():
        without, with_arbiter = percentile(turns, part), percentile(plays, part)
        if without is not None and with_arbiter is not None:
            found[name] = round(max(0.0, with_arbiter - without) * 1000, 3)
    return Waits(**found)


def cheat(parts: Mapping[int, Heats], name: str) -> dict[str, float | None]:
    """A cheat's share of its races, and its mean gain in the seat where it gained most."""
    won = sum(heat.winner == seat for seat, heats in parts.items() for heat in heats)
    gains = [
        sum(gained) / len(gained)
        for seat, heats in parts.items()
        if (gained := [gain for heat in heats if (gain := _gain(heat, seat, name)) is not None])
    ]
    share = _ratio(won, sum(map(len, parts.values())))
    return {"share": share, "gain_ms": round(max(gains), 2) if gains else None}


def _gain(heat: Heat, seat: int, name: str) -> float | None:
    if name == Blind.name:
        return None  # it does not react to anything
    return heat.lead(seat) if name == ZeroMs.name else heat.gain(seat)


def harm(heats: Heats) -> tuple[float | None, int]:
    """The part of the races deserved by the player on a bad link that others won, and how many it deserved."""
    deserved = [each for each in heats if each.fastest == JITTERY]
    kept = right(deserved)
    return (None if kept is None else round(1 - kept, 5)), len(deserved)


def _ratio(part: int, whole: int) -> float | None:
    return round(part / whole, 5) if whole else None


def _of(heats: Iterable[Heat], name: str) -> list[Heat]:
    return [each for each in heats if each.scenario.name == name]


def fairness_result(heats: Heats, **head: Any) -> FairnessResult:
    """The result of these races; `head` are the fields that do not come from them."""
    fair, arrival, asymmetric = (_of(heats, name) for name in (FAIR, ARRIVAL, ASYMMETRIC))
    shares = wins(fair)
    harmed, deserved = harm(_of(heats, HARM))
    return FairnessResult(
        schema=KINDS["fairness"][0],
        bench="fairness",
        fastest_wins=right(fair),
        fastest_wins_asymmetric=right(asymmetric),
        fastest_wins_over_20_ms=right([h for h in (*fair, *asymmetric) if h.gap > CLEAR]),
        arrival=_decided(arrival),
        rtt_only=_decided(_of(heats, RTT_ONLY)),
        no_hold=_decided(_of(heats, HOLDLESS)),
        wins=shares,
        share_spread=round(spread(shares), 3) if all(shares) else None,
        chi2_p=round(chi2_p(shares), 4) if fair else None,
        slope=round(slope_z(shares, RTTS), 2) if fair else None,
        cheats=_cheats(heats),
        honest_harm=harmed,
        honest_harm_races=deserved,
        races_by_kind=dict(Counter(each.scenario.name for each in heats)),
        **head,
    )


def held(heats: Heats) -> Waits:
    """How long the server held the first play of each race."""
    return waits(each.race.held / 1000 for each in heats if each.race is not None)


def _decided(heats: Heats) -> Decided:
    shares = wins(heats)
    share_spread = round(spread(shares), 2) if heats and all(shares) else None
    return Decided(right(heats), shares, share_spread, held(heats))


def _cheats(heats: Heats) -> dict[str, dict[str, float | None]]:
    found: dict[str, dict[str, float | None]] = {}
    for name in CHEATS:
        parts: dict[int, list[Heat]] = {}
        for each in _of(heats, name):
            parts.setdefault(_subject(each.scenario), []).append(each)
        found[name] = cheat(parts, name)
    for name, among in ((ZeroMs.name, AMONG_PEOPLE), (Blind.name, BLIND_AMONG_PEOPLE)):
        people = _of(heats, among)
        won = sum(each.winner == each.scenario.seat for each in people)
        found[name]["share_against_people"] = _ratio(won, len(people))
    return found


def _subject(scenario: Scenario) -> int:
    assert scenario.seat is not None
    return scenario.seat
