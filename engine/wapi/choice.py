"""Who must answer what now: in Wapi never more than one player, about the token just drawn."""

from dataclasses import dataclass

from watai.engine.game import Millis, Prompt, Seat
from watai.engine.wapi.tables import Token


@dataclass(frozen=True, slots=True)
class Choice:
    """An open question: what this player does with this token."""

    seat: Seat
    token: Token
    until: Millis

    def prompt(self) -> Prompt:
        """The question as everybody may know it."""
        return Prompt(self.seat, "coin" if isinstance(self.token, int) else "totem", self.until)
