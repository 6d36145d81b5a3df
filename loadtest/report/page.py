"""The HTML page: the verdict, the main figures, the drawings, the tables, and how it was measured."""

from collections.abc import Iterable, Sequence
from html import escape
from importlib.resources import files

from watai.loadtest.report import tables
from watai.loadtest.report.chart import Chart
from watai.loadtest.report.latency import spectra, spectrum, timelines
from watai.loadtest.report.usage import usage_charts
from watai.loadtest.report.wins import shares
from watai.loadtest.results.digits import precise, said
from watai.loadtest.results.schema import FairnessResult, FaultsResult, Measurement, RaceResult

_SPECTRUM_NOTE = (
    "Read upwards from a percentile: that part of the plays was at least so quick. "
    "Steps to the right are ten times rarer; a cliff at the right end is a stall that a mean would hide."
)
_OPEN_NOTE = "Latency counts from the instant a play should have left, so a stall is felt by every play it delays."
_CLOSED_NOTE = "Closed loop: players wait for their answers, so during a stall hardly anybody measures it. Take throughput from here, not latency."


def html(runs: Sequence[Measurement]) -> str:
    """One whole document about one or several runs."""
    title = _title(runs[0]) if len(runs) == 1 else f"{len(runs)} measurements"
    sections = [_overview(runs)] if len(runs) > 1 else []
    for index, run in enumerate(runs):
        heading = f"<h2>{escape(_name(index, run))}</h2>" if len(runs) > 1 else ""
        sections.append(heading + _section(run, f"run{index}"))
    return document(title, sections)


def document(title: str, sections: Iterable[str]) -> str:
    """One whole document that needs no network."""
    style = (files("watai.loadtest.report") / "style.css").read_text(encoding="utf-8")
    return (
        "<!doctype html>\n<html lang='en'>\n<head>\n<meta charset='utf-8'>\n"
        "<meta name='viewport' content='width=device-width, initial-scale=1'>\n"
        f"<title>{escape(title)} · Wataï Arena</title>\n<style>\n{style}</style>\n</head>\n<body>\n"
        f"<header><p class='soft'>Wataï Arena · load and latency</p><h1>{escape(title)}</h1></header>\n"
        f"<main>\n{chr(10).join(sections)}\n</main>\n"
        "<footer>Percentiles come from HdrHistograms that were added up, never averaged. "
        "This page needs no network.</footer>\n</body>\n</html>\n"
    )


def _title(run: Measurement) -> str:
    if isinstance(run, RaceResult):
        model = "open loop" if run.loop == "open" else "closed loop"
        rooms = "1 room" if run.rooms == 1 else f"{run.rooms:,} rooms"
        return f"Race, {rooms} of {run.seats}, {model}"
    if isinstance(run, FaultsResult):
        return f"Faults, {run.acknowledged:,} acknowledged inputs"
    return f"Fairness, {run.races:,} races{', over TLS' if run.tls else ''}"


def _name(index: int, run: Measurement) -> str:
    return f"{index + 1}. {_title(run)}"


def _section(run: Measurement, ident: str) -> str:
    parts = [_verdict(run)]
    if run.command:
        parts.append(f"<pre>{escape(run.command)}</pre>")
    if run.started:
        parts.append(f"<p class='soft'>Started {escape(run.started)}.</p>")
    if isinstance(run, RaceResult):
        parts += _race(run, ident)
    elif isinstance(run, FaultsResult):
        parts += _faults(run, ident)
    else:
        parts += _fairness(run, ident)
    return "\n".join(parts)


def _race(race: RaceResult, ident: str) -> Iterable[str]:
    yield tiles(
        [
            ("plays a second", said(race.plays_per_s), ""),
            ("answered, p50", precise(race.ack_ms.p50), "ms"),
            ("answered, p99", precise(race.ack_ms.p99), "ms"),
            ("seen by all, p99", precise(race.seen_by_all_ms.p99), "ms"),
            ("generator lag, p99", precise(race.generator.lag_ms.p99), "ms"),
            ("violations", f"{race.violations:,}", ""),
        ]
    )
    note = _OPEN_NOTE if race.loop == "open" else _CLOSED_NOTE
    yield figure(spectrum(race, f"{ident}-spectrum"), f"{_SPECTRUM_NOTE} {note}")
    for chart in timelines(race, ident):
        yield figure(chart, "One point a second. Warm-up, ramp and drain are not counted.")
    yield tables.latencies(race)
    yield tables.assertions(race)
    yield _columns(
        tables.counts(race) + tables.environment(race),
        tables.both_sides(race) + tables.workload(race),
    )


def _fairness(fairness: FairnessResult, ident: str) -> Iterable[str]:
    note = "Bars: where the true share lies, 95 times in 100. A level line means that distance does not matter."
    yield figure(shares(fairness, f"{ident}-shares"), note)
    yield tables.waits(fairness)
    yield tables.assertions(fairness)
    yield _columns(tables.proofs(fairness) + tables.cheats(fairness), tables.environment(fairness))


def _faults(faults: FaultsResult, ident: str) -> Iterable[str]:
    yield tiles(
        [
            ("acknowledged inputs", f"{faults.acknowledged:,}", ""),
            ("lost", f"{faults.lost:,}", ""),
            ("doubled", f"{faults.duplicated:,}", ""),
            ("reordered", f"{faults.reordered:,}", ""),
            ("leaked", f"{faults.leaked:,}", ""),
            ("worst recovery", said(faults.worst_recovery_s), "s"),
        ]
    )
    yield tables.faults(faults)
    for name, each in faults.kinds.items():
        for chart in usage_charts(each.series, each.rss_slope_kb_per_s, f"{ident}-{name}"):
            yield figure(chart, "About one point a second.")
    yield tables.assertions(faults)
    yield tables.environment(faults)


def _overview(runs: Sequence[Measurement]) -> str:
    races = [
        (_name(index, run), run) for index, run in enumerate(runs) if isinstance(run, RaceResult)
    ]
    rows = [
        (
            name,
            "VALID" if race.valid else "INVALID",
            said(race.plays_per_s),
            precise(race.ack_ms.p50),
            precise(race.ack_ms.p99),
            precise(race.seen_by_all_ms.p99),
            said(race.server.us_per_play if race.server else None),
        )
        for name, race in races
    ]
    head = ("", "", "plays/s", "p50 ms", "p99 ms", "seen by all p99 ms", "server µs/play")
    short = [(f"run {name.partition('.')[0]}", race) for name, race in races]
    chart = figure(spectra(short, "all-spectra"), _SPECTRUM_NOTE)
    return tables.table("All races", head, rows) + chart


def _verdict(run: Measurement) -> str:
    if not run.valid:
        return banner("bad", "✗ INVALID", "These figures cannot be believed.", run.invalid_because)
    if run.violations:
        told = f"The server was wrong {run.violations:,} times."
        return banner("bad", "✗ WRONG", told, run.faults)
    if not run.passed:
        failed = [each.text for each in run.asserts if not each.passed]
        return banner("bad", "✗ FAILED", "Valid, but this does not hold:", failed)
    return banner("good", "✓ VALID", _health(run), [])


def _health(run: Measurement) -> str:
    if isinstance(run, FaultsResult):
        held = " Every assertion holds." if run.asserts else ""
        return f"Nothing acknowledged was lost, doubled or reordered, and nothing was leaked.{held}"
    late = run.generator.lag_ms.p99
    told = "The measuring side kept up"
    told += f": 99 of 100 plays left within {said(late)} ms of their instant." if late else "."
    held = " Every assertion holds." if run.asserts else ""
    return f"{told} No violation was found.{held}"


def banner(style: str, word: str, told: str, reasons: Sequence[str]) -> str:
    """The verdict, `good` or `bad`."""
    items = "".join(f"<li>{escape(each)}</li>" for each in reasons)
    listed = f"<ul>{items}</ul>" if items else ""
    return f"<section class='verdict {style}'><strong>{word}</strong><div><p>{escape(told)}</p>{listed}</div></section>"


def tiles(shown: Iterable[tuple[str, str, str]]) -> str:
    """The main figures, large: name, value, unit."""
    cells = (
        f"<div><dt>{escape(name)}</dt><dd>{escape(value)} <small>{unit}</small></dd></div>"
        for name, value, unit in shown
    )
    return f"<dl class='tiles'>{''.join(cells)}</dl>"


def _columns(*blocks: str) -> str:
    return f"<div class='columns'>{''.join(f'<div>{block}</div>' for block in blocks)}</div>"


def figure(chart: Chart | None, note: str) -> str:
    """A drawing with a sentence on how to read it."""
    if chart is None:
        return ""
    return (
        f"<figure><h3>{escape(chart.title)}</h3><figcaption>{escape(note)}</figcaption>"
        f"{chart.svg()}</figure>"
    )
