"""One node of a cluster: it claims rooms that are free, and gives up those it has lost."""

import logging
from collections.abc import Iterable
from contextlib import suppress
from math import ceil, inf
from typing import Final

import trio

from watai.server import clock
from watai.server.cluster.directory import LEASE_SECONDS, Directory
from watai.server.cluster.draining import DRAINS, WATCH_SECONDS, Draining
from watai.server.cluster.entrance import LATER, Entrance
from watai.server.cluster.login_notes import LoginNotes
from watai.server.cluster.membership import Membership
from watai.server.cluster.outage import Outage
from watai.server.cluster.public_lines import PublicLines
from watai.server.cluster.redis import Redis, RedisAway
from watai.server.cluster.redis_journal import RedisJournal
from watai.server.cluster.shared_sessions import SharedSessions
from watai.server.cluster.sites import Sites
from watai.server.dispatch.loop import Loop
from watai.server.rooms.guest import Guest
from watai.server.rooms.room import Room
from watai.server.storage import records
from watai.server.storage.journal import Journal
from watai.server.transport.closing import Ending
from watai.server.transport.connection import Connection

PATIENCE_SECONDS: Final = 1.0
"""A room that has been free for so long is claimed by any node, whatever its share."""
LOST: Final = "another node goes on with this room; come back in a moment"
log = logging.getLogger("watai.cluster")


class Node:
    """The tasks of a node, and what happens to rooms that come and go."""

    def __init__(self, redis: Redis, games: Journal) -> None:
        self._redis = redis
        self.directory = Directory(self._redis)
        self.membership = Membership(
            self.directory, self._count_rooms, self._renewed, self._lease_lost, self._ordered
        )
        self.sites = Sites(self._redis, self.membership)
        self.journal = RedisJournal(self._redis, self.membership.id, games)
        self.journal.on_refused = self._refused
        self.journal.on_session_refused = self._hello_elsewhere
        self._left = False
        self._claiming: set[str] = set()
        self._releasing: set[str] = set()
        self._uncertain: set[str] = set()
        """Rooms that this node may have claimed and does not serve: Redis did not answer, or the guest who wanted to be
        there lost patience. They are claimed again."""
        self._broken: set[str] = set()
        """Rooms whose records cannot be read by this server."""
        self._free_since: dict[str, float] = {}
        self._twins: dict[str, float] = {}
        """Other nodes at this node's address, and since when they are known."""

    def attach(self, loop: Loop) -> None:
        """Serve the rooms of this node with this loop."""
        self._loop = loop
        self._lobby = loop.lobby
        self._sessions = SharedSessions(self.journal, loop.sessions, loop.limits.guest_days)
        self._login_notes = LoginNotes(self._redis, loop, self._sessions.process)
        self._lines = PublicLines(self.membership, loop.lobby.public)
        self.draining = Draining(loop, self.membership, self.journal, self._release)
        self._outage = Outage(loop, self._redis, self.journal)
        loop.lobby.session_journal = self._sessions
        loop.dispatcher.slow_replies.fetch = self._fetch

    async def run(
        self, url: str, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED
    ) -> None:
        """Take part in the cluster until cancelled, reached at this address; reports when this node is a member."""
        self.membership.url = url
        async with self._redis.open(), trio.open_nursery() as nursery:
            self._nursery = nursery
            self._entrance = Entrance(
                self._loop, self.membership, self._sessions, self.claim, nursery
            )
            self.draining.entrance = self._loop.dispatcher.elsewhere = self._entrance
            nursery.start_soon(self.journal.run)
            nursery.start_soon(self.membership.renew)
            nursery.start_soon(self.membership.watch_lease)
            nursery.start_soon(self._lines.run)
            nursery.start_soon(self._login_notes.run)
            nursery.start_soon(self._outage.watch)
            await self.membership.joined()
            with suppress(RedisAway):  # no page before it can name the other nodes
                await self.sites.update()
            nursery.start_soon(self.sites.run)
            task_status.started()
            nursery.start_soon(self._claim_free)

    async def leave(self) -> None:
        """Store everything, and leave the rooms to others at once."""
        await self.journal.settle(self.journal.submit())
        self._left = True
        self._loop.serve_until = clock.Nanos(
            0
        )  # others may have the rooms before Redis has answered
        with suppress(RedisAway):
            await self.directory.leave(self.membership.id)

    async def _fetch(self, match: str) -> None:
        with suppress(RedisAway):  # then it is not found
            await self.journal.fetch(match)

    def _count_rooms(self) -> int:
        return len(self._lobby.rooms) + len(self._claiming)

    def addresses(self) -> list[str]:
        """Where guests can go if this node is gone."""
        return [each.url for each in self.membership.others()]

    # the lease

    def _renewed(self, until: clock.Nanos) -> None:
        if self._left:
            return
        self.journal.node = self.membership.id
        self._loop.serve_until = until
        self._loop.unready = DRAINS if self.membership.draining else None
        addresses = self.addresses()
        if set(addresses) != set(self._loop.login.nodes):
            self._loop.login.tell_nodes(addresses)
        self._watch_twins(trio.current_time())

    def _watch_twins(self, now: float) -> None:
        """Warn of another node at the same address, once it cannot be this one's own past, which died a lease ago."""
        me = self.membership.line()
        known, self._twins = self._twins, {}
        for each in self.membership.nodes.values():
            if each.id == me.id or each.url.rstrip("/") != me.url.rstrip("/"):
                continue
            since = self._twins[each.id] = known.get(each.id, now)
            if now - since > LEASE_SECONDS:
                self._twins[each.id] = inf  # said once
                log.warning(
                    "another node advertises the same address",
                    extra={"url": me.url, "other": each.id},
                )

    def _ordered(self, seconds: float) -> None:
        """An operator wants this node to drain (`watai drain`)."""
        self.draining.ask(seconds)

    def _lease_lost(self) -> None:
        for room in list(self._lobby.rooms.values()):
            self._give_up(room)
        for session in self._loop.sessions:  # also of those who have just left a room
            session.drop_answers()
        self._send_away(self._loop.connections)
        self.journal.node = self.membership.id  # which opens no room before it has joined
        self._uncertain.clear()  # the name that may have claimed them is dead
        self._loop.standstill.end()
        self._loop.serve_until = None
        self._loop.unready = "this node has lost its lease, and has not joined again yet"

    def _refused(self, code: str) -> None:
        """Redis refuses the records of a room. If it is still this node's, Redis has lost some: it is claimed anew."""
        if code in self._claiming:
            return  # these records are from before: it is claimed anew already
        room = self._lobby.rooms.get(code)
        if room is not None:
            self._give_up(room)
        self._send_away(self._loop.unwritten())  # whoever has just left the room is among them
        self._nursery.start_soon(self._release, code)

    def _hello_elsewhere(self, session: str, logins: int) -> None:
        """A guest has said hello to another node after, or at the same time as, to this one: its connection here is over."""
        guest = self._loop.login.connected.get(session)
        if guest is not None and guest.session.logins == logins:
            guest.connection.discard()
            guest.connection.end(Ending(1001, LATER))

    def _send_away(self, connections: Iterable[Connection]) -> None:
        """End connections whose guests would be told what is not stored; they ask again."""
        for connection in list(connections):
            connection.discard()
            connection.end(Ending(1001, LOST))

    def _give_up(self, room: Room) -> None:
        """Stop serving a room at once. What its players were not told yet was not stored, and is never told."""
        self.journal.drop(room.code)
        for listener in list(room.broadcast):
            if isinstance(listener, Guest):
                self._entrance.leaving.add(listener.connection)
                listener.connection.discard()
                listener.session.drop_answers()
                listener.session.room = None
            listener.expel(Ending(1001, LOST))
        for place in room.seating:  # absent players too: they ask again when they are back
            if (session := self._loop.sessions.get(place.session or "")) is not None:
                session.drop_answers()
        self._lobby.drop(room)

    async def _release(self, code: str) -> None:
        """Set a room free. Until that is answered it is not claimed here: the repeated request would take it away again."""
        if code in self._releasing:
            return
        self._releasing.add(code)
        try:
            while True:
                try:
                    await self.directory.release(code, self.membership.id)
                except RedisAway:
                    await trio.sleep(WATCH_SECONDS)
                else:
                    return
        finally:
            self._releasing.discard(code)

    # rooms that are free

    async def _claim_free(self) -> None:
        """Claim this node's share of the rooms that are free, for ever."""
        while True:
            await self.membership.joined()
            try:
                free = await self.directory.bury()
                for code in dict.fromkeys([*self._uncertain, *self._share(free)]):
                    await self.claim(code)
            except RedisAway:
                pass
            await trio.sleep(WATCH_SECONDS)

    def _share(self, free: list[str]) -> list[str]:
        """Those of the free rooms that make this node's load as great as the others', and those that nobody claims."""
        now = trio.current_time()
        self._free_since = {code: self._free_since.get(code, now) for code in free}
        takers = sorted(each.id for each in (self.membership.line(), *self.membership.others()))
        if self.membership.draining or self.membership.id not in takers:
            return []
        rooms = sum(each.rooms for each in self.membership.others()) + self._count_rooms()
        share = ceil((rooms + len(free)) / len(takers)) - self._count_rooms()
        first = takers.index(self.membership.id) * len(free) // len(takers)
        ours = (free[first:] + free[:first])[: max(0, share)]
        late = [code for code in free if now - self._free_since[code] > PATIENCE_SECONDS]
        return list(dict.fromkeys([*ours, *late]))

    async def claim(self, code: str) -> None:
        """Make a free room this node's, and go on with it from its records. Raises RedisAway."""
        busy = code in self._claiming or code in self._releasing or code in self._lobby.rooms
        if busy or code in self._broken or self.membership.draining:
            return
        self._claiming.add(code)
        self._uncertain.add(code)
        me = self.membership.id
        try:
            epoch = await self.directory.claim(code, me)
            if epoch is not None:
                await self._recover(code, epoch, me)
            self._uncertain.discard(code)
        finally:
            self._claiming.discard(code)

    async def _recover(self, code: str, epoch: int, me: str) -> None:
        """Go on with a room that was claimed. If that fails here, it is free again: another node may be able to."""
        try:
            history = await self._read(code)
            if me != self.membership.id:
                return  # the lease has run out meanwhile
            self.journal.adopt(code, epoch)
            self._loop.restore(code, history)
        except RedisAway:
            raise  # tried again
        except Exception:  # its records stay, for an engineer to look at
            log.exception("a room cannot be recovered", extra={"room": code})
            self._broken.add(code)
            self.journal.drop(code)
            self._nursery.start_soon(self._release, code)
        else:
            log.info("room claimed", extra={"room": code, "epoch": epoch})

    async def _read(self, code: str) -> list[records.Record]:
        """The records of a room; what else they need is then here too: its guests, and the game it has finished."""
        history = [records.decode(body) for body in await self.journal.read(code)]
        for body in await self.directory.sessions(_named(history)):
            self._sessions.take_in(body)
        for record in history:
            if isinstance(record, records.Ended):
                await self.journal.fetch(record.match)
        return history


def _named(history: list[records.Record]) -> set[str]:
    """The sessions that a room's records name."""
    return {
        record.session for record in history if isinstance(record, records.Opened | records.Seated)
    }
