"""Room options: read from loose values, refused in words."""

import dataclasses
import pickle

import pytest

from watai.engine.dice import Dice
from watai.engine.options import BadOption, Options, one_of, whole
from watai.engine.wapi.rules import Wapi


@dataclasses.dataclass(frozen=True, slots=True)
class Tea(Options):
    """Options of no game."""

    cups: int = whole(2, -1, 12)
    sort: str = one_of("black", "green", "7")
    milk: str = one_of("on", "off")


def test_without_a_word_everything_is_as_usual() -> None:
    assert Tea.parse({}) == Tea() == Tea(cups=2, sort="black", milk="on")


@pytest.mark.parametrize("given", [7, "7", " 7 ", "07"])
def test_a_whole_number_may_come_as_text(given: object) -> None:
    assert Tea.parse({"cups": given}).cups == 7


@pytest.mark.parametrize(("given", "read"), [(-1, -1), ("-1", -1), (12, 12)])
def test_both_ends_of_a_range_are_allowed(given: object, read: int) -> None:
    assert Tea.parse({"cups": given}).cups == read


@pytest.mark.parametrize(
    "given",
    [
        -2,
        13,
        "",
        "-",
        "--1",
        "1-",
        "1.0",
        1.0,
        "1e1",
        "0x1",
        "one",
        None,
        True,
        [1],
        10**30,
        "9" * 99,
    ],
)
def test_what_is_not_a_whole_number_in_range_is_refused_in_words(given: object) -> None:
    with pytest.raises(BadOption, match="must be a whole number from -1 to 12") as refusal:
        Tea.parse({"cups": given})
    assert refusal.value.option == "cups"


@pytest.mark.parametrize(("given", "read"), [("green", "green"), (" green ", "green"), (7, "7")])
def test_a_word_may_come_with_spaces_or_as_a_number(given: object, read: str) -> None:
    assert Tea.parse({"sort": given}).sort == read


@pytest.mark.parametrize("given", ["Green", "", "mint", None, 8, True])
def test_what_is_not_one_of_the_words_is_refused_in_words(given: object) -> None:
    with pytest.raises(BadOption, match="must be one of black, green, 7"):
        Tea.parse({"sort": given})


@pytest.mark.parametrize(("given", "read"), [(True, "on"), (False, "off"), ("off", "off")])
def test_yes_and_no_mean_on_and_off(given: object, read: str) -> None:
    assert Tea.parse({"milk": given}).milk == read


def test_an_unknown_option_is_refused_with_those_there_are() -> None:
    with pytest.raises(BadOption) as refusal:
        Tea.parse({"sugar": 1})
    assert str(refusal.value) == "sugar: there is no such option; there are: cups, sort, milk"


def test_a_game_without_options_says_that_there_are_none() -> None:
    with pytest.raises(BadOption, match="there are: none"):
        Options.parse({"sugar": 1})


def test_a_refusal_never_repeats_more_than_a_little_of_what_was_sent() -> None:
    with pytest.raises(BadOption) as name:
        Tea.parse({"x" * 10_000: 1})
    with pytest.raises(BadOption) as value:
        Tea.parse({"sort": "x" * 10_000})
    assert len(str(name.value)) < 120
    assert len(str(value.value)) < 120


def test_options_can_say_what_they_may_be() -> None:
    said = {name: str(kind) for name, kind in Tea.kinds().items()}
    assert said == {
        "cups": "a whole number from -1 to 12",
        "sort": "one of black, green, 7",
        "milk": "one of on, off",
    }


def test_options_do_not_change() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        Tea().cups = 3  # type: ignore[misc]


def test_a_refusal_travels_between_processes() -> None:
    refusal = BadOption("cups", "must be a whole number from {least} to {most}", least=1, most=12)
    again = pickle.loads(pickle.dumps(refusal))
    assert str(again) == str(refusal) == "cups: must be a whole number from 1 to 12"


def test_a_game_refuses_the_options_of_another() -> None:
    with pytest.raises(TypeError, match="wapi takes WapiOptions"):
        Wapi(Tea(), 2, Dice.from_text("options"))
