"""Fresh views, or in a race fresh moves, for connections that want them: one at most for each in a pass."""

from typing import Final

from watai.engine.game import Seat
from watai.protocol.messages import MovesNow
from watai.server.clock import MILLISECOND, Nanos
from watai.server.match.broadcast import Broadcast, Listener, Shown
from watai.server.match.match import Match
from watai.server.match.view_frames import ViewFrames
from watai.server.match.views import move_lines

RETRY: Final = Nanos(50 * MILLISECOND)
"""When a peer that was still reading is looked at again."""


class FreshViews:
    """What the connections that want views were shown of one match.

    In a game without races each gets its view after a pass that has changed the match. A race has too many such passes:
    there clients fold the events, and a player's connection gets its legal moves when they have changed.
    A connection whose peer has not yet taken what was sent before is passed over, and later gets the newest.
    """

    def __init__(self, match: Match, broadcast: Broadcast, views: ViewFrames) -> None:
        self._match = match
        self._views = views
        self._broadcast = broadcast
        self._retry_at: Nanos | None = None

    def caught_up(self, listener: Listener, asked: object, view: bool) -> None:
        """A connection was sent the table, or the events that it had missed. With either it is also told its moves."""
        races = self._match.races
        listener.shown = Shown(self._state(asked)) if view and not races else None

    def _state(self, asked: object) -> object:
        """What a view is made of: equal before and after a pass that has changed nothing."""
        return self._match.id, self._match.seq, asked

    def send(self, asked: object, now: Nanos) -> None:
        """Send what has changed since each connection was shown it; `asked` is what is open now."""
        state, at = self._state(asked), self._match.clock(now)
        self._retry_at = None
        for listener, seat in self._broadcast.viewers:
            shown = listener.shown
            if shown is not None and shown.state == state:
                continue
            if listener.behind:
                self._retry_at = Nanos(now + RETRY)
            elif self._match.races:
                self._send_moves(listener, seat, state)
            else:
                listener.shown = Shown(state)
                frame = self._views.frame(listener.codec, seat, at, ())
                self._broadcast.queue(listener, seat, frame, view=True)

    def _send_moves(self, listener: Listener, seat: Seat | None, state: object) -> None:
        if seat is None:
            return
        moves, shown = tuple(self._match.game.offers(seat)), listener.shown
        if shown is None or shown.moves != moves:
            message = MovesNow(self._match.seq, move_lines(moves))
            listener.queue(listener.codec.frame(message))
        listener.shown = Shown(state, moves)

    def due(self) -> Nanos | None:
        """When `send` is to be called again for peers that were still reading."""
        return self._retry_at if self._broadcast.viewers else None
