"""The machine of one node: its timers and its tasks. It can be stopped for a while, as by SIGSTOP, and it can die."""

from collections.abc import Awaitable, Callable
from functools import partial

from tests.proofs.storm.task_run import TaskRun
from tests.proofs.storm.timeline import MS, Timeline
from watai.server.clock import Nanos


class Machine:
    """A schedule whose calls wait while the machine stands still, and are never made once it is dead."""

    def __init__(self, timeline: Timeline) -> None:
        self.rng = timeline.rng
        self.dead = False
        self.stopped = False
        self.on_ran: Callable[[], None] = lambda: None
        """Called when the tasks have gone on."""
        self._timeline = timeline
        self._waiting: list[Callable[[], None]] = []
        """What has come due while the machine stood still."""
        self._tasks: TaskRun | None = None

    @property
    def now(self) -> Nanos:
        return self._timeline.now

    def at(self, instant: int, call: Callable[[], None]) -> None:
        self._timeline.at(instant, partial(self.make, call))

    def after(self, millis: float, call: Callable[[], None]) -> None:
        self.at(self.now + int(millis * MS), call)

    def between(self, least: float, most: float, call: Callable[[], None]) -> None:
        self.after(self.rng.uniform(least, most), call)

    def run_tasks(self, main: Callable[[], Awaitable[None]]) -> None:
        """Begin the tasks of this machine's process."""
        self._tasks = TaskRun(self, main)
        self.after(0, lambda: None)

    def make(self, call: Callable[[], None]) -> None:
        """Make a call into the process, and let its tasks go on."""
        if self.dead or self.ended:
            return
        if self.stopped:
            self._waiting.append(call)
            return
        tasks = self._tasks
        if tasks is None:
            call()
            return
        with tasks.inside():
            call()
        if not self.dead:
            tasks.go_on()
            self.on_ran()

    def when_going(self, call: Callable[[], None]) -> None:
        """Make a call that does not concern the process, now or when the machine goes on."""
        if self.stopped:
            self._waiting.append(call)
        else:
            call()

    def stop(self) -> None:
        """Stand still, while time goes on for everybody else."""
        self.stopped = True

    def go_on(self) -> None:
        """Go on: everything that has come due meanwhile is done at once, in any order."""
        self.stopped = False
        waiting, self._waiting = self._waiting, []
        self.rng.shuffle(waiting)
        for call in waiting:
            self.make(call)

    def hold_clock(self) -> None:
        """No deadline of a task comes any more; what the tasks are told still reaches them."""
        if self._tasks is not None:
            self._tasks.stopped_at = self.now

    @property
    def ended(self) -> bool:
        """Whether the tasks have ended by themselves."""
        return self._tasks is not None and self._tasks.outcome is not None

    def die(self) -> None:
        """End everything at once."""
        self.dead = True
        if self._tasks is not None:
            self._tasks.end()
