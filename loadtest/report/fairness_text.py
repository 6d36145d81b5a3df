"""The result of a fairness run as a table for the terminal: each proof, its target, and whether it was met."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from watai.loadtest.results.assertions import parse_assertion
from watai.loadtest.results.schema import Decided, FairnessResult


@dataclass(frozen=True, slots=True)
class Proof:
    """One figure that proves fairness, and its target."""

    label: str
    target: str
    """An assertion about the result."""
    percent: bool = False

    def line(self, result: FairnessResult) -> str:
        asserted = parse_assertion(self.target)
        judged = asserted.judge(result)
        told, limit = self._number(judged.value), self._number(asserted.number)
        verdict = "" if judged.value is None else "met" if judged.passed else "MISSED"
        return f"  {self.label:<46} {told:>10}   {asserted.sign} {limit:<8} {verdict}"

    def _number(self, value: float | None) -> str:
        return "–" if value is None else f"{value:.2%}" if self.percent else f"{value:.4g}"


PROOFS: Final = (
    Proof("truly fastest wins", "fastest_wins>=0.98", True),
    Proof("… with a fifth of the way down, the rest up", "fastest_wins_asymmetric>=0.98", True),
    Proof("… where the gap is over 20 ms", "fastest_wins_over_20_ms>=0.999", True),
    Proof("shares of eight equals, most : fewest", "share_spread<=1.2"),
    Proof("… chance of that by luck alone (χ²)", "chi2_p>=0.01"),
    Proof("added wait without a rival, p50 ms", "added.uncontended.p50<=0.2"),
    Proof("added wait without a rival, p99 ms", "added.uncontended.p99<=1"),
    Proof("clock liar: share", "cheats.clock_liar.share<=0.145"),
    Proof("clock liar: gain, ms", "cheats.clock_liar.gain<=3"),
    Proof("pong staller: share", "cheats.pong_staller.share<=0.145"),
    Proof("pong staller: gain, ms", "cheats.pong_staller.gain<=3"),
    Proof("spike faker: share", "cheats.spike_faker.share<=0.145"),
    Proof("spike faker: gain, ms", "cheats.spike_faker.gain<=3"),
    Proof("staller and liar in one: share", "cheats.stall_and_lie.share<=0.145"),
    Proof("staller and liar in one: gain, ms", "cheats.stall_and_lie.gain<=6"),
    Proof("blind repetition among machines: share", "cheats.blind.share<=0.145"),
    Proof("blind repetition among people: share", "cheats.blind.share_against_people<=0.01"),
    Proof("far seat with a spectator nearby: share", "cheats.spectated.share<=0.145"),
    Proof("far seat with a spectator nearby: gain, ms", "cheats.spectated.gain<=3"),
    Proof("two seats of one person: gain, ms", "cheats.colluding.gain<=75"),
    Proof("0 ms bot among its equals: share", "cheats.zero_ms.share<=0.145"),
    Proof("0 ms bot among its equals: gain, ms", "cheats.zero_ms.gain<=3"),
    Proof("honest harm at 6 ms of jitter", "honest_harm<=0.01", True),
    Proof("violations of order", "violations==0"),
    Proof("games that verify", "verified>=1", True),
)


def fairness_text(result: FairnessResult) -> str:
    """Everything worth reading of one run."""
    return "\n".join(_lines(result))


def _lines(result: FairnessResult) -> Iterator[str]:
    over = ", over TLS" if result.tls else ""
    yield (
        f"{sum(result.races_by_kind.values()):,} races in {result.rooms} rooms of eight, "
        f"{result.seconds:.0f} s, {len(result.games)} games; delays by {result.network}{over}"
    )
    for proof in PROOFS:
        yield proof.line(result)
    yield f"  slope of wins against distance: {result.slope} standard errors (beyond ±2 distance matters)"
    yield ""
    yield f"  {'order':<10} {'fastest wins':>12} {'spread':>8} {'wait p50':>9} {'p99 ms':>8}"
    held = result.added_ms.contended
    fair = Decided(result.fastest_wins, result.wins, result.share_spread, held)
    yield _row("fair", fair, "")
    yield _row("rtt_only", result.rtt_only, "no claims: the usual round trip only")
    yield _row("no_hold", result.no_hold, "nobody is waited for")
    yield _row("arrival", result.arrival, "first come, first served")
    yield ""
    lag = result.generator.lag_ms
    yield (
        f"  generator {result.generator.cpu:.2f} cores, keys pressed late by p50 {lag.p50} "
        f"p99 {lag.p99} ms; server {result.server.cpu:.2f} cores"
    )
    carried = result.relay.lag_ms
    if carried.p99 is not None:
        yield f"  relay: packets carried late by p50 {carried.p50} p90 {carried.p90} p99 {carried.p99} ms"
    yield from (f"  WRONG   {each}" for each in result.faults)
    for each in result.asserts:
        yield f"  {'met    ' if each.passed else 'NOT MET'} {each.text} ({each.value})"
    yield from (f"  INVALID {why}" for why in result.invalid_because)


def _row(name: str, decided: Decided, what: str) -> str:
    def cell(value: float | None, form: str) -> str:
        return "–" if value is None else format(value, form)

    held = decided.held_ms
    return (
        f"  {name:<10} {cell(decided.fastest_wins, '.2%'):>12} {cell(decided.share_spread, '.2f'):>8} "
        f"{cell(held.p50, '.1f'):>9} {cell(held.p99, '.1f'):>8}  {what}"
    ).rstrip()
