"""Variants that change who may shout, and what for: V7, V11."""

from collections.abc import Sequence

from watai.engine.game import Seat
from watai.engine.watai.player import Side
from watai.engine.watai.variants.plain import Plain


class EmptyReel(Plain):
    """WATAI-V7: Talon and Dévidoir must both be empty."""

    number = 7

    def may_shout(self, players: Sequence[Side], seat: Seat) -> bool:
        return not players[seat].talon and not any(players[seat].reel)


class WaitForAnother(Plain):
    """WATAI-V11: two Talons must be empty before either of their owners may shout, for 20."""

    number = 11

    def may_shout(self, players: Sequence[Side], seat: Seat) -> bool:
        return not players[seat].talon and sum(not player.talon for player in players) >= 2

    def shout_bonus(self, normal: int) -> int:
        return 20
