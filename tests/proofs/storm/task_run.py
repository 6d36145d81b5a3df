"""Trio in virtual time: the tasks of one simulated process are a Trio run of their own, which goes on when the timeline says.

Trio's guest mode runs its loop in portions that the host calls. Here the host is the timeline: a portion is called when
something has happened to one of the tasks, or the earliest of their deadlines has come. Nothing is ever waited for, so
nothing depends on the machine. Three names of Trio's inside are needed: several runs take turns in one thread, and tasks
that are ready together run in an order that follows from the seed.
"""

import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any, Final

import trio
from trio._core import _run

from tests.proofs.storm.timeline import Schedule
from watai.server.clock import SECOND

ROUNDING: Final = 1_000
"""Nanoseconds by which a deadline is looked at later, because Trio counts in floating seconds."""
MOST_PORTIONS: Final = 10_000
"""Tasks that never rest would stop virtual time."""


@contextmanager
def same_order_for(seed: object) -> Iterator[None]:
    """Have Trio shuffle tasks that are ready together as the seed says."""
    before, chance = _run._ALLOW_DETERMINISTIC_SCHEDULING, _run._r
    _run._ALLOW_DETERMINISTIC_SCHEDULING = True  # type: ignore[misc]
    _run._r = Random(f"tasks {seed}")
    try:
        yield
    finally:
        _run._ALLOW_DETERMINISTIC_SCHEDULING = before  # type: ignore[misc]
        _run._r = chance


class TaskRun(trio.abc.Clock):
    """One Trio run, and the clock that it sees."""

    def __init__(self, schedule: Schedule, main: Callable[[], Awaitable[None]]) -> None:
        self.outcome: Any = None
        """How it ended, once it has."""
        self.stopped_at: int | None = None
        """If set, the tasks' clock stands still: none of their deadlines comes any more."""
        self._schedule = schedule
        self._main = main
        self._scope = trio.CancelScope()
        self._context: dict[str, Any] = {}
        self._portion: Callable[[], object] | None = None
        self._deadline: float | None = None
        """When the first of the tasks wants to be called; None while some can run at once."""
        self._planned: int | None = None
        hooks = sys.get_asyncgen_hooks()
        with self.inside():
            trio.lowlevel.start_guest_run(
                self._run_main,
                run_sync_soon_threadsafe=self._plan_portion,
                run_sync_soon_not_threadsafe=self._plan_portion,
                done_callback=self._done,
                host_uses_signal_set_wakeup_fd=True,
                clock=self,
            )
        sys.set_asyncgen_hooks(*hooks)

    async def _run_main(self) -> None:
        with self._scope:
            await self._main()

    def _plan_portion(self, portion: Callable[[], object]) -> None:
        self._portion = portion

    def _done(self, outcome: Any) -> None:
        self.outcome, self._portion = outcome, None

    # the clock

    def start_clock(self) -> None:
        """It runs already."""

    def current_time(self) -> float:
        return (self._schedule.now if self.stopped_at is None else self.stopped_at) / SECOND

    def deadline_to_sleep_time(self, deadline: float) -> float:
        """Trio asks how long to wait when no task can run: not at all, because the timeline calls it in time."""
        self._deadline = deadline
        return 0.0

    # portions

    @contextmanager
    def inside(self) -> Iterator[None]:
        """Within this block the current run of this thread is this one."""
        current = _run.GLOBAL_RUN_CONTEXT.__dict__
        outer = dict(current)
        current.clear()
        current.update(self._context)
        try:
            yield
        finally:
            self._context = dict(current)
            current.clear()
            current.update(outer)

    def go_on(self) -> None:
        """Run every task that can run, until all of them wait. Raises what the tasks have failed with."""
        with self.inside():
            for _ in range(MOST_PORTIONS):
                if self._portion is None:
                    break
                portion, self._portion, self._deadline = self._portion, None, None
                portion()
                if self._all_wait():
                    break
            else:
                raise AssertionError("the tasks of a node never rest")
        error = getattr(self.outcome, "error", None)
        if error is not None:
            raise error
        self._plan()

    def _all_wait(self) -> bool:
        return self._deadline is not None and self._deadline > self.current_time()

    def _plan(self) -> None:
        """Be called at the first deadline."""
        if self._portion is None or self._deadline is None or self._deadline == float("inf"):
            return
        if self.stopped_at is not None:
            return
        at = int(self._deadline * SECOND) + ROUNDING
        if self._planned is None or at < self._planned or self._planned <= self._schedule.now:
            self._planned = at
            self._schedule.at(at, self._deadline_came)

    def _deadline_came(self) -> None:
        self._planned = None  # whoever called goes on with the tasks

    def end(self) -> None:
        """End all tasks now, without any of them doing anything more that others notice."""
        with self.inside():
            self._scope.cancel()
        for _ in range(MOST_PORTIONS):
            if self._portion is None:
                break
            portion, self._portion = self._portion, None
            with self.inside():
                portion()
