"""All processes of a generator: started together, watched while they run, and their counts put side by side."""

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from operator import itemgetter
from typing import Final

from loadtest.load.plan import SECOND, Plan, shares
from loadtest.load.worker import Failure, Report, Second, Share, work
from loadtest.systems.measured_server import Cores, Host
from loadtest.systems.server_metrics import Counts, answers

HEAD_START: Final = SECOND // 5  # between everybody being ready and the start: time to hear of it
PATIENCE: Final = 300.0  # for a swarm to assemble


class Stalled(Exception):
    """A process of the generator failed, so there is nothing to report."""


@dataclass(frozen=True, slots=True)
class Usage:
    """What the server had used at some instant of the run."""

    second: float
    cpu: float
    rss_mb: float


@dataclass(slots=True)
class Run:
    """Everything that was measured."""

    seconds: list[Second] = field(default_factory=list)
    usage: list[Usage] = field(default_factory=list)
    reports: list[Report] = field(default_factory=list)
    answers: tuple[Counts, Counts] | None = None
    """What the server said of its answers, before and after."""

    def plays(self) -> int:
        return sum(second.plays for second in self.seconds)


Watch = Callable[[float, Run], None]
"""Told about once a second how far the run is, in seconds from its start."""


def race(host: Host, plan: Plan, watch: Watch, stop_for: float = 0.0) -> Run:
    """Run the plan against a server; `stop_for` holds the server up for so many seconds in the middle."""
    context = get_context("spawn")
    cores = Cores.found().generator
    pipes: list[Connection[object, object]] = []
    processes = []
    try:
        for worker, rooms in enumerate(shares(plan.rooms, plan.processes)):
            ours, theirs = context.Pipe()
            core = cores[worker % len(cores)] if plan.processes <= len(cores) else None
            share = Share(host.address, plan, worker, rooms, core)
            process = context.Process(target=work, args=(theirs, share), daemon=True)
            process.start()
            theirs.close()
            pipes.append(ours)
            processes.append(process)
        for pipe in pipes:
            _expect_ready(pipe)
        return _Watcher(host, plan, watch, stop_for).run(pipes)
    finally:
        for process in processes:
            process.join(1)
            if process.is_alive():
                process.terminate()
                process.join()


def _expect_ready(pipe: "Connection[object, object]") -> None:
    if not pipe.poll(PATIENCE):
        raise Stalled("the players did not get together in time")
    said = _read(pipe)
    if isinstance(said, Failure):
        raise Stalled(said.why)


def _read(pipe: "Connection[object, object]") -> object:
    with suppress(EOFError):
        return pipe.recv()
    return Failure("a process of the generator died")


class _Watcher:
    """The race as seen by the process that started it; it sleeps almost all the time."""

    def __init__(self, host: Host, plan: Plan, watch: Watch, stop_for: float) -> None:
        self.host = host
        self.plan = plan
        self.watch = watch
        self.result = Run()
        looks = sorted({*map(float, range(int(plan.whole) + 1)), plan.lead, plan.whole})
        self.deeds: list[tuple[float, Callable[[], None]]] = [(at, self._look) for at in looks]
        if stop_for:
            middle = plan.lead + (plan.seconds - stop_for) / 2
            self._plan(middle, partial(self._stop, stop_for))

    def run(self, pipes: "Sequence[Connection[object, object]]") -> Run:
        """Everything, from the start to the last word of the last process."""
        url = self.host.metrics
        before = None if url is None else answers(url)
        self._race(pipes)
        if url is not None and before is not None:
            self.result.answers = before, answers(url)
        return self.result

    def _race(self, pipes: "Sequence[Connection[object, object]]") -> None:
        self.began = time.perf_counter_ns() + HEAD_START
        for pipe in pipes:
            pipe.send(self.began)
        open_pipes = list(pipes)
        while open_pipes:
            now = self._now()
            while self.deeds and self.deeds[0][0] <= now:
                self.deeds.pop(0)[1]()
            ready = wait(open_pipes, max(0.0, self.deeds[0][0] - now) if self.deeds else None)
            for pipe in [each for each in open_pipes if each in ready]:
                if self._hear(_read(pipe)):
                    open_pipes.remove(pipe)

    def _plan(self, at: float, deed: Callable[[], None]) -> None:
        self.deeds.append((at, deed))
        self.deeds.sort(key=itemgetter(0))

    def _stop(self, seconds: float) -> None:
        """As long as was asked for, even if it begins late."""
        self.host.stop()
        self._plan(self._now() + seconds, self.host.go_on)

    def _now(self) -> float:
        return (time.perf_counter_ns() - self.began) / SECOND

    def _look(self) -> None:
        second = self._now()
        usage = Usage(second, self.host.cpu_seconds(), self.host.rss_mb())
        self.result.usage.append(usage)
        self.watch(second, self.result)

    def _hear(self, said: object) -> bool:
        """Take in what a process says; True if it was the last of it."""
        match said:
            case Second():
                self.result.seconds.append(said)
                return False
            case Report():
                self.result.reports.append(said)
                return True
            case Failure():
                raise Stalled(said.why)
        raise AssertionError(said)
