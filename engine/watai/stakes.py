"""What players of Wataï race for: which slot a move is for, who else could act on it, and when that begins.

An act either takes its slot (a card on a pile, a shout, the turn that freezes play) or only has to come before
the act that does (a slap before the next card, a card before the freeze).

    opening a pile     no slot: nobody can be in its way (WATAI-7)
    a card on a pile   `pile`, takes it; rivals are whoever shows a card that fits (WATAI-14)
    a slap             `pile` at the height of the next card, does not take it; rivals are whoever could lay that card,
                       and whoever may still slap is a rival of that card (WATAI-V15)
    a valid shout      `shout`, takes it; rivals are the others who may shout now (WATAI-15, V11)
    the Extra Stop     `freeze`, the leader's turn takes it; rivals are all with a card that fits somewhere (WATAI-V13);
                       a card of theirs that was earlier is played first
    a call             no slot, but a card on its way to a pile must have landed first (WATAI-17)
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

from watai.engine.game import Event, Move, Seat, Slot, Stake
from watai.engine.watai.arena import Pile
from watai.engine.watai.cards import EXTRA, KIND, Kind, cards_of, number_of
from watai.engine.watai.events import Opened, Placed
from watai.engine.watai.moves import Call, Place, Shout, Slap, Turn
from watai.engine.watai.player import Player
from watai.engine.watai.race import Race
from watai.engine.watai.variants.moments import SLAPPED_NUMBER, Freeze, SlapTens

Rivals = tuple[tuple[Seat, bool], ...]


def pile(round_: int, number: int, height: int) -> Slot:
    """The place for the next card on a pile."""
    return Slot(f"pile/{round_}/{number}/{height}")


def shout(round_: int) -> Slot:
    """The end of a round."""
    return Slot(f"shout/{round_}")


def freeze(round_: int) -> Slot:
    """The ten seconds of the leader."""
    return Slot(f"freeze/{round_}")


def stake(round_: int, race: Race, seat: Seat, move: Move) -> Stake | None:
    """What a move is for; None if nobody can be in its way, or the rules forbid it."""
    find = _STAKES.get(type(move))
    return None if find is None or _frozen(race, seat) else find(round_, race, seat, move)


def _place(round_: int, race: Race, seat: Seat, move: Place) -> Stake | None:
    target = race.arena.open.get(move.pile)
    if target is None or KIND.get(move.card) not in target.takes:
        return None
    if not race.players[seat].may_play(move.card):
        return None
    slot = pile(round_, target.number, len(target.cards))
    return Stake(slot, True, _around(race, target, seat), move.card)


def _slap(round_: int, race: Race, seat: Seat, move: Slap) -> Stake | None:
    if move.pile not in _slappable(race, seat):
        return None
    target = race.arena.piles[move.pile]
    return Stake(pile(round_, target.number, len(target.cards)), False, _around(race, target, seat))


def _around(race: Race, target: Pile, seat: Seat) -> Rivals:
    """Who else could act on a pile: lay a card, or at least slap it."""
    if race.variant.frozen_until is not None:
        return ()  # whoever may act now is alone
    fitting = cards_of(target.takes)
    # every card laid comes here, so this is `Player.shows`, written out
    showing = [
        (player.seat, True)
        for player in race.players
        if not fitting.isdisjoint(player.reel)
        or ((stock := player.stock).playable and stock.waste and stock.waste[-1] in fitting)
    ]
    if not isinstance(race.variant, SlapTens):
        return tuple([each for each in showing if each[0] != seat])
    taking = {other for other, _ in showing}
    others = [player.seat for player in race.players if player.seat != seat]
    return tuple(
        (other, other in taking)
        for other in others
        if other in taking or target.number in _slappable(race, other)
    )


def _shout(round_: int, race: Race, seat: Seat, move: Shout) -> Stake | None:
    may = race.variant.may_shout
    if not may(race.players, seat):
        return None
    others = (each.seat for each in race.players if each.seat != seat)
    rivals = tuple((other, True) for other in others if may(race.players, other))
    return Stake(shout(round_), True, rivals, sweeping=True)


def _turn(round_: int, race: Race, seat: Seat, move: Turn) -> Stake | None:
    if not isinstance(race.variant, Freeze) or seat != race.variant.leader:
        return None
    stock = race.players[seat].stock
    if all(KIND[card] != EXTRA for card in stock.hand[-stock.by :]):
        return None
    wanted = tuple(kind for kind in map(Kind, range(EXTRA + 1)) if race.arena.place_for(kind))
    others = (player for player in race.players if player.seat != seat)
    fitting = cards_of(wanted)
    rivals = tuple((player.seat, False) for player in others if player.shows(fitting))
    return Stake(freeze(round_), True, rivals, sweeping=True)


def _call(round_: int, race: Race, seat: Seat, move: Call) -> Stake:
    return Stake(None, sweeping=True)


def _frozen(race: Race, seat: Seat) -> bool:
    return race.variant.frozen_until is not None and seat != race.variant.leader


def _slappable(race: Race, seat: Seat) -> Sequence[int]:
    """The piles this seat may slap."""
    variant = race.variant
    fresh = variant.fresh if isinstance(variant, SlapTens) else {}
    return [number for number, slapped in fresh.items() if seat not in slapped]


def missed(round_: int, race: Race, move: Move) -> Slot | None:
    """The slot below the top of a pile, for a card or a slap that came after that was laid."""
    if not isinstance(move, Place | Slap) or not 0 <= move.pile < len(race.arena.piles):
        return None
    target = race.arena.piles[move.pile]
    if isinstance(move, Place):
        fitted = KIND.get(move.card) in target.took
    else:
        fitted = any(number_of(KIND[card]) == SLAPPED_NUMBER for card in target.cards[-2:-1])
    return pile(round_, target.number, len(target.cards) - 1) if fitted else None


def opens(round_: int, event: Event) -> Slot | None:
    """The place on top of the card that an event laid."""
    if isinstance(event, Placed):
        return None if event.closes else pile(round_, event.pile, event.height + 1)
    return pile(round_, event.pile, 1) if isinstance(event, Opened) else None


def aim(move: Move) -> str | None:
    """The pile that a card or a slap is meant for."""
    return f"pile/{move.pile}" if isinstance(move, Place | Slap) else None


def contested(slot: Slot) -> str | None:
    """The pile or the shout that a slot is about. A freeze is not told: it would give away the card being turned up."""
    what, _, rest = slot.partition("/")
    if what == "pile":
        return f"pile/{rest.split('/')[1]}"
    return what if what == "shout" else None


def hot(race: Race) -> Sequence[Seat]:
    """Everybody who shows a card for a place that somebody else has one for as well."""
    seats: set[Seat] = set()
    able = [(each.seat, _bits(each)) for each in race.players if not _frozen(race, each.seat)]
    for takes in {each.takes for each in race.arena.open.values()}:
        wanted = sum([1 << kind for kind in takes])
        rivals = [seat for seat, shown in able if shown & wanted]
        if len(rivals) > 1:
            seats.update(rivals)
    return sorted(seats)


def _bits(player: Player) -> int:
    """A bit for every kind of card that a player may play."""
    bits = 0
    for card in player.playable():
        bits |= 1 << KIND[card]
    return bits


_STAKES: Final[dict[type[Move], Callable[[int, Race, Seat, Any], Stake | None]]] = {
    Place: _place,
    Slap: _slap,
    Shout: _shout,
    Turn: _turn,
    Call: _call,
}
