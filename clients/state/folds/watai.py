"""How events of a race change a view of Wataï. After the end of a round, a deal or dice the client asks for a view.

The view may be out of date while a new one is on its way, so the fold never trusts that an event fits the view:
for one that does not, it returns None.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, Final

from watai.engine.game import Event, Millis, Seat
from watai.engine.watai.cards import KIND, Card, number_of
from watai.engine.watai.deal import format_for
from watai.engine.watai.events import (
    Called,
    Exhausted,
    FalselyShouted,
    Filled,
    Frozen,
    Gathered,
    GoSaid,
    Omitted,
    Opened,
    Placed,
    Said,
    Slapped,
    Started,
    Thawed,
    Turned,
    Unmuted,
)
from watai.engine.watai.ladder import Ladder
from watai.engine.watai.race import LAST_SHOUT
from watai.engine.watai.variants.moments import SLAPPED_NUMBER, Accents, SlapTens
from watai.engine.watai.variants.registry import VARIANTS
from watai.engine.watai.view import FACES, FreshTen, PileView, PlayerView, WataiView


def fold(view: WataiView, event: Event) -> WataiView | None:
    """The view after the event, as the server would show it; None if view and event do not tell."""
    change = _CHANGES.get(type(event))
    return None if change is None else change(view, event)


@cache
def _ladder(variant: int, seats: int) -> Ladder:
    return VARIANTS[variant](Seat(0), seats).ladder(format_for(seats).last)


def landed(view: WataiView, event: Opened | Placed, player: PlayerView) -> WataiView | None:
    """The view after a card was laid on a pile; `player` is its player's side afterwards."""
    piles = _piles(view, event)
    if piles is None:
        return None
    players = tuple(
        replace(each, laid=each.laid + 1) if event.card[0] in each.backs else each
        for each in _with(view.players, player)
    )
    closed = view.closed + (isinstance(event, Placed) and event.closes)
    tens = _fresh_tens(view, event) if view.variant == SlapTens.number else view.fresh_tens
    return replace(view, players=players, piles=piles, closed=closed, fresh_tens=tens)


def shouts_known(view: WataiView, emptied: Seat) -> WataiView:
    """The view with every player's right to shout recomputed, after this player's cards changed."""
    if view.players[emptied].talon:
        return view  # no right to shout changes while this Talon has cards
    variant = VARIANTS[view.variant](view.leader, len(view.players))
    players = tuple(
        replace(each, may_shout=variant.may_shout(view.players, each.seat)) for each in view.players
    )
    return replace(view, players=players)


def _lay(view: WataiView, event: Opened | Placed) -> WataiView | None:
    if view.variant == Accents.number and number_of(KIND[event.card]) is not None:
        return None  # the event does not say until when its number may be said
    player = view.players[event.seat]
    if event.slot is None:
        player = replace(player, waste=player.waste - 1, top=event.uncovered)
    else:
        talon = player.talon - (event.uncovered is not None)
        player = replace(player, reel=_put(player.reel, event.slot, event.uncovered), talon=talon)
    after = landed(view, event, player)
    return None if after is None else shouts_known(after, event.seat)


def _piles(view: WataiView, event: Opened | Placed) -> tuple[PileView, ...] | None:
    rules = _ladder(view.variant, len(view.players))
    takes = tuple(FACES[kind] for kind in rules.follows[KIND[event.card]])
    if isinstance(event, Opened):
        return (*view.piles, PileView(event.pile, event.card, 1, takes))
    if all(pile.pile != event.pile for pile in view.piles):
        return None
    higher = PileView(event.pile, event.card, event.height + 1, takes)
    return tuple(
        higher if pile.pile == event.pile else pile
        for pile in view.piles
        if pile.pile != event.pile or not event.closes
    )


def _fresh_tens(view: WataiView, event: Opened | Placed) -> tuple[FreshTen, ...]:
    others = tuple(ten for ten in view.fresh_tens if ten.pile != event.pile)
    if number_of(KIND[event.card]) != SLAPPED_NUMBER:
        return others
    return (*others, FreshTen(event.pile, ()))


def _turn(view: WataiView, event: Turned) -> WataiView:
    player = view.players[event.seat]
    return _side(
        view,
        replace(
            player,
            stock=player.stock - event.count,
            waste=player.waste + event.count,
            top=event.top,
            playable=event.playable,
        ),
    )


def _gather(view: WataiView, event: Gathered) -> WataiView:
    player = view.players[event.seat]
    return _side(view, replace(player, stock=event.count, waste=0, top=None, playable=False))


def _fill(view: WataiView, event: Filled) -> WataiView:
    player = view.players[event.seat]
    filled = replace(player, reel=_put(player.reel, event.slot, event.card), talon=player.talon - 1)
    return shouts_known(_side(view, filled), event.seat)


def _freeze(view: WataiView, event: Frozen) -> WataiView:
    player = view.players[event.seat]  # the Extra Stop was turned with the others, and is set aside
    until = None if view.until is None else Millis(event.until + LAST_SHOUT)
    frozen = replace(view, frozen_until=event.until, until=until)
    return _side(frozen, replace(player, waste=player.waste - 1))


def _fine(view: WataiView, seat: Seat, points: int) -> WataiView:
    player = view.players[seat]
    return _side(view, replace(player, penalties=player.penalties + points))


def _slap(view: WataiView, event: Slapped) -> WataiView:
    tens = tuple(
        replace(ten, slapped=tuple(sorted((*ten.slapped, event.seat))))
        if ten.pile == event.pile
        else ten
        for ten in view.fresh_tens
    )
    return replace(view, fresh_tens=tens)


def _settle(view: WataiView, event: Said | Omitted) -> WataiView | None:
    """Remove the player's oldest debt of this number."""
    for index, owed in enumerate(view.owed):
        if (owed.seat, owed.number) == (event.seat, event.number):
            return replace(view, owed=view.owed[:index] + view.owed[index + 1 :])
    return None


def _go(view: WataiView, event: GoSaid) -> WataiView:
    return replace(view, phase="countdown", until=event.starts, prompts=())


def _side(view: WataiView, player: PlayerView) -> WataiView:
    return replace(view, players=_with(view.players, player))


def _with(players: Sequence[PlayerView], player: PlayerView) -> tuple[PlayerView, ...]:
    return tuple(player if each.seat == player.seat else each for each in players)


def _put(reel: tuple[Card | None, ...], slot: int, card: Card | None) -> tuple[Card | None, ...]:
    return (*reel[:slot], card, *reel[slot + 1 :])


_CHANGES: Final[dict[type[Event], Callable[[WataiView, Any], WataiView | None]]] = {
    Opened: _lay,
    Placed: _lay,
    Turned: _turn,
    Gathered: _gather,
    Filled: _fill,
    Frozen: _freeze,
    Thawed: lambda view, event: replace(view, frozen_until=None),
    Slapped: _slap,
    Said: _settle,
    Omitted: _settle,
    FalselyShouted: lambda view, event: _fine(view, event.seat, event.points),
    Called: lambda view, event: _fine(view, event.player, event.points),
    Unmuted: lambda view, event: view,
    Exhausted: lambda view, event: replace(view, until=event.until),
    GoSaid: _go,
    Started: lambda view, event: replace(view, phase="race", until=None),
}
