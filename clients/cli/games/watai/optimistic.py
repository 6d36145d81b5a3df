"""Optimistic update: the view as if the player's own pending moves were accepted, so that a play is drawn at once."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from watai.clients.state.folds.watai import landed, shouts_known
from watai.engine.game import Move
from watai.engine.watai.cards import KIND, Card, number_of
from watai.engine.watai.events import Opened, Placed
from watai.engine.watai.moves import Fill, Open, Place, Say, Slap, Turn
from watai.engine.watai.variants.moments import Accents
from watai.engine.watai.view import FACE_OF, PlayerView, WataiView


@dataclass(frozen=True, slots=True)
class Optimistic:
    """A view with pending moves applied, and which parts of it the server has not confirmed."""

    view: WataiView
    piles: frozenset[int] = frozenset()
    """Piles whose top card is not confirmed."""
    slots: frozenset[int] = frozenset()
    """Places of the Dévidoir where a card is still to come."""
    stock: bool = False
    """Whether the top of the Stock is about to change."""
    unsaid: tuple[int, ...] = ()
    """Numbers that the player still has to say, the oldest first (WATAI-V16)."""
    slapped: frozenset[int] = frozenset()


def apply_moves(view: WataiView, moves: Iterable[Move], *, refills: bool) -> Optimistic:
    """The view after the player's pending moves. A move that no longer fits was overtaken by a rival and is left out."""
    owed = tuple(each.number for each in view.owed if each.seat == view.seat)
    optimistic = Optimistic(view, unsaid=owed)
    for move in moves:
        optimistic = _after(optimistic, move, refills)
    return optimistic


def _after(optimistic: Optimistic, move: Move, refills: bool) -> Optimistic:
    match move:
        case Open() | Place():
            return _laid(optimistic, move, refills)
        case Turn():
            return replace(optimistic, stock=True)
        case Fill():
            return replace(optimistic, slots=optimistic.slots | {move.slot})
        case Slap():
            return replace(optimistic, slapped=optimistic.slapped | {move.pile})
        case Say() if move.number in optimistic.unsaid:
            left = list(optimistic.unsaid)
            left.remove(move.number)
            return replace(optimistic, unsaid=tuple(left))
    return optimistic


def _laid(optimistic: Optimistic, move: Open | Place, refills: bool) -> Optimistic:
    view = optimistic.view
    assert view.seat is not None
    player = view.players[view.seat]
    event = _event(view, player, move)
    if event is None:
        return optimistic
    if event.slot is None:
        player = replace(player, waste=player.waste - 1, top=None)
    else:
        reel = (*player.reel[: event.slot], None, *player.reel[event.slot + 1 :])
        player = replace(player, reel=reel, talon=player.talon - (refills and player.talon > 0))
    after = landed(view, event, player)
    if after is None:
        return optimistic
    return replace(
        optimistic,
        view=shouts_known(after, player.seat),
        piles=optimistic.piles | {event.pile},
        slots=optimistic.slots if event.slot is None else optimistic.slots | {event.slot},
        stock=optimistic.stock or event.slot is None,
        unsaid=_to_say(optimistic, move.card),
    )


def _event(view: WataiView, player: PlayerView, move: Open | Place) -> Opened | Placed | None:
    """The event that the server will send if it accepts the move; None if it cannot accept it."""
    if move.card in player.reel:
        slot = player.reel.index(move.card)
    elif move.card == player.top and player.playable:
        slot = None
    else:
        return None
    if isinstance(move, Open):
        number = view.closed + len(view.piles)  # as far as the client knows
        return Opened(player.seat, move.card, number, slot, None)
    pile = next((each for each in view.piles if each.pile == move.pile), None)
    if pile is None or FACE_OF[move.card] not in pile.takes:
        return None
    return Placed(player.seat, move.card, pile.pile, pile.height, False, slot, None)


def _to_say(optimistic: Optimistic, card: Card) -> tuple[int, ...]:
    number = number_of(KIND[card])
    if optimistic.view.variant != Accents.number or number is None:
        return optimistic.unsaid
    return (*optimistic.unsaid, number)
