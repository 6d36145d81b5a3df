"""Cards in the air: for a moment after a play its card is drawn on its way from its player's row to the pile.

Only an ornament over the table, which shows the play at once: nothing waits for a flight, and no key is delayed by one.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from watai.clients.cli.games.watai.cards import Cards, now
from watai.clients.cli.ui.face import Line
from watai.clients.cli.ui.lines import length, stamped
from watai.clients.state.model import Model
from watai.engine.game import Millis, Seat

FLIGHT: Final = 240
"""How many ms a card is in the air."""
LAYING: Final = ("Placed", "Opened")

Spot = tuple[int, int]
"""Column and line of the middle of a card."""
Home = Callable[[Seat, int | None], Spot | None]
"""Where a player's card lay: in this place of the Dévidoir, or on the Stock; None if that is not on the screen."""


def flights(
    cards: Cards, model: Model, clock: Millis, home: Home, piles: Mapping[int, Spot]
) -> Iterator[tuple[Spot, tuple[str, str]]]:
    """Every card that is in the air now: where it is, and how it is drawn there."""
    for each in reversed(model.happened):
        gone = clock - each.t / 1000
        if gone >= FLIGHT:
            return
        if each.event in LAYING and gone >= 0:
            start, end = home(each.data["seat"], each.data["slot"]), piles.get(each.data["pile"])
            if start is not None and end is not None:
                card = each.data["card"]
                yield (
                    on_the_way(start, end, gone / FLIGHT),
                    (
                        now(cards.style(card)),
                        f" {cards.name(card)} ",
                    ),
                )


def on_the_way(start: Spot, end: Spot, part: float) -> Spot:
    """The spot after this part of the time: quick at first, then slower."""
    way = 1 - (1 - part) ** 2
    return (
        round(start[0] + (end[0] - start[0]) * way),
        round(start[1] + (end[1] - start[1]) * way),
    )


def over(
    lines: Sequence[Line], tokens: Sequence[tuple[Spot, tuple[str, str]]], columns: int
) -> list[Line]:
    """The lines with these cards drawn over them."""
    drawn = list(lines)
    for (column, row), piece in tokens:
        if 0 <= row < len(drawn):
            first = max(0, min(columns - length([piece]), column - length([piece]) // 2))
            drawn[row] = stamped(drawn[row], first, piece)
    return drawn
