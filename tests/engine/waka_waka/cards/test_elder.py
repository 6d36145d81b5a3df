"""WAKA-13: the Elder, and the cards it borrows."""

from tests.engine.waka_waka.positions import JUNK, LEFT, RIGHT, YOU, asked, do, position, refusal
from watai.engine.waka_waka.events import (
    Borrowed,
    Declined,
    Discarded,
    Drawn,
    Enchanted,
    Looked,
    Rained,
    Repeated,
)
from watai.engine.waka_waka.moves import (
    Borrow,
    Buy,
    Discard,
    Gather,
    Look,
    Pass,
    Play,
    PlayFaceDown,
    Stop,
)


def test_waka_13_the_elder_looks_at_a_whole_hand() -> None:
    game = position(["elder", "seer"], ["merchant", "porter"], JUNK)
    events = do(game, YOU, Play("elder"), Look(LEFT))
    looked = Looked(YOU, LEFT, ("merchant", "porter"))
    assert events[1] == looked
    assert game.tell(looked, YOU) == game.tell(looked, LEFT) == looked
    assert game.tell(looked, RIGHT) == game.tell(looked, None) == Looked(YOU, LEFT, ())
    assert game.view(YOU).shown == ("merchant", "porter")
    assert game.view(RIGHT).shown == game.view(LEFT).shown == game.view(None).shown == ()


def test_waka_13_only_an_opponent_with_cards_can_be_looked_at() -> None:
    game = position(["elder", "seer"], [], JUNK)
    do(game, YOU, Play("elder"))
    assert game.moves(YOU) == (Look(RIGHT),)
    for seat in (YOU, LEFT, -1, 3, 10**9):
        assert refusal(game, YOU, Look(seat)) == "WAKA-13"  # type: ignore[arg-type]


def test_waka_13_there_must_be_somebody_to_look_at() -> None:
    assert refusal(position(["elder"], []), YOU, Play("elder")) == "WAKA-13"


def test_waka_13_a_card_is_used_and_its_owner_keeps_it() -> None:
    game = position(["elder", "seer"], ["merchant", "porter"], boats=[["tea", "salt"]])
    events = do(game, YOU, Play("elder"), Look(LEFT), Borrow("merchant"))
    assert events[-1] == Borrowed(YOU, LEFT, "merchant")
    assert asked(game) == (YOU, "merchant")
    do(game, YOU, Buy(1))
    me = game.view(None).players[YOU]
    assert (me.gold, me.stock) == (6, ("salt", "tea"))
    assert game.view(LEFT).hand == ("merchant", "porter")


def test_waka_13_the_owner_may_then_discard_one_card_and_draw_one() -> None:
    game = position(["elder", "rainmaker"], ["rainmaker", "porter"], pile=["sorcerer"])
    do(game, YOU, Play("elder"), Look(LEFT), Borrow("rainmaker"))
    assert asked(game) == (LEFT, "change")
    assert refusal(game, LEFT, Discard("seer")) == "WAKA-13"
    assert refusal(game, YOU, Stop()) == "WAKA-4"
    events = do(game, LEFT, Discard("porter"))
    assert events == [Discarded(LEFT, "porter"), Drawn(LEFT, 1, ("sorcerer",))]
    assert game.tell(events[1], YOU) == Drawn(LEFT, 1, ())
    assert asked(game) == (YOU, "turn")


def test_waka_13_nothing_need_be_used_and_nothing_changed() -> None:
    game = position(["elder", "seer"], ["merchant"])
    assert do(game, YOU, Play("elder"), Look(LEFT), Pass())[-1] == Declined(YOU, LEFT)
    assert do(game, LEFT, Pass()) == []
    assert game.view(LEFT).hand == ("merchant",)
    assert asked(game) == (YOU, "turn")


def test_waka_13_a_borrowed_card_gives_the_others_no_gold_symbol_use() -> None:
    game = position(["elder", "seer"], ["gatherer"], JUNK, village=["tea", "salt"])
    do(game, YOU, Play("elder"), Look(LEFT), Borrow("gatherer"), Gather("tea"))
    assert asked(game) == (LEFT, "change")
    do(game, LEFT, Pass())
    assert asked(game) == (YOU, "turn")


def test_waka_13_only_a_card_of_that_hand_can_be_used_and_only_if_it_could_be_played() -> None:
    game = position(["elder", "seer"], ["sorcerer", "juggler", "porter"], gold=[20], lit=False)
    do(game, YOU, Play("elder"), Look(LEFT))
    assert refusal(game, YOU, Borrow("seer")) == "WAKA-13"
    assert refusal(game, YOU, Borrow("sorcerer")) == "WAKA-12"
    assert refusal(game, YOU, Borrow("juggler")) == "WAKA-14"
    assert refusal(game, YOU, Borrow("porter")) == "WAKA-18"
    assert game.moves(YOU) == (Pass(),)


def test_waka_13_a_borrowed_sorcerer_is_paid_by_the_borrower() -> None:
    game = position(["elder", "seer"], ["sorcerer"], gold=[12, 12])
    assert Enchanted(YOU, 12, 1) in do(game, YOU, Play("elder"), Look(LEFT), Borrow("sorcerer"))
    assert [each.gold for each in game.view(None).players] == [0, 12]


def test_waka_13_a_borrowed_seer_draws_for_the_borrower() -> None:
    game = position(["elder", "chimpanzee"], ["seer"], pile=["merchant", "porter"])
    events = do(game, YOU, Play("elder"), Look(LEFT), Borrow("seer"))
    assert events[-1] == Drawn(YOU, 2, ("merchant", "porter"))
    assert asked(game) == (LEFT, "change")


def test_waka_13_a_borrowed_juggler_repeats_the_card_before_the_elder() -> None:
    game = position(["rainmaker", "elder", "seer"], ["juggler"], status=[2])
    events = do(game, YOU, Play("rainmaker"), Play("elder"), Look(LEFT), Borrow("juggler"))
    assert events[-2:] == [Repeated(YOU, "rainmaker"), Rained(YOU, 2)]
    assert game.view(None).players[YOU].gold == 8 + 2 + 2


def test_waka_13_a_borrowed_juggler_cannot_repeat_cards_face_down() -> None:
    triple = ("chimpanzee", "drummer", "seer")
    game = position([*triple, "elder", "seer"], ["juggler"])
    do(game, YOU, PlayFaceDown(triple), Buy(1), Play("elder"), Look(LEFT))
    assert refusal(game, YOU, Borrow("juggler")) == "WAKA-14"


def test_waka_13_a_borrowed_elder_looks_at_somebody_else() -> None:
    game = position(["elder", "seer"], ["elder"], ["rainmaker"], status=[3])
    do(game, YOU, Play("elder"), Look(LEFT), Borrow("elder"))
    assert asked(game) == (YOU, "elder")
    assert game.view(None).visited == (LEFT,)
    assert refusal(game, YOU, Look(LEFT)) == "WAKA-13"
    assert Rained(YOU, 3) in do(game, YOU, Look(RIGHT), Borrow("rainmaker"))
    assert asked(game) == (RIGHT, "change")  # the hand seen last is changed first
    do(game, RIGHT, Pass())
    assert asked(game) == (LEFT, "change")
    do(game, LEFT, Pass())
    assert asked(game) == (YOU, "turn")


def test_waka_13_between_two_players_an_elder_finds_no_use_for_an_elder() -> None:
    game = position(["elder", "seer"], ["elder"])
    do(game, YOU, Play("elder"), Look(LEFT))
    assert refusal(game, YOU, Borrow("elder")) == "WAKA-13"


def test_waka_13_elder_and_borrowed_juggler_do_not_go_round_in_circles() -> None:
    game = position(["elder", "elder", "seer"], ["juggler"])
    do(game, YOU, Play("elder"), Look(LEFT), Pass())
    do(game, LEFT, Pass())
    do(
        game, YOU, Play("elder"), Look(LEFT)
    )  # its Juggler would repeat the first Elder, which has nowhere to go
    assert refusal(game, YOU, Borrow("juggler")) == "WAKA-13"
