"""All processes of a generator: starts them together, watches them, and collects their counts."""

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from operator import itemgetter
from typing import Final

from watai.loadtest.load.plan import SECOND, Plan, shares
from watai.loadtest.load.worker import Failure, RawSecond, Report, Share, work
from watai.loadtest.systems.cores import Cores
from watai.loadtest.systems.measured_server import MeasuredServer
from watai.loadtest.systems.server_metrics import Buckets, answers

HEAD_START: Final = SECOND // 5  # from the last process being ready to the start
PATIENCE: Final = 300.0  # seconds for all players to connect


class GeneratorFailed(Exception):
    """A process of the generator failed, so there is nothing to report."""


@dataclass(frozen=True, slots=True)
class RawUsage:
    """What the server had used at an instant of the run."""

    second: float
    cpu: float
    rss_mb: float


@dataclass(slots=True)
class RawRun:
    """Everything that was measured, as it came from the processes."""

    seconds: list[RawSecond] = field(default_factory=list)
    usage: list[RawUsage] = field(default_factory=list)
    reports: list[Report] = field(default_factory=list)
    answers: tuple[Buckets, Buckets] | None = None
    """The server's own histogram of answers, before and after the race."""


OnSecond = Callable[[float, RawRun], None]
"""Called about once a second with the seconds since the start."""


def race(server: MeasuredServer, plan: Plan, watch: OnSecond, stop_for: float = 0.0) -> RawRun:
    """Run the plan against a server; `stop_for` suspends the server for so many seconds in the middle."""
    context = get_context("spawn")
    cores = Cores.found().generator
    pipes: list[Connection[object, object]] = []
    processes = []
    try:
        for worker, rooms in enumerate(shares(plan.rooms, plan.processes)):
            ours, theirs = context.Pipe()
            core = cores[worker % len(cores)] if plan.processes <= len(cores) else None
            share = Share(server.address, plan, worker, rooms, core)
            process = context.Process(target=work, args=(theirs, share), daemon=True)
            process.start()
            theirs.close()
            pipes.append(ours)
            processes.append(process)
        for pipe in pipes:
            _expect_ready(pipe)
        return _Watcher(server, plan, watch, stop_for).run(pipes)
    finally:
        for process in processes:
            process.join(1)
            if process.is_alive():
                process.terminate()
                process.join()


def _expect_ready(pipe: "Connection[object, object]") -> None:
    if not pipe.poll(PATIENCE):
        raise GeneratorFailed("the players did not get together in time")
    said = _read(pipe)
    if isinstance(said, Failure):
        raise GeneratorFailed(said.why)


def _read(pipe: "Connection[object, object]") -> object:
    with suppress(EOFError):
        return pipe.recv()
    return Failure("a process of the generator died")


class _Watcher:
    """Watches the race from the process that started it; it sleeps almost all the time."""

    def __init__(
        self, server: MeasuredServer, plan: Plan, watch: OnSecond, stop_for: float
    ) -> None:
        self.server = server
        self.plan = plan
        self.watch = watch
        self.raw = RawRun()
        looks = sorted({*map(float, range(int(plan.whole) + 1)), plan.lead, plan.whole})
        self.timers: list[tuple[float, Callable[[], None]]] = [(at, self._look) for at in looks]
        if stop_for:
            middle = plan.lead + (plan.seconds - stop_for) / 2
            self._plan(middle, partial(self._stop, stop_for))

    def run(self, pipes: "Sequence[Connection[object, object]]") -> RawRun:
        """Run from the start to the last report."""
        url = self.server.metrics
        before = None if url is None else answers(url)
        self._race(pipes)
        if url is not None and before is not None:
            self.raw.answers = before, answers(url)
        return self.raw

    def _race(self, pipes: "Sequence[Connection[object, object]]") -> None:
        self.began = time.perf_counter_ns() + HEAD_START
        for pipe in pipes:
            pipe.send(self.began)
        open_pipes = list(pipes)
        while open_pipes:
            now = self._now()
            while self.timers and self.timers[0][0] <= now:
                self.timers.pop(0)[1]()
            ready = wait(open_pipes, max(0.0, self.timers[0][0] - now) if self.timers else None)
            for pipe in [each for each in open_pipes if each in ready]:
                if self._receive(_read(pipe)):
                    open_pipes.remove(pipe)

    def _plan(self, at: float, do: Callable[[], None]) -> None:
        self.timers.append((at, do))
        self.timers.sort(key=itemgetter(0))

    def _stop(self, seconds: float) -> None:
        """Suspend the server for as long as was asked, even if that begins late."""
        self.server.stop()
        self._plan(self._now() + seconds, self.server.go_on)

    def _now(self) -> float:
        return (time.perf_counter_ns() - self.began) / SECOND

    def _look(self) -> None:
        second = self._now()
        usage = RawUsage(second, self.server.cpu_seconds(), self.server.rss_mb())
        self.raw.usage.append(usage)
        self.watch(second, self.raw)

    def _receive(self, said: object) -> bool:
        """Keep a message of a process; True if it was its last."""
        match said:
            case RawSecond():
                self.raw.seconds.append(said)
                return False
            case Report():
                self.raw.reports.append(said)
                return True
            case Failure():
                raise GeneratorFailed(said.why)
        raise AssertionError(said)
