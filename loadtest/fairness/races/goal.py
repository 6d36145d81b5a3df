"""What a table can be brought to race for: a rank that all players can show, and a player who opens the slot for it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from watai.loadtest.fairness.races.known_stock import KnownSide
from watai.loadtest.fairness.races.table import RANKS, RaceTable


@dataclass(frozen=True, slots=True)
class Goal:
    """After these turns of their Stocks all players show `rank`, and `opener` shows the card below it too."""

    rank: int
    opener: int
    turns: Sequence[int]

    @property
    def cost(self) -> int:
        return sum(self.turns)


def goals(table: RaceTable, pause: Callable[[], None]) -> Iterator[Goal]:
    """Everything there is to race for, as far as the cards are known. It takes some ms, and calls `pause` meanwhile."""
    reaches = []
    for side in table.sides:
        reaches.append(side.reach())
        pause()
    for rank in RANKS:
        pause()
        if table.pile_on(rank - 2) is None:
            continue
        turns = [
            0 if side.shows(rank) else reach.get(rank)
            for side, reach in zip(table.sides, reaches, strict=True)
        ]
        known = [each for each in turns if each is not None]
        if len(known) < len(turns):
            continue
        yield from _openings(table, rank, known, reaches)


def _openings(
    table: RaceTable, rank: int, turns: list[int], reaches: Sequence[Mapping[int, int]]
) -> Iterator[Goal]:
    """The players who can open the slot: one of their two cards lies in the Dévidoir, the other may be turned up."""
    for seat, side in enumerate(table.sides):
        own = _to_show_both(side, rank, turns[seat], reaches[seat])
        if own is not None:
            yield Goal(rank, seat, [*turns[:seat], own, *turns[seat + 1 :]])


def _to_show_both(side: KnownSide, rank: int, turns: int, reach: Mapping[int, int]) -> int | None:
    if side.shows(rank - 1) and side.shows(rank):
        return 0
    if side.keeps(rank - 1):
        return turns
    return reach.get(rank - 1) if side.keeps(rank) else None
