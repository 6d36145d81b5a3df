"""Chapter 4 of the rules: accents (V16), and the time to pick one (V*)."""

import pytest

from tests.engine.watai.positions import Table, begin, climb, lay, new, of, only, seed_for, table
from watai.engine.watai.accents import ACCENTS, word
from watai.engine.watai.events import AccentPicked, Omitted, Said, Scored
from watai.engine.watai.moves import Go, Pick, Say


def picking() -> Table:
    return new(3, seed_for(3), variants="16")


def owing() -> Table:
    """Seat 0 has just laid a 2 and owes its number."""
    it = table(
        variant=16,
        reels={0: "G+1 Gb2 Gb3 Gr2", 1: "Lb3 L-1"},
        talons={0: 0, 1: 0},
        piles=["O+2", "L+1", climb("Or12")],
    )
    it.play(0, lay("Gb2", on=0))
    return it


def omissions(it: Table) -> list[int]:
    return [line.omissions for line in only(it.shout(1), Scored).lines]


def test_watai_v16_everybody_is_asked_for_an_accent_before_go() -> None:
    it = picking()
    asked = [(prompt.seat, prompt.ask, prompt.until) for prompt in it.view.prompts]
    assert asked == [(seat, "accent", 15_000) for seat in range(3)]
    assert it.refused(0, Go()) == "WATAI-6"


def test_watai_v16_when_all_have_picked_the_round_waits_for_go() -> None:
    it = picking()
    for seat, accent in enumerate(["fr", "de", "fr"]):
        picked = only(it.play(seat, Pick(accent)), AccentPicked)
        assert (picked.seat, picked.accent, picked.drawn) == (seat, accent, False)
    assert [player.accent for player in it.view.players] == ["fr", "de", "fr"]
    assert it.view.phase == "waiting"


@pytest.mark.parametrize("accent", ["", "klingon", "FR", "fr "])
def test_watai_v16_only_an_accent_that_exists_can_be_picked(accent: str) -> None:
    assert picking().refused(0, Pick(accent)) == "WATAI-V16"


def test_watai_v_star_an_accent_is_kept_for_the_round() -> None:
    it = picking()
    it.play(0, Pick("fr"))
    assert it.refused(0, Pick("de")) == "WATAI-V16"


def test_watai_v_star_after_15_seconds_an_accent_is_drawn_for_whoever_has_none() -> None:
    it = picking()
    it.play(1, Pick("fr"))
    assert it.wait(14_999) == []
    drawn = of(it.wait(1), AccentPicked)
    assert [(each.seat, each.drawn) for each in drawn] == [(0, True), (2, True)]
    assert it.view.phase == "waiting"
    assert {each.accent for each in drawn} <= set(ACCENTS)


def test_watai_v_star_any_accent_may_be_drawn() -> None:
    games = (new(8, str(seed), variants="16") for seed in range(20))
    drawn = {each.accent for it in games for each in of(it.wait(15_000), AccentPicked)}
    assert drawn == set(ACCENTS)


def test_watai_v16_a_number_said_in_time_costs_nothing() -> None:
    it = owing()
    it.wait(2_999)
    said = only(it.play(0, Say(2)), Said)
    assert (said.seat, said.number, said.accent) == (0, 2, it.side(0).accent)
    assert it.wait(60_000) == []
    assert omissions(it) == [0, 0, 0]


def test_watai_v16_a_number_not_said_within_three_seconds_costs_a_point() -> None:
    it = owing()
    assert it.wait(2_999) == []
    omitted = only(it.wait(1), Omitted)
    assert (omitted.seat, omitted.number) == (0, 2)
    assert it.refused(0, Say(2)) == "WATAI-V16"
    line = only(it.shout(1), Scored).lines[0]
    assert (line.omissions, line.points) == (1, line.laid - 1)


@pytest.mark.parametrize("number", [-1, 0, 3, 13, 10**30])
def test_watai_v16_another_number_is_not_the_one_laid(number: int) -> None:
    assert owing().refused(0, Say(number)) == "WATAI-V16"


def test_watai_v16_nobody_says_it_for_another() -> None:
    assert owing().refused(1, Say(2)) == "WATAI-V16"


def test_watai_v16_a_number_is_said_once() -> None:
    it = owing()
    it.play(0, Say(2))
    assert it.refused(0, Say(2)) == "WATAI-V16"


def test_watai_v16_two_cards_of_one_number_are_said_twice() -> None:
    it = owing()
    it.play(0, lay("Gr2", on=1))
    it.play(0, Say(2))
    assert len(of(it.wait(3_000), Omitted)) == 1


def test_watai_v16_numbers_may_be_said_in_any_order() -> None:
    it = owing()
    it.play(0, lay("Gb3", on=0))
    assert [(owed.seat, owed.number) for owed in it.view.owed] == [(0, 2), (0, 3)]
    it.play(0, Say(3))
    it.play(0, Say(2))
    assert it.view.owed == ()


def test_watai_v16_each_player_owes_his_own_numbers() -> None:
    it = owing()
    it.play(1, lay("Lb3", on=0))
    it.wait(1_000)
    it.play(1, Say(3))
    it.wait(3_000)
    assert omissions(it) == [1, 0, 0]


def test_watai_v16_start_and_stop_have_no_number_to_say() -> None:
    it = owing()
    it.play(0, Say(2))
    it.play(0, begin("G+1"))
    it.play(1, lay("L-1", on=2))
    assert it.wait(60_000) == []


def test_watai_v16_what_is_still_within_its_time_when_the_round_ends_is_forgiven() -> None:
    it = owing()
    it.wait(2_999)
    assert omissions(it) == [0, 0, 0]


@pytest.mark.parametrize("accent", ACCENTS)
def test_watai_v16_every_accent_has_a_word_for_each_number_and_no_two_alike(accent: str) -> None:
    assert len({word(accent, number) for number in range(2, 13)}) == 11


def test_watai_v16_words_are_those_of_the_language() -> None:
    said = [word("fr", 2), word("de", 7), word("en", 12), word("la", 10)]
    assert said == ["deux", "sieben", "twelve", "decem"]
