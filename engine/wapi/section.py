"""One treasure section of the board while a game goes on."""

from watai.engine.game import Seat
from watai.engine.wapi.tables import SectionTable


class Section:
    """Symbol tokens with or without a totem, and coins; nothing laid here ever moves (WAPI-7)."""

    __slots__ = ("coins", "table", "tokens")

    def __init__(self, table: SectionTable) -> None:
        self.table = table
        self.tokens: list[Seat | None] = []
        """The symbol tokens in the order they came: whose totem stands on each."""
        self.coins: list[int] = []

    def has_room(self) -> bool:
        """Whether a coin space is free."""
        return len(self.coins) < self.table.coin_spaces

    def has_totem(self) -> bool:
        """Whether anybody's totem stands here."""
        return any(owner is not None for owner in self.tokens)

    def totems_of(self, seat: Seat) -> int:
        """How many totems of this player stand here."""
        return self.tokens.count(seat)

    def worth(self) -> int:
        """What its coins come to."""
        return sum(self.coins)
