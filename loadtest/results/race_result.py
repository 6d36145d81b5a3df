"""A run as the JSON object of docs/bench-schema.md. Pure, but for the environment it is given."""

from collections.abc import Iterable, Mapping, Sequence
from statistics import linear_regression
from typing import Any, Final

from loadtest.load.fleet import Run, Usage
from loadtest.load.plan import Plan
from loadtest.load.recorder import METRICS, Counts, brief, encoded, histogram, spectrum, summary
from loadtest.load.worker import Report, Second
from loadtest.systems.server_metrics import share

SCHEMA: Final = 2
BEATEN: Final = "race/lost"
FIRST: Final = ("WATAI-14", BEATEN)
WARMING: Final = ("warm-up", "ramp")
MODES: Final = {
    (
        "real",
        True,
    ): "real plays; every event read once per room, compared byte for byte at every player",
    (
        "turn",
        True,
    ): "turns only; events read once per room as --check says, compared byte for byte at every player",
    ("turn", False): "turns only; events not read, compared byte for byte at every player",
}


def result(plan: Plan, run: Run) -> dict[str, Any]:
    """All figures of a run."""
    counted = [each for each in run.seconds if plan.stage(each.number) not in WARMING]
    histograms = {metric: histogram(each.counts(metric) for each in counted) for metric in METRICS}
    if not plan.rate:
        histograms["service"] = histograms["ack"]
    held = [each for each in counted if each.number < plan.whole]
    plays = sum(each.plays for each in held)
    summaries = {f"{metric}_ms": summary(histograms[metric]) for metric in METRICS}
    lag, calm = summaries.pop("lag_ms"), summaries.pop("calm_ms")
    del histograms["calm"]
    return {
        "plays": plays,
        "plays_per_s": round(plays / plan.seconds),
        "frames_per_s": round(sum(each.frames for each in held) / plan.seconds),
        **summaries,
        "calm": {"rooms": plan.rooms - plan.races, "ack_ms": calm},
        **_outcomes(run.reports),
        "generator": _generator(plan, run, lag),
        "server": _server(plan, run, plays),
        "series": _series(plan, run),
        "spectrum": {f"{metric}_ms": spectrum(hdr) for metric, hdr in histograms.items()},
        "histograms": {f"{metric}_ms": encoded(hdr) for metric, hdr in histograms.items()},
    }


def _outcomes(reports: Sequence[Report]) -> dict[str, Any]:
    """What became of plays, and whether the server was right."""
    refused = _added(report.refused for report in reports)
    return {
        "refused": sum(refused.values()),
        "refused_by": refused,
        "conflicts": sum(n for why, n in refused.items() if any(each in why for each in FIRST)),
        "beaten": sum(n for why, n in refused.items() if BEATEN in why),
        "skipped": sum(report.skipped for report in reports),
        "rounds": sum(report.rounds for report in reports),
        "violations": sum(report.violations for report in reports),
        "faults": [fault for report in reports for fault in report.faults],
    }


def choices(plan: Plan) -> dict[str, Any]:
    """What was asked for, as the result repeats it."""
    names = ("seconds", "loop", "rate", "arrivals", "think_ms", "play", "notice", "check", "seed")
    more = ("durability", "arbitration", "warm_up", "ramp")
    spike = plan.spike and {"factor": plan.spike.factor, "seconds": plan.spike.seconds}
    return {
        "rooms": plan.rooms,
        "players": plan.races * plan.players,
        "seats": plan.players,
        **{name: getattr(plan, name) for name in (*names, *more)},
        "spike": spike,
        "mix": dict(plan.mix),
    }


def invalid_because(
    plan: Plan, figures: Mapping[str, Any], run: Run, budget_ms: float
) -> list[str]:
    """Why these figures should not be believed; nothing if they can be."""
    reasons = []
    lag = figures["generator"]["lag_ms"]["p99"]
    if plan.rate and lag is not None and lag > budget_ms:
        reasons.append(
            f"the generator was late: p99 of its lag is {lag} ms, more than the {budget_ms:g} ms that would not matter"
        )
    if not figures["plays"]:
        reasons.append("nothing was measured")
    if not all(report.complete for report in run.reports):
        reasons.append("some plays were never answered")
    return reasons


def _added(parts: Iterable[Mapping[str, int]]) -> dict[str, int]:
    whole: dict[str, int] = {}
    for part in parts:
        for name, count in part.items():
            whole[name] = whole.get(name, 0) + count
    return dict(sorted(whole.items()))


def _generator(plan: Plan, run: Run, lag: Mapping[str, Any]) -> dict[str, Any]:
    took = plan.whole
    return {
        "processes": len(run.reports),
        "cpu": round(sum(report.cpu for report in run.reports) / took, 2),
        "work": round(sum(took - report.idle for report in run.reports) / took, 2),
        "mode": MODES[plan.play, plan.check != "off" or plan.play == "real"],
        "lag_ms": lag,
        "worst_lag_ms": lag["max"] or 0.0,
    }


def _server(plan: Plan, run: Run, plays: int) -> dict[str, Any] | None:
    counted = [each for each in run.usage if plan.lead <= each.second]
    if len(counted) < 2 or not counted[-1].cpu:
        return None
    first, last = counted[0], counted[-1]
    took = last.second - first.second
    slope = linear_regression(
        [each.second for each in counted], [each.rss_mb for each in counted]
    ).slope
    return {
        "cpu": round((last.cpu - first.cpu) / took, 2),
        "us_per_play": round((last.cpu - first.cpu) / max(1, plays) * plan.seconds / took * 1e6, 1),
        "rss_mb": round(last.rss_mb, 1),
        "rss_slope_kb_per_s": round(slope * 1024, 2),
        "share_ms": None if run.answers is None else share(*run.answers),
    }


def _series(plan: Plan, run: Run) -> list[dict[str, Any]]:
    by_number: dict[int, list[Second]] = {}
    for second in run.seconds:
        by_number.setdefault(second.number, []).append(second)
    rows = []
    for number, parts in sorted(by_number.items()):

        def both(metric: str, parts: list[Second] = parts) -> dict[str, float | None]:
            counts: list[Counts] = [part.counts(metric) for part in parts]
            return brief(counts)

        row = {"second": number, "stage": plan.stage(number), "plays": sum(p.plays for p in parts)}
        latencies = {f"{name}_ms": both(name) for name in ("ack", "seen_by_all", "lag")}
        rows.append({**row, **latencies, **_used(run.usage, number)})
    return rows


def _used(usage: Sequence[Usage], number: int) -> dict[str, float | None]:
    """What the server used in a second, from the looks at its beginning and end."""
    at = {int(each.second): each for each in usage}
    if number not in at or number + 1 not in at or not at[number].cpu:
        return {"server_cpu": None, "server_rss_mb": None}
    first, last = at[number], at[number + 1]
    cpu = (last.cpu - first.cpu) / (last.second - first.second)
    return {"server_cpu": round(cpu, 2), "server_rss_mb": round(last.rss_mb, 1)}
