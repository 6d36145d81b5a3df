"""The rules of Waka Waka; clause numbers refer to docs/rules/waka_waka.md.

Everything that is asked stands on the agenda of the table (choice.py); a move answers its top.
The cards are in cards/, the choices of a turn in turn.py; here is what frames them: the setup, the clock and the end.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from watai.engine.dice import Dice
from watai.engine.game import (
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
from watai.engine.waka_waka import events, moves
from watai.engine.waka_waka.choice import Choice
from watai.engine.waka_waka.faults import faults
from watai.engine.waka_waka.options import WakaWakaOptions
from watai.engine.waka_waka.setup import lay
from watai.engine.waka_waka.table import Table
from watai.engine.waka_waka.tables import Tables, read_tables
from watai.engine.waka_waka.turn import choices_of_a_turn
from watai.engine.waka_waka.view import WakaWakaView, look

SECOND: Final = 1000
IDLE_ROUNDS: Final = 3
"""WAKA-26: after so many rounds of the table without a single move the game is over."""


class WakaWaka(Game):
    """One match from the deal to the end of the round in which somebody reaches the highest level."""

    name = "waka-waka"
    seats = range(2, 5)
    options_type = WakaWakaOptions
    move_types = (
        moves.Play,
        moves.PlayFaceDown,
        moves.Stop,
        moves.Resupply,
        moves.Buy,
        moves.Sell,
        moves.Rise,
        moves.Give,
        moves.Look,
        moves.Borrow,
        moves.Peek,
        moves.Gather,
        moves.Exchange,
        moves.Discard,
        moves.Draw,
        moves.Pay,
        moves.Pass,
    )
    event_types = (
        Committed,
        events.Opened,
        events.Loaded,
        events.Displayed,
        events.Dealt,
        events.Started,
        events.Played,
        events.PlayedFaceDown,
        events.Bought,
        events.Sold,
        events.Delivered,
        events.Enchanted,
        events.Topped,
        events.Given,
        events.Looked,
        events.Borrowed,
        events.Declined,
        events.Repeated,
        events.Rained,
        events.Peeked,
        events.Gathered,
        events.Exchanged,
        events.Discarded,
        events.Drawn,
        events.Flipped,
        events.Reshuffled,
        events.Paid,
        events.Passed,
        events.Resupplied,
        events.TimedOut,
        events.Cleared,
        events.Won,
        Revealed,
    )

    def __init__(
        self, options: Options, seats: int, dice: Dice, *, tables: Tables | None = None
    ) -> None:
        super().__init__(options, seats, dice)
        assert isinstance(options, WakaWakaOptions)
        self.turn_time = Millis(options.turn_seconds * SECOND)
        self.answer_time = Millis(options.answer_seconds * SECOND)
        self.table = lay(tables or read_tables(options.tables), options.orders, seats, dice)
        self._begin_turn(self.table.first)
        self.opening = self._take_news()

    def moves(self, seat: Seat) -> Sequence[Move]:
        choice = self._asked()
        if choice is None or choice.seat != seat:
            return ()
        return tuple(self._accepted(choice))

    def play(self, seat: Seat, move: Move, at: Millis) -> Sequence[Event]:
        choice = self._asked()
        if choice is None:
            raise IllegalMove("WAKA-23", "The game is over.")
        if choice.seat != seat:
            raise IllegalMove("WAKA-4", "You are asked nothing now.")
        choice.refuse(self.table, move)

        if seat == self.table.active:
            self.table.spare = Millis(self.table.spare - (at - self.table.since))
        self.table.agenda.pop()
        self.table.acted = True
        choice.answer(self.table, move)
        return self._settle(at)

    def due(self) -> Millis | None:
        """WAKA-24: the active player has one clock for the turn, the others one for each answer."""
        choice = self._asked()
        if choice is None:
            return None
        left = self.table.spare if choice.seat == self.table.active else self.answer_time
        return Millis(self.table.since + left)

    def expire(self, at: Millis) -> Sequence[Event]:
        choice = self.table.agenda.pop()
        if choice.seat != self.table.active:
            self.table.news.append(events.TimedOut(choice.seat))
        elif self.table.spare:  # told once a turn; the rest of it follows at the same instant
            self.table.news.append(events.TimedOut(choice.seat))
            self.table.spare = Millis(0)
        choice.lapse(self.table)
        return self._settle(at)

    def prompts(self) -> Sequence[Prompt]:
        choice = self._asked()
        return () if choice is None else (Prompt(choice.seat, choice.ask, self.due()),)

    def view(self, seat: Seat | None) -> WakaWakaView:
        return look(self.table, seat, tuple(self.prompts()))

    def tell(self, event: Event, seat: Seat | None) -> Event:
        return events.told(event, seat)

    def faults(self) -> Sequence[str]:
        return tuple(faults(self.table))

    def outcome(self) -> Outcome | None:
        return self.table.ended

    def _asked(self) -> Choice | None:
        """The one question that waits for an answer."""
        return self.table.agenda[-1] if self.table.agenda else None

    def _accepted(self, choice: Choice) -> Iterator[Move]:
        for move in choice.candidates(self.table):
            try:
                choice.refuse(self.table, move)
            except IllegalMove:
                continue
            yield move

    def _settle(self, at: Millis) -> Sequence[Event]:
        """Go on until somebody must be asked, or the game is over."""
        table = self.table
        table.since = at
        while table.agenda and table.agenda[-1].moot(table):
            table.agenda.pop()
        if not table.agenda:
            end_turn(table)
            following = table.opponents(table.active)[0]
            if following == table.first and table.topped:
                self._end(judge(table))
            elif table.idle_turns == IDLE_ROUNDS * len(table.players):
                self._end(judge_idle(table))
            else:
                self._begin_turn(following)
        return self._take_news()

    def _begin_turn(self, seat: Seat) -> None:
        self.table.active = seat
        self.table.spare = self.turn_time
        self.table.agenda = choices_of_a_turn(seat)
        self.table.news.append(events.Started(seat))

    def _end(self, ended: Outcome) -> None:
        self.table.ended = ended
        self.table.news.extend(events.Won(winner, ended.reason) for winner in ended.winners)
        self.table.news.append(Revealed(self.table.dice.reveal()))

    def _take_news(self) -> Sequence[Event]:
        news, self.table.news = tuple(self.table.news), []
        return news


def end_turn(table: Table) -> None:
    """WAKA-8: the cards played go to the discards, empty boats are loaded again."""
    cards = tuple(card for slot in table.slots for card in slot)
    table.discards.extend(cards)
    table.slots.clear()
    table.idle_turns = 0 if table.acted else table.idle_turns + 1
    table.acted = False
    table.news.append(events.Cleared(table.active, cards))
    for number, boat in enumerate(table.boats, 1):
        if not boat.goods:
            table.load(number)


def judge(table: Table) -> Outcome:
    """WAKA-23: alone at the top; else the most gold there; else who came there last."""
    if len(table.topped) == 1:
        return Outcome("alone at the top", tuple(table.topped))
    most = max(table.players[seat].gold for seat in table.topped)
    richest = [seat for seat in table.topped if table.players[seat].gold == most]
    if len(richest) == 1:
        return Outcome("most gold at the top", tuple(richest))
    return Outcome("last to reach the top", (richest[-1],))


def judge_idle(table: Table) -> Outcome:
    """WAKA-26: the highest status; among several the most gold; still equal, they share it."""
    best = max((player.status, player.gold) for player in table.players)
    winners = [
        Seat(seat)
        for seat, player in enumerate(table.players)
        if (player.status, player.gold) == best
    ]
    return Outcome("nobody plays any more", tuple(winners))
