"""The drawing of a fairness run: how often each seat wins, by distance from the server."""

from collections.abc import Sequence
from math import sqrt

from watai.loadtest.report.chart import Chart, Point, Series
from watai.loadtest.report.scale import even
from watai.loadtest.results.digits import number
from watai.loadtest.results.schema import FairnessResult


def shares(run: FairnessResult, ident: str) -> Chart | None:
    """Level where distance does not matter; one line for each way of deciding."""
    shown = {
        name: wins
        for name, wins in _ways(run).items()
        if sum(wins) and len(wins) == len(run.rtts_ms)
    }
    if not shown:
        return None
    lines = [
        _line(name, look, run.rtts_ms, shown[name])
        for look, name in enumerate(_ways(run))
        if name in shown
    ]
    equal = 100 / len(run.rtts_ms)
    return Chart(
        title="Share of the races won, by distance from the server",
        told="; ".join(_told(name, run.rtts_ms, wins) for name, wins in shown.items()) + ".",
        across=even(run.rtts_ms, 8),
        up=even([high for one in lines for _, high in one.spreads]),
        across_label="round trip of the player, milliseconds",
        up_label="% of races won",
        series=lines,
        ident=ident,
        level=(equal, f"equal: {number(equal)} %"),
        height=330,
    )


def _ways(run: FairnessResult) -> dict[str, list[int]]:
    return {
        "fair": run.wins,
        "by arrival": run.arrival.wins,
        "round trip only": run.rtt_only.wins,
        "without hold": run.no_hold.wins,
    }


def _line(name: str, look: int, rtts: Sequence[float], wins: Sequence[int]) -> Series:
    points: list[Point] = []
    spreads = []
    for rtt, won in sorted(zip(rtts, wins, strict=True)):
        low, high = wilson(won, sum(wins))
        points.append((rtt, 100 * won / sum(wins)))
        spreads.append((100 * low, 100 * high))
    return Series(name, look, points, spreads, marked=True)


def wilson(wins: int, races: int) -> tuple[float, float]:
    """Between which shares the true one lies, 95 times in 100 (Wilson's interval)."""
    z2 = 1.96**2
    share, size = wins / races, 1 + z2 / races
    middle = (share + z2 / (2 * races)) / size
    half = 1.96 * sqrt(share * (1 - share) / races + z2 / (4 * races * races)) / size
    return max(0.0, middle - half), min(1.0, middle + half)


def _told(name: str, rtts: Sequence[float], wins: Sequence[int]) -> str:
    seats = sorted(zip(rtts, wins, strict=True))
    near, far = (
        f"{number(100 * won / sum(wins))} % at {number(rtt)} ms"
        for rtt, won in (seats[0], seats[-1])
    )
    return f"{name}: {near} and {far}"
