"""Races to figures: who should have won, who did, what it cost, and what cheating brought. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from loadtest.fairness.conduct import CHEATS, ZeroMs
from loadtest.fairness.races.heat import Heat
from loadtest.fairness.program import (
    AMONG_PEOPLE,
    ARRIVAL,
    ASYMMETRIC,
    FAIR,
    HARM,
    HOLDLESS,
    JITTERY,
    RTT_ONLY,
)
from loadtest.fairness.scenario import SEATS, Scenario
from loadtest.net.netsim import RTTS
from loadtest.results.shares import chi2_p, percentile, slope_z, spread

CLEAR: Final = 20.0  # ms: nobody can speak of chance where the gap is larger

PARTS: Final = {"p50": 0.5, "p90": 0.9, "p99": 0.99}

Heats = Sequence[Heat]


def right(heats: Heats) -> float | None:
    """The part of the races that the truly fastest won."""
    return _ratio(sum(each.right for each in heats), len(heats))


def wins(heats: Heats) -> list[int]:
    return [sum(each.winner == seat for each in heats) for seat in range(SEATS)]


def waits(values: Sequence[float]) -> dict[str, float | None]:
    """In ms, and of values in ms."""
    if not values:
        return dict.fromkeys(PARTS)
    return {name: round(percentile(values, part), 3) for name, part in PARTS.items()}


def added_alone(turned: Sequence[float], laid: Sequence[float]) -> dict[str, float | None]:
    """What a card that nobody else could lay takes longer than a turn of the Stock, which nobody ever waits for.

    Both are measured in the same rooms at the same time, so whatever else slows the machine slows both.
    """
    if not turned or not laid:
        return waits([])
    return {
        name: round(max(0.0, percentile(laid, part) - percentile(turned, part)) * 1000, 3)
        for name, part in PARTS.items()
    }


def cheat(parts: Mapping[int, Heats], name: str) -> dict[str, float | None]:
    """A cheat's share of the races it was in, and the most it gained, on average, in any of its seats."""
    won = sum(heat.winner == seat for seat, heats in parts.items() for heat in heats)
    gains = [
        sum(gained) / len(gained)
        for seat, heats in parts.items()
        if (gained := [gain for heat in heats if (gain := _gain(heat, seat, name)) is not None])
    ]
    share = _ratio(won, sum(map(len, parts.values())))
    return {"share": share, "gain_ms": round(max(gains), 2) if gains else None}


def _gain(heat: Heat, seat: int, name: str) -> float | None:
    return heat.lead(seat) if name == ZeroMs.name else heat.gain(seat)


def harm(heats: Heats) -> tuple[float | None, int]:
    """The part of the races deserved by the player on a bad link that others won; and how many it deserved."""
    deserved = [each for each in heats if each.fastest == JITTERY]
    kept = right(deserved)
    return (None if kept is None else round(1 - kept, 5)), len(deserved)


def _ratio(part: int, whole: int) -> float | None:
    return round(part / whole, 5) if whole else None


def _of(heats: Iterable[Heat], name: str) -> list[Heat]:
    return [each for each in heats if each.scenario.name == name]


def figures(heats: Heats) -> dict[str, Any]:
    """Everything that the races themselves tell."""
    fair, arrival, asymmetric = (_of(heats, name) for name in (FAIR, ARRIVAL, ASYMMETRIC))
    shares = wins(fair)
    harmed, deserved = harm(_of(heats, HARM))
    return {
        "fastest_wins": right(fair),
        "fastest_wins_asymmetric": right(asymmetric),
        "fastest_wins_over_20_ms": right([h for h in (*fair, *asymmetric) if h.gap > CLEAR]),
        "arrival": _row(arrival),
        "rtt_only": _row(_of(heats, RTT_ONLY)),
        "no_hold": _row(_of(heats, HOLDLESS)),
        "wins": shares,
        "share_spread": round(spread(shares), 3) if all(shares) else None,
        "chi2_p": round(chi2_p(shares), 4) if fair else None,
        "slope": round(slope_z(shares, RTTS), 2) if fair else None,
        "cheats": _cheats(heats),
        "honest_harm": harmed,
        "honest_harm_races": deserved,
        "races_by_kind": _counts(heats),
    }


def _row(heats: Heats) -> dict[str, Any]:
    shares = wins(heats)
    held = [each.race.held / 1000 for each in heats if each.race is not None]
    return {
        "fastest_wins": right(heats),
        "wins": shares,
        "share_spread": round(spread(shares), 2) if heats and all(shares) else None,
        "held_ms": waits(held),
    }


def _cheats(heats: Heats) -> dict[str, dict[str, float | None]]:
    found: dict[str, dict[str, float | None]] = {}
    for name in CHEATS:
        parts: dict[int, list[Heat]] = {}
        for each in _of(heats, name):
            parts.setdefault(_subject(each.scenario), []).append(each)
        found[name] = cheat(parts, name)
    people = _of(heats, AMONG_PEOPLE)
    among = _ratio(sum(each.winner == each.scenario.seat for each in people), len(people))
    found[ZeroMs.name]["share_against_people"] = among
    return found


def _subject(scenario: Scenario) -> int:
    assert scenario.seat is not None
    return scenario.seat


def _counts(heats: Heats) -> dict[str, int]:
    counts: dict[str, int] = {}
    for each in heats:
        counts[each.scenario.name] = counts.get(each.scenario.name, 0) + 1
    return counts
