"""What Wataï's bots intend to do, shown a view and nothing else."""

import pytest

from tests.engine.watai.positions import Table, begin, bot, climb, lay, new, seed_for, table
from tests.engine.watai.specimen import disguise
from watai.engine.bots.watai import SKILLS
from watai.engine.dice import Dice
from watai.engine.game import Move, Seat
from watai.engine.watai.accents import ACCENTS
from watai.engine.watai.cards import Card
from watai.engine.watai.moves import Call, Fill, Go, Name, Open, Pick, Place, Say, Shout, Slap, Turn


def intends(it: Table, seat: int = 0) -> Move | None:
    """What a strong bot would do now."""
    plan = bot(seat=seat).think(it.game.view(Seat(seat)), it.now)
    return None if plan is None else plan.move


@pytest.mark.parametrize("strength", SKILLS)
def test_hidden_cards_change_no_plan(strength: str) -> None:
    it = table(8, talons={0: 3}, piles=[climb("Gb5"), climb("Lr3")])
    it.play(0, Turn())
    plans = []
    for seed in ("one", "two"):
        disguise(it.game, None, Dice.from_text(seed))
        views = [(seat, it.game.view(Seat(seat))) for seat in range(8)]
        plans.append([bot(strength, seat).think(view, it.now) for seat, view in views])
    assert plans[0] == plans[1]


def test_a_bot_says_go_when_it_is_its_part() -> None:
    it = new(3, seed_for(3))
    assert [intends(it, seat) for seat in range(3)] == [Go(), None, None]


@pytest.mark.parametrize("variant", [3, 10])
def test_a_bot_names_a_rival_who_is_ahead(variant: int) -> None:
    it = new(3, seed_for(3), variants=variant)
    it.game.totals = [50, 0, 10]
    assert intends(it) == Name(Seat(2))


def test_a_bot_names_itself_where_that_helps() -> None:
    assert intends(new(3, seed_for(3), variants=4)) == Name(Seat(0))


def test_a_bot_picks_an_accent_that_exists() -> None:
    move = intends(new(3, seed_for(3), variants=16), seat=1)
    assert isinstance(move, Pick)
    assert move.accent in ACCENTS


def test_a_bot_shouts_as_soon_as_it_may() -> None:
    assert intends(table(reels={0: "G+1"}, talons={0: 0})) == Shout()


def test_a_bot_slaps_a_fresh_10() -> None:
    it = table(variant=15, reels={1: "Lb10"}, piles=[climb("Gb9")])
    it.play(1, lay("Lb10", on=0))
    assert intends(it) == Slap(0)
    it.play(0, Slap(0))
    assert intends(it) != Slap(0)


def test_a_bot_says_the_number_it_laid_and_not_that_of_others() -> None:
    it = table(variant=16, reels={0: "Gb2", 1: "Lb3"}, piles=["G+1"])
    it.play(0, lay("Gb2", on=0))
    it.play(1, lay("Lb3", on=0))
    assert (intends(it, 0), intends(it, 1)) == (Say(2), Say(3))


def test_a_bot_fills_its_holes_where_that_is_done_by_hand() -> None:
    it = table(reels={0: "Gr9 G+1"}, refill="manual")
    it.play(0, begin("G+1"))
    assert intends(it) == Fill(1)


def test_a_bot_prefers_the_devidoir_to_the_stock() -> None:
    it = table(reels={0: "Gr9 Gb3"}, stocks={0: "Gr3 Gr4 Gb6"}, piles=[climb("Lb2"), climb("Ob5")])
    it.play(0, Turn())
    assert intends(it) == Place(Card("Gb3"), 0)


def test_a_bot_prefers_the_higher_of_two_piles() -> None:
    it = table(reels={0: "Gr9 Gb3 Gr6"}, piles=[climb("Lb2"), climb("Or5")])
    assert intends(it) == Place(Card("Gr6"), 1)


def test_a_bot_plays_from_its_stock_when_the_devidoir_has_nothing() -> None:
    it = table(stocks={0: "Gr3 Gr4 G+1"})
    assert intends(it) == Turn()
    it.play(0, Turn())
    assert intends(it) == Open(Card("G+1"))


def test_a_bot_leaves_a_leftover_alone() -> None:
    it = table(stocks={0: "Gr3 Gr4 Gr5 G+1"})
    it.play(0, Turn())
    it.play(0, Turn())
    assert intends(it) == Turn()


def test_a_bot_with_nothing_to_do_waits() -> None:
    it = table(stocks={0: ""})
    assert intends(it) is None


def test_a_frozen_bot_waits_and_the_thrower_s_does_not() -> None:
    it = table(variant=13, stocks={0: "Gr3 Gr4 G! Gr5"}, reels={1: "L+1"})
    it.play(0, Turn())
    assert [intends(it, seat) for seat in range(3)] == [Turn(), None, None]


@pytest.mark.parametrize(
    ("strength", "calls"), [("easy", False), ("medium", True), ("strong", True)]
)
def test_all_but_the_weakest_call_a_card_that_they_have_seen_fit_for_too_long(
    strength: str, calls: bool
) -> None:
    it = table(reels={1: "Lb3"}, piles=["O+1 Ob2"])
    watcher = bot(strength)
    watcher.think(it.game.view(Seat(0)), it.now)
    it.wait(5_001)
    plans = [watcher.think(it.game.view(Seat(0)), it.now) for _ in range(2)]
    called = [plan.move for plan in plans if plan and isinstance(plan.move, Call)]
    assert called == ([Call(Seat(1), Card("Lb3"))] if calls else [])
