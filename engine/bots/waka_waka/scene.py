"""What a bot at a table of Waka Waka makes of its view: its own prospect, and what stays the same during a turn."""

from dataclasses import dataclass
from typing import Final

from watai.engine.bots.waka_waka.worth import HELD, Goods, Prospect, count_goods
from watai.engine.dice import Dice
from watai.engine.game import Seat
from watai.engine.waka_waka.view import BoatView, WakaWakaView
from watai.engine.waka_waka.words import CARDS, FIRE, GOODS, GOODS_OF_A_KIND, JUGGLER

SLOTS: Final = 3


@dataclass(frozen=True, slots=True)
class Cargo:
    """A boat that can be bought: its number and price, and what may be on it."""

    number: int
    price: int
    guesses: tuple[Goods, ...]


@dataclass(frozen=True, slots=True)
class Scene:
    """The table around one player."""

    seat: Seat
    lit: bool
    cargoes: tuple[Cargo, ...]
    gold_symbols: tuple[str, ...]
    drummer_extra: int
    opponents: int
    payers: int
    """Opponents who could pay for a Gold symbol."""
    largest_hand: int
    """The most cards any opponent holds."""
    drawable: int
    last_round: bool


def scene_of(view: WakaWakaView, dice: Dice, guesses: int, remembers: bool) -> Scene:
    """What this player can know of the table; hidden goods are guessed from those not seen yet."""
    assert view.seat is not None
    others = [player for player in view.players if player.seat != view.seat]
    return Scene(
        seat=view.seat,
        lit=view.lit,
        cargoes=_cargoes(view, dice, guesses, remembers),
        gold_symbols=view.gold_symbols,
        drummer_extra=view.drummer_extra,
        opponents=len(others),
        payers=sum(player.gold > 0 for player in others),
        largest_hand=max(player.cards for player in others),
        drawable=_drawable(view),
        last_round=view.last_round,
    )


def prospect_of(view: WakaWakaView) -> Prospect:
    """Where the player stands now."""
    assert view.seat is not None
    me = view.players[view.seat]
    return Prospect(
        hand=tuple(view.hand.count(card) for card in HELD),
        gold=me.gold,
        stock=count_goods(me.stock),
        status=me.status,
        slots=len(view.slots) if view.active == view.seat else SLOTS,  # a guest has no turn to plan
        last=repeatable(view.slots),
        bought=0,
        village=count_goods(view.village),
    )


def repeatable(slots: tuple[str, ...]) -> str | None:
    """The card a Juggler played now would repeat."""
    for card in reversed(slots):
        if card not in CARDS:
            return None
        if card != JUGGLER:
            return card
    return None


def _drawable(view: WakaWakaView) -> int:
    fires = view.discards.count(FIRE)
    return view.pile - (CARDS[FIRE] - fires) + len(view.discards) - fires


def _cargoes(view: WakaWakaView, dice: Dice, guesses: int, remembers: bool) -> tuple[Cargo, ...]:
    unseen = _unseen(view)
    return tuple(
        Cargo(number, boat.price, _guesses(boat, unseen, dice, guesses, remembers))
        for number, boat in enumerate(view.boats, 1)
        if boat.cells
    )


def _guesses(
    boat: BoatView, unseen: list[str], dice: Dice, guesses: int, remembers: bool
) -> tuple[Goods, ...]:
    known = [
        good
        for cell, good in enumerate(boat.cells, 1)
        if good is not None and (remembers or cell == boat.eye)
    ]
    hidden = len(boat.cells) - len(known)
    if not hidden:
        return (count_goods(known),)
    drawn = [[dice.choice(unseen) for _ in range(hidden)] for _ in range(guesses)]
    return tuple(count_goods(known + goods) for goods in drawn)


def _unseen(view: WakaWakaView) -> list[str]:
    """Goods that lie in the Reserve or face down."""
    seen = [*view.village, *(good for player in view.players for good in player.stock)]
    seen += [good for boat in view.boats for good in boat.cells if good is not None]
    return [good for good in GOODS for _ in range(GOODS_OF_A_KIND - seen.count(good))] or list(
        GOODS
    )
