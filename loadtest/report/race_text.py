"""The result of a race as a table for the terminal."""

from collections.abc import Iterator

from msgspec import UNSET

from watai.loadtest.results.schema import LatencySummary, RaceResult

COLUMNS = ("p50", "p90", "p99", "p999", "max")


def race_text(race: RaceResult) -> str:
    """Everything worth reading of one run."""
    return "\n".join(_lines(race))


def _lines(race: RaceResult) -> Iterator[str]:
    loop = race.loop + (f" loop, {race.rate:g}/s each" if race.rate else " loop")
    calm = f", {race.calm.rooms} of them calm" if race.calm.rooms else ""
    yield f"{race.rooms} rooms of {race.seats}{calm}, {loop}, {race.seconds:g} s, plays: {race.play}"
    yield f"  plays/s  {race.plays_per_s:,}    frames/s  {race.frames_per_s:,}"
    yield f"  {'ms':<18}" + "".join(f"{name:>10}" for name in COLUMNS)
    yield _row("answered after", race.ack_ms)
    if race.loop == "open":
        yield _row("… since it left", race.service_ms)
    yield _row("seen by all after", race.seen_by_all_ms)
    yield _row("last after first", race.skew_ms)
    if race.calm.rooms:
        yield _row("calm games", race.calm.ack_ms)
    if race.loop == "open":
        yield _row("generator late by", race.generator.lag_ms)
    yield (
        f"  refused {race.refused:,} (somebody was first: {race.conflicts:,}), "
        f"not possible just then {race.skipped:,}, rounds {race.rounds:,}"
    )
    yield from _costs(race)
    yield from _verdict(race)
    if race.knee is not UNSET:
        yield f"  {race.knee.rooms} rooms hold {race.knee.demand}"


def _costs(race: RaceResult) -> Iterator[str]:
    server, generator = race.server, race.generator
    if server:
        yield (
            f"  server    {server.cpu:.2f} cores, {server.us_per_play:g} µs a play, "
            f"{server.rss_mb:g} MB, {server.rss_slope_kb_per_s:+g} KB/s"
        )
        if own := server.share_ms:
            yield f"  its own share of an answer: p50 {own.p50} ms, p99 {own.p99} ms"
    yield (
        f"  generator {generator.cpu:.2f} cores in {generator.processes} process(es), "
        f"{generator.work:.0%} of the time at work"
    )
    yield f"  {generator.mode}"


def _row(label: str, figures: LatencySummary) -> str:
    values = (getattr(figures, name) for name in COLUMNS)
    cells = ("–" if value is None else f"{value:.3f}" for value in values)
    return f"  {label:<18}" + "".join(f"{cell:>10}" for cell in cells)


def _verdict(race: RaceResult) -> Iterator[str]:
    for each in race.asserts:
        yield f"  {'met   ' if each.passed else 'NOT MET'} {each.text} ({each.value})"
    for fault in race.faults:
        yield f"  FAULT {fault}"
    if race.violations:
        yield f"  {race.violations} VIOLATIONS"
    for reason in race.invalid_because:
        yield f"  INVALID: {reason}"
    if race.valid and not race.violations:
        yield "  valid; no violations" if race.check != "off" else "  valid; not checked"


def columns(race: RaceResult, header: bool) -> str:
    """One run as a line among runs with other numbers of rooms."""
    names = ("rooms", "plays/s", "ack p50", "ack p99", "seen p99", "µs/play", "server", "")
    cells = [f"{race.rooms:,}", f"{race.plays_per_s:,}"]
    for value in (race.ack_ms.p50, race.ack_ms.p99, race.seen_by_all_ms.p99):
        cells.append("–" if value is None else f"{value:.2f} ms")
    server = race.server
    cells += [f"{server.us_per_play:.1f}", f"{server.cpu:.2f}"] if server else ["nan", "nan"]
    cells.append("" if race.valid else "INVALID")
    rows = [names, cells] if header else [cells]
    return "\n".join("".join(f"{cell:>12}" for cell in row).rstrip() for row in rows)
