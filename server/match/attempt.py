"""A play that has arrived and has not been carried out yet."""

from dataclasses import dataclass
from typing import Final

from watai.engine.game import Move, Seat
from watai.server.arbitration.view_time import LinkSnapshot, Play
from watai.server.clock import Micros

_NO_LINK: Final = LinkSnapshot(Micros(0), Micros(0), Micros(0), Micros(0), Micros(0))


@dataclass(slots=True)
class Attempt:
    """A move of a player or a bot, with everything its view time depends on."""

    seat: Seat
    move: Move
    play: Play
    session: str = ""
    """Whose move it is; empty for a bot."""
    n: int | None = None
    """The player's own number for it; None for a bot."""
    spends: str = ""
    sweeping: bool = False

    @classmethod
    def of_bot(cls, seat: Seat, move: Move, at: Micros) -> "Attempt":
        """A bot's move. It crosses no network, so it arrives the instant it is made."""
        return cls(seat, move, Play(seat, 0, at, _NO_LINK, Micros(0)))
