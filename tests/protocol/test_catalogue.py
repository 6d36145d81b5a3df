"""The catalogue has everything that a page for hosts needs: what it offers is accepted, what it does not offer is refused."""

import pytest

from tests.support.server.memory_lobby import MemoryLobby
from watai.clients.text.catalogue import LANGUAGES, Text
from watai.engine.catalogue import GAMES
from watai.engine.options import BadOption
from watai.protocol.catalogue import catalogue
from watai.protocol.messages import AskCatalogue, Catalogue, GameLine, OptionLine
from watai.protocol.rooms import check_room

GAMES_TOLD = catalogue(1).games
every_game = pytest.mark.parametrize("told", GAMES_TOLD, ids=lambda told: told.game)


def values(option: OptionLine) -> list[str | int | bool]:
    """What the option may be: every word, or the ends of its range."""
    if option.type == "int":
        assert option.least is not None
        assert option.most is not None
        return [option.least, option.most]
    if option.type == "text":
        return [option.default]
    return list(option.words)


def may_be(told: GameLine, option: OptionLine, value: str | int | bool) -> bool:
    """Whether there is a number of players for which a room with this option opens."""
    for seats in range(told.seats.least, told.seats.most + 1):
        try:
            check_room(told.game, seats, {option.name: value})
        except BadOption:
            continue
        return True
    return False


def test_every_game_is_told() -> None:
    assert [told.game for told in GAMES_TOLD] == list(GAMES)


@every_game
def test_the_seats_are_those_that_the_rules_allow(told: GameLine) -> None:
    for seats in (told.seats.least - 1, told.seats.most + 1):
        with pytest.raises(BadOption):
            check_room(told.game, seats, {})
    for seats in (told.seats.least, told.seats.most):
        check_room(told.game, seats, {option.name: option.default for option in told.options})


@every_game
def test_every_value_it_offers_can_be_chosen_and_no_other(told: GameLine) -> None:
    for option in told.options:
        assert all(may_be(told, option, value) for value in values(option)), option.name
        if option.type == "int":
            assert option.least is not None
            assert option.most is not None
            assert isinstance(option.default, int)
            assert option.least <= option.default <= option.most
            assert not may_be(told, option, option.least - 1)
            assert not may_be(told, option, option.most + 1)
        elif option.type == "text":
            assert may_be(told, option, option.default)
            assert not may_be(told, option, "another word")
            assert option.most is not None
            assert not may_be(told, option, "x" * (option.most + 1))
        else:
            assert option.default in option.words
            assert not may_be(told, option, "another word")
        assert (option.type == "bool") == (set(option.words) == {"on", "off"})


@every_game
def test_no_option_is_left_out(told: GameLine) -> None:
    own = set(GAMES[told.game].game.options_type.kinds())
    assert {option.name for option in told.options if not option.of_room} == own
    of_room = {option.name for option in told.options if option.of_room}
    assert of_room == ({"arbitration", "hold_cap"} if told.races else set())


@every_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_has_a_name_for_people(told: GameLine, language: str) -> None:
    for option in told.options:
        for name in (option.text, f"options.names.{option.name}"):
            assert isinstance(Text(language).find(name), str), name


def test_a_guest_who_asks_is_told() -> None:
    (ada,) = MemoryLobby().guests("Ada")
    answer = ada.ask(AskCatalogue)
    assert isinstance(answer, Catalogue)
    assert answer.games == GAMES_TOLD
