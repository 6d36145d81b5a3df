"""One node of a simulated cluster: the real loop, with the real tasks of a node beside it."""

from collections.abc import Callable

import trio

from tests.proofs.storm.machine import Machine
from tests.proofs.storm.memory_journal import MemoryJournal
from tests.proofs.storm.process import Process
from tests.proofs.storm.redis_link import RedisLink
from watai.server.clock import SECOND
from watai.server.cluster.node import Node
from watai.server.settings.limits import Limits
from watai.server.transport import closing
from watai.server.transport.closing import Ending

SETTLED_SECONDS = 1.2
"""What is left of a lease that is renewed every second, and more than any request takes when nothing is wrong."""
STOPPING = "the server is stopping; come back in a moment"


class SimulatedNode(Process):
    """A node from its start to its end. It takes connections as soon as it is a member of the cluster."""

    def __init__(
        self,
        machine: Machine,
        redis: RedisLink,
        games: MemoryJournal,
        url: str,
        limits: Limits,
        after_pass: Callable[[], None],
    ) -> None:
        self.machine = machine
        self.redis = redis
        self.url = url
        self.serving = False
        self.node = Node(redis, games)
        self._for_ever = False
        super().__init__(machine, self.node.journal, limits, after_pass)
        machine.on_ran = self._look
        machine.run_tasks(self._run)

    def _attach(self) -> None:
        self.node.attach(self.loop)

    def drain(self, seconds: float) -> None:
        """Hand all rooms over, then stop, as after SIGTERM."""
        self.machine.make(lambda: self.node.draining.ask(seconds))

    async def _run(self) -> None:
        """What `server/app.py` does around a node."""
        loop, limits = self.loop, self._limits
        async with trio.open_nursery() as nursery:
            await nursery.start(self.node.run, self.url)
            self.serving = True
            await self.node.draining.run()
            loop.lobby.stopping = True
            self.serving = False
            others = self.node.addresses()
            for connection in list(loop.connections):
                connection.end(Ending(1001, STOPPING, others[0] if others else None))
            with trio.move_on_after(limits.stop_seconds):
                await loop.empty()
            loop.run_pass()
            with trio.move_on_after(closing.GOODBYE_SECONDS):
                await self.node.leave()
            nursery.cancel_scope.cancel()

    def serve_for_ever(self) -> None:
        """Nothing happens to this node any more: no deadline of its tasks comes, and it keeps its rooms without a lease."""
        self._for_ever = True
        self.machine.hold_clock()
        self._look()

    @property
    def settled(self) -> bool:
        """Whether it serves, its lease is as new as it is when nothing is wrong, and nothing waits for Redis."""
        if not self.serving or self.node.membership.draining:
            return False
        until = self.loop.serve_until
        if until is None or until - self._timeline.now < SETTLED_SECONDS * SECOND:
            return False
        return not self.node.journal.unstored

    def _look(self) -> None:
        """The tasks have gone on: there may be something to write, to answer, or to end."""
        if self.dead or self.machine.ended:
            return
        if self._for_ever:
            self.loop.serve_until = None
        self._part()
        due = self._timeline.now if self.loop.lobby.dirty else self.loop.next_pass()
        if due is not None:
            self.wake(None if due <= self._timeline.now else due)

    def wake(self, at: int | None = None) -> None:
        """A node whose lease is about to run out, and one whose journal is full, runs no pass until its tasks say so."""
        loop, now = self.loop, self._timeline.now
        if (
            loop.full
            or loop.standstill.lasts
            or (loop.serve_until is not None and now > loop.serve_until)
        ):
            return
        super().wake(at)

    @property
    def owned(self) -> str:
        """The name under which this node owns rooms."""
        return self.node.membership.id
