"""A measurement as the JSON says it (docs/bench-schema.md), with types, and without what no reader here needs."""

import json
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct


class BadRun(Exception):
    """The file holds no measurement that can be read."""


class Summary(Struct):
    """A latency's percentiles in milliseconds; None where nothing was measured."""

    count: int = 0
    mean: float | None = None
    p50: float | None = None
    p90: float | None = None
    p99: float | None = None
    p999: float | None = None
    max: float | None = None


class Generator(Struct):
    """How well the measuring side kept up."""

    processes: int = 1
    cpu: float | None = None
    work: float | None = None
    mode: str = ""
    lag_ms: Summary = msgspec.field(default_factory=Summary)


class Server(Struct):
    """What the measured side used."""

    cpu: float | None = None
    us_per_play: float | None = None
    rss_mb: float | None = None
    rss_slope_kb_per_s: float | None = None
    share_ms: dict[str, float | None] | None = None


class Second(Struct):
    """One second of a run."""

    second: int
    stage: str = "hold"
    plays: int = 0
    ack_ms: Summary = msgspec.field(default_factory=Summary)
    seen_by_all_ms: Summary = msgspec.field(default_factory=Summary)
    lag_ms: Summary = msgspec.field(default_factory=Summary)
    server_cpu: float | None = None
    server_rss_mb: float | None = None


class Assertion(Struct):
    """One `--assert` and what came of it."""

    text: str
    passed: bool
    value: float | None = None


class Run(Struct):
    """What every measurement says of itself."""

    bench: str
    schema: int
    valid: bool
    command: str = ""
    started: str = ""
    invalid_because: list[str] = []
    violations: int = 0
    faults: list[str] = []
    asserts: list[Assertion] = []
    generator: Generator = msgspec.field(default_factory=Generator)
    environment: dict[str, Any] = {}

    @property
    def passed(self) -> bool:
        """Whether everything that was checked was right; says nothing if the run is invalid."""
        return not self.violations and all(each.passed for each in self.asserts)


class Race(Run, kw_only=True):
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
    check: str = ""
    seed: str = ""
    mix: dict[str, float] = {}
    durability: str = ""
    server_url: str | None = None
    plays: int = 0
    plays_per_s: float
    frames_per_s: float = 0.0
    ack_ms: Summary
    service_ms: Summary = msgspec.field(default_factory=Summary)
    seen_by_all_ms: Summary = msgspec.field(default_factory=Summary)
    skew_ms: Summary = msgspec.field(default_factory=Summary)
    refused: int = 0
    refused_by: dict[str, int] = {}
    conflicts: int = 0
    beaten: int = 0
    skipped: int = 0
    rounds: int = 0
    server: Server | None = None
    series: list[Second] = []
    spectrum: dict[str, list[tuple[float, float]]] = {}

    @property
    def measured(self) -> list[Second]:
        """The seconds that count: those before and after do not."""
        return [each for each in self.series if each.stage in ("hold", "spike")]


class Decided(Struct):
    """How races ended under one way of deciding them; wins are by seat."""

    fastest_wins: float | None = None
    wins: list[int] = []
    share_spread: float | None = None


class Fairness(Run, kw_only=True):
    """`watai bench fairness`. The ways of deciding beside the fair one show what each part of it is worth."""

    races: int = 0
    fastest_wins: float | None = None
    wins: list[int] = []
    rtts_ms: list[float] = []
    """How far each seat is from the server."""
    share_spread: float | None = None
    chi2_p: float | None = None
    slope: float | None = None
    arrival: Decided = msgspec.field(default_factory=Decided)
    rtt_only: Decided = msgspec.field(default_factory=Decided)
    no_hold: Decided = msgspec.field(default_factory=Decided)
    added_ms: dict[str, Summary] = {}
    cheats: dict[str, dict[str, float | None]] = {}
    honest_harm: float | None = None


KINDS: dict[str, tuple[int, type[Race | Fairness]]] = {
    "race": (2, Race),
    "fairness": (1, Fairness),
}


def read(path: Path) -> list[Run]:
    """The measurements in a file: one JSON object, or one per line."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise BadRun(f"{path}: {error.strerror}") from error
    try:
        return [parse(json.loads(text))]
    except json.JSONDecodeError:
        pass
    try:
        return [parse(json.loads(line)) for line in text.splitlines() if line.strip()]
    except ValueError as error:
        raise BadRun(f"{path}: {error}") from error


def parse(data: Any) -> Run:
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
