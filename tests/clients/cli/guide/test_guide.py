"""The guide: one step at a time, in its place on the screen, and once."""

import pytest

from tests.clients.cli.screens.test_pause import carried_out, press, shown, stage_of
from tests.clients.state.test_pausing import alone, before_a_race
from tests.support.clients.client_game import ClientGame
from tests.support.screens.around_games import LARGE, SMALL, a_scene
from tests.support.screens.watai_positions import position as a_race
from watai.clients.cli.guide.guide import Guide, Guides
from watai.clients.cli.guide.strip import strip
from watai.clients.cli.line.halt import Halt
from watai.clients.cli.ui.face import Size
from watai.clients.cli.ui.screen import MakeMove
from watai.clients.state.model import Model
from watai.clients.text.catalogue import Text
from watai.engine.catalogue import GAMES
from watai.engine.game import Seat
from watai.engine.watai.moves import Go

LINES = {"watai": 6}
"""How many lines a step may take at 80×24; the calm games show it beside their menu."""
COLUMNS = {"watai": 80}


def guides(*known: str) -> tuple[Guides, list[str]]:
    seen: list[str] = []
    return Guides(known, seen.append), seen


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", GAMES)
def test_every_step_has_words_that_fit(game: str, language: str) -> None:
    guide, scene = Guide(game, lambda: None), a_scene(language)
    for step in guide.lesson:
        words = guide.words(step, scene.text, scene.keymap)
        drawn = strip(scene, words, COLUMNS.get(game, 40), does=bool(step.moves))
        assert len(drawn) <= LINES.get(game, 8), (step.name, words)
        assert "{" not in guide.sentences(step, scene.text)


def test_the_first_round_of_watai_is_guided_step_by_step() -> None:
    due, seen = guides()
    stage = stage_of(alone(before_a_race()), guides=due)
    assert stage.pause_due() is True
    carried_out(stage)
    assert "Guide Everybody plays at once" in shown(stage)
    press(stage, " ")
    assert "Guide At the bottom lies your Dévidoir" in shown(stage)
    press(stage, "n")
    assert "Guide Piles grow in the middle" in shown(stage)
    assert press(stage, " ") in (None, MakeMove(Go()))
    assert stage.pause_due() is False
    assert "Guide" not in shown(stage)
    fits = a_race(3, lambda view: view.phase == "race" and bool(view.piles)).model
    stage.scene.model = alone(fits)
    carried_out(stage)
    assert "Guide" in shown(stage)
    assert seen == []


def test_a_step_is_done_by_the_move_it_asks_for() -> None:
    due, _ = guides()
    model = alone(a_race(3, lambda view: view.phase == "race" and len(view.piles) > 2).model)
    stage = stage_of(model, guides=due)
    for _ in range(4):
        if "Press the key above the card" in shown(stage):
            break
        press(stage, "n")
    keys = [each.command for each in stage.screen.options(stage.scene)]
    key = stage.scene.keymap.keys(keys[0])[0]
    press(stage, key)
    assert "Press the key above the card" not in shown(stage)


def test_one_key_ends_the_guide_for_good() -> None:
    due, seen = guides()
    stage = stage_of(alone(before_a_race()), guides=due)
    press(stage, "x")
    assert seen == ["watai"]
    assert "Guide" not in shown(stage)
    assert "The next round waits for you" in shown(stage)


def test_the_guide_comes_once_unless_it_is_asked_for() -> None:
    due, _ = guides("watai")
    assert not due.is_due("watai")
    assert due.is_due("wapi")
    due.wanted = True
    assert due.begin("watai") is not None
    assert due.begin("watai") is None
    due.wanted = False
    assert due.begin("wapi") is None


def test_there_is_no_guide_with_other_people() -> None:
    due, _ = guides()
    stage = stage_of(alone(before_a_race(), others="player"), guides=due)
    assert "Guide" not in shown(stage)


def calm(game: str, seat: int = 0) -> Model:
    """A table of this game at its beginning, at which the first player is asked something."""
    seats = max(2, GAMES[game].game.seats[0])
    played = ClientGame(game, seats, "guided", {})
    steps = played.bots()
    while not any(each.seat == Seat(seat) for each in played.game.prompts()):
        next(steps)
    return alone(played.model(Seat(seat)))


@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize("game", [game for game in GAMES if game != "watai"])
def test_a_calm_game_shows_its_steps_beside_the_menu(game: str, size: Size) -> None:
    due, seen = guides()
    stage = stage_of(calm(game), guides=due)
    table = [line[:38].rstrip() for line in shown(stage_of(calm(game))).splitlines()[:-1]]
    for _ in range(3):
        assert "Guide" in shown(stage, size)
        guided = [line[:38].rstrip() for line in shown(stage).splitlines()[:-1]]
        assert guided == table, "board and menu are all there"
        press(stage, "n")
    press(stage, "x")
    assert seen == [game]
    assert "Guide" not in shown(stage, size)


def test_in_lines_the_guide_is_told_in_sentences() -> None:
    due, seen = guides()
    scene = a_scene(model=alone(before_a_race()))
    halt = Halt(scene, due, attended=True)
    told = halt.news()
    assert told[0].startswith("Guide: Everybody plays at once")
    assert "An empty line goes on" in told[1]
    assert halt.due() is True
    assert halt.is_waiting
    assert halt.answer("on")[0].startswith("Guide: Your Dévidoir")
    assert halt.answer("skip") == ["The next round waits for you: an empty line begins it."]
    assert seen == ["watai"]
    halt.answer("on")
    assert not halt.is_waiting


def test_in_lines_a_game_is_paused_by_words() -> None:
    scene = a_scene(model=alone(calm("wapi")))
    halt = Halt(scene, None, attended=False)
    assert halt.news() == []
    assert halt.read() == [], "a script does not read"
    assert halt.answer("on") == ["The game is not paused."]
    assert halt.answer("pause") == ["The game is paused. “go on” goes on."]
    assert halt.due() is True
    assert halt.answer("on") == ["The game goes on."]
    scene.model = alone(calm("wapi"), others="player")
    assert halt.answer("pause") == [
        "Other people are playing too: only a player alone with bots may pause."
    ]
    scene.model = Model()
    assert halt.answer("pause") == ["There is no game to pause."]


def test_french_words_for_it_are_understood() -> None:
    verbs = Text("fr").find("lines.verbs")
    assert "reprendre" in verbs["on"].split()
    assert "passer" in verbs["skip"].split()
