"""What always holds (chapter 6 of the rules), tried with random options, seats and inputs, legal and illegal.

Two games are fed the same inputs, and must stay the same.
The checks of cards and runs are written here anew, from the card codes alone, so that the engine cannot excuse itself.
"""

from collections import Counter
from copy import deepcopy
from itertools import pairwise

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tests.engine.watai.specimen import disguise, stray
from tests.support.engine.random_play import wander
from watai.engine.dice import Dice
from watai.engine.fingerprint import dump
from watai.engine.game import IllegalMove, Millis, Move, Seat
from watai.engine.watai.moves import Open, Place, Turn
from watai.engine.watai.options import WataiOptions
from watai.engine.watai.rules import Watai

NUMBERS = st.integers(0, 2**32)
OPTIONS = st.fixed_dictionaries(
    {
        "target": st.sampled_from([1, 20, 150]),
        "boxes": st.sampled_from([0, 2]),
        "box": st.sampled_from(["green", "blue"]),
        "variants": st.sampled_from(["dice", "off", *map(str, range(1, 17))]),
        "refill": st.sampled_from(["auto", "manual"]),
        "shout": st.sampled_from(["manual", "auto"]),
        "refusal": st.sampled_from(["on", "off"]),
    }
)


def cards_in_play(game: Watai) -> Counter[str]:
    """What should be on the table, from the rules: WATAI-2, 4, V5, V13."""
    seats = len(game.players)
    last, ends = (8, 3) if seats == 2 else (12, 4)
    faces = [f"{suit}{number}" for suit in "brgy" for number in range(2, last + 1)]
    faces += [f"{sign}{copy}" for sign in "+-" for copy in range(1, ends + 1)]
    cards = Counter(back + face for own in game.backs for back in own for face in faces)
    if game.variant.number == 5:
        cards.update(f"{own[0]}!" for own in game.backs)
    if game.variant.number == 13:
        cards.update([f"{game.backs[game.variant.leader][0]}!"])
    return cards


def cards_on_the_table(game: Watai) -> Counter[str]:
    """What is there, wherever it lies."""
    cards = Counter(str(card) for card in game.variant.aside)
    for player in game.players:
        own = (*player.reel, *player.talon, *player.stock.hand, *player.stock.waste)
        cards.update(str(card) for card in own if card is not None)
    for pile in game.race.arena.piles:
        cards.update(map(str, pile.cards))
    return cards


def may_follow(below: str, above: str, variant: int, last: int) -> bool:
    """Whether one face may lie on another: WATAI-8, V5, V8, V9, V12."""
    first, final, step, opening, closing = (
        (last, 2, -1, "-", "+") if variant == 9 else (2, last, 1, "+", "-")
    )
    if below[0] in (closing, "!"):
        return False
    if above[0] == "!":
        return variant == 5
    if below[0] == opening:
        return above[1:] == str(first) and above[0] not in "+-"
    if above[0] == closing:
        return below[1:] == str(final)
    if above[0] == opening:
        return False
    same_suit = below[0] == above[0]
    if variant == 8 and not same_suit and below[1:] == above[1:]:
        return True
    return int(above[1:]) == int(below[1:]) + step and (same_suit or variant == 12)


@pytest.mark.parametrize(
    ("below", "above", "variants"),
    [
        ("+1", "r2", {0, 5, 8, 12}),
        ("r2", "r3", {0, 5, 8, 12}),
        ("r2", "g3", {12}),
        ("r2", "g2", {8}),
        ("r12", "-1", {0, 5, 8, 12}),
        ("r7", "!", {5}),
        ("-1", "r12", {9}),
        ("r7", "r6", {9}),
        ("r2", "+1", {9}),
        ("-1", "r2", set()),
        ("r7", "r9", set()),
    ],
)
def test_the_check_of_runs_knows_the_rules(below: str, above: str, variants: set[int]) -> None:
    allowed = {each for each in (0, 5, 8, 9, 12) if may_follow(below, above, each, 12)}
    assert allowed == variants


class RandomGames(RuleBasedStateMachine):
    """One game and its twin, their clock, and anything anybody might try."""

    @initialize(options=OPTIONS, seats=st.integers(2, 8), seed=NUMBERS, inputs=st.integers(0, 150))
    def sit_down(self, options: dict[str, object], seats: int, seed: int, inputs: int) -> None:
        if seats == 2 and options["variants"] == "15":
            options = {**options, "variants": "dice"}
        chosen = WataiOptions.parse(options)
        self.game, self.twin = (Watai(chosen, seats, Dice.from_text(str(seed))) for _ in range(2))
        self.now = Millis(0)
        for step in wander(self.game, seats, Dice.from_text(str(seed)), inputs):
            self.now = step.at
            if step.seat is None or step.move is None:
                self.twin.tick(step.at)
            else:
                self.twin.play(step.seat, step.move, step.at)

    def later(self, millis: int) -> None:
        """Let time pass, and what is due happen."""
        self.now = Millis(self.now + millis)
        assert dump(self.game.tick(self.now)) == dump(self.twin.tick(self.now))

    def attempt(self, seat: Seat, move: Move) -> None:
        """Make a move: accepted by both games with the same events, or refused and without a trace."""
        if move in self.game.moves(seat):
            events = self.game.play(seat, move, self.now)
            assert dump(self.twin.play(seat, move, self.now)) == dump(events)
            return
        before = dump(self.game)
        with pytest.raises(IllegalMove, match="WATAI-") as refused:
            self.game.play(seat, move, self.now)
        assert dump(self.game) == before
        with pytest.raises(IllegalMove) as refused_too:
            self.twin.play(seat, move, self.now)
        assert str(refused_too.value) == str(refused.value)

    @rule(seat=st.integers(0, 7), which=NUMBERS, millis=st.integers(0, 3_000))
    def do_something_legal(self, seat: int, which: int, millis: int) -> None:
        self.later(millis)
        moves = self.game.moves(Seat(seat))
        if moves:
            self.attempt(Seat(seat), moves[which % len(moves)])

    @rule(which=NUMBERS, millis=st.integers(0, 300))
    def play_a_card(self, which: int, millis: int) -> None:
        self.later(millis)
        plays = [
            (player.seat, move)
            for player in self.game.players
            for move in self.game.moves(player.seat)
            if isinstance(move, Open | Place)
        ]
        seat, move = plays[which % len(plays)] if plays else (Seat(0), Turn())
        self.attempt(seat, move)

    @rule(seat=st.sampled_from([-1, *range(9), 10**30]), what=NUMBERS, millis=st.integers(0, 300))
    def try_anything(self, seat: int, what: int, millis: int) -> None:
        self.later(millis)
        self.attempt(Seat(seat), stray(self.game, Dice.from_text(str(what))))

    @precondition(lambda self: self.game.due() is not None)
    @rule()
    def wait_for_what_is_due(self) -> None:
        due = self.game.due()
        assert due is not None
        self.later(due - self.now)

    @rule(how=NUMBERS)
    def look_with_hidden_cards_swapped(self, how: int) -> None:
        other = deepcopy(self.game)
        disguise(other, None, Dice.from_text(str(how)))
        for seat in (None, *(player.seat for player in self.game.players)):
            assert other.view(seat) == self.game.view(seat)

    @rule()
    def compare_the_twins(self) -> None:
        assert dump(self.game) == dump(self.twin)

    def teardown(self) -> None:
        self.compare_the_twins()

    @invariant()
    def nothing_is_wrong(self) -> None:
        assert tuple(self.game.faults()) == ()

    @invariant()
    def every_card_is_in_exactly_one_place(self) -> None:
        assert cards_on_the_table(self.game) == cards_in_play(self.game)

    @invariant()
    def every_pile_is_a_legal_run(self) -> None:
        last = 8 if len(self.game.players) == 2 else 12
        variant = self.game.variant.number
        for pile in self.game.race.arena.piles:
            assert pile.cards[0][1] == ("-" if variant == 9 else "+")
            for below, above in pairwise(pile.cards):
                assert may_follow(below[1:], above[1:], variant, last), (below, above)


TestRandomGames = RandomGames.TestCase
TestRandomGames.settings = settings(
    derandomize=True, deadline=None, database=None, max_examples=40, stateful_step_count=25
)
