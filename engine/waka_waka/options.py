"""What a host may choose for a game of Waka Waka."""

from dataclasses import dataclass

from watai.engine.options import Options, one_of, whole, written
from watai.engine.waka_waka.tables import LONGEST_TABLES, read_tables


@dataclass(frozen=True, slots=True)
class WakaWakaOptions(Options):
    """The table of orders, two clocks, and tables of the host's own."""

    orders: str = one_of("board", "tile1", "tile2", "tile3", "tile4")
    turn_seconds: int = whole(60, 5, 3600)
    answer_seconds: int = whole(20, 5, 600)
    tables: str = written(LONGEST_TABLES, read_tables)
