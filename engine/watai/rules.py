"""The rules of Wataï: rounds opened by dice, raced and counted, until a player has 150 points."""

from collections.abc import Sequence
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
    Slot,
    Stake,
)
from watai.engine.options import Options
from watai.engine.watai import stakes
from watai.engine.watai.audit import faults
from watai.engine.watai.cards import backs_of_seats
from watai.engine.watai.deal import deal, format_for
from watai.engine.watai.events import (
    EVENTS,
    Dealt,
    RoundOpened,
    Scored,
    ScoreDieThrown,
    ScoreLine,
    TenLost,
    VariantSet,
    Won,
)
from watai.engine.watai.moves import MOVES
from watai.engine.watai.options import WataiOptions
from watai.engine.watai.phases import Countdown, Naming, Phase, Picking, Waiting
from watai.engine.watai.player import Player
from watai.engine.watai.race import Race
from watai.engine.watai.scoring import DOUBLING_FACE, TEN, TEN_LOST_FACE, count
from watai.engine.watai.variants.registry import FACES, VARIANTS, throw_variant
from watai.engine.watai.view import WataiView, look

TARGET_REACHED: Final = "target reached"
STANDSTILL: Final = "standstill"
LULLS: Final = 3
"""WATAI-22: after so many rounds in a row that came to a standstill the game is over."""


class Watai(Game):
    """A match. The leader of a round throws its dice and says its Go."""

    name = "watai"
    seats = range(2, 9)
    options_type = WataiOptions
    move_types = MOVES
    event_types = EVENTS
    races = True

    def __init__(self, options: Options, seats: int, dice: Dice) -> None:
        super().__init__(options, seats, dice)
        assert isinstance(options, WataiOptions)
        self.options = options
        self.dice = dice
        self.backs = backs_of_seats(seats, options.backs())
        self.totals = [0] * seats
        self.round = 0
        self.lulls = 0
        """How many rounds in a row have ended because nobody laid a card."""
        self.lines: tuple[ScoreLine, ...] = ()
        self.ended: Outcome | None = None
        self.round_dice = dice.fork("round 1")
        self.leader = Seat(self.round_dice.below(seats))  # WATAI-6, for the nearest birthday
        self.opening = [Committed(dice.commitment()), *self._open_round(START_OF_TIME)]

    # a round

    def _open_round(self, at: Millis) -> Sequence[Event]:
        self.round += 1
        seats, dice = len(self.backs), self.round_dice
        events: list[Event] = [Committed(dice.commitment()), RoundOpened(self.round, self.leader)]
        events.extend(self._throw_score_die())
        events.extend(self._choose_variant())
        self.players: list[Player] = deal(self.backs, self.variant, dice)
        events.extend(_dealt(player) for player in self.players)
        events.extend(self.variant.dealt(self.players, dice))
        self.race = Race(self.options, self.variant, self.players, format_for(seats).last)
        self.phase: Phase = self._preparation(at)
        return events

    def _throw_score_die(self) -> Sequence[Event]:
        """WATAI-20: from the second round on."""
        self.face: int | None = None
        if self.round == 1:
            return ()
        self.face = self.round_dice.die(FACES)
        thrown = ScoreDieThrown(self.leader, self.face)
        if self.face != TEN_LOST_FACE:
            return [thrown]
        self.totals[self.leader] -= TEN
        return [thrown, TenLost(self.leader, self.totals[self.leader])]

    def _choose_variant(self) -> Sequence[Event]:
        """By dice from the second round on, unless the room has chosen for every round."""
        seats, chosen = len(self.backs), self.options.variants
        events: list[Event] = []
        number = 0
        if chosen.isdecimal():
            number = int(chosen)
        elif chosen == "dice" and self.round > 1:
            throws = throw_variant(
                self.leader, seats, self.options.boxes_for(seats), self.round_dice
            )
            events.extend(throws)
            number = throws[-1].variant
        self.variant = VARIANTS[number](self.leader, seats)
        return [*events, VariantSet(number)]

    def _preparation(self, at: Millis) -> Phase:
        if self.variant.names_a_player:
            return Naming(self.variant, self.players, self.round_dice, at)
        if self.variant.picks_accents:
            return Picking(self.variant, self.round_dice, at)
        return Waiting(self.leader, at)

    def _next_phase(self, at: Millis) -> Sequence[Event]:
        match self.phase:
            case Naming() | Picking():
                self.phase = Waiting(self.leader, at)
            case Waiting():
                self.phase = Countdown(at)
            case Countdown():
                self.phase = self.race
                return self._settled(self.race.start(at), at)
            case Race():
                return self._close_round(at)
        return ()

    def _close_round(self, at: Millis) -> Sequence[Event]:
        self.lines = count(self.race, self.face, self.totals)
        self.totals = [line.total for line in self.lines]
        if self.race.shouter is not None:
            self.leader = self.race.shouter
        scored = Scored(self.round, self.face == DOUBLING_FACE, self.lines)
        events: list[Event] = [scored, Revealed(self.round_dice.reveal())]
        self.lulls = self.lulls + 1 if self.race.lulled else 0
        self.ended = self._judge()
        if self.ended is not None:
            won = [Won(winner, self.totals[winner]) for winner in self.ended.winners]
            return [*events, *won, Revealed(self.dice.reveal())]
        self.round_dice = self.dice.fork(f"round {self.round + 1}")
        return [*events, *self._open_round(at)]

    def _judge(self) -> Outcome | None:
        """Whether the game is over after a count, and who has won."""
        best = max(self.totals)
        leading = tuple(Seat(seat) for seat, total in enumerate(self.totals) if total == best)
        if best >= self.options.target and len(leading) == 1:  # WATAI-21
            return Outcome(TARGET_REACHED, leading)
        return Outcome(STANDSTILL, leading) if self.lulls == LULLS else None  # WATAI-22

    def _settled(self, events: Sequence[Event], at: Millis) -> Sequence[Event]:
        """The events, and those of the next phase if this one is done."""
        if not self.phase.done:
            return events
        return [*events, *self._next_phase(at)]

    # the interface

    def play(self, seat: Seat, move: Move, at: Millis) -> Sequence[Event]:
        if self.ended is not None:
            raise IllegalMove("WATAI-21", "The game is over.")
        if not 0 <= seat < len(self.backs):
            raise IllegalMove("WATAI-5", "There is no such seat at this table.")
        events = self.phase.play(seat, move, at)
        return self._settled(events, at) if self.phase.done else events

    def moves(self, seat: Seat) -> Sequence[Move]:
        if self.ended is not None or not 0 <= seat < len(self.backs):
            return ()
        return self.phase.moves(seat)

    def offers(self, seat: Seat) -> Sequence[Move]:
        return () if self.ended is not None else self.phase.offers(seat)

    def due(self) -> Millis | None:
        return None if self.ended is not None else self.phase.due()

    def expire(self, at: Millis) -> Sequence[Event]:
        return self._settled(self.phase.expire(at), at)

    def prompts(self) -> Sequence[Prompt]:
        return () if self.ended is not None else self.phase.prompts()

    def view(self, seat: Seat | None) -> WataiView:
        return look(self, seat)

    def faults(self) -> Sequence[str]:
        return faults(self)

    def outcome(self) -> Outcome | None:
        return self.ended

    # races

    def stake(self, seat: Seat, move: Move) -> Stake | None:
        return stakes.stake(self.round, self.race, seat, move) if self.racing() else None

    def missed(self, move: Move) -> Slot | None:
        return stakes.missed(self.round, self.race, move)

    def opens(self, event: Event) -> Slot | None:
        return stakes.opens(self.round, event)

    def aim(self, move: Move) -> str | None:
        return stakes.aim(move)

    def contested(self, slot: Slot) -> str | None:
        return stakes.contested(slot)

    def hot(self) -> Sequence[Seat]:
        return stakes.hot(self.race) if self.phase is self.race else ()

    def racing(self) -> bool:
        return self.phase is self.race and self.ended is None


def _dealt(player: Player) -> Dealt:
    reel = tuple(card for card in player.reel if card is not None)
    return Dealt(player.seat, player.backs, reel, len(player.talon), len(player.stock))
