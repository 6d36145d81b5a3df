"""One process of the generator: gathers its rooms, races at the common start, and tells the fleet every second."""

import os
import time
from dataclasses import dataclass, field
from multiprocessing.connection import Connection

from loadtest.load.assembly import allow_many_sockets, assemble, settle
from loadtest.load.calm_room import CalmRoom
from loadtest.load.generator import Generator, Tick
from loadtest.load.misbehaving import Nuisances
from loadtest.load.plan import RACE, SECOND, Plan, schedule
from loadtest.load.recorder import Counts, Recorder, pack, unpack
from loadtest.load.stream import Tally
from loadtest.net.raw_websocket import Address, Refusal
from loadtest.oracle.checker import Faults


@dataclass(frozen=True, slots=True)
class Share:
    """What one process has to do, and on which core; None for any."""

    address: Address
    plan: Plan
    worker: int
    rooms: range
    core: int | None


@dataclass(frozen=True, slots=True)
class Second:
    """One second of one process, packed: a long run has many of them."""

    number: int
    plays: int
    frames: int
    packed: dict[str, bytes]
    violations: int = 0
    """How many there were up to then."""

    def counts(self, metric: str) -> Counts:
        return unpack(self.packed[metric])


@dataclass(frozen=True, slots=True)
class Report:
    """What a process has to say when it is done."""

    took: float
    cpu: float
    idle: float
    refused: dict[str, int] = field(default_factory=dict)
    skipped: int = 0
    rounds: int = 0
    violations: int = 0
    faults: tuple[str, ...] = ()
    complete: bool = True
    sent_away: tuple[int, ...] = ()
    """How many peers of each kind of nuisance were closed."""


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a process could not go on."""

    why: str


def work(pipe: "Connection[object, object]", share: Share) -> None:
    """The process. It says "ready", is told when to start, and answers with Seconds and a Report."""
    try:
        if share.core is not None:
            os.sched_setaffinity(0, {share.core})
        pipe.send(_race(pipe, share))
    except (Refusal, OSError) as problem:
        pipe.send(Failure(f"{type(problem).__name__}: {problem}"))
    except KeyboardInterrupt:
        pass


def _race(pipe: "Connection[object, object]", share: Share) -> Report:
    plan = share.plan
    tally, faults = Tally(), Faults()

    def tick(second: int, recorder: Recorder) -> None:
        packed = {metric: pack(counts) for metric, counts in recorder.counts.items()}
        pipe.send(Second(second, recorder.plays, recorder.frames, packed, faults.count))

    generator = _gathered(share, tally, faults, tick)
    pipe.send("ready")
    began = pipe.recv()
    assert isinstance(began, int)
    ends = began + int(plan.whole * SECOND)
    if plan.rate:
        generator.open_loop(began, ends, schedule(plan, len(generator.lines), share.worker))
    else:
        generator.closed_loop(began, ends, int(plan.think_ms * 1_000_000))
    cpu, idle = time.process_time() - generator.cpu_at_start, generator.idle / SECOND
    complete = generator.drain()
    generator.close()
    rounds = sum(room.checker.rounds for room in generator.rooms)
    away = tuple(each.closed for each in generator.nuisances.made) if generator.nuisances else ()
    wrong = (faults.count, tuple(faults.kept))
    return Report(
        plan.whole, cpu, idle, tally.refused, tally.skipped, rounds, *wrong, complete, away
    )


def _gathered(share: Share, tally: Tally, faults: Faults, tick: Tick) -> Generator:
    """All rooms of this process, racing."""
    allow_many_sockets()
    plan, address = share.plan, share.address
    racing = [number for number in share.rooms if plan.game_of(number) == RACE]
    rooms = assemble(address, plan, racing, tally, faults)
    calm = [
        CalmRoom(address, plan.game_of(number), number, plan.seed, tally, faults)
        for number in share.rooms
        if number not in racing
    ]
    generator = Generator(rooms, tally, tick, calm)
    generator.start_races()
    for number, room in zip(racing, rooms, strict=True):
        settle(room, plan, number)
    if plan.nuisances and not share.worker:
        generator.nuisances = Nuisances(address, rooms[0].checker.room, plan)
    return generator
