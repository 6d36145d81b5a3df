"""The HTML page of `watai bench knee`: the knees, their ratios, and the curves of p50 and p99 over load."""

from collections.abc import Iterable, Mapping, Sequence
from html import escape

from watai.loadtest.peers.knee_figures import Knees, knee_ratios
from watai.loadtest.peers.knees import Knee
from watai.loadtest.peers.ratios import spread
from watai.loadtest.report.chart import Chart, Point, Series
from watai.loadtest.report.page import banner, document, figure
from watai.loadtest.report.scale import even, logarithmic
from watai.loadtest.report.tables import table
from watai.loadtest.results.digits import number

_NOTE = (
    "Each mark is one run; where a load was run several times, the middle one. "
    "Latency counts from the instant a play should have left. The knee is where the line crosses the budget."
)


def knee_page(knees: Knees, budget: float, command: str, wrong: Sequence[str]) -> str:
    """The whole document."""
    verdict = (
        banner("bad", "✗ INVALID", "Some of these figures cannot be believed.", wrong)
        if wrong
        else banner("good", "✓ VALID", "The measuring side kept up in every run that counts.", [])
    )
    return document(
        "The knee: how many plays a second a server holds",
        [
            verdict,
            f"<pre>{escape(command)}</pre>",
            *(figure(_curves(knees, budget, part), _NOTE) for part in ("p99_ms", "p50_ms")),
            table("Knees, plays a second", ("", "median", "lowest", "highest"), _knees(knees)),
            table("Our knee over a peer's", ("", "median", "lowest", "highest"), _ratios(knees)),
        ],
    )


def _knees(knees: Knees) -> Iterable[Sequence[str]]:
    for name, rounds in knees.items():
        yield name, *_cells(spread([each.plays_per_s for each in rounds]))


def _ratios(knees: Knees) -> Iterable[Sequence[str]]:
    for peer, each in knee_ratios(knees).items():
        for name, versus in each.items():
            yield f"ours.{name} × {peer}", *_cells(versus)


def _cells(each: Mapping[str, float]) -> list[str]:
    return [number(each[part]) for part in ("median", "low", "high")]


def _curves(knees: Knees, budget: float, part: str) -> Chart:
    lines = [
        Series(name, look, points(rounds, part), marked=True)
        for look, (name, rounds) in enumerate(knees.items())
    ]
    loads = [x for line in lines for x, _ in line.points]
    heights = [y for line in lines for _, y in line.points if y is not None]
    name = part.removesuffix("_ms")
    return Chart(
        title=f"{name} over load",
        told=f"{name} in ms of each server as the plays a second grow; the budget is {budget:g} ms.",
        across=even(loads),
        up=logarithmic([*heights, budget]),
        across_label="plays a second",
        up_label="milliseconds (logarithmic)",
        series=lines,
        ident=name,
        level=(budget, "budget"),
    )


def points(rounds: Sequence[Knee], part: str) -> list[Point]:
    """A figure over load: for each number of rooms the middle of its runs."""
    by_rooms: dict[int, list[tuple[float, float]]] = {}
    for knee in rounds:
        for each in knee.readings:
            latency = getattr(each.got, part)
            if latency:
                by_rooms.setdefault(each.rooms, []).append((each.got.plays_per_s, latency))
    return [_middle(by_rooms[rooms]) for rooms in sorted(by_rooms)]


def _middle(readings: list[tuple[float, float]]) -> tuple[float, float]:
    """The reading with the middle latency."""
    ordered = sorted(readings, key=lambda each: each[1])
    return ordered[(len(ordered) - 1) // 2]
