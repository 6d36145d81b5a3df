"""What a terminal shows while a game is on and after it: frame, face, and what lies on top. `make golden` writes it anew."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec

from tests.support.clients.client_game import ClientGame
from tests.support.protocol.played_games import NAMES, played
from tests.support.screens.around_games import SMALL, a_room, a_scene, as_text, in_room
from tests.support.screens.watai import laid
from tests.support.screens.watai_positions import position as a_race
from watai.clients.cli.games import make_face
from watai.clients.cli.replay.screen import ReplayScreen
from watai.clients.cli.replay.timeline import ReplayTimeline
from watai.clients.cli.replay.viewer import ReplayStage
from watai.clients.cli.screens.lobby import LobbyScreen
from watai.clients.cli.screens.stage import Stage
from watai.clients.cli.screens.wait import WaitScreen
from watai.clients.cli.ui.face import Line, Size
from watai.clients.cli.ui.frame import connection_line
from watai.clients.cli.ui.screen import Scene, Show
from watai.clients.state.model import Model
from watai.engine.game import Seat
from watai.protocol.messages import Said

GOLDEN = Path(__file__).parents[2] / "data" / "screens" / "during.txt"
TOO_SMALL = (Size(79, 24), Size(40, 10))
SHARED = "13"
"""A seed with which two win a game of Wapi together."""


@dataclass(frozen=True, slots=True)
class Shot:
    """A stage to be drawn at some instant, on a terminal of some size."""

    title: str
    stage: Stage
    now: float = 0.0
    size: Size = SMALL
    connected: bool = True
    title_line: str = ""

    def connection(self) -> Line:
        if self.title_line:
            return [("dim", self.title_line)]
        trip, retry = (0.012, None) if self.connected else (None, 2.6)
        return connection_line(self.stage.scene, self.connected, retry, trip)


def over(model: Model) -> Model:
    """The same game, ended."""
    assert model.room is not None
    return replace(model, room=msgspec.structs.replace(model.room, status="finished"))


def wapi(seed: str, inputs: int, seat: int | None = 0) -> tuple[Model, float]:
    """A game of Wapi by three bots after so many inputs."""
    client_game = ClientGame("wapi", 3, seed, {})
    for number, _ in enumerate(client_game.bots(), 1):
        if number == inputs:
            break
    model = client_game.model(None if seat is None else Seat(seat))
    return model, client_game.at / 1000


class Shots:
    """Shots in one language."""

    def __init__(self, language: str, *, plain: bool) -> None:
        self.language = language
        self.plain = plain

    def scene(self, model: Model) -> Scene:
        return a_scene(self.language, plain=self.plain, model=model)

    def stage(self, model: Model, *keys: str, now: float = 0.0) -> Stage:
        stage = Stage(self.scene(model), LobbyScreen())
        for key in keys:
            step = stage.press(key, now)
            if isinstance(step, Show):
                stage.show(step)
            stage.draw(SMALL, now, [])  # a page learns its length
        return stage

    def timeline(self, game: str, part: float) -> Shot:
        """A timeline, stopped after this part of it."""
        timeline = ReplayTimeline(played(game), NAMES[: len(played(game).names)])
        scene = self.scene(timeline.model(0))
        screen = ReplayScreen(timeline, make_face(game, scene))
        screen.go_to(round(timeline.last * part))
        scene.model = timeline.model(screen.number)
        stage = ReplayStage(scene, WaitScreen())
        assert stage.screen is not None
        stage.show(Show(screen))
        title = f"a film of {game}, at {part:.0%}"
        return Shot(title, stage, title_line="2026-09-21 14:13 UTC ")

    def all(self) -> Iterator[Shot]:
        race = a_race(4, laid(30))
        yield Shot("a race", self.stage(race.model), race.now)
        yield Shot("the keys of a race", self.stage(race.model, "?"), race.now)
        yield Shot("a lost connection", self.stage(race.model), race.now, connected=False)
        leaving = self.stage(race.model, "f9", now=race.now)
        yield Shot("leave for good?", leaving, race.now)
        round_over = a_race(4, lambda view: view.round == 2 and view.phase == "waiting")
        yield Shot("the end of a round", self.stage(round_over.model), round_over.now)
        ended = a_race(4, lambda view: view.phase == "over", target=50)
        yield Shot("the end of a game", self.stage(over(ended.model)), ended.now)
        turn, now = wapi("8", 30)
        yield Shot("a calm game", self.stage(turn), now)
        yield Shot("the keys of a calm game", self.stage(turn, "?"), now)
        talk = turn.hear(Said("Bo", 1, "Salut !"), now)
        yield Shot("what has happened", self.stage(talk, "f3"), now)
        yield Shot("the rules", self.stage(turn, "f4"), now)
        yield Shot("further in the rules", self.stage(turn, "f4", "page down", "page down"), now)
        shared, now = wapi(SHARED, 10_000)
        yield Shot("a shared victory", self.stage(over(shared)), now)
        watched, now = wapi(SHARED, 10_000, seat=None)
        yield Shot("a shared victory, watched", self.stage(over(watched)), now)
        refused = self.stage(in_room(a_room()))
        refused.tell("error", refused.scene.text.say("refusals.room/not_ready"), 0.0)
        yield Shot("something refused", refused)
        for size in TOO_SMALL:
            yield Shot("too small", self.stage(race.model), race.now, size)
        yield self.timeline("watai", 0.5)
        yield self.timeline("duel", 1.0)


def screens() -> Iterator[str]:
    """All of them in English, then in French without Unicode signs."""
    for language, plain in (("en", False), ("fr", True)):
        for shot in Shots(language, plain=plain).all():
            lines, _ = shot.stage.draw(shot.size, shot.now, shot.connection())
            size = f"{shot.size.columns}x{shot.size.lines}"
            signs = ", ascii" if plain else ""
            yield f"[{shot.title}, {size}, {language}{signs}]\n{as_text(lines, plain=plain)}"


if __name__ == "__main__":
    GOLDEN.write_text("\n".join(screens()), encoding="utf-8")
