"""Chapter 2 of the rules, from the side of those who break them: every bad input is refused and changes nothing."""

import dataclasses

import pytest

from tests.engine.watai.positions import Table, begin, call, lay, new, seed_for, table
from watai.engine.dice import Dice
from watai.engine.game import IllegalMove, Millis, Move, Seat
from watai.engine.watai.moves import MOVES, Fill, Go, Name, Pick, Say, Shout, Slap, Turn
from watai.engine.watai.options import WataiOptions
from watai.engine.watai.rules import Watai

HUGE = 10**30
NUMBERS = [-HUGE, -1, 1, 99, HUGE]
CARDS = ["", "G", "Gb", "Zb2", "Gb99", "Gb02", "gb2", "\0", "Gb2 ", "💥"]


@dataclasses.dataclass(frozen=True)
class Juggle(Move):
    """No move of this game."""


EVERY_MOVE = [
    Go(),
    Name(Seat(1)),
    Pick("fr"),
    begin("G+1"),
    lay("Gb2", on=0),
    Turn(),
    Fill(0),
    Shout(),
    call(1, "Lb2"),
    Slap(0),
    Say(2),
    Juggle(),
]
every_move = pytest.mark.parametrize("move", EVERY_MOVE, ids=lambda move: type(move).__name__)


def race() -> Table:
    return table(reels={0: "Gb2 Gb3", 1: "Lb2"}, talons={0: "Gy9"}, piles=["G+1"])


def test_every_kind_of_move_is_tried() -> None:
    assert {type(move) for move in EVERY_MOVE} == {*MOVES, Juggle}


@every_move
def test_watai_6_before_go_the_game_takes_nothing_but_go(move: Move) -> None:
    it = new(3, seed_for(3))
    assert it.refused(1, move) == "WATAI-6"


@every_move
def test_watai_6_during_the_countdown_the_game_takes_nothing(move: Move) -> None:
    it = new(3, seed_for(3))
    it.play(0, Go())
    assert {it.refused(seat, move) for seat in range(3)} == {"WATAI-6"}


@every_move
def test_watai_21_after_the_end_the_game_takes_nothing(move: Move) -> None:
    it = table(talons={0: 0}, target=1)
    it.shout(0)
    assert it.view.phase == "over"
    assert {it.refused(seat, move) for seat in range(3)} == {"WATAI-21"}


@every_move
@pytest.mark.parametrize("seat", [-HUGE, -1, 3, HUGE])
def test_watai_5_a_seat_that_is_not_at_the_table_can_do_nothing(seat: int, move: Move) -> None:
    assert race().refused(seat, move) == "WATAI-5"


def test_watai_9_there_is_no_move_but_those_of_the_game() -> None:
    assert race().refused(0, Juggle()) == "WATAI-9"


@pytest.mark.parametrize("card", CARDS)
def test_watai_9_a_card_that_does_not_exist_cannot_be_played(card: str) -> None:
    it = race()
    assert {it.refused(0, begin(card)), it.refused(0, lay(card, on=0))} == {"WATAI-9"}


@pytest.mark.parametrize("pile", NUMBERS)
def test_watai_8_a_pile_that_does_not_exist_takes_nothing(pile: int) -> None:
    assert race().refused(0, lay("Gb2", on=pile)) == "WATAI-8"


@pytest.mark.parametrize("slot", [*NUMBERS, 0, 5])
@pytest.mark.parametrize("refill", ["auto", "manual"])
def test_watai_10_a_hole_that_is_not_there_cannot_be_filled(slot: int, refill: str) -> None:
    assert table(refill=refill).refused(0, Fill(slot)) == "WATAI-10"


@pytest.mark.parametrize("player", [-HUGE, -1, 0, 3, HUGE])
def test_watai_17_nobody_who_is_not_a_rival_can_be_called(player: int) -> None:
    assert race().refused(0, call(player, "Lb2")) == "WATAI-17"


@pytest.mark.parametrize("card", CARDS)
def test_watai_17_a_card_that_does_not_exist_cannot_be_called(card: str) -> None:
    assert race().refused(0, call(1, card)) == "WATAI-17"


@pytest.mark.parametrize("number", [*NUMBERS, 2])
def test_watai_v16_there_is_nothing_to_say_in_a_plain_round(number: int) -> None:
    assert race().refused(0, Say(number)) == "WATAI-V16"


@pytest.mark.parametrize("pile", [*NUMBERS, 0])
def test_watai_v15_there_is_nothing_to_slap_in_a_plain_round(pile: int) -> None:
    assert race().refused(0, Slap(pile)) == "WATAI-V15"


def test_watai_v_star_nobody_is_named_and_no_accent_picked_during_a_race() -> None:
    assert race().refused(0, Name(Seat(1))) == "WATAI-V*"
    assert race().refused(0, Pick("fr")) == "WATAI-V16"


def test_a_refusal_says_why_in_words() -> None:
    game = Watai(WataiOptions(), 3, Dice.from_text("why"))
    with pytest.raises(IllegalMove) as refusal:
        game.play(Seat(0), Turn(), Millis(0))
    assert str(refusal.value) == "Nothing may be played before Go. (WATAI-6)"
