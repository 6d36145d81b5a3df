"""The bots: whole games without a fault, and a belief that agrees with everything seen."""

from collections import Counter
from collections.abc import Mapping

import pytest

from tests.engine.waka_tanka.positions import NOON, act, new, position
from tests.engine.waka_tanka.specimen import disguise
from tests.support.engine.random_play import wander
from watai.engine.bots.waka_tanka.belief import Belief
from watai.engine.bots.waka_tanka.bot import WakaTankaBot
from watai.engine.bots.waka_tanka.world import KIND_COUNT, NUMBER
from watai.engine.dice import Dice
from watai.engine.fingerprint import dump
from watai.engine.game import START_OF_TIME, Seat
from watai.engine.playout import playout
from watai.engine.waka_tanka.box import COPIES
from watai.engine.waka_tanka.moves import Denounce, Incant, Lay
from watai.engine.waka_tanka.rules import WakaTanka
from watai.engine.waka_tanka.view import TankaView

pytestmark = pytest.mark.slow

EVERY_TABLE = pytest.mark.parametrize("seats", WakaTanka.seats)


def company(seats: int, strengths: tuple[str, ...], seed: str) -> Mapping[Seat, WakaTankaBot]:
    return {
        Seat(seat): WakaTankaBot(
            Seat(seat), strengths[seat % len(strengths)], Dice.from_text(f"{seed} {seat}")
        )
        for seat in range(seats)
    }


@EVERY_TABLE
@pytest.mark.parametrize("strengths", [("easy",), ("strong",), ("easy", "strong")])
def test_bots_play_to_the_end_and_are_never_refused(seats: int, strengths: tuple[str, ...]) -> None:
    game = new(seats, "bots")
    for step in playout(game, company(seats, strengths, "bots")):
        assert step.refused is None
        assert game.faults() == ()
    assert game.outcome() is not None


def test_equal_dice_and_views_make_equal_games() -> None:
    accounts = [
        [dump(step) for step in playout(new(4, "same"), company(4, ("strong", "easy"), "same"))]
        for _ in range(2)
    ]
    assert accounts[0] == accounts[1]


@pytest.mark.parametrize("strength", WakaTankaBot.strengths)
def test_a_bot_does_not_know_what_is_hidden_from_it(strength: str) -> None:
    for number in range(20):
        game = new(4, f"blind {number}")
        for _ in wander(game, 4, Dice.from_text("blind"), number):
            pass
        if game.outcome() is not None:
            continue
        seat = game.prompts()[0].seat
        one, two = (WakaTankaBot(seat, strength, Dice.from_text("equal")) for _ in range(2))
        plan = one.think(game.view(seat), NOON)
        disguise(game, seat, Dice.from_text("blind"))
        assert two.think(game.view(seat), NOON) == plan


@pytest.mark.parametrize("strength", WakaTankaBot.strengths)
def test_a_bot_waits_for_its_turn_and_thinks_as_long_as_people_do(strength: str) -> None:
    game = new(3, "wait")
    seat = game.prompts()[0].seat
    for bot in company(3, (strength,), "wait").values():
        plan = bot.think(game.view(bot.seat), START_OF_TIME)
        assert (plan is not None) == (bot.seat == seat)
        assert plan is None or 800 <= plan.after <= 3_000


@pytest.mark.parametrize("strength", WakaTankaBot.strengths)
def test_a_bot_always_denounces_a_last_card(strength: str) -> None:
    game = position("bear", "owl", "", piles={"coyote": "coyote"}, ask="last")
    plan = WakaTankaBot(Seat(0), strength, Dice.from_text("last")).think(game.view(Seat(0)), NOON)
    assert plan is not None
    assert plan.move == Denounce()


def test_strong_denounces_what_cannot_be_true() -> None:
    game = position(
        "bear bear bear bear",
        "owl owl",
        "owl puma",
        piles={"bear": "puma"},
        pawn="bear",
        ask="answer",
    )
    assert best(game) == Denounce()


def test_strong_incants_where_it_knows_two_true_cards() -> None:
    game = position("owl owl puma mouse", "puma mouse bear bear", "puma mouse bear", pawn="bear")
    act(game, Lay("owl", "owl"))
    act(game, Lay("bear", "bear"))
    act(game, Lay("puma", "puma"))
    act(game, Lay("bear", "puma"))
    act(game, Lay("owl", "mouse"))
    act(game, Lay("bison", "mouse"))
    act(game, Lay("owl", "owl"))
    act(game, Lay("bear", "puma"))
    act(game, Incant("bison"))
    assert best(game) == Incant("owl")


def test_strong_lays_a_last_card_that_is_true() -> None:
    game = position("puma", "owl mouse", "owl mouse", pawn="coyote")
    assert best(game) == Lay("puma", "puma")


def best(game: WakaTanka) -> object:
    plan = WakaTankaBot(Seat(0), "strong", Dice.from_text("best")).think(game.view(Seat(0)), NOON)
    assert plan is not None
    return plan.move


@EVERY_TABLE
def test_a_belief_agrees_with_everything_seen(seats: int) -> None:
    game = new(seats, f"belief {seats}")
    belief = Belief(Seat(0), Dice.from_text("belief"))
    belief.see(game.view(Seat(0)))
    for _ in wander(game, seats, Dice.from_text("belief"), 120):
        view = game.view(Seat(0))
        belief.see(view)
        if game.outcome() is None:
            check(belief, view, game)


def check(belief: Belief, view: TankaView, game: WakaTanka) -> None:
    own = [view.hand.count(kind) for kind in NUMBER]
    for world in belief.worlds:
        assert tuple(map(sum, world.hands)) == view.hands
        assert world.hands[0] == own
        for pile, piled in zip(world.piles, view.piles, strict=True):
            assert [layer for layer, _ in pile] == [each.layer for each in piled.cards]
            for (_, kind), each in zip(pile, piled.cards, strict=True):
                assert each.card is None or NUMBER[each.card] == kind
        cards = Counter(kind for pile in world.piles for _, kind in pile)
        for hand in world.hands:
            assert min(hand) >= 0
            cards.update(dict(enumerate(hand)))
        cards.update(NUMBER[card] for card in game.table.removed)
        assert cards == dict.fromkeys(range(KIND_COUNT), COPIES[len(view.hands)])


def test_a_belief_remembers_who_took_what() -> None:
    game = position("bear owl", "owl puma", "puma", piles={"coyote": "owl mouse"}, ask="answer")
    belief = Belief(Seat(0), Dice.from_text("memory"))
    belief.see(game.view(Seat(0)))
    act(game, Denounce())
    belief.see(game.view(Seat(0)))
    for world in belief.worlds:
        assert world.hands[2][NUMBER["owl"]] >= 1
        assert world.hands[2][NUMBER["mouse"]] >= 1


def test_a_belief_starts_again_after_views_it_missed() -> None:
    game = new(3, "gap")
    belief = Belief(Seat(0), Dice.from_text("gap"))
    belief.see(game.view(Seat(0)))
    for _ in wander(game, 3, Dice.from_text("gap"), 5):
        pass
    belief.see(game.view(Seat(0)))
    assert all(tuple(map(sum, world.hands)) == game.view(None).hands for world in belief.worlds)
