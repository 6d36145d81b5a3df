"""How a node is emptied: it hands its rooms over to other nodes, one by one, each when that disturbs its players least.

An idle room and a game without races go at once, a race when its round is over, and everything at the deadline. The room
is stored, set free, and its guests are told which node to ask; that node claims it when the first of them comes.
"""

import logging
from collections.abc import Awaitable, Callable
from typing import Final

import trio

from watai.server.cluster.directory import LEASE_SECONDS
from watai.server.cluster.entrance import Entrance
from watai.server.cluster.membership import Membership
from watai.server.cluster.redis_journal import RedisJournal
from watai.server.dispatch.loop import Loop
from watai.server.rooms.guest import Guest
from watai.server.rooms.room import Room
from watai.server.transport.closing import Ending

WATCH_SECONDS: Final = 0.25
DRAINS: Final = "this node drains"
DRAINED: Final = "this node goes down; another goes on with this room"
log = logging.getLogger("watai.cluster")


class Draining:
    """The end of a node, once it is asked for. The earliest deadline counts."""

    def __init__(
        self,
        loop: Loop,
        membership: Membership,
        journal: RedisJournal,
        release: Callable[[str], Awaitable[None]],
    ) -> None:
        self.entrance: Entrance | None = None
        self._loop = loop
        self._lobby = loop.lobby
        self._membership = membership
        self._journal = journal
        self._release = release
        self._asked = trio.Event()
        self._deadline = float("inf")

    def ask(self, seconds: float) -> None:
        """Have every room handed over within this time, and no new one opened here."""
        self._deadline = min(self._deadline, trio.current_time() + seconds)
        if not self._asked.is_set():
            log.info("draining", extra={"rooms": len(self._lobby.rooms), "seconds": seconds})
            self._membership.draining = True
            self._loop.unready = DRAINS
            self._asked.set()

    async def run(self) -> None:
        """Wait until it is asked for; returns when no room is left, or no other node takes them."""
        await self._asked.wait()
        told = -1
        while (rooms := len(self._lobby.rooms)) and (others := self._membership.others()):
            if rooms != told:
                told = rooms
                log.info("rooms left", extra={"rooms": rooms, "rounds": self._rounds()})
            self._loop.login.moved_to = others[0].url
            late = trio.current_time() >= self._deadline
            for room in list(self._lobby.rooms.values()):
                if not self._loop.standstill.lasts and (late or not room.in_round):
                    await self.hand_over(room)
            await trio.sleep(WATCH_SECONDS)
        if rooms:
            log.warning("no other node takes these rooms: they wait", extra={"rooms": rooms})
        else:
            log.info("drained")

    def _rounds(self) -> int:
        """In how many rooms a round has yet to end."""
        return sum(room.in_round for room in self._lobby.rooms.values())

    async def hand_over(self, room: Room) -> None:
        """Store everything about a room, set it free, and send its guests to the node that takes it."""
        target = self._membership.url_of(self._membership.least_loaded())
        if room.code not in self._lobby.rooms or not self._membership.others() or target is None:
            return
        assert self.entrance is not None
        guests = [each for each in room.broadcast if isinstance(each, Guest)]
        for guest in guests:
            self.entrance.leaving.add(guest.connection)
            guest.room = guest.session.room = None
        self._lobby.drop(room)
        # if Redis does not answer for so long, the room is free because this node's lease has run out
        with trio.move_on_after(LEASE_SECONDS):
            await self._journal.settle(self._journal.submit())
            self._journal.drop(room.code)
            await self._release(room.code)
        for guest in guests:
            guest.connection.end(Ending(1001, DRAINED, target))
