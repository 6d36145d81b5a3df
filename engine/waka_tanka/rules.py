"""The rules of Waka Tanka; clause numbers refer to docs/rules/waka_tanka.md.

Exactly one player is asked for something at any time, and what they are asked says which turns are open to them:

    ask     when                                        lay   incant   denounce
    lay     the very first turn                         yes   no       no
    turn    the previous turn was not a play            yes   yes      no
    answer  the previous player laid a card             yes   yes      yes
    last    the previous player laid their last card    any turn but a right denunciation lets them win
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from watai.engine.dice import Dice
from watai.engine.game import (
    START_OF_TIME,
    Committed,
    Event,
    Game,
    IllegalMove,
    Millis,
    Move,
    Outcome,
    Prompt,
    Revealed,
    Seat,
)
from watai.engine.options import Options
from watai.engine.waka_tanka.box import (
    ANIMALS,
    KINDS,
    TOKENS_TO_WIN,
    TRUE_CARDS_TO_INCANT,
    neighbours,
)
from watai.engine.waka_tanka.events import (
    Begun,
    Dealt,
    Denounced,
    Incanted,
    Laid,
    Removed,
    Rewarded,
    Taken,
    TimedOut,
    Won,
)
from watai.engine.waka_tanka.moves import Denounce, Incant, Lay
from watai.engine.waka_tanka.options import TankaOptions
from watai.engine.waka_tanka.table import Table
from watai.engine.waka_tanka.view import LastTurn, TankaView

LAY: Final = "lay"
TURN: Final = "turn"
ANSWER: Final = "answer"
LAST: Final = "last"

EMPTY_HAND: Final = "empty hand"
FOUR_TOKENS: Final = "four tokens"


class WakaTanka(Game):
    """One game, from the deal to an empty hand or four tokens."""

    name = "waka-tanka"
    seats = range(3, 7)
    options_type = TankaOptions
    move_types = (Lay, Denounce, Incant)
    event_types = (
        *(Committed, Dealt, Begun, TimedOut, Laid, Denounced, Incanted),
        *(Taken, Removed, Rewarded, Won, Revealed),
    )

    def __init__(self, options: Options, seats: int, dice: Dice) -> None:
        super().__init__(options, seats, dice)
        assert isinstance(options, TankaOptions)
        self.turn_time = Millis(options.turn_seconds * 1000)
        self.dice = dice
        first = Seat(dice.below(seats))  # TANKA-3
        self.pawn = dice.choice(ANIMALS)
        self.table = Table(seats)
        self.table.deal(first, dice)
        self.turns = 0
        self.last: LastTurn | None = None
        self.pending: list[Prompt] = [Prompt(first, LAY, Millis(START_OF_TIME + self.turn_time))]
        self.ended: Outcome | None = None
        hands = (Dealt(s, self.table.count(s), self.table.hand(s)) for s in map(Seat, range(seats)))
        self.opening = (Committed(dice.commitment()), *hands, Begun(first, self.pawn))

    # A turn (TANKA-4)

    def moves(self, seat: Seat) -> Sequence[Move]:
        if not self.pending or self.pending[0].seat != seat:
            return ()
        ask = self.pending[0].ask
        moves: list[Move] = [
            Lay(animal, card)
            for animal in neighbours(self.pawn)
            for card in KINDS
            if self.table.holds(seat, card)
        ]
        if ask in (ANSWER, LAST):
            moves.append(Denounce())
        if ask != LAY:
            moves.extend(Incant(animal) for animal in ANIMALS if self.table.piles[animal])
        return moves

    def play(self, seat: Seat, move: Move, at: Millis) -> Sequence[Event]:
        if self.ended:
            raise IllegalMove("TANKA-8", "The game is over.")
        if self.pending[0].seat != seat:
            raise IllegalMove("TANKA-4", "It is not your turn.")
        match move:
            case Lay(animal, card):
                self._may_lay(seat, animal, card)
            case Denounce():
                self._may_denounce()
            case Incant(animal):
                self._may_incant(animal)
            case _:
                raise IllegalMove("TANKA-4", "A turn is to lay a card, to denounce or to incant.")
        return self._take_turn(seat, move, at)

    def _take_turn(self, seat: Seat, move: Move, at: Millis) -> Sequence[Event]:
        asked = self.pending.pop()
        if asked.ask == LAST and not isinstance(move, Denounce):  # TANKA-9: before the move is made
            return self._win(self._previous(seat), EMPTY_HAND)
        self.turns += 1
        match move:
            case Lay(animal, card):
                events = self._lay(seat, animal, card)
            case Incant(animal):
                events = self._incant(seat, animal)
            case _:
                events = self._denounce(seat)
        if self.ended is None:
            self._ask_next(seat, at)
        return events

    def _ask_next(self, seat: Seat, at: Millis) -> None:
        assert self.last is not None
        ask = TURN
        if self.last.did == "laid":
            ask = LAST if self.table.is_empty_handed(seat) else ANSWER
        left = Seat((seat + 1) % len(self.table.hands))
        self.pending.append(Prompt(left, ask, Millis(at + self.turn_time)))

    def _previous(self, seat: Seat) -> Seat:
        return Seat((seat - 1) % len(self.table.hands))

    # Play a card (TANKA-5)

    def _may_lay(self, seat: Seat, animal: str, card: str) -> None:
        if animal not in neighbours(self.pawn):
            raise IllegalMove("TANKA-5", "The pawn moves to one of the two neighbouring tiles.")
        if not self.table.holds(seat, card):
            raise IllegalMove("TANKA-5", "You do not hold that card.")

    def _lay(self, seat: Seat, animal: str, card: str) -> list[Event]:
        self.pawn = animal
        self.table.lay(seat, animal, card)
        self.last = LastTurn(seat, "laid", animal)
        return [Laid(seat, animal, card, self.table.count(seat))]

    # Denounce the previous player (TANKA-6)

    def _may_denounce(self) -> None:
        if self.pending[0].ask == LAY:
            raise IllegalMove("TANKA-4", "The very first turn is to lay a card.")
        if self.pending[0].ask == TURN:
            raise IllegalMove("TANKA-6", "The previous player did not lay a card.")

    def _denounce(self, seat: Seat) -> list[Event]:
        accused, animal = self._previous(seat), self.pawn
        cards = self.table.faces(animal)
        bluff = cards[-1] != animal
        denounced = Denounced(seat, accused, animal, cards, bluff)
        if not bluff and self.table.is_empty_handed(accused):  # TANKA-9: before any card is taken
            self.last = LastTurn(seat, "denounced", animal, cards)
            return [denounced, *self._win(accused, EMPTY_HAND)]
        taker = accused if bluff else seat
        self.last = LastTurn(seat, "denounced", animal, cards, taker)
        self.table.take(taker, animal)
        reward = self._reward(seat) if bluff else []
        return [denounced, Taken(taker, animal, len(cards)), *reward]

    # Incant (TANKA-7)

    def _may_incant(self, animal: str) -> None:
        if self.pending[0].ask == LAY:
            raise IllegalMove("TANKA-4", "The very first turn is to lay a card.")
        if animal not in ANIMALS:
            raise IllegalMove("TANKA-7", "There is no such tile.")
        if not self.table.piles[animal]:
            raise IllegalMove("TANKA-7", "There is no card in front of that tile.")

    def _incant(self, seat: Seat, animal: str) -> list[Event]:
        cards = self.table.faces(animal)
        success = cards.count(animal) >= TRUE_CARDS_TO_INCANT
        incanted = Incanted(seat, animal, cards, success)
        if not success:
            self.last = LastTurn(seat, "incanted", animal, cards, seat)
            self.table.take(seat, animal)
            return [incanted, Taken(seat, animal, len(cards))]
        self.last = LastTurn(seat, "incanted", animal, cards)
        self.table.remove(animal)
        return [incanted, Removed(animal, len(cards)), *self._reward(seat)]

    # The end (TANKA-8, TANKA-9)

    def _reward(self, seat: Seat) -> list[Event]:
        self.table.tokens[seat] += 1
        rewarded = Rewarded(seat, self.table.tokens[seat])
        if self.table.tokens[seat] == TOKENS_TO_WIN:
            return [rewarded, *self._win(seat, FOUR_TOKENS)]
        return [rewarded]

    def _win(self, seat: Seat, reason: str) -> list[Event]:
        self.ended = Outcome(reason, (seat,))
        return [Won(seat, reason), Revealed(self.dice.reveal())]

    def outcome(self) -> Outcome | None:
        return self.ended

    # What may be seen (TANKA-10)

    def prompts(self) -> Sequence[Prompt]:
        return tuple(self.pending)

    def view(self, seat: Seat | None) -> TankaView:
        table = self.table
        return TankaView(
            seat=seat,
            hand=() if seat is None else table.hand(seat),
            hands=tuple(hand.total() for hand in table.hands),
            tokens=tuple(table.tokens),
            pawn=self.pawn,
            piles=table.piles_seen_by(seat),
            removed=len(table.removed),
            turns=self.turns,
            last=self.last,
            prompts=tuple(self.pending),
            outcome=self.ended,
        )

    def tell(self, event: Event, seat: Seat | None) -> Event:
        match event:
            case Dealt() if event.seat != seat:
                return replace(event, cards=())
            case Laid() if event.seat != seat:
                return replace(event, card=None)
        return event

    # The turn clock (TANKA-11)

    def due(self) -> Millis | None:
        return self.pending[0].until if self.pending else None

    def expire(self, at: Millis) -> Sequence[Event]:
        seat = self.pending[0].seat
        tile = self.dice.choice(neighbours(self.pawn))
        card = self.dice.choice(self.table.hand(seat))
        return [TimedOut(seat), *self._take_turn(seat, Lay(tile, card), at)]

    # What must always hold

    def faults(self) -> Sequence[str]:
        return (*self.table.faults(), *self._faults_of_the_turn())

    def _faults_of_the_turn(self) -> Iterator[str]:
        if self.pawn not in ANIMALS:
            yield "The pawn is on no tile."
        if self.ended is None and len(self.pending) != 1:
            yield "A running game asks one player, and exactly one."
        if self.ended is not None and self.pending:
            yield "A game that is over still asks for something."
        if self.ended is None and TOKENS_TO_WIN in self.table.tokens:
            yield "A player has the tokens to win and the game goes on."
        for asked in self.pending:
            empty = [s for s in range(len(self.table.hands)) if not self.table.count(Seat(s))]
            if empty != ([self._previous(asked.seat)] if asked.ask == LAST else []):
                yield "An empty hand is pending exactly while the next player is asked about it."
            if asked.ask in (ANSWER, LAST) and not self.table.piles.get(self.pawn):
                yield "There is no card to denounce where one was just laid."
