"""The HTML tables of a report."""

from collections.abc import Iterable, Mapping, Sequence
from html import escape

from watai.loadtest.results.digits import precise, said
from watai.loadtest.results.schema import (
    FairnessResult,
    FaultsResult,
    LatencySummary,
    RaceResult,
    Run,
    Waits,
)

_PERCENTILES = ("p50", "p90", "p99", "p999", "max")
_PLAIN_NAMES = {"p999": "p99.9"}


def table(
    caption: str, head: Sequence[str], rows: Iterable[Sequence[str]], style: str = "figures"
) -> str:
    """Rows of texts; the first of each row names it."""
    lines = [
        f"<tr><th scope='row'>{escape(name)}</th>{''.join(map(_cell, cells))}</tr>"
        for name, *cells in rows
    ]
    if not lines:
        return ""
    top = "".join(f"<th scope='col'>{escape(each)}</th>" for each in head)
    heading = f"<thead><tr>{top}</tr></thead>" if any(head) else ""
    body = "\n".join(lines)
    return (
        f"<div class='scroll'><table class='{style}'><caption>{escape(caption)}</caption>"
        f"{heading}<tbody>\n{body}\n</tbody></table></div>"
    )


def _cell(text: str) -> str:
    return f"<td>{escape(text)}</td>"


def faults(run: FaultsResult) -> str:
    """Each kind of fault, and what it cost the players."""
    names = ("times", "acknowledged", "lost", "duplicated", "reordered", "leaked")
    rows = [
        (kind, each.skipped, *[""] * 7)
        if each.skipped
        else (
            kind,
            each.how,
            *(f"{getattr(each, name):,}" for name in names),
            said(each.worst_recovery_s),
        )
        for kind, each in run.kinds.items()
    ]
    head = ("", "how", "times", "acknowledged", "lost", "doubled", "reordered", "leaked", "recovery s")  # fmt: skip
    return table("Faults", head, rows)


def latencies(race: RaceResult) -> str:
    """Every latency of a race."""
    rows = [
        ("play → its answer", race.ack_ms),
        ("play → seen by all", race.seen_by_all_ms),
        ("first → last to see it", race.skew_ms),
        ("generator behind its schedule", race.generator.lag_ms),
    ]
    if race.loop == "open":
        rows.insert(1, ("the same from when it really left", race.service_ms))
    return summaries("Latency, milliseconds", dict(rows))


def waits(fairness: FairnessResult) -> str:
    """What the arbiter adds to a play."""
    added = fairness.added_ms
    rows = {"uncontended": _summary(added.uncontended), "contended": _summary(added.contended)}
    return summaries("Added by the arbiter, milliseconds", rows)


def _summary(waits: Waits) -> LatencySummary:
    return LatencySummary(p50=waits.p50, p90=waits.p90, p99=waits.p99)


def summaries(caption: str, rows: Mapping[str, LatencySummary]) -> str:
    """One row per latency that was measured."""
    head = ("", "count", "mean", *(_PLAIN_NAMES.get(each, each) for each in _PERCENTILES))
    return table(
        caption,
        head,
        [
            (
                name,
                f"{row.count:,}" if row.count else "–",
                precise(row.mean),
                *(precise(getattr(row, each)) for each in _PERCENTILES),
            )
            for name, row in rows.items()
            if row.p50 is not None
        ],
    )


def counts(race: RaceResult) -> str:
    """How many plays there were, and how the server answered them."""
    rows = [
        ("plays answered", f"{race.plays:,}"),
        ("frames received, a second", said(race.frames_per_s)),
        ("refused", f"{race.refused:,}"),
        ("… because somebody was first", f"{race.conflicts:,}"),
        ("… of these, decided by the arbiter", f"{race.beaten:,}"),
        ("could not be made (no legal play)", f"{race.skipped:,}"),
        ("rounds counted and checked", f"{race.rounds:,}"),
        ("violations found", f"{race.violations:,}"),
    ]
    rows += [(f"refused: {code}", f"{times:,}") for code, times in race.refused_by.items()]
    return table("Plays", (), rows, "pairs")


def both_sides(race: RaceResult) -> str:
    """What generator and server used."""
    us, them = race.generator, race.server
    rows = [
        ("generator: processes", str(us.processes)),
        ("generator: cores used", said(us.cpu)),
        ("generator: cores used without polling", said(us.work)),
        ("generator: mode", us.mode or "–"),
    ]
    if them is not None:
        rows += [
            ("server: cores used", said(them.cpu)),
            ("server: processor time per play", said(them.us_per_play, "µs")),
            ("server: memory", said(them.rss_mb, "MB")),
            ("server: memory growth", said(them.rss_slope_kb_per_s, "KB/s")),
        ]
    return table("Both sides", (), rows, "pairs")


def workload(race: RaceResult) -> str:
    """What was asked of the server."""
    model = "closed: one play in flight per player"
    if race.loop == "open":
        model = f"open: {said(race.rate)} plays/s per player, {race.arrivals or 'constant'}"
    rows = [
        ("rooms × players", f"{race.rooms:,} × {race.seats}"),
        ("seconds measured", said(race.seconds)),
        ("loop", model),
        ("plays", race.play),
        ("checked", race.check),
        ("journal", race.durability),
        ("seed", race.seed),
        ("server", race.server_url or "our own process, on a core of its own"),
    ]
    return table("Workload", (), [row for row in rows if row[1]], "pairs")


def proofs(fairness: FairnessResult) -> str:
    """The figures of a fairness run."""
    rows = [
        ("races", f"{fairness.races:,}"),
        ("won by the quickest hand", _share(fairness.fastest_wins)),
        ("… if decided by arrival", _share(fairness.arrival.fastest_wins)),
        ("… by round trip only", _share(fairness.rtt_only.fastest_wins)),
        ("… without hold", _share(fairness.no_hold.fastest_wins)),
        ("most wins over fewest", said(fairness.share_spread)),
        ("chance of this among equals (χ²)", said(fairness.chi2_p)),
        ("slope against distance, standard errors", said(fairness.slope)),
        ("honest players harmed", _share(fairness.honest_harm)),
    ]
    return table("Fairness", (), rows, "pairs")


def cheats(fairness: FairnessResult) -> str:
    """What each cheat gained."""
    rows = [
        (name.replace("_", " "), _share(gain.get("share")), said(gain.get("gain_ms"), "ms"))
        for name, gain in fairness.cheats.items()
    ]
    return table("Cheats", ("", "share of races", "gained"), rows)


def _share(value: float | None) -> str:
    return "–" if value is None else f"{value:.1%}"


def assertions(run: Run) -> str:
    """Each assertion and whether it holds."""
    rows = [
        (each.text, said(each.value), "✓ holds" if each.passed else "✗ fails")
        for each in run.asserts
    ]
    return table("Assertions", ("", "measured", ""), rows)


def environment(run: Run) -> str:
    """Where it was measured."""
    rows = [(name.replace("_", " "), _plain(value)) for name, value in run.environment.items()]
    return table("Environment", (), rows, "pairs")


def _plain(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "–" if value is None else str(value)
