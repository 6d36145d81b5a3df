"""Our figures over each peer's, round by round, and the table of them. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from statistics import median

from watai.loadtest.peers.rounds import OURS, PEERS, Got
from watai.loadtest.results.digits import number

Rounds = Sequence[tuple[Got, Got]]  # closed and open loop of each round

LAG_MOST_MS = 1.0  # at p99, as for `bench race`; a generator that is later measures itself
_FIGURES = (
    ("plays_per_s", 0, "plays_per_s"),
    ("closed_p99_ms", 0, "p99_ms"),
    ("open_p50_ms", 1, "p50_ms"),
    ("open_p99_ms", 1, "p99_ms"),
)


def ratios(ours: Rounds, theirs: Rounds) -> dict[str, dict[str, float]]:
    """Of every figure: the median of the rounds' ratios, and the lowest and highest of them."""
    found = {}
    for name, loop, field in _FIGURES:
        each = [
            getattr(mine[loop], field) / getattr(other[loop], field)
            for mine, other in zip(ours, theirs, strict=True)
        ]
        found[name] = spread(each)
    return found


def spread(values: Sequence[float]) -> dict[str, float]:
    """The median of some rounds, the lowest and the highest; zeros if there are none."""
    some = values or [0.0]
    return {
        "median": round(median(some), 3),
        "low": round(min(some), 3),
        "high": round(max(some), 3),
    }


def doubts(results: Mapping[str, Rounds]) -> list[str]:
    """Why a figure cannot be believed, a sentence each."""
    found = []
    for name, rounds in results.items():
        for turn, (closed, opened) in enumerate(rounds, 1):
            wrong = [each.wrong for each in (closed, opened) if each.wrong]
            if opened.lag_p99_ms > LAG_MOST_MS and not wrong:
                wrong = [f"the generator was {opened.lag_p99_ms} ms behind its schedule at p99"]
            found += [f"{name}, round {turn}: {each}" for each in wrong]
    return found


def table(results: Mapping[str, Rounds]) -> str:
    """Medians of the rounds, with the ratio of ours to each."""
    head = (
        "",
        "plays/s",
        "closed p99 ms",
        "open p50 ms",
        "open p99 ms",
        "ours: plays/s ×",
        "open p99 ×",
    )
    rows: list[tuple[str, ...]] = [head]
    for name, rounds in results.items():
        told = "Wataï Arena, rules and journal" if name == OURS else PEERS[name].told
        cells = [number(_middle(rounds, loop, field)) for _, loop, field in _FIGURES]
        versus = ratios(results[OURS], rounds) if OURS in results and name != OURS else {}
        rows.append(
            (told, *cells, *(_said(versus, each) for each in ("plays_per_s", "open_p99_ms")))
        )
    widths = [max(len(row[column]) for row in rows) for column in range(len(head))]
    return "\n".join(
        row[0].ljust(widths[0])
        + "".join(cell.rjust(width + 3) for cell, width in zip(row[1:], widths[1:], strict=True))
        for row in rows
    )


def _middle(rounds: Rounds, loop: int, field: str) -> float:
    return float(median(getattr(each[loop], field) for each in rounds))


def _said(versus: Mapping[str, Mapping[str, float]], name: str) -> str:
    if name not in versus:
        return ""
    each = versus[name]
    return f"{each['median']:.2f} ({each['low']:.2f}–{each['high']:.2f})"


def as_json(results: Mapping[str, Rounds]) -> dict[str, object]:
    """Every round of every server, and the ratios."""
    return {
        "servers": {
            name: [{"closed": asdict(closed), "open": asdict(opened)} for closed, opened in rounds]
            for name, rounds in results.items()
        },
        "ratios": {
            name: ratios(results[OURS], rounds)
            for name, rounds in results.items()
            if name != OURS and OURS in results
        },
    }
