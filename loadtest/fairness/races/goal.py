"""What a table can be brought to race for: a rank that everybody can show, and somebody to open the place for it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from loadtest.fairness.races.side import Side
from loadtest.fairness.races.table import RANKS, Table


@dataclass(frozen=True, slots=True)
class Goal:
    """Everybody is to show `rank`; `opener` shows the card below it too, and lays that. Both after so many turns."""

    rank: int
    opener: int
    turns: Sequence[int]

    @property
    def cost(self) -> int:
        return sum(self.turns)


def goals(table: Table, breathe: Callable[[], None]) -> Iterator[Goal]:
    """Everything there is to race for, as far as the cards are known. It takes some ms: others may `breathe` meanwhile."""
    reaches = []
    for side in table.sides:
        reaches.append(side.reach())
        breathe()
    for rank in RANKS:
        breathe()
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
    table: Table, rank: int, turns: list[int], reaches: Sequence[Mapping[int, int]]
) -> Iterator[Goal]:
    """Who could open the place: of the two cards one at least lies in the Dévidoir, the other may be turned up."""
    for seat, side in enumerate(table.sides):
        own = _to_show_both(side, rank, turns[seat], reaches[seat])
        if own is not None:
            yield Goal(rank, seat, [*turns[:seat], own, *turns[seat + 1 :]])


def _to_show_both(side: Side, rank: int, turns: int, reach: Mapping[int, int]) -> int | None:
    if side.shows(rank - 1) and side.shows(rank):
        return 0
    if side.keeps(rank - 1):
        return turns
    return reach.get(rank - 1) if side.keeps(rank) else None
