"""Variants of hand, eye and voice during the race: V1, V13, V14, V15, V16."""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from watai.engine.dice import Dice
from watai.engine.game import Event, IllegalMove, Millis, Move, Seat
from watai.engine.watai.arena import Pile
from watai.engine.watai.cards import EXTRA, KIND, Card, Kind, extra_stop, number_of
from watai.engine.watai.events import Frozen, Omitted, PacksChanged, Said, Slapped, Thawed
from watai.engine.watai.moves import Say, Slap
from watai.engine.watai.player import Player
from watai.engine.watai.variants.plain import Plain

FREEZE: Final = Millis(10_000)  # WATAI-V13
TIME_TO_SAY: Final = Millis(3_000)  # WATAI-V16
SLAPPED_NUMBER: Final = 10  # WATAI-V15


class OtherHand(Plain):
    """WATAI-V1: everybody plays with the other hand. Hands are the clients' business; the engine announces it."""

    number = 1


class Freeze(Plain):
    """WATAI-V13: when the leader turns up the Extra Stop, everybody else is frozen for ten seconds."""

    number = 13

    def dealt(self, players: Sequence[Player], dice: Dice) -> Sequence[Event]:
        player = players[self.leader]
        player.stock.hand = dice.shuffle([*player.stock.hand, *self.added(player)])
        return [PacksChanged(player.seat, len(player.talon), len(player.stock))]

    def added(self, player: Player) -> tuple[Card, ...]:
        return (extra_stop(player.backs[0]),) if player.seat == self.leader else ()

    def turned(self, player: Player, cards: Sequence[Card], at: Millis) -> Sequence[Event]:
        found = next((card for card in cards if KIND[card] == EXTRA), None)
        if found is None:
            return ()
        player.stock.waste.remove(found)
        self.aside = (found,)  # it counts nothing
        self.frozen_until = self.resumed_at = Millis(at + FREEZE)
        return [Frozen(self.leader, found, self.frozen_until)]

    def admit(self, seat: Seat) -> None:
        if self.frozen_until is not None and seat != self.leader:
            raise IllegalMove("WATAI-V13", "Play is frozen: only the leader of the round may act.")

    def due(self) -> Millis | None:
        return self.frozen_until

    def expire(self, at: Millis) -> Sequence[Event]:
        self.frozen_until = None
        return [Thawed()]


class TwoByTwo(Plain):
    """WATAI-V14: the Stock is turned two by two."""

    number = 14
    turned_at_once = 2


class SlapTens(Plain):
    """WATAI-V15: a 10 may be slapped, once by each player, until the next card lands on it."""

    number = 15
    fewest_seats = 3  # two players have no 10

    def __init__(self, leader: Seat, seats: int) -> None:
        super().__init__(leader, seats)
        self.fresh: dict[int, set[Seat]] = {}
        self.points = [0] * seats

    def placed(self, seat: Seat, pile: Pile, kind: Kind, at: Millis) -> None:
        if number_of(kind) == SLAPPED_NUMBER:
            self.fresh[pile.number] = set()
        else:
            self.fresh.pop(pile.number, None)

    def act(self, seat: Seat, move: Move, at: Millis) -> Sequence[Event]:
        if not isinstance(move, Slap):
            return super().act(seat, move, at)
        slapped = self.fresh.get(move.pile)
        if slapped is None:
            raise IllegalMove("WATAI-V15", "There is no fresh 10 on that pile.")
        if seat in slapped:
            raise IllegalMove("WATAI-V15", "You have slapped that 10 already.")
        slapped.add(seat)
        self.points[seat] += 1
        return [Slapped(seat, move.pile)]

    def moves(self, seat: Seat) -> Sequence[Move]:
        return [Slap(pile) for pile, slapped in self.fresh.items() if seat not in slapped]

    def slaps(self, seat: Seat) -> int:
        return self.points[seat]


@dataclass(frozen=True, slots=True)
class Unsaid:
    """A number card laid whose number is still to be said."""

    seat: Seat
    number: int
    until: Millis


class Accents(Plain):
    """WATAI-V16: everybody picks an accent and says the number of each number card laid."""

    number = 16
    picks_accents = True

    def __init__(self, leader: Seat, seats: int) -> None:
        super().__init__(leader, seats)
        self.unsaid: deque[Unsaid] = deque()
        self.omitted = [0] * seats

    def placed(self, seat: Seat, pile: Pile, kind: Kind, at: Millis) -> None:
        number = number_of(kind)
        if number is not None:
            self.unsaid.append(Unsaid(seat, number, Millis(at + TIME_TO_SAY)))

    def act(self, seat: Seat, move: Move, at: Millis) -> Sequence[Event]:
        if not isinstance(move, Say):
            return super().act(seat, move, at)
        for owed in self.unsaid:
            if (owed.seat, owed.number) == (seat, move.number):
                self.unsaid.remove(owed)
                return [Said(seat, owed.number, self.accents[seat])]
        raise IllegalMove("WATAI-V16", "You have laid no such number in the last three seconds.")

    def moves(self, seat: Seat) -> Sequence[Move]:
        return list(dict.fromkeys(Say(owed.number) for owed in self.unsaid if owed.seat == seat))

    def due(self) -> Millis | None:
        return self.unsaid[0].until if self.unsaid else None

    def expire(self, at: Millis) -> Sequence[Event]:
        owed = self.unsaid.popleft()
        self.omitted[owed.seat] += 1
        return [Omitted(owed.seat, owed.number)]

    def omissions(self, seat: Seat) -> int:
        return self.omitted[seat]
