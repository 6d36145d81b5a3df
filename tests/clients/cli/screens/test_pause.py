"""Pauses on the screen: what a key does, what is shown, and what waits to be read."""

from dataclasses import replace

import msgspec
import pytest

from tests.clients.state.test_pausing import alone, before_a_race, in_a_race
from tests.support.screens.around_games import LARGE, SMALL, a_scene, as_text
from tests.support.screens.watai_positions import position as a_race
from watai.clients.cli.guide.guide import Guides
from watai.clients.cli.screens.lobby import LobbyScreen
from watai.clients.cli.screens.stage import Stage
from watai.clients.cli.ui.face import Size
from watai.clients.cli.ui.screen import Back, MakeMove, ScreenStep, Show
from watai.clients.state.model import Model
from watai.engine.watai.moves import Go, Turn


def stage_of(model: Model, language: str = "en", guides: Guides | None = None) -> Stage:
    scene = a_scene(language, model=model)
    return Stage(scene, LobbyScreen(), guides)


def shown(stage: Stage, size: Size = SMALL) -> str:
    return as_text(stage.draw(size, 0.0, [])[0], plain=False)


def press(stage: Stage, *keys: str) -> ScreenStep | None:
    step = None
    for key in keys:
        step = stage.press(key, 0.0)
        if isinstance(step, Show | Back):
            stage.show(step)
    return step


def carried_out(stage: Stage) -> None:
    """The server does what the stage wants."""
    room, paused = stage.scene.model.room, stage.halted is not None
    assert room is not None
    stage.scene.model = stage.scene.model.hear(msgspec.structs.replace(room, paused=paused), 0.0)


def test_p_pauses_says_so_and_goes_on() -> None:
    stage = stage_of(alone(in_a_race()))
    assert stage.pause_due() is None
    assert "p pause" in shown(stage, LARGE)
    press(stage, "p")
    assert stage.pause_due() is True
    carried_out(stage)
    assert "PAUSED. Space goes on." in shown(stage)
    assert press(stage, "a") is None, "no move is made meanwhile"
    press(stage, " ")
    assert stage.pause_due() is False
    carried_out(stage)
    assert "PAUSED" not in shown(stage)
    assert press(stage, " ") == MakeMove(Turn())
    press(stage, "p", "p")
    assert stage.pause_due() is None


def test_with_other_people_the_key_says_why_not() -> None:
    stage = stage_of(alone(in_a_race(), others="player"))
    press(stage, "p")
    assert stage.pause_due() is None
    assert "only a player alone with bots may pause" in shown(stage)


@pytest.mark.parametrize("key", ["?", "f4", "f3"])
def test_a_page_pauses_and_closing_it_goes_on(key: str) -> None:
    stage = stage_of(alone(in_a_race()))
    press(stage, key)
    assert stage.pause_due() is True
    carried_out(stage)
    assert "PAUSED" in shown(stage)
    press(stage, "esc")
    assert stage.pause_due() is False


def test_the_next_round_waits_for_space_and_the_leader_says_go_by_it() -> None:
    stage = stage_of(alone(before_a_race()))
    assert stage.pause_due() is True
    carried_out(stage)
    assert "The next round waits for you: Space begins it." in shown(stage)
    step = press(stage, " ")
    assert step in (None, MakeMove(Go()))
    assert stage.pause_due() is False
    mine = a_race(3, lambda view: any((each.ask, each.seat) == ("go", 0) for each in view.prompts))
    stage = stage_of(alone(mine.model))
    carried_out(stage)
    assert press(stage, " ") == MakeMove(Go())


def test_a_pause_asked_for_before_a_round_does_not_begin_it() -> None:
    stage = stage_of(alone(before_a_race()))
    press(stage, "p", " ")
    carried_out(stage)
    assert "The next round waits for you" in shown(stage)


def test_nothing_waits_where_the_game_is_over() -> None:
    model = alone(before_a_race())
    assert model.room is not None
    over = replace(model, room=msgspec.structs.replace(model.room, status="finished"))
    stage = stage_of(over)
    assert stage.pause_due() is None
    assert press(stage, "p") is None
