"""The result of a run with faults as a table for the terminal: each kind, and what it cost the players."""

from collections.abc import Iterator

from watai.loadtest.results.schema import FaultFigures, FaultsResult

COLUMNS = ("times", "acknowledged", "lost", "duplicated", "reordered", "leaked", "worst_recovery_s")
HEADS = ("times", "acknowledged", "lost", "doubled", "reordered", "leaked", "recovery s")
MORE = {
    "given_up_s": "given up after {} s",
    "slowest_answer_s": "longest wait for an answer {} s",
    "rss_before_mb": "{} MB before",
    "rss_after_mb": "{} MB after",
    "rss_slope_kb_per_s": "memory grows by {} KB a second",
    "leaked_descriptors": "{} descriptors left open",
    "leaked_tasks": "{} tasks left",
}


def faults_text(result: FaultsResult) -> str:
    """Everything a user wants to know at once."""
    return "\n".join(_lines(result))


def _lines(result: FaultsResult) -> Iterator[str]:
    yield f"{'':<13}" + "".join(f"{head:>14}" for head in HEADS)
    for kind, each in result.kinds.items():
        if each.skipped:
            yield f"{kind:<13}  skipped: {each.skipped}"
            continue
        yield f"{kind:<13}" + "".join(f"{_cell(getattr(each, name)):>14}" for name in COLUMNS)
        more = "; ".join(more_of(each))
        if more:
            yield f"{'':<13}  {more}"
    total = (getattr(result, name, None) for name in COLUMNS[1:])
    yield f"{'in all':<13}{'':>14}" + "".join(f"{_cell(value):>14}" for value in total)
    yield f"{result.seconds:g} s"
    for judged in result.asserts:
        yield f"{'met' if judged.passed else 'NOT MET'}: {judged.text} ({judged.value})"
    yield from (f"INVALID: {reason}" for reason in result.invalid_because)
    yield from (f"FAULT {fault}" for fault in result.faults)


def more_of(figures: FaultFigures) -> Iterator[str]:
    """What only some kinds have."""
    for name, words in MORE.items():
        value = getattr(figures, name)
        if value is not None:
            yield words.format(value)


def _cell(value: float | None) -> str:
    return "" if value is None else f"{value:,}"
