"""The choices of a turn: cards to play, offers to the others, resupply, the hand limit (WAKA-4 to 6, 11, 21)."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain, combinations
from typing import Final

from watai.engine.game import IllegalMove, Move, Seat
from watai.engine.waka_waka.choice import Choice, Use
from watai.engine.waka_waka.events import Paid, Passed, Played, PlayedFaceDown, Resupplied
from watai.engine.waka_waka.moves import Discard, Pass, Pay, Play, PlayFaceDown, Resupply, Stop
from watai.engine.waka_waka.table import HAND_LIMIT, Table
from watai.engine.waka_waka.words import MERCHANT

SLOTS: Final = 3
FACE_DOWN: Final = 3
GOLD_USE: Final = 1


@dataclass(frozen=True, slots=True)
class ChooseCard(Choice):
    """Which card next, or is it enough?"""

    ask = "turn"
    clause = "WAKA-4"

    def candidates(self, table: Table) -> Iterable[Move]:
        hand = sorted(table.hand(self.seat))
        triples = sorted(set(combinations(hand, FACE_DOWN)))
        return chain([Stop()], map(Play, sorted(set(hand))), map(PlayFaceDown, triples))

    def refuse(self, table: Table, move: Move) -> None:
        match move:
            case Stop():
                return
            case Play():
                if move.card not in table.hand(self.seat):
                    raise IllegalMove("WAKA-4", "You do not hold that card.")
                table.kinds[move.card].refuse(table, self._use(table, move.card))
            case PlayFaceDown():
                self._refuse_face_down(table, move)
            case _:
                raise self.not_asked()

    def _refuse_face_down(self, table: Table, move: PlayFaceDown) -> None:
        if len(move.cards) != FACE_DOWN:
            raise IllegalMove("WAKA-11", "It takes exactly three cards.")
        if move.cards != tuple(sorted(move.cards)):
            raise IllegalMove("WAKA-11", "Name the three cards in alphabetical order.")
        hand = table.hand(self.seat)
        if any(move.cards.count(card) > hand.count(card) for card in move.cards):
            raise IllegalMove("WAKA-11", "You do not hold these cards.")
        if MERCHANT in hand:
            raise IllegalMove("WAKA-11", "You have a Merchant in hand: play that one.")
        table.kinds[MERCHANT].refuse(table, self._use(table, MERCHANT))

    def answer(self, table: Table, move: Move) -> None:
        match move:
            case Play():
                table.agenda.append(self)
                self._play(table, move.card)
            case PlayFaceDown():
                table.agenda.append(self)
                self._play_face_down(table, move.cards)

    def _play(self, table: Table, card: str) -> None:
        use = self._use(table, card)
        table.hand(self.seat).remove(card)
        table.slots.append((card,))
        table.news.append(Played(self.seat, card))
        if card in table.tables.gold_symbols:
            others = reversed(
                table.opponents(self.seat)
            )  # the left neighbour is asked first, so lies on top
            table.agenda.extend(ChooseOffer(other, card) for other in others)
        table.kinds[card].begin(table, use)

    def _play_face_down(self, table: Table, cards: tuple[str, ...]) -> None:
        use = self._use(table, MERCHANT)
        for card in cards:
            table.hand(self.seat).remove(card)
        table.slots.append(cards)
        table.news.append(PlayedFaceDown(self.seat, cards))
        table.kinds[MERCHANT].begin(table, use)

    def moot(self, table: Table) -> bool:
        return len(table.slots) == SLOTS or not table.hand(self.seat)

    def _use(self, table: Table, card: str) -> Use:
        return Use(self.seat, card, len(table.slots))


@dataclass(frozen=True, slots=True)
class ChooseOffer(Choice):
    """Use the card just played, for 1 gold?"""

    card: str

    ask = "offer"
    clause = "WAKA-21"

    def candidates(self, table: Table) -> Iterable[Move]:
        return Pass(), Pay()

    def refuse(self, table: Table, move: Move) -> None:
        if not isinstance(move, Pass | Pay):
            raise self.not_asked()

    def answer(self, table: Table, move: Move) -> None:
        if isinstance(move, Pass):
            self.lapse(table)
            return
        table.players[self.seat].gold -= GOLD_USE
        table.players[table.active].gold += GOLD_USE
        table.news.append(Paid(self.seat, table.active, self.card))
        table.kinds[self.card].begin(table, self._use())

    def lapse(self, table: Table) -> None:
        table.news.append(Passed(self.seat, self.card))

    def moot(self, table: Table) -> bool:
        """No offer is made to somebody who cannot pay, or for whom the card could do nothing."""
        if table.players[self.seat].gold < GOLD_USE:
            return True
        try:
            table.kinds[self.card].refuse(table, self._use())
        except IllegalMove:
            return True
        return False

    def _use(self) -> Use:
        return Use(self.seat, self.card, 0)


@dataclass(frozen=True, slots=True)
class ChooseSupply(Choice):
    """How many cards, how much gold?"""

    ask = "resupply"
    clause = "WAKA-5"

    def candidates(self, table: Table) -> Iterable[Move]:
        return map(Resupply, range(SLOTS + 1))

    def refuse(self, table: Table, move: Move) -> None:
        if not isinstance(move, Resupply):
            raise self.not_asked()
        if not 0 <= move.cards <= supply(table):
            raise IllegalMove("WAKA-5", "That is more than your supply.")
        if move.cards > table.drawable():
            raise IllegalMove("WAKA-7", "There are not so many cards left to draw.")

    def answer(self, table: Table, move: Move) -> None:
        assert isinstance(move, Resupply)
        gold = supply(table) - move.cards
        table.players[self.seat].gold += gold
        table.news.append(Resupplied(self.seat, move.cards, gold))
        if move.cards:
            table.draw(self.seat, move.cards)

    def lapse(self, table: Table) -> None:
        room = max(0, HAND_LIMIT - len(table.hand(self.seat)))
        self.answer(table, Resupply(min(supply(table), room, table.drawable())))

    def moot(self, table: Table) -> bool:
        return not supply(table)


def supply(table: Table) -> int:
    """Three, less one for every card played this turn."""
    return SLOTS - len(table.slots)


@dataclass(frozen=True, slots=True)
class ChooseExcess(Choice):
    """Which card over the limit goes?"""

    ask = "hand"
    clause = "WAKA-6"

    def candidates(self, table: Table) -> Iterable[Move]:
        return map(Discard, sorted(set(table.hand(self.seat))))

    def refuse(self, table: Table, move: Move) -> None:
        if not isinstance(move, Discard):
            raise self.not_asked()
        if move.card not in table.hand(self.seat):
            raise IllegalMove("WAKA-6", "You do not hold that card.")

    def answer(self, table: Table, move: Move) -> None:
        assert isinstance(move, Discard)
        table.discard(self.seat, move.card)
        table.agenda.append(self)

    def lapse(self, table: Table) -> None:
        self.answer(table, Discard(table.dice.choice(table.hand(self.seat))))

    def moot(self, table: Table) -> bool:
        return len(table.hand(self.seat)) <= HAND_LIMIT


def choices_of_a_turn(seat: Seat) -> list[Choice]:
    """WAKA-4 to 6, the first question on top."""
    return [ChooseExcess(seat), ChooseSupply(seat), ChooseCard(seat)]
