"""The rules of Wapi; clause numbers refer to docs/rules/wapi.md.

A turn begins with a draw, which the rules make at once: nobody chooses anything by drawing, so asking for it would only cost clicks and clock.
What was drawn is the question put to the player: a coin asks where it goes, a symbol asks for a totem or none.
That one question is `pending`. While it is open only its player can move; answered, the next players draw until there is another, or the game is over.
A symbol drawn by a player without totems asks nothing, and the turn passes on.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import ClassVar

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
from watai.engine.wapi.choice import Choice
from watai.engine.wapi.events import (
    Begun,
    Claimed,
    CoinDrawn,
    Declined,
    Ended,
    Placed,
    Scored,
    SymbolDrawn,
    TimedOut,
)
from watai.engine.wapi.faults import faults_of_the_pending, faults_of_the_table
from watai.engine.wapi.moves import Claim, Decline, Place
from watai.engine.wapi.options import WapiOptions
from watai.engine.wapi.scoring import points, winners
from watai.engine.wapi.section import Section
from watai.engine.wapi.tables import TABLES, Tables
from watai.engine.wapi.view import SectionView, WapiView, kinds_left


class Wapi(Game):
    """Six treasures, one bag, three totems each."""

    name = "wapi"
    seats = range(2, 6)
    options_type = WapiOptions
    move_types = (Claim, Decline, Place)
    event_types = (
        Committed,
        Begun,
        SymbolDrawn,
        CoinDrawn,
        Claimed,
        Declined,
        Placed,
        TimedOut,
        Scored,
        Ended,
        Revealed,
    )
    tables: ClassVar[Tables] = TABLES

    def __init__(self, options: Options, seats: int, dice: Dice) -> None:
        super().__init__(options, seats, dice)
        assert isinstance(options, WapiOptions)
        self.options = options
        self.dice = dice
        self.sections = {row.symbol: Section(row) for row in self.tables.sections}  # WAPI-1
        self.totems = [self.tables.totems] * seats  # WAPI-3
        self.pending: Choice | None = None
        self.ended: Outcome | None = None
        first = Seat(dice.below(seats))  # WAPI-3
        self.bag = dice.shuffle(self.tables.bag())  # WAPI-2, WAPI-12: drawn from its end
        self.opening = (
            Committed(dice.commitment()),
            Begun(first, options.scoring),
            *self._draw(first, START_OF_TIME),
        )

    # A turn

    def _draw(self, seat: Seat, at: Millis) -> list[Event]:
        """WAPI-4: one player after the other draws, until one has something to decide or the game ends."""
        events: list[Event] = []
        until = Millis(at + self.options.turn_seconds * 1000)
        while self.bag and self._any_room():
            token = self.bag.pop()
            if isinstance(token, int):
                self.pending = Choice(seat, token, until)
                return [*events, CoinDrawn(seat, token)]
            self.sections[token].tokens.append(None)  # WAPI-5
            events.append(SymbolDrawn(seat, token))
            if self.totems[seat]:
                self.pending = Choice(seat, token, until)
                return events
            seat = self._after(seat)
        return [*events, *self._end()]

    def play(self, seat: Seat, move: Move, at: Millis) -> Sequence[Event]:
        choice = self.pending
        if choice is None:
            raise IllegalMove("WAPI-8", "The game is over.")
        if seat != choice.seat:
            raise IllegalMove("WAPI-3", "It is not your turn.")
        if not isinstance(move, self.move_types):
            raise IllegalMove("WAPI-4", "There is no such move in this game.")
        if isinstance(move, Place):
            return self._place(choice, move.symbol, at)
        return self._decide(choice, isinstance(move, Claim), at)

    def _decide(self, choice: Choice, claimed: bool, at: Millis) -> list[Event]:
        """WAPI-5: a totem on the symbol just drawn, now or never."""
        seat, symbol = choice.seat, choice.token
        if isinstance(symbol, int):
            raise IllegalMove("WAPI-6", "You drew a coin: choose a section for it.")

        if claimed:
            self.sections[symbol].tokens[-1] = seat
            self.totems[seat] -= 1
            decided: Event = Claimed(seat, symbol, self.totems[seat])
        else:
            decided = Declined(seat, symbol)
        return self._pass_on(decided, seat, at)

    def _place(self, choice: Choice, symbol: str, at: Millis) -> list[Event]:
        """WAPI-6: a coin on a free coin space, where totems stand if that can be."""
        seat, value = choice.seat, choice.token
        if not isinstance(value, int):
            raise IllegalMove("WAPI-5", "You drew a symbol: claim it with a totem, or decline.")
        section = self.sections.get(symbol)
        if section is None:
            raise IllegalMove("WAPI-1", "There is no such section on the board.")
        if not section.has_room():
            raise IllegalMove("WAPI-6", "Every coin space of this section is taken.")
        if symbol not in self._places():
            raise IllegalMove("WAPI-6", "A section with a totem has room: the coin must go to one.")

        section.coins.append(value)
        return self._pass_on(Placed(seat, value, symbol, section.worth()), seat, at)

    def _places(self) -> list[str]:
        """WAPI-6: the sections a coin may go to now."""
        roomy = {symbol: section for symbol, section in self.sections.items() if section.has_room()}
        return [symbol for symbol, section in roomy.items() if section.has_totem()] or list(roomy)

    def _pass_on(self, done: Event, seat: Seat, at: Millis) -> list[Event]:
        self.pending = None
        return [done, *self._draw(self._after(seat), at)]

    def _after(self, seat: Seat) -> Seat:
        return Seat((seat + 1) % len(self.totems))  # WAPI-3: clockwise

    def _any_room(self) -> bool:
        return any(section.has_room() for section in self.sections.values())

    # The end

    def _end(self) -> list[Event]:
        """WAPI-8: the board is full of coins, or the bag is empty. WAPI-11: most points win."""
        reason = "the bag is empty" if self._any_room() else "every coin space is taken"
        totals = self._points()
        self.ended = Outcome(reason, winners(totals))
        scores = [Scored(Seat(seat), str(total)) for seat, total in enumerate(totals)]
        return [*scores, Ended(reason, self.ended.winners), Revealed(self.dice.reveal())]

    def _points(self) -> Sequence[Fraction]:
        return points(self.sections.values(), self.options.scoring, len(self.totems))

    def outcome(self) -> Outcome | None:
        return self.ended

    # Who must answer what now

    def prompts(self) -> Sequence[Prompt]:
        return (self.pending.prompt(),) if self.pending else ()

    def moves(self, seat: Seat) -> Sequence[Move]:
        if self.pending is None or seat != self.pending.seat:
            return ()
        if isinstance(self.pending.token, int):
            return tuple(Place(symbol) for symbol in self._places())
        return (Claim(), Decline())

    def due(self) -> Millis | None:
        return self.pending.until if self.pending else None

    def expire(self, at: Millis) -> Sequence[Event]:
        """WAPI-13: no totem, or the coin on any legal section."""
        choice = self.pending
        assert choice is not None, "nothing was due"
        if isinstance(choice.token, int):
            acted = self._place(choice, self.dice.choice(self._places()), at)
        else:
            acted = self._decide(choice, False, at)
        return [TimedOut(choice.seat), *acted]

    # What can be seen, and what must hold

    def view(self, seat: Seat | None) -> WapiView:
        token = self.pending.token if self.pending else None
        return WapiView(
            seat=seat,
            scoring=self.options.scoring,
            sections=tuple(SectionView.of(section) for section in self.sections.values()),
            totems=tuple(self.totems),
            points=tuple(str(total) for total in self._points()),
            bag=kinds_left(self.tables, self.bag),
            prompt=self.pending.prompt() if self.pending else None,
            symbol=token if isinstance(token, str) else None,
            coin=token if isinstance(token, int) else None,
            places=tuple(self._places()) if isinstance(token, int) else (),
            outcome=self.ended,
        )

    def faults(self) -> Sequence[str]:
        return (
            *faults_of_the_table(self.tables, self.sections, self.bag, self.totems, self.pending),
            *faults_of_the_pending(self.pending, self.sections, self.totems, self.ended),
        )
