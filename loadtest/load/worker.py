"""One process of the generator: brings its rooms together, races from the common start, and reports every second."""

import os
import time
from dataclasses import dataclass, field
from multiprocessing.connection import Connection

from watai.loadtest.load.assembly import allow_many_sockets, assemble, settle
from watai.loadtest.load.calm_room import CalmRoom
from watai.loadtest.load.generator import Generator, OnTick
from watai.loadtest.load.misbehaving import MisbehavingPeers
from watai.loadtest.load.plan import RACE, SECOND, Plan, schedule
from watai.loadtest.load.recorder import LatencyCounts, Recorder, pack, unpack
from watai.loadtest.load.stream import LoadCounts
from watai.loadtest.net.raw_websocket import Address, Refusal
from watai.loadtest.oracle.checker import Faults


@dataclass(frozen=True, slots=True)
class Share:
    """The rooms that one process drives, and its core; None for any."""

    address: Address
    plan: Plan
    worker: int
    rooms: range
    core: int | None


@dataclass(frozen=True, slots=True)
class RawSecond:
    """One second of one process; packed, because a long run has many."""

    number: int
    plays: int
    frames: int
    packed: dict[str, bytes]
    violations: int = 0
    """How many there had been by then."""

    def counts(self, metric: str) -> LatencyCounts:
        return unpack(self.packed[metric])


@dataclass(frozen=True, slots=True)
class Report:
    """The last message of a process."""

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
    """How many misbehaving peers of each kind the server closed."""


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a process could not go on."""

    why: str


def work(pipe: "Connection[object, object]", share: Share) -> None:
    """The process: sends "ready", receives the start, and sends RawSeconds and a Report."""
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
    counts, faults = LoadCounts(), Faults()

    def tick(second: int, recorder: Recorder) -> None:
        packed = {metric: pack(counts) for metric, counts in recorder.counts.items()}
        pipe.send(RawSecond(second, recorder.plays, recorder.frames, packed, faults.count))

    generator = _assembled(share, counts, faults, tick)
    pipe.send("ready")
    began = pipe.recv()
    assert isinstance(began, int)
    ends = began + int(plan.whole * SECOND)
    if plan.rate:
        generator.open_loop(began, ends, schedule(plan, len(generator.clients), share.worker))
    else:
        generator.closed_loop(began, ends, int(plan.think_ms * 1_000_000))
    cpu, idle = time.process_time() - generator.cpu_at_start, generator.idle / SECOND
    complete = generator.drain()
    generator.close()
    rounds = sum(room.checker.rounds for room in generator.rooms)
    peers = generator.misbehaving
    away = tuple(each.closed for each in peers.groups) if peers else ()
    wrong = (faults.count, tuple(faults.kept))
    return Report(
        plan.whole, cpu, idle, counts.refused, counts.skipped, rounds, *wrong, complete, away
    )


def _assembled(share: Share, counts: LoadCounts, faults: Faults, tick: OnTick) -> Generator:
    """All rooms of this process, racing."""
    allow_many_sockets()
    plan, address = share.plan, share.address
    racing = [number for number in share.rooms if plan.game_of(number) == RACE]
    rooms = assemble(address, plan, racing, counts, faults)
    calm = [
        CalmRoom(address, plan.game_of(number), number, plan.seed, counts, faults)
        for number in share.rooms
        if number not in racing
    ]
    generator = Generator(rooms, counts, tick, calm)
    generator.start_races()
    for number, room in zip(racing, rooms, strict=True):
        settle(room, plan, number)
    if plan.misbehaving and not share.worker:
        generator.misbehaving = MisbehavingPeers(address, rooms[0].checker.room, plan)
    return generator
