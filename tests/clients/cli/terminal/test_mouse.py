"""Clicks: everything that shows its key can be clicked."""

from collections.abc import Sequence

from tests.support.screens.around_games import SMALL, a_scene
from tests.support.screens.watai_positions import set_up
from watai.clients.cli.screens.choose import ChooseScreen
from watai.clients.cli.screens.lobby import LobbyScreen
from watai.clients.cli.screens.stage import Stage
from watai.clients.cli.terminal.mouse import keys_at
from watai.clients.cli.ui.face import Line, Size

ROOMY = Size(120, 40)


def places(lines: Sequence[Line], words: str) -> list[tuple[int, int]]:
    """Where words are on the screen, column and row."""
    texts = ["".join(each for _, each in line) for line in lines]
    return [(text.find(words), row) for row, text in enumerate(texts) if words in text]


def click(stage: Stage, words: str, size: Size = SMALL, which: int = 0) -> str:
    lines, _ = stage.draw(size, 3.0, [])
    column, row = places(lines, words)[which]
    return "".join(keys_at(lines, column + 1, row, stage.scene.keymap.named))


def test_a_line_of_a_menu_and_a_hint_press_their_keys() -> None:
    stage = Stage(a_scene("fr"), ChooseScreen())
    assert click(stage, "Wapi") == "3"
    assert click(stage, "jouer", which=-1) == "enter"
    assert click(stage, "quitter") == "ctrl c"
    assert click(stage, "À quoi") == ""


def test_a_card_of_ones_own_and_a_pile_press_their_keys() -> None:
    for size in (SMALL, ROOMY):
        table = set_up({0: "Gr2 Gb7 Gg9 Gy4 Gy5"}, "G+1")
        stage = Stage(a_scene(model=table.model), LobbyScreen())
        assert click(stage, "B7", size) == "s"
        assert click(stage, "Y5", size) == "g"
        assert click(stage, "Start", size) == "a"  # the pile that takes the red 2
        assert click(stage, "turn", size) == " "
        assert click(stage, "Round 1", size) == ""


def test_a_pile_with_a_number_of_two_digits_types_both() -> None:
    line: Line = [("selected", "12"), ("plain", "⇠R8   "), ("selected", "07"), ("plain", "⇠B8")]
    named = {digit: digit for digit in "0123456789"}.get
    assert keys_at([line], 1, 0, named) == ("1", "2")
    assert keys_at([line], 9, 0, named) == ("0", "7")
