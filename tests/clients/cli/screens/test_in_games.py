"""What lies around and on top of a game, as it is in the golden file."""

import pytest
from wcwidth import width

from tests.support.screens.in_games import GOLDEN, Shots, screens, wapi
from watai.clients.cli.screens.pages import PageScreen
from watai.clients.cli.ui.screen import Back


def test_the_screens_are_those_of_the_golden_file() -> None:
    assert GOLDEN.read_text(encoding="utf-8") == "\n".join(screens())


@pytest.mark.parametrize("plain", [False, True])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_nothing_is_wider_or_higher_than_the_terminal(language: str, plain: bool) -> None:
    for shot in Shots(language, plain=plain).all():
        lines, _ = shot.stage.draw(shot.size, shot.now, shot.connection())
        assert len(lines) <= shot.size.lines, shot.title
        for line in lines:
            assert width("".join(words for _, words in line)) <= shot.size.columns, shot.title


@pytest.mark.parametrize(("key", "from_end"), [("f4", False), ("f3", True)])
def test_a_page_is_turned_to_its_end_and_closed_there(key: str, from_end: bool) -> None:
    model, now = wapi("8", 30)
    stage = Shots("en", plain=False).stage(model, key, now=now)
    page = stage.screen
    assert isinstance(page, PageScreen)
    scene = stage.scene
    hints = [option.command for option in page.options(scene)]
    assert hints == (["menu.page_up", "app.back"] if from_end else ["menu.pick", "app.back"])
    while page.do("menu.pick", scene) is None:
        assert not from_end
    assert [each.command for each in page.options(scene)] == ["menu.page_up", "app.back"]
    page.do("menu.page_up", scene)
    assert [each.command for each in page.options(scene)][:2] == ["menu.pick", "menu.page_up"]
    page.do("menu.page_down", scene)
    assert isinstance(page.do("menu.pick", scene), Back)
