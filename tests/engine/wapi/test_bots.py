"""The bots of Wapi: games to the end, from the view alone."""

from copy import deepcopy
from itertools import product

import pytest

from tests.engine.wapi.positions import answer, deal, seen
from tests.engine.wapi.specimen import disguise
from watai.engine.bots.wapi import search
from watai.engine.bots.wapi.bot import WapiBot
from watai.engine.bots.wapi.future import Future
from watai.engine.dice import Dice
from watai.engine.game import Millis, Seat
from watai.engine.playout import playout
from watai.engine.wapi.moves import Claim, Decline, Place
from watai.engine.wapi.options import WapiOptions
from watai.engine.wapi.rules import Wapi

SCORINGS = ("basic", "advanced")


def bot(seat: int, strength: str) -> WapiBot:
    return WapiBot(Seat(seat), strength, Dice.from_text(f"{strength} {seat}"))


def thought(game: Wapi, strength: str) -> object:
    """What a bot of this strength in the seat that is asked would do."""
    [prompt] = game.prompts()
    plan = bot(prompt.seat, strength).think(game.view(prompt.seat), Millis(0))
    assert plan is not None
    return plan.move


@pytest.fixture
def in_a_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "EFFORT", 500)


@pytest.mark.usefixtures("in_a_hurry")
@pytest.mark.parametrize(("seats", "scoring"), list(product(Wapi.seats, SCORINGS)))
def test_bots_play_to_the_end_without_a_fault_or_a_refusal(seats: int, scoring: str) -> None:
    game = Wapi(WapiOptions(scoring=scoring), seats, Dice.from_text("bots"))
    bots = {Seat(seat): bot(seat, "strong" if seat % 2 else "easy") for seat in range(seats)}
    for step in playout(game, bots):
        assert step.refused is None
        assert game.faults() == ()
        assert step.at == 0 or step.seat is not None, "a bot let its clock run out"
    assert game.outcome() is not None


@pytest.mark.usefixtures("in_a_hurry")
@pytest.mark.parametrize("strength", WapiBot.strengths)
def test_a_bot_does_the_same_whatever_the_order_of_the_bag(strength: str) -> None:
    game = deal("owl", 3, "bear", 5)
    for claimed in (True, "owl", True):
        twin = deepcopy(game)
        disguise(twin, None, Dice.from_text("another bag"))
        assert thought(twin, strength) == thought(game, strength)
        answer(game, claimed)


@pytest.mark.parametrize("strength", WapiBot.strengths)
def test_a_bot_that_is_asked_nothing_waits(strength: str) -> None:
    game = deal("owl")
    assert bot(1, strength).think(game.view(Seat(1)), Millis(0)) is None
    game.tick(Millis(10**9))
    assert bot(0, strength).think(game.view(Seat(0)), Millis(0)) is None


@pytest.mark.parametrize("strength", WapiBot.strengths)
def test_bots_help_themselves_with_good_coins_and_others_with_worthless_ones(strength: str) -> None:
    for coin, section in ((5, "owl"), (0, "bear")):
        game = deal("owl", "bear", coin)
        answer(game, True, True)
        assert thought(game, strength) == Place(section)


def test_strong_leaves_a_worthless_full_section_alone_and_easy_does_not() -> None:
    game = deal(0, 0, 0, 0, 0, 1, "owl")
    answer(game, *["owl"] * 5, "bear")
    assert seen(game).symbol == "owl"
    assert thought(game, "strong") == Decline()
    assert thought(game, "easy") == Claim()


def test_strong_takes_a_full_and_rich_section() -> None:
    game = deal(5, 5, 5, 5, 3, 0, "owl")
    answer(game, *["owl"] * 5, "bear")
    assert thought(game, "strong") == Claim()


def test_a_future_ends_when_its_bag_is_empty_though_coins_would_still_find_room() -> None:
    game = deal("owl", 5)
    answer(game, True)
    future = Future(seen(game))
    assert future.finish([5, 3], seat=1) == [8.0, *[0.0] * (len(game.totems) - 1)]
    assert sum(future.free) > 0


@pytest.mark.usefixtures("in_a_hurry")
def test_strong_beats_easy() -> None:
    won = 0
    for number in range(16):
        game = Wapi(WapiOptions(scoring="advanced"), 2, Dice.from_text(f"match {number}"))
        strong = number % 2
        bots = {Seat(seat): bot(seat, "strong" if seat == strong else "easy") for seat in (0, 1)}
        for _ in playout(game, bots):
            pass
        outcome = game.outcome()
        assert outcome is not None
        won += strong in outcome.winners
    assert won >= 10
