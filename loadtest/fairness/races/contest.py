"""A room whose players race for one slot after the other.

A player who shows no card of the wanted rank turns the Stock until one comes up. When all eight show one, a player who
also has the card below it lays that: its event is the bell. Each player reacts to the bell when it arrives, and presses.
When nothing can be raced for any more the game is played to its end, so that it can be verified, and the next begins.
"""

from collections.abc import Callable
from typing import Final

import msgspec

from watai.engine.dice import Dice
from watai.engine.game import Move
from watai.engine.watai.cards import Card
from watai.engine.watai.moves import Open, Place, Shout, Turn
from watai.loadtest.fairness.races.goal import Goal, goals
from watai.loadtest.fairness.races.heat import Heat
from watai.loadtest.fairness.races.known_stock import STARTS, KnownSide, rank
from watai.loadtest.fairness.races.race_room import RaceRoom, Then
from watai.loadtest.fairness.scenario import Scenario
from watai.loadtest.net.messages import AnyMessage
from watai.loadtest.net.pacer import Call, Pacer
from watai.loadtest.net.raw_websocket import Refusal
from watai.loadtest.oracle.side import Data
from watai.protocol.messages import Race

THINK: Final = (0.005, 0.015)  # seconds between plays without a rival
WARMING_UP: Final = 0.5
"""Seconds for which a blind player sends its play before the bell, and so much longer that it has sent it twice."""
LOBBY, LEARNING, STAGING, FINISHING = "lobby", "learning", "staging", "finishing"


class Contest(RaceRoom):
    """The races of one room. `wanted` says whether there are to be more."""

    def __init__(
        self,
        pacer: Pacer,
        number: int,
        scenario: Scenario,
        dice: Dice,
        wired: bool,
        wanted: Callable[[], bool],
    ) -> None:
        super().__init__(pacer, number, scenario, dice, wired)
        self.fresh: list[Heat] = []
        """Races that are over and not collected yet."""
        self.over = False
        self.turned: list[float] = []
        """How long the server had each turn of the Stock, in seconds."""
        self.laid_alone: list[float] = []
        """The same for each card that no other player could have laid."""
        self._wanted = wanted
        self._chance = dice.fork("reactions")
        self._phase = LOBBY
        self._busy = [0] * self.seats
        self._goal: Goal | None = None
        self._bell_card: Card | None = None
        self._heat: Heat | None = None
        self._calls: dict[int, Call] = {}
        self._reacting = False
        """Whether the cheat has seen the bell."""
        self._early = 0.0
        """When the spectator saw the bell, if that was before every player."""

    # what is received

    def happened(self, seat: int, event: AnyMessage, time: float, first: bool) -> None:
        if self.over:
            return
        if first:
            self._note(event)
        heat = self._heat
        if heat is not None and event["seq"] == heat.bell:
            self._see(seat, heat, time)
        elif heat is not None and self._takes(heat, event):
            call = self._calls.pop(seat, None)
            if call is not None:
                call.cancel()
        self._go_on()

    def _note(self, event: AnyMessage) -> None:
        name, data = event["event"], event["data"]
        if name == "Started":
            self._phase = LEARNING if self._wanted() else FINISHING
            self._goal = None
        elif name in ("Shouted", "Blocked"):
            self._phase, self._goal, self._heat = LOBBY, None, None
        elif name in ("Opened", "Placed"):
            if data["card"] == self._bell_card:
                self._ring(event["seq"], data)
            elif self._heat is not None and self._takes(self._heat, event):
                self._heat.winner = data["seat"]
                self._heat.race = msgspec.convert(event.get("race"), Race | None)

    def _takes(self, heat: Heat, event: AnyMessage) -> bool:
        data = event["data"]
        return event["event"] == "Placed" and (data["pile"], data["height"]) == (
            heat.pile,
            heat.height,
        )

    def spectated(self, event: AnyMessage, time: float) -> None:
        if self._heat is not None and event["seq"] == self._heat.bell:
            self._show_to_cheat(self._heat, time)
        elif self._bell_card is not None and event["data"].get("card") == self._bell_card:
            self._early = time  # before any player

    # a race

    def _see(self, seat: int, heat: Heat, time: float) -> None:
        """A player has the bell before its eyes; a cheat may have had it before by those of another."""
        if seat == self.scenario.eyes:
            self._show_to_cheat(heat, time)
        elif seat != self.scenario.seat or not self._reacting:
            self._react(seat, heat, time)

    def _show_to_cheat(self, heat: Heat, time: float) -> None:
        assert self.scenario.seat is not None
        if not self._reacting:
            self._react(self.scenario.seat, heat, time)

    def _ring(self, seq: int, data: Data) -> None:
        """The bell's card has landed: a race for the slot above it begins."""
        self._bell_card = None
        height = data.get("height", 0) + 1
        reactions = [self.scenario.reaction(seat, self._chance) for seat in range(self.seats)]
        self._heat = Heat(self.scenario, self.number, seq, data["pile"], height, reactions)
        assert self._goal is not None
        self._cards = [side.shows(self._goal.rank) for side in self.table.sides]
        self._goal = None
        self._reacting = False
        if self._early:
            self._show_to_cheat(self._heat, self._early)
            self._early = 0.0

    def _react(self, seat: int, heat: Heat, seen: float) -> None:
        card = self._cards[seat]
        assert card is not None
        self._reacting = self._reacting or seat == self.scenario.seat
        if self.racers[seat].conduct.repeats is not None:
            return  # it has sent its play all the time

        def press(time: float) -> None:
            del self._calls[seat]
            taken = self._play(seat, Place(card, heat.pile), self._answered)
            if seat != self.scenario.seat or self.scenario.eyes is None:
                heat.reactions[seat] = taken  # else it counts from what other eyes saw

        instant = seen + heat.reactions[seat] / 1000
        self._calls[seat] = self.pacer.at(instant, press, punctual=True)

    def _answered(self, answer: AnyMessage, took: float) -> None:
        self._go_on()

    def _play(self, seat: int, move: Move, then: Then) -> float:
        """Make a move; returns how long its player took, in ms."""
        self._busy[seat] += 1

        def done(answer: AnyMessage, took: float) -> None:
            self._busy[seat] -= 1
            then(answer, took)

        return self.act(seat, move, done)

    # before a race

    def _go_on(self) -> None:
        if self.over:
            return
        if self._heat is not None:
            if self._heat.winner < 0 or not self.settled:
                return
            self.fresh.append(self._heat)
            self._heat = None
        if self._bell_card is not None:
            return  # it is about to be laid
        if self._phase in (LEARNING, STAGING) and not self._wanted():
            self._phase = FINISHING
        if self._phase == LEARNING:
            self._learn()
        elif self._phase == STAGING:
            self._stage()
        elif self._phase == FINISHING:
            for seat in range(self.seats):
                self._play_freely(seat)

    def _learn(self) -> None:
        """All players look through their whole Stock, and know from then on what comes when."""
        self._phase = STAGING
        for seat, side in enumerate(self.table.sides):
            self._turn(seat, side.turns_to_see_all())

    def _turn(self, seat: int, times: int) -> None:
        for _ in range(times):
            self._play(seat, Turn(), self._turn_done)
            self.pacer.run_punctual()  # a whole Stock takes some ms

    def _stage(self) -> None:
        """Bring a race about, one step at a time: a player who knows the Stock sends all turns at once."""
        if not self.settled or self._open_piles():
            return
        if self._goal is None:
            self._goal = min(
                goals(self.table, self.pacer.run_punctual), key=lambda goal: goal.cost, default=None
            )
            if self._goal is None:
                self._lift()
                return
            for seat, times in enumerate(self._goal.turns):
                self._turn(seat, times)
        if self.settled:
            self._ring_with(self._goal)

    def _open_piles(self) -> bool:
        """Lay every Start, because more piles give more to race for; True if there was one."""
        if self._goal is not None:
            return False
        found = False
        for seat, side in enumerate(self.table.sides):
            self.pacer.run_punctual()
            start = side.shows(STARTS)
            turns = 0 if start else side.reach().get(STARTS)
            if turns is not None:
                found = True
                self._turn(seat, turns)
            if start is not None:
                self._lay(seat, start)
        return found

    def _ring_with(self, goal: Goal) -> None:
        opener = self.table.sides[goal.opener]
        card = self._bell_card = opener.shows(goal.rank - 1)
        if card is None or not all(side.shows(goal.rank) for side in self.table.sides):
            raise Refusal("the table is not what it was held to be")
        blind = {each.seat: each.conduct.repeats for each in self.racers if each.conduct.repeats}
        for seat, every in blind.items():
            self._repeat(seat, goal, every)
        if blind:
            self._busy[goal.opener] += 1
            bell = self.pacer.now() + WARMING_UP + 2 * max(blind.values())
            self.pacer.at(bell, lambda time: self._lay_after(goal.opener, card))
        else:
            self._lay(goal.opener, card)

    def _lay_after(self, seat: int, card: Card) -> None:
        self._busy[seat] -= 1
        self._lay(seat, card)

    def _repeat(self, seat: int, goal: Goal, every: float) -> None:
        """Send the same play again and again, from before the bell, and at any moment to it, until the race is over."""
        card, pile = self.table.sides[seat].shows(goal.rank), self.table.pile_on(goal.rank - 2)
        assert card is not None
        assert pile is not None

        def again(time: float) -> None:
            raced = self._heat is not None and self._heat.winner >= 0
            if self.over or raced or (self._bell_card is None and self._heat is None):
                return
            self._play(seat, Place(card, pile), self._answered)
            self.pacer.at(time + every, again)

        self.pacer.at(self.pacer.now() + every * self._chance.fraction(), again)

    def _lift(self) -> None:
        """Nothing can be raced for now: lay what fits, so that other cards come up."""
        sides = self.table.sides
        able = {seat: card for seat, side in enumerate(sides) if (card := self._fitting(side))}
        if not able:
            self._phase = FINISHING
            self._go_on()
        for seat, card in able.items():
            self._lay(seat, card)

    def _fitting(self, side: KnownSide) -> Card | None:
        """A card that can be laid now; Starts first."""
        fitting = [
            card
            for card in side.playable_cards()
            if rank(card) == STARTS or self.table.pile_on(rank(card) - 1) is not None
        ]
        return min(fitting, key=rank, default=None)

    def _turn_done(self, answer: AnyMessage, took: float) -> None:
        self.turned.append(took)
        self._go_on()

    # after the races

    def _play_freely(self, seat: int) -> None:
        if self._busy[seat]:
            return
        self._busy[seat] += 1
        low, high = THINK
        pause = low + (high - low) * self._chance.fraction()
        self.pacer.at(self.pacer.now() + pause, lambda time: self._play_anything(seat))

    def _play_anything(self, seat: int) -> None:
        self._busy[seat] -= 1
        if self._phase != FINISHING:
            return
        side = self.table.sides[seat]
        if not side.talon:
            self._play(seat, Shout(), self._answered)
            return
        card = self._fitting(side)
        if card is None:
            self._play(seat, Turn(), self._turn_done)
        else:
            self._lay(seat, card)

    def _lay(self, seat: int, card: Card) -> None:
        wanted = rank(card)
        if wanted == STARTS:
            self._play(seat, Open(card), self._answered)
            return
        pile = self.table.pile_on(wanted - 1)
        assert pile is not None
        alone = not self.table.rivals(seat, wanted)

        def done(answer: AnyMessage, took: float) -> None:
            if alone and not self.table.rivals(seat, wanted):
                self.laid_alone.append(took)
            self._go_on()

        self._play(seat, Place(card, pile), done)

    def ended(self) -> None:
        if self._wanted() or len(self.games) < self.scenario.games:
            self.again()
        else:
            self.over = True

    def broken(self) -> None:
        self.over = True
