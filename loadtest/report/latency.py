"""The drawings of a race: latency by percentile, latency and plays over time, each with a sentence that describes it."""

from collections.abc import Iterable, Sequence
from itertools import groupby

from watai.loadtest.report.chart import Band, Chart, Point, Series
from watai.loadtest.report.scale import even, logarithmic, nines, rarity
from watai.loadtest.results.digits import number
from watai.loadtest.results.schema import Brief, LatencySummary, RaceResult, Second

_SPECTRUM = (("ack_ms", "answered"), ("seen_by_all_ms", "seen by all"), ("service_ms", "service"))
_PERCENTILES = ("p50", "p99", "max")


def spectrum(race: RaceResult, ident: str) -> Chart | None:
    """Latency by percentile, with rare ones spread out: shows what a mean and a single p99 hide."""
    shown = [(key, name) for key, name in _SPECTRUM if race.spectrum.get(key)]
    if race.loop == "closed":
        shown = [each for each in shown if each[0] != "service_ms"]  # the same as answered
    if not shown:
        return None
    lines = [
        Series(name, look, [(rarity(part), ms) for part, ms in race.spectrum[key]])
        for look, (key, name) in enumerate(shown)
    ]
    told = f"{_told('Answered', race.ack_ms)}. {_told('Seen by all', race.seen_by_all_ms)}."
    return _spectrum("Latency by percentile", told, lines, race.ack_ms.count, ident)


def spectra(races: Sequence[tuple[str, RaceResult]], ident: str) -> Chart | None:
    """The answers of several runs in one drawing."""
    lines = [
        Series(name, look, [(rarity(part), ms) for part, ms in race.spectrum["ack_ms"]])
        for look, (name, race) in enumerate(races)
        if race.spectrum.get("ack_ms")
    ]
    if len(lines) < 2:
        return None
    told = ". ".join(_told(name, race.ack_ms) for name, race in races) + "."
    count = max(race.ack_ms.count for _, race in races)
    return _spectrum("Answers of all runs, by percentile", told, lines, count, ident)


def _spectrum(title: str, told: str, lines: Sequence[Series], count: int, ident: str) -> Chart:
    return Chart(
        title=title,
        told=told,
        across=nines(count),
        up=logarithmic(list(_heights(lines))),
        across_label="plays that were at least this quick (each step: ten times rarer)",
        up_label="milliseconds, by ratio",
        series=lines,
        ident=ident,
        height=330,
    )


def timelines(race: RaceResult, ident: str) -> list[Chart]:
    """Second by second: answers, seen by all, and how many plays; one scale for both latencies."""
    panels = (
        ("Answers over time", "ack_ms", [each.ack_ms for each in race.series]),
        ("Seen by all, over time", "seen_by_all_ms", [each.seen_by_all_ms for each in race.series]),
    )
    drawn = [
        (title, key, _percentiles(race.series, values))
        for title, key, values in panels
        if any(value.max is not None for value in values)
    ]
    up = logarithmic([height for _, _, lines in drawn for height in _heights(lines)])
    charts = [
        Chart(
            title=title,
            told=f"{title}, {len(race.series)} seconds: the highest {_worst(lines)} ms.",
            across=even([each.second + 1 for each in race.series], 10, least=1),
            up=up,
            across_label="seconds since the start",
            up_label="milliseconds, by ratio",
            series=lines,
            ident=f"{ident}-{key}",
            bands=_stages(race.series),
            height=230,
        )
        for title, key, lines in drawn
    ]
    return [*charts, _plays(race, f"{ident}-plays")] if charts else []


def _plays(race: RaceResult, ident: str) -> Chart:
    points: list[Point] = [(each.second + 0.5, float(each.plays)) for each in race.series]
    return Chart(
        title="Plays answered, second by second",
        told=f"{number(race.plays_per_s)} plays a second on average.",
        across=even([each.second + 1 for each in race.series], 10, least=1),
        up=even([float(each.plays) for each in race.series], 4),
        across_label="seconds since the start",
        up_label="plays a second",
        series=[Series("plays", 0, points, marked=len(points) <= 30)],
        ident=ident,
        bands=_stages(race.series),
        height=190,
    )


def _percentiles(seconds: Sequence[Second], values: Sequence[Brief]) -> list[Series]:
    at = [each.second + 0.5 for each in seconds]
    few = len(at) <= 30
    return [
        Series(
            name,
            look,
            [(x, getattr(value, name)) for x, value in zip(at, values, strict=True)],
            marked=few,
        )
        for look, name in enumerate(_PERCENTILES)
    ]


def _stages(seconds: Sequence[Second]) -> list[Band]:
    """The shaded stretches: everything but the steady part."""
    stages = [(each.second, each.stage if each.plays else "no answers") for each in seconds]
    bands = []
    for name, together in groupby(stages, lambda each: each[1]):
        first, *rest = together
        if name != "hold":
            bands.append(Band(first[0], (rest or [first])[-1][0] + 1, name))
    return bands


def _heights(lines: Iterable[Series]) -> Iterable[float]:
    return (y for one in lines for _, y in one.points if y is not None)


def _worst(lines: Sequence[Series]) -> str:
    return number(max(_heights(lines), default=0.0))


def _told(name: str, summary: LatencySummary) -> str:
    if summary.p50 is None or summary.p99 is None or summary.max is None:
        return f"{name}: nothing measured"
    half, most, worst = number(summary.p50), number(summary.p99), number(summary.max)
    return f"{name}: half within {half} ms, 99 of 100 within {most} ms, the slowest {worst} ms"
