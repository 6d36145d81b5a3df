"""Who hears what of a room: bytes made once for all who may know the same, and sent once per pass."""

from collections.abc import Iterable, Iterator
from typing import Protocol

from engine.game import Seat
from protocol.codec import Codec
from protocol.messages import Happened, ServerMessage
from protocol.replay import Numbered
from server.arbitration.rtt import RttMeter
from server.match.match import Match


class Listener(Protocol):
    """A connection, as a room knows it."""

    codec: Codec
    meter: RttMeter
    """How far away it is."""

    def queue(self, data: bytes) -> None:
        """Take frames that go out with this pass, once the journal has what they tell."""


class Audience:
    """The connections in a room: one or none for each seat, and any number of spectators."""

    def __init__(self, seats: int) -> None:
        self.players: list[Listener | None] = [None] * seats
        self.watchers: dict[Listener, None] = {}
        self._all: tuple[Listener, ...] = ()
        self._codecs: tuple[Codec, ...] = ()
        self._shared: dict[Codec, list[bytes]] = {}
        self._private: dict[tuple[Codec, Seat | None], list[bytes]] = {}

    def __iter__(self) -> Iterator[Listener]:
        return iter(self._all)

    def admit(self, listener: Listener, seat: int | None) -> None:
        """A player's connection, or a spectator's; whatever is pending is not for them."""
        self.send()
        if seat is None:
            self.watchers[listener] = None
        else:
            self.players[seat] = listener
        self._count()

    def dismiss(self, listener: Listener) -> int | None:
        """A connection is gone; the seat it was for, if any."""
        self.send()
        self.watchers.pop(listener, None)
        seat = next((seat for seat, each in enumerate(self.players) if each is listener), None)
        if seat is not None:
            self.players[seat] = None
        self._count()
        return seat

    def _count(self) -> None:
        self._all = (*(player for player in self.players if player is not None), *self.watchers)
        self._codecs = tuple({listener.codec for listener in self._all})

    def eyes(self) -> Iterator[tuple[Listener, Seat | None]]:
        """Every listener with the seat through whose eyes it looks."""
        for seat, player in enumerate(self.players):
            if player is not None:
                yield player, Seat(seat)
        for watcher in self.watchers:
            yield watcher, None

    def tell_all(self, message: ServerMessage) -> None:
        """The same message to everybody, after what is pending."""
        self.send()
        frames: dict[Codec, bytes] = {}
        for listener in self:
            if listener.codec not in frames:
                frames[listener.codec] = listener.codec.frame(message)
            listener.queue(frames[listener.codec])

    def publish(self, match: Match, events: Iterable[Numbered]) -> None:
        """Events as each may know them; they go out with `send`."""
        if match.open_to_all:
            for numbered in events:
                message = happened(match, numbered, None)
                for codec in self._codecs:
                    self._shared.setdefault(codec, []).append(codec.frame(message))
            return
        groups = {(listener.codec, seat) for listener, seat in self.eyes()}
        for numbered in events:
            for codec, seat in groups:
                frame = codec.frame(happened(match, numbered, seat))
                self._private.setdefault((codec, seat), []).append(frame)

    def send(self) -> None:
        """Hand everybody what has been published since the last time."""
        if self._shared:
            whole = {codec: b"".join(frames) for codec, frames in self._shared.items()}
            self._shared.clear()
            for listener in self:
                listener.queue(whole[listener.codec])
        if self._private:
            parts = {key: b"".join(frames) for key, frames in self._private.items()}
            self._private.clear()
            for listener, seat in self.eyes():
                listener.queue(parts[listener.codec, seat])


def happened(match: Match, numbered: Numbered, seat: Seat | None) -> Happened:
    """An event as a message for one pair of eyes; bare where they may not see it."""
    event = match.tell(numbered, seat)
    if event is None:
        return Happened(numbered.seq, numbered.t, "", None)
    return Happened(numbered.seq, numbered.t, type(event).__name__, event, numbered.race)
