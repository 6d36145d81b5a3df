"""A result as a table for people, and the line they watch while it is made."""

from collections.abc import Iterator, Mapping
from typing import Any, TextIO

from loadtest.load.fleet import Run
from loadtest.load.plan import Plan
from loadtest.load.recorder import brief

COLUMNS = ("p50", "p90", "p99", "p999", "max")
ROWS = {
    "ack_ms": "answered after",
    "service_ms": "… since it left",
    "seen_by_all_ms": "seen by all after",
    "skew_ms": "last after first",
}


def board(result: Mapping[str, Any]) -> str:
    """Everything worth reading of one run."""
    return "\n".join(_lines(result))


def _lines(result: Mapping[str, Any]) -> Iterator[str]:
    loop = result["loop"] + (f" loop, {result['rate']:g}/s each" if result["rate"] else " loop")
    calm = f", {result['calm']['rooms']} of them calm" if result["calm"]["rooms"] else ""
    yield f"{result['rooms']} rooms of {result['seats']}{calm}, {loop}, {result['seconds']:g} s, plays: {result['play']}"
    yield f"  plays/s  {result['plays_per_s']:,}    frames/s  {result['frames_per_s']:,}"
    yield f"  {'ms':<18}" + "".join(f"{name:>10}" for name in COLUMNS)
    for key, label in ROWS.items():
        if key != "service_ms" or result["loop"] == "open":
            yield _row(label, result[key])
    if result["calm"]["rooms"]:
        yield _row("calm games", result["calm"]["ack_ms"])
    generator, server = result["generator"], result["server"]
    if result["loop"] == "open":
        yield _row("generator late by", generator["lag_ms"])
    yield (
        f"  refused {result['refused']:,} (somebody was first: {result['conflicts']:,}), "
        f"not possible just then {result['skipped']:,}, rounds {result['rounds']:,}"
    )
    yield from _costs(server, generator)
    yield from _verdict(result)
    if "knee" in result:
        yield f"  {result['knee']['rooms']} rooms hold {result['knee']['demand']}"


def _costs(server: Mapping[str, Any] | None, generator: Mapping[str, Any]) -> Iterator[str]:
    if server:
        yield (
            f"  server    {server['cpu']:.2f} cores, {server['us_per_play']:g} µs a play, "
            f"{server['rss_mb']:g} MB, {server['rss_slope_kb_per_s']:+g} KB/s"
        )
        if own := server["share_ms"]:
            yield f"  its own share of an answer: p50 {own['p50']} ms, p99 {own['p99']} ms"
    yield (
        f"  generator {generator['cpu']:.2f} cores in {generator['processes']} process(es), "
        f"{generator['work']:.0%} of the time at work"
    )
    yield f"  {generator['mode']}"


def _row(label: str, figures: Mapping[str, Any]) -> str:
    cells = ("–" if figures[name] is None else f"{figures[name]:.3f}" for name in COLUMNS)
    return f"  {label:<18}" + "".join(f"{cell:>10}" for cell in cells)


def _verdict(result: Mapping[str, Any]) -> Iterator[str]:
    for each in result["asserts"]:
        yield f"  {'met   ' if each['passed'] else 'NOT MET'} {each['text']} ({each['value']})"
    for fault in result["faults"]:
        yield f"  FAULT {fault}"
    if result["violations"]:
        yield f"  {result['violations']} VIOLATIONS"
    for reason in result["invalid_because"]:
        yield f"  INVALID: {reason}"
    if result["valid"] and not result["violations"]:
        yield "  valid; no violations" if result["check"] != "off" else "  valid; not checked"


def columns(result: Mapping[str, Any], header: bool) -> str:
    """One run as a line among others with more rooms or fewer."""
    names = ("rooms", "plays/s", "ack p50", "ack p99", "seen p99", "µs/play", "server", "")
    server = result["server"] or {"us_per_play": float("nan"), "cpu": float("nan")}
    cells = [f"{result['rooms']:,}", f"{result['plays_per_s']:,}"]
    for figures, part in (("ack", "p50"), ("ack", "p99"), ("seen_by_all", "p99")):
        value = result[f"{figures}_ms"][part]
        cells.append("–" if value is None else f"{value:.2f} ms")
    cells += [f"{server['us_per_play']:.1f}", f"{server['cpu']:.2f}"]
    cells.append("" if result["valid"] else "INVALID")
    rows = [names, cells] if header else [cells]
    return "\n".join("".join(f"{cell:>12}" for cell in row).rstrip() for row in rows)


class LiveLine:
    """How far, how fast, how slow, how wrong: one line of a terminal, and nothing at all elsewhere."""

    def __init__(self, stream: TextIO, plan: Plan) -> None:
        self.stream = stream
        self.plan = plan
        self.watched = stream.isatty()

    def __call__(self, second: float, run: Run) -> None:
        if not self.watched:
            return
        recent = [each for each in run.seconds if each.number >= second - 2]
        ack = brief(each.counts("ack") for each in recent)
        late = brief(each.counts("lag") for each in recent)
        plays = sum(each.plays for each in recent) / max(1, len({each.number for each in recent}))
        left = max(0.0, self.plan.whole - second)
        parts = [
            f"{self.plan.stage(second)} {second:.0f}/{self.plan.whole:.0f} s, {left:.0f} to go"
        ]
        parts.append(f"{plays:,.0f} plays/s")
        if ack["p99"] is not None:
            parts.append(f"p99 {ack['p99']:.2f} ms")
        if late["p99"] is not None:
            parts.append(f"late {late['p99']:.2f} ms")
        if wrong := max((each.violations for each in run.seconds[-8:]), default=0):
            parts.append(f"{wrong} VIOLATIONS")
        self.stream.write("\r" + " | ".join(parts) + "\x1b[K")
        self.stream.flush()

    def wipe(self) -> None:
        if self.watched:
            self.stream.write("\r\x1b[K")
            self.stream.flush()
