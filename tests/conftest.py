"""The order of the suite, and its last words: files marked slow start first, and what was left out is told at the end.

xdist would begin with the files that have the most tests; the slow ones have few (see `--no-loadscope-reorder` in the
Makefile), and no worker shall be left alone with one at the end.
"""

from collections import Counter

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_makereport(call: pytest.CallInfo[None]) -> None:
    """pytest-trio raises the skip of an async test anew, without its words: give them back."""
    error = call.excinfo.value if call.excinfo else None
    if isinstance(error, pytest.skip.Exception) and not error.msg:
        why = error.__context__
        while isinstance(why, BaseExceptionGroup):
            why = why.exceptions[0]
        error.msg = str(why)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say what was left out on this machine, in the words of those who have left it out."""
    skipped = terminalreporter.stats.get("skipped", [])
    reasons = Counter(report.longrepr[2].removeprefix("Skipped: ") for report in skipped)
    if reasons:
        terminalreporter.section("left out on this machine")
    for reason, count in reasons.most_common():
        terminalreporter.line(f"{count} test{'s' if count > 1 else ''}: {reason}")
