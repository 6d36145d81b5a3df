"""The start menu: few keys, every choice on the screen, and all of it remembered."""

from pathlib import Path

import pytest
from wcwidth import width

from tests.clients.cli.screens.test_pause import press, shown
from tests.support.screens.around_games import LARGE, SMALL, a_scene
from watai.clients.cli.config.choices_file import read_choices, save_choices
from watai.clients.cli.guide.choosing import Choosing
from watai.clients.cli.guide.guide import Guides
from watai.clients.cli.line.menu import LineMenu
from watai.clients.cli.screens.stage import Stage
from watai.clients.cli.screens.start_menu import StartMenu
from watai.clients.cli.ui.face import Size
from watai.clients.cli.ui.screen import EnterRoom, OpenRoom
from watai.clients.state.choices import USEFUL, Choices
from watai.clients.state.room_setup import Setup
from watai.engine.catalogue import GAMES
from watai.engine.options import BadOption

TINY = Size(60, 20)


def choosing(choices: Choices | None = None) -> Choosing:
    guides = Guides((), lambda game: None)
    return Choosing(choices or Choices(), guides, lambda: None)


def menu(language: str = "en", chosen: Choosing | None = None) -> Stage:
    scene = a_scene(language)
    scene.own = True
    return Stage(scene, StartMenu(chosen or choosing()))


def opened(stage: Stage, *keys: str) -> Setup:
    step = press(stage, *keys)
    assert isinstance(step, OpenRoom)
    return step.setup


def test_enter_starts_watai_at_once_and_a_digit_any_other_game() -> None:
    setup = opened(menu(), "enter")
    assert (setup.game, setup.seats, setup.strength, setup.start) == ("watai", 4, "easy", True)
    assert opened(menu(), "5").game == "waka-waka"


def test_few_keys_change_how_it_is_played() -> None:
    setup = opened(menu(), "right", "m", "v", "o", "enter")
    assert setup.seats == 5
    assert setup.strength == "medium"
    assert setup.options == {"variants": "off", "target": 50}
    assert opened(menu(), "left", "left", "left", "enter").seats == 8, "after the fewest, the most"
    setup = opened(menu(), "down", "down", "b", "v", "enter")
    assert (setup.game, setup.seats, setup.options) == ("wapi", 5, {"scoring": "advanced"})


def test_the_guide_is_an_entry_of_the_menu() -> None:
    chosen = choosing()
    press(menu(chosen=chosen), "g")
    assert chosen.guides.wanted is False


def test_an_unfinished_game_is_gone_on_with_and_not_changed() -> None:
    stage = menu()
    stage.scene.waiting = "bako-timu-rane"
    press(stage, "b", "v")
    assert press(stage, "enter") == EnterRoom("bako-timu-rane")


@pytest.mark.parametrize("game", GAMES)
def test_every_useful_value_is_one_the_game_knows(game: str) -> None:
    for option, values in USEFUL[game].items():
        for value in values:
            choices = Choices()
            choices.setups[game] = Setup(game, choices.setup(game).seats, {option: value})
            choices.setups[game].check()
        assert values[0] == Choices().setup(game).value(option), "the usual value comes first"


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("size", [TINY, SMALL, LARGE])
def test_it_fits_and_shows_every_choice(language: str, size: Size) -> None:
    for game in range(len(GAMES)):
        stage = menu(language)
        press(stage, *["down"] * game)
        told = shown(stage, size).splitlines()
        assert max(width(line) for line in told) <= size.columns
        settings = choosing().settings(stage.scene, list(GAMES)[game])
        for _, name, value in settings:
            assert any(name in line and value in line for line in told)


def test_what_was_chosen_is_there_next_time(tmp_path: Path) -> None:
    choices = Choices()
    guides = Guides((), lambda game: None)
    chosen = Choosing(choices, guides, lambda: save_choices(tmp_path, choices))
    opened(menu(chosen=chosen), "down", "down", "v", "m", "enter")
    again = read_choices(tmp_path)
    assert again.game == "wapi"
    setup = opened(menu(chosen=choosing(again)), "enter")
    assert (setup.game, setup.options, setup.strength) == (
        "wapi",
        {"scoring": "advanced"},
        "strong",
    )


@pytest.mark.parametrize(
    "content",
    [
        "",
        "[]",
        '{"game": "chess", "guided": 3, "setups": []}',
        '{"setups": {"wapi": {"seats": 99, "strength": "easy", "options": {}}}}',
        '{"setups": {"wapi": {"seats": 3, "strength": "easy", "options": {"colour": "mauve"}}}}',
        '{"setups": {"wapi": {"seats": 3, "strength": "godlike", "options": {}}}}',
        '{"setups": {"wapi": 7, "chess": {}}}',
    ],
)
def test_a_file_that_makes_no_sense_is_no_harm(tmp_path: Path, content: str) -> None:
    (tmp_path / "choices.json").write_text(content)
    assert read_choices(tmp_path) == Choices()


def test_a_folder_that_cannot_be_written_is_no_harm(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    save_choices(tmp_path / "file", Choices())


def test_in_lines_letters_change_and_a_number_starts() -> None:
    chosen = choosing()
    lines = LineMenu(a_scene(), chosen)
    told = "\n".join(lines.opening())
    assert "1. Wataï" in told
    assert "v. variants: dice" in told
    assert "An empty line starts Wataï" in told
    setup, told_again = lines.read("v")
    assert setup is None
    assert "v. variants: off" in told_again
    setup, _ = lines.read("")
    assert setup is not None
    assert (setup.game, setup.options) == ("watai", {"variants": "off"})
    setup, _ = lines.read("4")
    assert setup is not None
    assert setup.game == "duel"


def test_a_setup_that_could_never_start_is_refused_when_read() -> None:
    with pytest.raises(BadOption):
        Setup("wapi", 99, {}).check()
