"""A node's place in the cluster: its lease, which it renews, and what it knows of the other nodes.

The lease counts from before the renewal was sent, on this machine's monotonic clock, and ends for this node a margin
before it ends for Redis: whatever happens to the network or to this process, the node stops before another can begin.
A node whose lease has run out owns nothing any more. It comes back under another name, as a new node.
"""

import logging
from collections.abc import Callable
from typing import Final

import trio
from msgspec.structs import replace

from watai.server import chance, clock
from watai.server.clock import SECOND, Nanos
from watai.server.cluster.directory import LEASE_SECONDS, Directory, LeaseLost, NodeLine, Renewal
from watai.server.cluster.redis import RedisAway

RENEWAL_SECONDS: Final = 1.0
MARGIN_SECONDS: Final = 0.5
"""For clocks that run at different speeds, and for the time a pass takes that has just begun."""
RETRY_SECONDS: Final = 0.1
EVEN: Final = 2
"""New rooms stay here unless another node has fewer by this: otherwise every second guest would be sent elsewhere."""
log = logging.getLogger("watai.cluster")


class Membership:
    """The lease of this node. `on_lost` is called when it has run out, `on_renewed` with every renewal, and `on_order` if
    an operator wants the node to drain within so many seconds."""

    def __init__(
        self,
        directory: Directory,
        rooms: Callable[[], int],
        on_renewed: Callable[[Nanos], None],
        on_lost: Callable[[], None],
        on_order: Callable[[float], None],
    ) -> None:
        self.directory = directory
        self.id = chance.token_hex(6)
        self.url = ""
        """Where clients reach this node."""
        self.draining = False
        self.listed = 0
        """The version of this node's list of public rooms."""
        self.nodes: dict[str, NodeLine] = {}
        """All living nodes as of the last renewal, this one included."""
        self._rooms = rooms
        self._on_renewed = on_renewed
        self._on_lost = on_lost
        self._on_order = on_order
        self._until: Nanos | None = None
        """When this node stops by itself; None while it is no member."""
        self._member = trio.Event()

    @property
    def is_member(self) -> bool:
        return self._until is not None

    async def joined(self) -> None:
        """Wait until this node is a member."""
        await self._member.wait()

    def line(self) -> NodeLine:
        """What this node says about itself."""
        return NodeLine(self.id, self.url, self._rooms(), self.draining, self.listed)

    def others(self) -> list[NodeLine]:
        """The other living nodes that take rooms, the least loaded first."""
        found = [each for each in self.nodes.values() if each.id != self.id and not each.draining]
        return sorted(found, key=lambda each: (each.rooms, each.id))

    def least_loaded(self) -> str:
        """The node that shall open the next room."""
        others = self.others()
        if not others or (not self.draining and others[0].rooms + EVEN > self._rooms()):
            return self.id
        # the next guests who ask before the next renewal are not all sent to the same node
        self.nodes[others[0].id] = replace(others[0], rooms=others[0].rooms + 1)
        return others[0].id

    def url_of(self, node: str) -> str | None:
        """Where clients reach a living node."""
        found = self.nodes.get(node)
        return None if found is None else found.url

    async def renew(self) -> None:
        """Stay a member, for ever. Asserts everything about this node again each time. Raises OtherVersion."""
        told = False
        """Whether the log has it that Redis is away."""
        while True:
            began, at, me = clock.now(), trio.current_time(), self.id
            try:
                renewal = await self._ask()
            except RedisAway as away:
                if not told:
                    log.error("Redis cannot be reached", extra={"error": str(away)})
                told = True
                await trio.sleep(RETRY_SECONDS)
                continue
            except LeaseLost:
                self.lose()
                continue
            told = False
            if me != self.id:
                continue  # the answer came too late
            self.nodes = {each.id: each for each in renewal.nodes}
            self._until = Nanos(began + int((LEASE_SECONDS - MARGIN_SECONDS) * SECOND))
            self._on_renewed(self._until)
            self._member.set()
            if renewal.drain_within is not None:
                self._on_order(renewal.drain_within)
            await trio.sleep_until(at + RENEWAL_SECONDS)

    async def _ask(self) -> Renewal:
        if self._until is None:
            return await self.directory.join(self.line())
        return await self.directory.renew(self.line())

    async def watch_lease(self) -> None:
        """Stop in time if the lease is not renewed, for ever."""
        while True:
            await self.joined()
            assert self._until is not None
            left = self._until - clock.now()
            if left > 0:
                await trio.sleep(left / SECOND)
            else:
                self.lose()

    def lose(self) -> None:
        """The lease has run out: this node is dead, and comes back as another."""
        if self._until is None:
            return
        log.error(
            "the lease has run out: this node stops, and joins again", extra={"node": self.id}
        )
        self._until = None
        self._member = trio.Event()
        self.nodes = {}
        self.id = chance.token_hex(6)
        self._on_lost()
