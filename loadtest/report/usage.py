"""The drawings of a run with churn: memory, and what is open, over time."""

from collections.abc import Sequence

from watai.loadtest.report.chart import Chart, Series
from watai.loadtest.report.scale import even
from watai.loadtest.results.digits import number
from watai.loadtest.results.schema import Usage


def usage_charts(series: Sequence[Usage], slope: float | None, ident: str) -> list[Chart]:
    """Memory, and descriptors and tasks; nothing if too little was sampled."""
    if len(series) < 2:
        return []
    across = even([each.second for each in series], 10, least=1)
    memory = [(each.second, each.rss_mb) for each in series]
    grows = "" if slope is None else f" In the second half it grows by {slope:g} KB a second."
    told = f"From {number(series[0].rss_mb)} to {number(series[-1].rss_mb)} MB.{grows}"
    few = len(series) <= 30
    counts = [
        Series("descriptors", 0, [(each.second, each.descriptors) for each in series], marked=few),
        Series("tasks", 1, [(each.second, each.tasks) for each in series], marked=few),
        Series("connections", 2, [(each.second, each.connections) for each in series], marked=few),
    ]
    highest = [y for one in counts for _, y in one.points if y is not None]
    return [
        Chart(
            title="Memory of the server",
            told=told,
            across=across,
            up=even([each.rss_mb for each in series], 4),
            across_label="seconds since the start",
            up_label="resident memory, MB",
            series=[Series("memory", 0, memory, marked=few)],
            ident=f"{ident}-memory",
            height=220,
        ),
        Chart(
            title="What is open",
            told=f"At most {number(max(highest))} of a kind at once.",
            across=across,
            up=even(highest, 4),
            across_label="seconds since the start",
            up_label="how many",
            series=counts,
            ident=f"{ident}-open",
            height=220,
        ),
    ]
