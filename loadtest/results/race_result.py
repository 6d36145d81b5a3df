"""Makes the result of a race, a `RaceResult` of the schema, from the counts of its processes. Pure."""

from collections import Counter
from collections.abc import Mapping, Sequence
from statistics import linear_regression
from typing import Any, Final

from watai.loadtest.load.fleet import RawRun, RawUsage
from watai.loadtest.load.plan import Plan
from watai.loadtest.load.recorder import METRICS
from watai.loadtest.load.worker import RawSecond, Report
from watai.loadtest.results.latency import brief, encoded, histogram, spectrum, summary
from watai.loadtest.results.schema import (
    KINDS,
    Calm,
    GeneratorFigures,
    LatencySummary,
    RaceResult,
    Second,
    ServerFigures,
    SpikeFigures,
    Waits,
)
from watai.loadtest.systems.server_metrics import share

SCHEMA: Final = KINDS["race"][0]
BEATEN: Final = "race/lost"
FIRST: Final = ("WATAI-14", BEATEN)
WARMING: Final = ("warm-up", "ramp")
MODES: Final = {
    ("real", True): "real plays; every event read once per room, compared byte for byte at every player",
    ("turn", True): "turns only; events read once per room as --check says, compared byte for byte at every player",
    ("turn", False): "turns only; events not read, compared byte for byte at every player",
}  # fmt: skip


def race_result(plan: Plan, run: RawRun, latest_ms: float, **head: Any) -> RaceResult:
    """All figures of a run; `head` are more fields. A generator later than `latest_ms` makes it invalid."""
    counted = [each for each in run.seconds if plan.stage(each.number) not in WARMING]
    histograms = {metric: histogram(each.counts(metric) for each in counted) for metric in METRICS}
    if not plan.rate:
        histograms["service"] = histograms["own"] = histograms["ack"]
    summaries = {metric: summary(hdr) for metric, hdr in histograms.items()}
    del histograms["calm"]
    held = [each for each in counted if each.number < plan.whole]
    plays = sum(each.plays for each in held)
    reasons = invalid_because(plan, plays, summaries["lag"], run.reports, latest_ms)
    return RaceResult(
        schema=SCHEMA,
        bench="race",
        valid=not reasons,
        invalid_because=reasons,
        **_choices(plan),
        plays=plays,
        plays_per_s=round(plays / plan.seconds),
        frames_per_s=round(sum(each.frames for each in held) / plan.seconds),
        ack_ms=summaries["ack"],
        own_ms=summaries["own"],
        wait_ms=summaries["wait"],
        service_ms=summaries["service"],
        seen_by_all_ms=summaries["seen_by_all"],
        skew_ms=summaries["skew"],
        calm=Calm(plan.rooms - plan.races, summaries["calm"]),
        **_outcomes(run.reports),
        generator=_generator(plan, run.reports, summaries["lag"]),
        server=_server(plan, run, plays),
        series=_series(plan, run),
        spectrum={f"{metric}_ms": spectrum(hdr) for metric, hdr in histograms.items()},
        histograms={f"{metric}_ms": encoded(hdr) for metric, hdr in histograms.items()},
        **head,
    )


def invalid_because(
    plan: Plan, plays: int, lag: LatencySummary, reports: Sequence[Report], latest_ms: float
) -> list[str]:
    """Why these figures should not be believed; nothing if they can be."""
    reasons = []
    if plan.rate and lag.p99 is not None and lag.p99 > latest_ms:
        reasons.append(
            f"the generator was late: p99 of its lag is {lag.p99} ms, more than the {latest_ms:g} ms that would not matter"
        )
    if not plays:
        reasons.append("nothing was measured")
    if not all(report.complete for report in reports):
        reasons.append("some plays were never answered")
    return reasons


def _outcomes(reports: Sequence[Report]) -> Mapping[str, Any]:
    """What became of the plays, and whether the server was right."""
    total: Counter[str] = Counter()
    for report in reports:
        total.update(report.refused)
    refused = dict(sorted(total.items()))
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


def _choices(plan: Plan) -> Mapping[str, Any]:
    """What the user asked for, as the result repeats it."""
    names = ("rooms", "seconds", "loop", "rate", "arrivals", "think_ms", "play", "notice", "check")
    more = ("seed", "durability", "arbitration", "tls", "warm_up", "ramp")
    return {
        **{name: getattr(plan, name) for name in (*names, *more)},
        "players": plan.races * plan.players,
        "seats": plan.players,
        "spike": plan.spike and SpikeFigures(plan.spike.factor, plan.spike.seconds),
        "mix": dict(plan.mix),
    }


def _generator(plan: Plan, reports: Sequence[Report], lag: LatencySummary) -> GeneratorFigures:
    took = plan.whole
    return GeneratorFigures(
        processes=len(reports),
        cpu=round(sum(report.cpu for report in reports) / took, 2),
        work=round(sum(took - report.idle for report in reports) / took, 2),
        mode=MODES[plan.play, plan.check != "off" or plan.play == "real"],
        lag_ms=lag,
        worst_lag_ms=lag.max or 0.0,
    )


def _server(plan: Plan, run: RawRun, plays: int) -> ServerFigures | None:
    counted = [each for each in run.usage if plan.lead <= each.second]
    if len(counted) < 2 or not counted[-1].cpu:
        return None
    first, last = counted[0], counted[-1]
    took = last.second - first.second
    slope = linear_regression(
        [each.second for each in counted], [each.rss_mb for each in counted]
    ).slope
    return ServerFigures(
        cpu=round((last.cpu - first.cpu) / took, 2),
        us_per_play=round((last.cpu - first.cpu) / max(1, plays) * plan.seconds / took * 1e6, 1),
        rss_mb=round(last.rss_mb, 1),
        rss_slope_kb_per_s=round(slope * 1024, 2),
        share_ms=None if run.answers is None else Waits(**share(*run.answers)),
    )


def _series(plan: Plan, run: RawRun) -> list[Second]:
    """The seconds of all processes together."""
    by_number: dict[int, list[RawSecond]] = {}
    for second in run.seconds:
        by_number.setdefault(second.number, []).append(second)
    rows = []
    for number, parts in sorted(by_number.items()):
        ack, seen, lag = (
            brief([part.counts(metric) for part in parts])
            for metric in ("ack", "seen_by_all", "lag")
        )
        plays = sum(part.plays for part in parts)
        used = _used(run.usage, number)
        rows.append(Second(number, plan.stage(number), plays, ack, seen, lag, *used))
    return rows


def _used(usage: Sequence[RawUsage], number: int) -> tuple[float | None, float | None]:
    """Cores and MB that the server used in a second, from the readings at its beginning and end."""
    at = {int(each.second): each for each in usage}
    if number not in at or number + 1 not in at or not at[number].cpu:
        return None, None
    first, last = at[number], at[number + 1]
    cpu = (last.cpu - first.cpu) / (last.second - first.second)
    return round(cpu, 2), round(last.rss_mb, 1)
