"""The state of a room as its guests are told it: encoded once for all who see the same, and not too often."""

from collections.abc import Callable
from typing import Final

from watai.engine.game import Seat
from watai.protocol.codec import Codec
from watai.protocol.messages import RoomState
from watai.server.clock import Nanos
from watai.server.match.broadcast import Broadcast, Listener
from watai.server.transport.rate_limit import TokenBucket

PER_SECOND: Final = 5.0
"""How often a room tells its guests who is in it, on average. More often, nobody could follow it."""
BURST: Final = 20
"""How often at once after a pause: eight people come in together and say that they are ready."""


class Announcements:
    """Which state of the room each connection was told last.

    A guest that changes the room is told at once, before its answer (`tell`). Everybody else is told at the end of
    the pass, one message for all changes of the pass; after too many of them, at the next instant the bucket allows.
    """

    def __init__(
        self,
        broadcast: Broadcast,
        state: Callable[[Seat | None], RoomState],
    ) -> None:
        self._broadcast = broadcast
        self._state = state
        self._bucket = TokenBucket(PER_SECOND, BURST)
        self._version = 0
        self._told: dict[Listener, int] = {}
        self._frames: dict[tuple[Codec, Seat | None], bytes] = {}
        self._waiting = False
        """Whether somebody may not have been told the newest state."""

    def changed(self) -> None:
        """The room is not as it was; everybody is told by and by."""
        self._version += 1
        self._frames.clear()
        self._waiting = True

    def tell(self, listener: Listener, seat: Seat | None) -> None:
        """Queue the newest state for one connection, unless it has it."""
        if self._told.get(listener) == self._version:
            return
        self._told[listener] = self._version
        frame = self._frames.get((listener.codec, seat))
        if frame is None:
            frame = listener.codec.frame(self._state(seat))
            self._frames[listener.codec, seat] = frame
        self._broadcast.send()  # events that were published before the change come before it
        self._broadcast.queue(listener, seat, frame)

    def tell_all(self) -> None:
        """Queue the newest state for everybody who does not have it."""
        for listener, seat in self._broadcast.with_seats():
            self.tell(listener, seat)
        self._told = dict.fromkeys(self._broadcast, self._version)
        self._waiting = False

    def tell_if_due(self, now: Nanos) -> None:
        """At the end of a pass: tell everybody, if there is news and the last news are long enough ago."""
        if not self._waiting or self._bucket.next_token() > now:
            return
        version = self._version
        if any(self._told.get(listener) != version for listener in self._broadcast):
            self._bucket.spend(now)
        self.tell_all()

    def due(self) -> Nanos | None:
        """When everybody is to be told, if somebody still has to be."""
        return self._bucket.next_token() if self._waiting else None
