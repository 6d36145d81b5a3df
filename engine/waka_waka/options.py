"""What a host may choose for a game of Waka Waka."""

from dataclasses import dataclass

from engine.options import Options, one_of, whole


@dataclass(frozen=True, slots=True)
class WakaWakaOptions(Options):
    """The table of orders, and two clocks."""

    orders: str = one_of("board", "tile1", "tile2", "tile3", "tile4")
    turn_seconds: int = whole(60, 5, 3600)
    answer_seconds: int = whole(20, 5, 600)
