"""What calls a player who looks elsewhere: go, a shout, a lost race, one's own turn. Pure."""

from typing import Final

from watai.clients.state.model import Model
from watai.protocol.messages import Happened, Prompts, Refused, ServerMessage, ViewNow

EVENTS: Final = {"Started": "go", "Shouted": "shout"}
"""The events of Wataï that call everybody."""


class Cues:
    """Which cue a message gives; keeps what the player was asked last, so that a question calls once."""

    def __init__(self) -> None:
        self._asked: frozenset[str] = frozenset()

    def cue(self, message: ServerMessage, model: Model) -> str | None:
        """`go`, `shout`, `lost` or `turn`; None if the message calls nobody. The model has taken it in."""
        match message:
            case Happened() if model.room is not None and model.room.game == "watai":
                return EVENTS.get(message.event)
            case Refused(code="race/lost"):
                return "lost"
            case Prompts() | ViewNow():
                return self._turn(model)
        return None

    def _turn(self, model: Model) -> str | None:
        table = model.table
        before = self._asked
        prompts = () if table is None or table.seat is None else table.prompts
        mine = (each.ask for each in prompts if table is not None and each.seat == table.seat)
        self._asked = frozenset(mine)
        return "turn" if self._asked - before else None
