"""The rules of Duel der Schamanen: placement, then duel and exchange in turn, until one side has every shell. Clauses: docs/rules/duel.md."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from watai.engine.dice import Dice
from watai.engine.duel import state as table
from watai.engine.duel.events import (
    Balanced,
    Chosen,
    Declined,
    Exchanged,
    Fought,
    Limited,
    Paid,
    Placed,
    Tied,
    TimedOut,
    Traded,
    Won,
)
from watai.engine.duel.legality import (
    check_decline,
    check_exchange,
    check_mask,
    check_placement,
    check_trade,
)
from watai.engine.duel.moves import Choose, Decline, Exchange, Place, Trade
from watai.engine.duel.options import DuelOptions
from watai.engine.duel.state import Choice, State
from watai.engine.duel.tables import (
    BISON,
    CELLS,
    MASKS,
    PLACEMENT_ORDER,
    SIDES,
    STONES,
    WOLF,
    exchanger,
    other,
)
from watai.engine.duel.view import DuelView, look
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


class Duel(Game):
    """Bison (seat 0) against Wolf (seat 1)."""

    name = "duel"
    seats = range(2, 3)
    options_type = DuelOptions
    move_types = (Place, Choose, Exchange, Trade, Decline)
    event_types = (
        Committed,
        Placed,
        Chosen,
        Fought,
        Paid,
        Balanced,
        Exchanged,
        Traded,
        Declined,
        TimedOut,
        Limited,
        Won,
        Tied,
        Revealed,
    )

    def __init__(self, options: Options, seats: int, dice: Dice) -> None:
        super().__init__(options, seats, dice)
        assert isinstance(options, DuelOptions)
        self.options = options
        self.dice = dice
        self.state = State()
        self.ends = Millis(options.minute_limit * 60_000) if options.minute_limit else None
        self.opening = (Committed(dice.commitment()),)
        self._ask("place", (PLACEMENT_ORDER[0],), START_OF_TIME)

    # What a player may do

    def moves(self, seat: Seat) -> Sequence[Move]:
        return tuple(move for move in self._conceivable(seat) if self._is_lawful(seat, move))

    def play(self, seat: Seat, move: Move, at: Millis) -> Sequence[Event]:
        self._check(seat, move)
        return self._carry_out(seat, move, at)

    def _check(self, seat: Seat, move: Move) -> None:
        if self.state.ended is not None:
            raise IllegalMove("DUEL-7", "The game is over.")
        if seat not in SIDES:
            raise IllegalMove("DUEL-1", "Only Bison and Wolf play.")
        match move:
            case Place():
                check_placement(self.state, seat, move, self.options.variant)
            case Choose():
                check_mask(self.state, seat, move)
            case Exchange():
                check_exchange(self.state, seat, move, self.options.variant)
            case Trade():
                check_trade(self.state, seat, move, self.options.variant)
            case Decline():
                check_decline(self.state, seat, self.options.exchange)
            case _:
                raise IllegalMove("DUEL-1", "The Duel knows no such move.")

    def _is_lawful(self, seat: Seat, move: Move) -> bool:
        try:
            self._check(seat, move)
        except IllegalMove:
            return False
        return True

    def _conceivable(self, seat: Seat) -> Iterator[Move]:
        match self.state.asked(seat):
            case "place":
                owners = SIDES if self.options.variant == "professional" else (seat,)
                for owner in owners:
                    for stone in sorted(self.state.hands[owner]):
                        for cell in self.state.board.free_cells(owner):
                            yield Place(owner, stone, *cell)
            case "mask":
                yield from map(Choose, MASKS)
            case "exchange":
                yield Decline()
                if self.options.variant == "professional":
                    stones = [(owner, stone) for owner in SIDES for stone in STONES]
                    yield from (Trade(*one, *two) for one, two in combinations(stones, 2))
                else:
                    yield from (Exchange(*one, *two) for one, two in combinations(CELLS, 2))

    def _carry_out(self, seat: Seat, move: Move, at: Millis) -> tuple[Event, ...]:
        match move:
            case Place():
                return self._place(seat, move, at)
            case Choose():
                return self._choose(seat, move, at)
            case Exchange():
                return self._exchange(seat, move, at)
            case Trade():
                return self._trade(seat, move, at)
            case _:
                self._end_exchange(at)
                return (Declined(seat),)

    # Placement: DUEL-2, DUEL-3, DUEL-9

    def _place(self, seat: Seat, move: Place, at: Millis) -> tuple[Event, ...]:
        state = self.state
        state.hands[move.owner].remove(move.stone)
        state.board.place(move.owner, move.stone, (move.row, move.column))
        if any(state.hands):
            self._ask("place", (PLACEMENT_ORDER[state.placed()],), at)
        else:
            self._ask("mask", SIDES, at)
        return (Placed(seat, move.owner, move.stone, move.row, move.column),)

    # Duel: DUEL-4, DUEL-5

    def _choose(self, seat: Seat, move: Choose, at: Millis) -> tuple[Event, ...]:
        state = self.state
        state.masks[seat] = move.mask
        state.pending = [choice for choice in state.pending if choice.seat != seat]
        if state.pending:
            return (Chosen(seat, move.mask),)
        return (Chosen(seat, move.mask), *self._fight(at))

    def _fight(self, at: Millis) -> tuple[Event, ...]:
        state = self.state
        cell = (state.masks[BISON], state.masks[WOLF])
        state.masks.clear()
        state.duels += 1
        bison, wolf = (state.board.worth(side, cell) for side in SIDES)
        state.shown = Fought(state.duels, *cell, bison, wolf)
        return (state.shown, *self._pay(bison - wolf), *self._after_duel(at))

    def _pay(self, lead: int) -> tuple[Event, ...]:
        if lead == 0:
            return (Balanced(),)
        winner = BISON if lead > 0 else WOLF
        loser = other(winner)
        shells = min(abs(lead), self.state.shells[loser])
        self.state.shells[loser] -= shells
        self.state.shells[winner] += shells
        return (Paid(loser, winner, shells),)

    def _after_duel(self, at: Millis) -> tuple[Event, ...]:
        if min(self.state.shells) == 0:
            return self._end("all shells")
        if self.state.duels == self.options.duel_limit:
            return (Limited("duel limit"), *self._end("duel limit"))
        self._ask("exchange", (exchanger(self.state.duels),), at)
        return ()

    # Exchange: DUEL-6, DUEL-9

    def _exchange(self, seat: Seat, move: Exchange, at: Millis) -> tuple[Event, ...]:
        board = self.state.board
        first, second = (move.row, move.column), (move.other_row, move.other_column)
        (one,), (two,) = board.stones(seat, first), board.stones(seat, second)
        board.swap((seat, one, first), (seat, two, second))
        self.state.moved = Exchanged(seat, *first, *second)
        self.state.exchanges += 1
        self._end_exchange(at)
        return (self.state.moved,)

    def _trade(self, seat: Seat, move: Trade, at: Millis) -> tuple[Event, ...]:
        board = self.state.board
        first = board.cell_of(move.owner, move.stone)
        second = board.cell_of(move.other_owner, move.other_stone)
        assert first is not None
        assert second is not None
        one, two = (move.owner, move.stone), (move.other_owner, move.other_stone)
        board.swap((*one, first), (*two, second))
        self.state.moved = Traded(seat, *one, *first, *two, *second)
        self.state.exchanges += 1
        self._end_exchange(at)
        return (self.state.moved,)

    def _end_exchange(self, at: Millis) -> None:
        if self.options.variant == "memory":
            self.state.shown = None  # DUEL-8: the stones of the duel are hidden again
        self._ask("mask", SIDES, at)

    # The end: DUEL-7

    def _end(self, reason: str) -> tuple[Event, ...]:
        bison, wolf = self.state.shells
        winners = () if bison == wolf else ((BISON if bison > wolf else WOLF),)
        self.state.ended = Outcome(reason, winners)
        self.state.pending = []
        self.state.masks.clear()
        result = Won(winners[0], self.state.shells[winners[0]]) if winners else Tied()
        return (result, Revealed(self.dice.reveal()))

    def outcome(self) -> Outcome | None:
        return self.state.ended

    # What is secret: DUEL-8, DUEL-10

    def view(self, seat: Seat | None) -> DuelView:
        return look(self.state, self.options, seat, tuple(self.prompts()), self.ends)

    def tell(self, event: Event, seat: Seat | None) -> Event | None:
        match event:
            case Placed(placer) if self.options.variant == "memory" and placer != seat:
                return replace(event, stone=None)
            case Chosen(chooser) if chooser != seat:
                return replace(event, mask=None)
            case _:
                return event

    # Time: DUEL-7, DUEL-11

    def _ask(self, ask: str, seats: Sequence[Seat], at: Millis) -> None:
        until = Millis(at + self.options.turn_seconds * 1000)
        self.state.pending = [Choice(seat, ask, until) for seat in seats]

    def prompts(self) -> Sequence[Prompt]:
        return tuple(Prompt(each.seat, each.ask, each.until) for each in self.state.pending)

    def due(self) -> Millis | None:
        instants = [choice.until for choice in self.state.pending]
        if instants and self.ends is not None:
            instants.append(self.ends)
        return min(instants, default=None)

    def expire(self, at: Millis) -> Sequence[Event]:
        if self.ends is not None and at >= self.ends:
            return (Limited("time limit"), *self._end("time limit"))
        late = next(choice for choice in self.state.pending if choice.until <= at)
        if late.ask == "exchange" and self.options.exchange == "optional":
            move: Move = Decline()
        else:
            move = self.dice.choice(self.moves(late.seat))
        return (TimedOut(late.seat), *self._carry_out(late.seat, move, at))

    def faults(self) -> Sequence[str]:
        return table.faults(self.state, self.options.variant)
