"""A host in lines: two questions, fewer where flags or the game have answered them."""

import pytest

from tests.support.screens.around_games import a_scene
from watai.clients.cli.line.host_menu import HostMenu
from watai.clients.cli.ui.screen import Scene
from watai.clients.state.room_setup import Setup

USUAL = Setup()


def menu(
    setup: Setup = USUAL, *, seats_given: bool = False, language: str = "en"
) -> tuple[Scene, HostMenu]:
    scene = a_scene(language)
    scene.setup = setup
    return scene, HostMenu(scene, seats_given=seats_given)


def test_empty_lines_take_what_is_usual() -> None:
    _, asked = menu()
    assert list(asked.opening())[-1] == "A number chooses a game; an empty line takes Wataï."
    assert asked.read("") == (None, ["How many seats, 2 to 8? An empty line takes 4."])
    assert asked.read(" ")[0] == USUAL


def test_a_number_that_cannot_be_is_asked_for_again() -> None:
    _, asked = menu()
    asked.read("3")
    assert asked.read("6") == (None, ["How many seats, 2 to 5? An empty line takes 4."])
    assert asked.read("2")[0] == Setup("wapi", 2)


def test_a_game_for_two_needs_no_second_question() -> None:
    _, asked = menu()
    assert asked.read("duel")[0] == Setup("duel", 2)


def test_what_flags_have_said_is_not_asked_again() -> None:
    _, asked = menu(Setup(seats=3, public=True), seats_given=True)
    assert asked.read("wapi")[0] == Setup("wapi", 3, public=True)


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "No game is called “chess”: type a number of the list."),
        ("fr", "Aucun jeu ne s'appelle « chess » : tapez un numéro de la liste."),
    ],
)
def test_a_game_that_does_not_exist_is_said_to(language: str, told: str) -> None:
    _, asked = menu(language=language)
    assert asked.read("chess") == (None, [told])
