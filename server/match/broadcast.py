"""Who is sent what in a room: each message is encoded once for all who may know the same, and sent once per pass."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, Protocol

from watai.engine.game import Move, Seat
from watai.protocol.codec import Codec
from watai.protocol.errors import ProtocolError
from watai.protocol.messages import ServerMessage
from watai.protocol.replay import Numbered, happened
from watai.server.arbitration.rtt import RttMeter
from watai.server.match.match import Match
from watai.server.match.spectator_delay import SpectatorDelay


class Shown(NamedTuple):
    """What a listener was shown last: the state of a match, and in a game with races the legal moves of its seat."""

    state: object
    moves: Sequence[Move] = ()


class Listener(Protocol):
    """A guest, as a match knows it."""

    name: str
    codec: Codec
    meter: RttMeter
    """Its round trip times and quota."""
    wants_views: bool
    """Whether it asked for fresh views, or moves, without asking for each."""
    wants_keys: bool
    """Whether its refusals are to have keys."""
    shown: Shown | None
    """What it was shown last, if it wants views."""

    @property
    def behind(self) -> bool:
        """Whether bytes wait that its peer has not taken."""

    def queue(self, data: bytes, upto_seq: int | None = None) -> None:
        """Take frames that are written at the end of this pass, once the journal has stored it.

        `upto_seq` is the newest event in them if the match has races: its time of writing is then remembered.
        """

    def want_pongs(self, wanted: bool) -> None:
        """Say whether a held play waits for proof of what this listener has seen."""

    def measure_rtt(self) -> None:
        """Ping the peer, and ask the kernel for its round trip."""

    def expel(self, why: ProtocolError) -> None:
        """Close the connection because its room is gone."""


class Broadcast:
    """The connections in a room: at most one for each seat, and any number of spectators."""

    def __init__(self, seats: int) -> None:
        self.players: list[Listener | None] = [None] * seats
        self.watchers: dict[Listener, None] = {}
        self.viewers: tuple[tuple[Listener, Seat | None], ...] = ()
        """Those who want fresh views, each with its player's seat."""
        self.spectator_delay = SpectatorDelay()
        self.timed = True
        """Whether it is remembered when each player was sent an event; nobody asks where races go by order of arrival."""
        self._all: tuple[Listener, ...] = ()
        self._codecs: tuple[Codec, ...] = ()
        self._shared: dict[Codec, list[bytes]] = {}
        self._private: dict[tuple[Codec, Seat | None], list[bytes]] = {}
        self._newest_event: int | None = None
        self._pongs_wanted = False

    def __iter__(self) -> Iterator[Listener]:
        return iter(self._all)

    def add(self, listener: Listener, seat: Seat | None) -> None:
        """A player's connection, or a spectator's. It does not get what was published before."""
        self.send()
        if seat is None:
            self.watchers[listener] = None
        else:
            self.players[seat] = listener
            if self._pongs_wanted:
                listener.want_pongs(True)
        self._update()

    def remove(self, listener: Listener) -> Seat | None:
        """A connection is gone; returns its player's seat, if it had one."""
        self.send()
        if listener in self.watchers:
            del self.watchers[listener]
            self.spectator_delay.remove(listener)
        seat = next((seat for seat, each in enumerate(self.players) if each is listener), None)
        if seat is not None:
            self.players[seat] = None
            listener.want_pongs(False)
        self._update()
        return None if seat is None else Seat(seat)

    def _update(self) -> None:
        self._all = (*(player for player in self.players if player is not None), *self.watchers)
        self._codecs = tuple({listener.codec for listener in self._all})
        self.viewers = tuple(each for each in self.with_seats() if each[0].wants_views)

    def with_seats(self) -> Iterator[tuple[Listener, Seat | None]]:
        """Every connection with its player's seat; None for a spectator."""
        for seat, player in enumerate(self.players):
            if player is not None:
                yield player, Seat(seat)
        for watcher in self.watchers:
            yield watcher, None

    def tell_all(self, message: ServerMessage) -> None:
        """Queue the same message for everybody, after what was published before it."""
        self.send()
        frames: dict[Codec, bytes] = {}
        for listener, seat in self.with_seats():
            if listener.codec not in frames:
                frames[listener.codec] = listener.codec.frame(message)
            self.queue(listener, seat, frames[listener.codec])

    def publish(self, match: Match, events: Iterable[Numbered]) -> None:
        """Encode events for each seat as its player may see them; `send` queues them."""
        self._newest_event = match.seq if match.races and self.timed else None
        if match.open_to_all:
            for numbered in events:
                message = happened(numbered, numbered.event)
                for codec in self._codecs:
                    self._shared.setdefault(codec, []).append(codec.frame(message))
            return
        groups = {(listener.codec, seat) for listener, seat in self.with_seats()}
        for numbered in events:
            for codec, seat in groups:
                frame = codec.frame(happened(numbered, match.tell(numbered, seat)))
                self._private.setdefault((codec, seat), []).append(frame)

    def send(self) -> bool:
        """Queue for everybody what has been published since the last time; returns whether there was anything."""
        if not self._shared and not self._private:
            return False
        if self._shared:
            whole = {codec: b"".join(frames) for codec, frames in self._shared.items()}
            self._shared.clear()
            newest = self._newest_event
            for player in self.players:
                if player is not None:
                    player.queue(whole[player.codec], newest)
            for watcher in self.watchers:
                self.spectator_delay.send(watcher, whole[watcher.codec])
        if self._private:
            parts = {key: b"".join(frames) for key, frames in self._private.items()}
            self._private.clear()
            for listener, seat in self.with_seats():
                self.queue(listener, seat, parts[listener.codec, seat], self._newest_event)
        return True

    def queue(
        self,
        listener: Listener,
        seat: Seat | None,
        data: bytes,
        upto_seq: int | None = None,
        view: bool = False,
    ) -> None:
        """Queue frames for one connection: a player's at once, a spectator's when no player can learn from them."""
        if seat is None:
            self.spectator_delay.send(listener, data, view)
        else:
            listener.queue(data, upto_seq)

    def want_pongs(self, wanted: bool) -> None:
        """Say whether a held play waits for proof of what the players have seen."""
        if wanted == self._pongs_wanted:
            return
        self._pongs_wanted = wanted
        for player in self.players:
            if player is not None:
                player.want_pongs(wanted)
