"""The count of a round (WATAI-19) and the score die (WATAI-20)."""

from collections.abc import Sequence
from typing import Final

from watai.engine.game import Seat
from watai.engine.watai.events import ScoreLine
from watai.engine.watai.player import Player
from watai.engine.watai.race import Race

TALON_COST: Final = 2
SHOUT_WORTH: Final = {2: 10, 4: 20}  # WATAI-20: instead of the usual five
USUAL_SHOUT: Final = 5
DOUBLING_FACE: Final = 6
TEN_LOST_FACE: Final = 8
TEN: Final = 10


def shout_worth(face: int | None) -> int:
    """What a shout is worth under this face of the score die; None in the first round."""
    return USUAL_SHOUT if face is None else SHOUT_WORTH.get(face, USUAL_SHOUT)


def count(race: Race, face: int | None, totals: Sequence[int]) -> tuple[ScoreLine, ...]:
    """Everybody's line for a round that is over."""
    return tuple(_line(race, face, player, totals[player.seat]) for player in race.players)


def _line(race: Race, face: int | None, player: Player, before: int) -> ScoreLine:
    seat: Seat = player.seat
    laid = sum(race.arena.laid[back] for back in player.backs)  # whoever played them
    talon = len(player.talon)
    shout = race.variant.shout_bonus(shout_worth(face)) if race.shouter == seat else 0
    slaps = race.variant.slaps(seat)
    omissions = race.variant.omissions(seat)
    penalties = player.penalty()
    points = laid - TALON_COST * talon + shout + slaps - omissions - penalties
    if face == DOUBLING_FACE:
        points *= 2
    return ScoreLine(seat, laid, talon, shout, slaps, omissions, penalties, points, before + points)
