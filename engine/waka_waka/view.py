"""What one pair of eyes sees of a table of Waka Waka (WAKA-25)."""

from dataclasses import dataclass

from watai.engine.game import Outcome, Prompt, Seat, View
from watai.engine.waka_waka.cards.drummer import ChooseDiscards
from watai.engine.waka_waka.cards.elder import ChooseLoan, ChooseOpponent
from watai.engine.waka_waka.table import Boat, Player, Table
from watai.engine.waka_waka.turn import ChooseOffer


@dataclass(frozen=True, slots=True)
class PlayerView:
    """What everybody sees of a player."""

    seat: Seat
    gold: int
    status: int
    stock: tuple[str, ...]
    cards: int


@dataclass(frozen=True, slots=True)
class BoatView:
    """A boat: None is a good face down that these eyes have not peeked at; no cells until it is loaded again."""

    price: int
    eye: int
    cells: tuple[str | None, ...]


@dataclass(frozen=True, slots=True)
class WakaWakaView(View):
    """A table as one seat sees it, or a spectator (seat None)."""

    seat: Seat | None
    hand: tuple[str, ...]
    players: tuple[PlayerView, ...]
    boats: tuple[BoatView, ...]
    village: tuple[str, ...]
    reserve: int
    pile: int
    discards: tuple[str, ...]
    slots: tuple[str, ...]
    """The cards of this turn in order; "face down" for three played as a Merchant."""
    lit: bool
    first: Seat
    active: Seat
    last_round: bool
    orders: tuple[str, ...]
    gold_symbols: tuple[str, ...]
    drummer_extra: int
    asked: tuple[Prompt, ...]
    offered: str | None
    """The card that may be used for 1 gold, while that is asked."""
    discarded: int
    """How many cards have gone for the Drummer, while that is asked."""
    visited: tuple[Seat, ...]
    """Whose hands this Elder has seen, while it is being used."""
    shown: tuple[str, ...]
    """The hand the Elder looks at, for the one who looks, while that lasts."""
    outcome: Outcome | None


def look(table: Table, seat: Seat | None, asked: tuple[Prompt, ...]) -> WakaWakaView:
    """The table through these eyes."""
    top = table.agenda[-1] if table.agenda else None
    mine = top is not None and top.seat == seat
    return WakaWakaView(
        seat=seat,
        hand=tuple(sorted(table.hand(seat))) if seat is not None else (),
        players=tuple(_player(Seat(number), player) for number, player in enumerate(table.players)),
        boats=tuple(_boat(boat, seat) for boat in table.boats),
        village=tuple(sorted(table.village)),
        reserve=len(table.reserve),
        pile=len(table.pile),
        discards=tuple(sorted(table.discards)),
        slots=tuple(slot[0] if len(slot) == 1 else "face down" for slot in table.slots),
        lit=table.lit,
        first=table.first,
        active=table.active,
        last_round=bool(table.topped),
        orders=table.orders,
        gold_symbols=table.tables.gold_symbols,
        drummer_extra=table.tables.drummer_extra,
        asked=asked,
        offered=top.card if isinstance(top, ChooseOffer) else None,
        discarded=top.discarded if isinstance(top, ChooseDiscards) else 0,
        visited=top.visited if isinstance(top, ChooseOpponent | ChooseLoan) else (),
        shown=tuple(sorted(table.hand(top.owner))) if isinstance(top, ChooseLoan) and mine else (),
        outcome=table.ended,
    )


def _player(seat: Seat, player: Player) -> PlayerView:
    return PlayerView(
        seat, player.gold, player.status, tuple(sorted(player.stock)), len(player.hand)
    )


def _boat(boat: Boat, seat: Seat | None) -> BoatView:
    cells = tuple(
        good if boat.shows(cell, seat) else None for cell, good in enumerate(boat.goods, 1)
    )
    return BoatView(boat.plan.price, boat.plan.eye, cells)
