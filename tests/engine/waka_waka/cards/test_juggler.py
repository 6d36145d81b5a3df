"""WAKA-14: the Fire Juggler."""

from tests.engine.waka_waka.positions import JUNK, LEFT, YOU, asked, do, position, refusal
from watai.engine.waka_waka.events import Enchanted, Rained, Repeated
from watai.engine.waka_waka.moves import (
    Borrow,
    Buy,
    Gather,
    Look,
    Pass,
    Peek,
    Play,
    PlayFaceDown,
    Sell,
)


def test_waka_14_a_juggler_is_never_the_first_card() -> None:
    assert refusal(position(["juggler", "seer"], JUNK), YOU, Play("juggler")) == "WAKA-14"


def test_waka_14_a_juggler_repeats_the_card_before_it() -> None:
    game = position(["rainmaker", "juggler", "seer"], JUNK, status=[3])
    events = do(game, YOU, Play("rainmaker"), Play("juggler"))
    assert events[-2:] == [Repeated(YOU, "rainmaker"), Rained(YOU, 3)]


def test_waka_14_two_jugglers_make_three_uses_of_the_first_card() -> None:
    game = position(["rainmaker", "juggler", "juggler"], JUNK, status=[4], gold=[0])
    events = do(game, YOU, Play("rainmaker"), Play("juggler"), Play("juggler"))
    assert events.count(Rained(YOU, 4)) == 3
    assert game.view(None).players[YOU].gold == 12


def test_waka_14_a_repeated_merchant_may_do_something_else() -> None:
    game = position(["merchant", "juggler", "seer"], JUNK, boats=[["tea", "tea"]])
    do(game, YOU, Play("merchant"), Buy(1), Play("juggler"), Sell("tea"))
    assert game.view(None).players[YOU].gold == 8 - 2 + 10


def test_waka_14_a_third_card_juggler_repeats_the_second_card() -> None:
    game = position(["chimpanzee", "rainmaker", "juggler"], JUNK, status=[1])
    do(game, YOU, Play("chimpanzee"), Peek(1, (2,)))
    events = do(game, YOU, Play("rainmaker"), Play("juggler"))
    assert events.count(Rained(YOU, 1)) == 2


def test_waka_14_cards_face_down_cannot_be_repeated() -> None:
    triple = ("chimpanzee", "drummer", "seer")
    game = position([*triple, "juggler"], JUNK)
    do(game, YOU, PlayFaceDown(triple), Buy(1))
    assert refusal(game, YOU, Play("juggler")) == "WAKA-14"


def test_waka_14_a_repeated_card_gives_the_others_no_use_but_the_first_one_did() -> None:
    game = position(["gatherer", "juggler", "seer"], JUNK, village=["tea", "tea", "salt"])
    do(game, YOU, Play("gatherer"), Gather("tea"))
    assert asked(game) == (LEFT, "offer")
    do(game, LEFT, Pass())
    do(game, YOU, Play("juggler"), Gather("tea"))
    assert asked(game) == (YOU, "turn")


def test_waka_14_a_repeated_sorcerer_needs_the_fire_and_the_gold_again() -> None:
    game = position(["sorcerer", "juggler", "seer"], JUNK, gold=[30])
    do(game, YOU, Play("sorcerer"))
    game.table.lit = False
    assert refusal(game, YOU, Play("juggler")) == "WAKA-12"
    game.table.lit = True
    assert Enchanted(YOU, 12, 2) in do(game, YOU, Play("juggler"))


def test_waka_14_the_fire_may_go_out_between_a_sorcerer_and_its_juggler() -> None:
    game = position(
        ["sorcerer", "seer", "juggler"], JUNK, gold=[30, 0], pile=["fire", "merchant", "elder"]
    )
    do(game, YOU, Play("sorcerer"), Play("seer"))
    assert not game.view(None).lit
    events = do(game, YOU, Play("juggler"))  # it repeats the Seer, the card just before it
    assert Repeated(YOU, "seer") in events


def test_waka_14_a_repeated_elder_looks_again_at_anybody() -> None:
    game = position(["elder", "juggler", "seer"], ["rainmaker"], status=[2])
    do(game, YOU, Play("elder"), Look(LEFT), Borrow("rainmaker"))
    do(game, LEFT, Pass())
    do(game, YOU, Play("juggler"))
    assert asked(game) == (YOU, "elder")
    assert Rained(YOU, 2) in do(game, YOU, Look(LEFT), Borrow("rainmaker"))
    assert asked(game) == (LEFT, "change")
