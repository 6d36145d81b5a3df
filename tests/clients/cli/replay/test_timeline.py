"""A replay as a timeline: every snapshot can be drawn, and its keys do what they say."""

import pytest

from tests.support.protocol.played_games import NAMES, played
from watai.clients.cli.games import make_face
from watai.clients.cli.replay.screen import LONGEST_WAIT, ReplayScreen
from watai.clients.cli.replay.timeline import ReplayTimeline
from watai.clients.cli.screens.keys import KEYS
from watai.clients.cli.ui.face import Size
from watai.clients.cli.ui.glyphs import UNICODE
from watai.clients.cli.ui.keymap import Keymap
from watai.clients.cli.ui.lines import length
from watai.clients.cli.ui.screen import Quit, Scene
from watai.clients.text.catalogue import Text
from watai.engine.catalogue import GAMES

SIZE = Size(80, 22)


def projected(game: str, language: str = "en") -> tuple[Scene, ReplayScreen]:
    text = Text(language)
    scene = Scene(text, UNICODE, Keymap(KEYS, text))
    timeline = ReplayTimeline(played(game), NAMES[: len(played(game).names)])
    scene.model = timeline.model(0)
    return scene, ReplayScreen(timeline, make_face(game, scene))


@pytest.mark.parametrize("game", list(GAMES))
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_game_is_shown_to_its_end(game: str, language: str) -> None:
    scene, screen = projected(game, language)
    timeline = screen.timeline
    for number in (0, 1, timeline.last // 2, timeline.last):
        screen.go_to(number)
        scene.model = timeline.model(number)
        lines = screen.draw(scene, 0.0, SIZE)
        assert len(lines) == SIZE.lines
        assert max(map(length, lines)) <= SIZE.columns
        assert f"{number + 1}/{timeline.last + 1}" in "".join(words for _, words in lines[-1])
    assert scene.model.room is not None
    assert scene.model.room.status == "finished"


def test_steps_stop_it_and_stay_inside_the_film() -> None:
    scene, screen = projected("wapi")
    screen.do("replay.back", scene)
    assert (screen.number, screen.running) == (0, False)
    screen.do("replay.forward", scene)
    assert screen.number == 1
    screen.do("replay.end", scene)
    screen.do("replay.forward", scene)
    assert screen.number == screen.timeline.last
    screen.do("replay.play", scene)
    assert (screen.number, screen.running) == (0, True)
    assert isinstance(screen.do("replay.quit", scene), Quit)


def test_time_runs_at_the_chosen_speed_and_skips_long_thinking() -> None:
    scene, screen = projected("watai")
    for command in ("replay.faster", "replay.faster", "replay.slower"):
        screen.do(command, scene)
    before = screen.clock
    screen.run(0.01)
    assert screen.clock - before == pytest.approx(0.02, abs=LONGEST_WAIT)
    waits = []
    while screen.running:
        number = screen.number
        screen.run(0.1)
        following = screen.timeline.snapshots[min(number + 1, screen.timeline.last)].at
        waits.append(following - screen.clock)
    assert max(waits) <= LONGEST_WAIT
    assert screen.number == screen.timeline.last


def test_a_paused_film_stands_still() -> None:
    scene, screen = projected("duel")
    screen.do("replay.play", scene)
    screen.run(1000.0)
    assert screen.number == 0


@pytest.mark.parametrize("game", list(GAMES))
def test_it_jumps_by_round_and_by_ten_seconds(game: str) -> None:
    scene, screen = projected(game)
    rounds = screen.timeline.rounds
    assert rounds == sorted(set(rounds))
    assert len(rounds) > 1
    seen = []
    for _ in rounds:
        screen.do("replay.next_round", scene)
        seen.append(screen.number)
    assert seen[-1] == rounds[-1]
    screen.do("replay.last_round", scene)
    assert screen.number == rounds[-2]
    screen.do("replay.start", scene)
    steps = 0
    while screen.number < screen.timeline.last:
        before = screen.number, screen.clock
        screen.do("replay.later", scene)
        assert before[0] < screen.number
        steps += 1
    for _ in range(steps + len(screen.timeline.snapshots)):
        screen.do("replay.earlier", scene)
    assert screen.number == 0
    shown = "".join(words for _, words in screen.draw(scene, 0.0, SIZE)[-2])
    assert "Up/Down 10 s" in shown
    assert "n/p round" in shown
    assert ("r/R race" in shown) == bool(screen.timeline.races)


def test_it_jumps_by_race() -> None:
    scene, screen = projected("watai")
    screen.timeline.races = [5, 9]
    screen.do("replay.next_race", scene)
    assert screen.number == 5
    screen.do("replay.next_race", scene)
    screen.do("replay.next_race", scene)
    assert screen.number == 9
    screen.do("replay.last_race", scene)
    assert screen.number == 5
    assert "r/R race" in "".join(words for _, words in screen.draw(scene, 0.0, SIZE)[-2])
