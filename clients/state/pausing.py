"""Whether a player alone with bots wants the game to stand still, and why."""

from dataclasses import dataclass
from typing import Final

from watai.clients.state.model import Model
from watai.engine.watai.view import WataiView
from watai.protocol.messages import RoomState

ASKED: Final = "asked"
READING: Final = "reading"
ROUND: Final = "round"
BEFORE_A_RACE: Final = ("naming", "picking", "waiting", "countdown")


def is_alone(room: RoomState | None) -> bool:
    """Whether the player is in a game in which all others are bots."""
    if room is None or room.you is None or room.status != "playing":
        return False
    return all(state.kind == "bot" for seat, state in enumerate(room.seats) if seat != room.you)


@dataclass(slots=True)
class Pausing:
    """Why the game should stand still, and what the server was told about it last."""

    asked: bool = False
    """Whether the player has paused the game."""
    reading: bool = False
    """Whether the player is reading: a page that covers the table, or a step of the guide."""
    _read: tuple[str | None, int] | None = None
    """The match and the round whose beginning the player has read."""
    _match: str | None = None
    _told: bool | None = None
    """What the server was told and has not yet carried out."""
    _alone: tuple[RoomState | None, bool] = (None, False)
    """A room, and whether its player is alone there with bots: looked at with every key, and seldom another."""
    _refused: RoomState | None = None
    """The room in which the server refused a pause; it is asked again once the room has changed."""

    def is_possible(self, model: Model) -> bool:
        """Whether the game can stand still now."""
        room = model.room
        if room is not self._alone[0]:
            self._alone = (room, is_alone(room))
        return self._alone[1] and room is not self._refused

    def reason(self, model: Model) -> str | None:
        """Why the game is to stand still; None if it is to go on."""
        if not self.is_possible(model):
            return None
        if self.asked:
            return ASKED
        if self.reading:
            return READING
        return ROUND if self._is_new_round(model) else None

    def _is_new_round(self, model: Model) -> bool:
        """Whether a round of Wataï is about to begin, and the player has not said that all is read: count, die, variant."""
        view = None if model.table is None else model.table.view
        if model.room is None or not isinstance(view, WataiView):
            return False
        return view.phase in BEFORE_A_RACE and (model.room.match, view.round) != self._read

    def go_on(self, model: Model) -> None:
        """The player ends the pause, or has read what there is to read before a round."""
        if self.asked:
            self.asked = False
            return
        view = None if model.table is None else model.table.view
        if model.room is not None and isinstance(view, WataiView):
            self._read = (model.room.match, view.round)

    def due(self, model: Model) -> bool | None:
        """What to tell the server now: True to pause, False to go on; None if it knows."""
        room = model.room
        if room is None:
            self.asked, self._match, self._told = False, None, None
            return None
        if room.match != self._match:  # a game that was paused when the player left it still is
            self.asked = room.paused or (self.asked and self._match is None)
            self._match, self._told = room.match, None
        wanted = self.reason(model) is not None
        if room.paused == wanted or not self.is_possible(model):
            self._told = None
            return None
        if self._told == wanted:
            return None
        self._told = wanted
        return wanted

    def let_go(self, model: Model) -> bool:
        """Whether the server must be told to go on before the player's next move, which it would refuse otherwise."""
        paused = model.room is not None and (model.room.paused or self._told is True)
        if paused:
            self._told = False
        return paused

    def refused(self, room: RoomState | None) -> None:
        """The server did not pause, since others play too or the game is over."""
        self.asked, self._told, self._refused = False, None, room
