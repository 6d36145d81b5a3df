"""The JSON of `watai bench race` and `watai bench fairness` (docs/bench-schema.md): built, written and read as these structs.

Every field has a default or was there from the first version of its schema, so that older files can be read.
"""

from typing import Any, TypeAlias

import msgspec
from msgspec import UNSET, Struct, UnsetType, field


class BadRun(Exception):
    """The file holds no measurement that can be read."""


class LatencySummary(Struct):
    """A latency's percentiles in ms; None where nothing was measured."""

    count: int = 0
    mean: float | None = None
    p50: float | None = None
    p90: float | None = None
    p99: float | None = None
    p999: float | None = None
    max: float | None = None


class Brief(Struct):
    """A latency of one second, in ms."""

    p50: float | None = None
    p99: float | None = None
    max: float | None = None


class Waits(Struct):
    """Times that the arbiter or the relay added, in ms."""

    p50: float | None = None
    p90: float | None = None
    p99: float | None = None


class GeneratorFigures(Struct):
    """How well the measuring side kept up."""

    processes: int = 1
    cpu: float | None = None
    work: float | None = None
    mode: str = ""
    lag_ms: LatencySummary = field(default_factory=LatencySummary)
    worst_lag_ms: float = 0.0


class ServerFigures(Struct):
    """What the measured side used."""

    cpu: float | None = None
    us_per_play: float | None = None
    rss_mb: float | None = None
    rss_slope_kb_per_s: float | None = None
    share_ms: Waits | None = None


class Second(Struct):
    """One second of a run."""

    second: int
    stage: str = "hold"
    plays: int = 0
    ack_ms: Brief = field(default_factory=Brief)
    seen_by_all_ms: Brief = field(default_factory=Brief)
    lag_ms: Brief = field(default_factory=Brief)
    server_cpu: float | None = None
    server_rss_mb: float | None = None


class Calm(Struct):
    """The rooms of calm games in the mix."""

    rooms: int = 0
    ack_ms: LatencySummary = field(default_factory=LatencySummary)


class SpikeFigures(Struct):
    """`factor` times the rate for `seconds` in the middle."""

    factor: float
    seconds: float


class AssertionResult(Struct):
    """One `--assert` and whether it was met."""

    text: str
    passed: bool
    value: float | None = None


class KneeTry(AssertionResult, kw_only=True):
    """One number of rooms and whether it met the demand."""

    rooms: int


class KneeResult(Struct):
    """The result of `--find-knee`."""

    demand: str
    rooms: int
    tries: list[KneeTry]


class Run(Struct, kw_only=True):
    """What every measurement says of itself."""

    schema: int
    bench: str
    valid: bool
    invalid_because: list[str] = []
    command: str = ""
    started: str = ""
    violations: int = 0
    faults: list[str] = []
    asserts: list[AssertionResult] = []
    environment: dict[str, Any] = {}

    @property
    def passed(self) -> bool:
        """Whether everything that was checked was right; says nothing if the run is invalid."""
        return not self.violations and all(each.passed for each in self.asserts)


class RaceResult(Run, kw_only=True):
    """`watai bench race`."""

    rooms: int
    players: int
    seats: int = 8
    seconds: float = 0.0
    loop: str
    rate: float = 0.0
    arrivals: str = ""
    think_ms: float = 0.0
    play: str = ""
    notice: float = 1.0
    check: str = ""
    seed: str = ""
    durability: str = ""
    arbitration: str = ""
    tls: bool = False
    warm_up: float = 0.0
    ramp: float = 0.0
    spike: SpikeFigures | None = None
    mix: dict[str, float] = {}
    server_url: str | None = None
    stop_server: float = 0.0
    plays: int = 0
    plays_per_s: float
    frames_per_s: float = 0.0
    ack_ms: LatencySummary
    own_ms: LatencySummary = field(default_factory=LatencySummary)
    """Open loop: the server's own share of an answer. Of a play that waits for rivals, only the time until `pending` counts."""
    wait_ms: LatencySummary = field(default_factory=LatencySummary)
    """Open loop: from `pending` to the answer, of the plays that waited for rivals."""
    service_ms: LatencySummary = field(default_factory=LatencySummary)
    seen_by_all_ms: LatencySummary = field(default_factory=LatencySummary)
    skew_ms: LatencySummary = field(default_factory=LatencySummary)
    calm: Calm = field(default_factory=Calm)
    refused: int = 0
    refused_by: dict[str, int] = {}
    conflicts: int = 0
    beaten: int = 0
    skipped: int = 0
    rounds: int = 0
    generator: GeneratorFigures = field(default_factory=GeneratorFigures)
    server: ServerFigures | None = None
    series: list[Second] = []
    spectrum: dict[str, list[tuple[float, float]]] = {}
    histograms: dict[str, str] = {}
    knee: KneeResult | UnsetType = UNSET

    @property
    def measured(self) -> list[Second]:
        """The seconds that count: not warm-up, ramp and drain."""
        return [each for each in self.series if each.stage in ("hold", "spike")]


class RaceList(Struct, kw_only=True):
    """`watai bench race --rooms-list`."""

    schema: int
    bench: str = "race-list"
    command: str = ""
    runs: list[RaceResult] = []


class Decided(Struct):
    """How races ended under one way of deciding them; wins are by seat."""

    fastest_wins: float | None = None
    wins: list[int] = []
    share_spread: float | None = None
    held_ms: Waits = field(default_factory=Waits)


class WaitsAlone(Waits):
    """What is added to a play that no rival contests, and over how many plays."""

    plays: int = 0


class Added(Struct):
    """What the arbiter adds to a play."""

    uncontended: WaitsAlone = field(default_factory=WaitsAlone)
    contended: Waits = field(default_factory=Waits)


class KeyLag(Waits):
    """How late keys went down, in ms."""

    max: float | None = None


class FairnessGenerator(Struct):
    """How well the measuring side of a fairness run kept up."""

    cpu: float | None = None
    lag_ms: KeyLag = field(default_factory=KeyLag)


class FairnessServer(Struct):
    """What the server of a fairness run used."""

    cpu: float | None = None


class RelayFigures(Struct):
    """How late the relay carried packets."""

    lag_ms: Waits = field(default_factory=Waits)


class FairnessResult(Run, kw_only=True):
    """`watai bench fairness`. The ways of deciding beside the fair one show what each part of it is worth."""

    races: int = 0
    rooms: int = 0
    seed: str = ""
    profile: str = ""
    rtts_ms: list[float] = []
    network: str = ""
    network_because: str = ""
    tls: bool = False
    seconds: float = 0.0
    fastest_wins: float | None = None
    fastest_wins_asymmetric: float | None = None
    fastest_wins_over_20_ms: float | None = None
    arrival: Decided = field(default_factory=Decided)
    rtt_only: Decided = field(default_factory=Decided)
    no_hold: Decided = field(default_factory=Decided)
    wins: list[int] = []
    share_spread: float | None = None
    chi2_p: float | None = None
    slope: float | None = None
    cheats: dict[str, dict[str, float | None]] = {}
    honest_harm: float | None = None
    honest_harm_races: int = 0
    races_by_kind: dict[str, int] = {}
    added_ms: Added = field(default_factory=Added)
    verified: float | None = None
    games: list[str] = []
    refused_by: dict[str, int] = {}
    generator: FairnessGenerator = field(default_factory=FairnessGenerator)
    relay: RelayFigures = field(default_factory=RelayFigures)
    server: FairnessServer = field(default_factory=FairnessServer)


class Usage(Struct):
    """What the server used at one moment of a run with churn."""

    second: float = 0.0
    rss_mb: float = 0.0
    descriptors: int = 0
    tasks: int = 0
    connections: int = 0
    rooms: int = 0


class FaultFigures(Struct):
    """What one kind of fault did."""

    skipped: str = ""
    how: str = ""
    times: int = 0
    seconds: float = 0.0
    acknowledged: int = 0
    lost: int = 0
    duplicated: int = 0
    reordered: int = 0
    leaked: int = 0
    worst_recovery_s: float | None = None
    given_up_s: float | None = None
    slowest_answer_s: float | None = None
    rss_before_mb: float | None = None
    rss_after_mb: float | None = None
    rss_slope_kb_per_s: float | None = None
    leaked_descriptors: int | None = None
    leaked_tasks: int | None = None
    faults: list[str] = []
    invalid_because: list[str] = []
    series: list[Usage] = []


class FaultsResult(Run, kw_only=True):
    """`python -m tests.proofs.faults`: what players lose when the process, the disk or the network fails."""

    kinds: dict[str, FaultFigures] = {}
    seconds: float = 0.0
    acknowledged: int = 0
    lost: int = 0
    duplicated: int = 0
    reordered: int = 0
    leaked: int = 0
    worst_recovery_s: float | None = None


Measurement: TypeAlias = RaceResult | FairnessResult | FaultsResult

KINDS: dict[str, tuple[int, type[Measurement]]] = {
    "race": (2, RaceResult),
    "fairness": (1, FairnessResult),
    "faults": (1, FaultsResult),
}
"""The version of each schema, and its struct."""


def parse(data: Any) -> Measurement:
    """One measurement, or BadRun."""
    bench = data.get("bench") if isinstance(data, dict) else None
    if bench not in KINDS:
        raise BadRun(f"not a measurement of {' or '.join(KINDS)}: bench is {bench!r}")
    schema, kind = KINDS[bench]
    if data.get("schema") != schema:
        raise BadRun(f"schema {data.get('schema')} of {bench} is not {schema}")
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        raise BadRun(str(error)) from error
