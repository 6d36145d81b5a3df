"""What the server says, in sentences: the room and what is new in it, talk, and the end, each once."""

import pytest

from tests.support.screens.around_games import a_room, a_scene
from tests.support.screens.in_games import SHARED, over, wapi
from watai.clients.cli.line.reporter import Reporter
from watai.clients.cli.ui.screen import Scene
from watai.clients.state.model import Model
from watai.protocol.messages import Goodbye, Said, SeatState, Storage


def reporter(model: Model, language: str = "en") -> tuple[Scene, Reporter]:
    scene = a_scene(language, model=model)
    return scene, Reporter(scene)


@pytest.mark.parametrize(
    ("language", "won"), [("en", "Ana and Bo win. "), ("fr", "Ana et Bo gagnent. ")]
)
def test_a_shared_victory_is_told_once(language: str, won: str) -> None:
    running, _ = wapi(SHARED, 10_000)
    scene, told = reporter(running, language)
    assert told.end() is None, "the room does not know it yet"
    scene.model = over(running)
    end = told.end()
    assert end is not None
    assert end.startswith(won)
    assert told.end() is None


def test_a_room_is_told_whole_and_then_only_what_is_new() -> None:
    room = a_room()
    _, told = reporter(Model().hear(room, 0.0))
    first = list(told.tell(room, 0.0))
    assert first[0] == "Wataï, room bako-timu-rane."
    assert "4. (free)" in first
    assert first[-1].startswith(
        "Room bako-timu-rane. Friends type: watai join bako-timu-rane --server "
    )
    room.seats[3] = SeatState("bot", "Bot 4", True, True)
    before = a_room()
    _, told = reporter(Model().hear(before, 0.0))
    list(told.tell(before, 0.0))
    assert list(told.tell(room, 0.0)) == ["4. Bot 4, bot"]


def test_talk_is_written_as_the_language_writes_it() -> None:
    said = Said("Ana", 0, "Salut !")
    for language, line in (("en", "Ana: Salut !"), ("fr", "Ana : Salut !")):
        _, told = reporter(Model(), language)
        assert list(told.tell(said, 0.0)) == [line]


def test_a_server_that_has_stopped_and_is_back_is_told_once() -> None:
    _, told = reporter(Model())
    room = a_room()
    list(told.tell(room, 0.0))
    (stopped,) = told.tell(Goodbye(1001, "it stops", True), 0.0)
    assert stopped.startswith("The server has stopped.")
    assert list(told.tell(room, 0.0)) == ["The server is back: the game goes on."]
    assert not list(told.tell(room, 0.0))
    assert not list(told.tell(Goodbye(1001, "it drains", True, "ws://other"), 0.0)), "it goes on"


@pytest.mark.parametrize(
    ("language", "away", "back"),
    [
        ("en", "The server cannot store anything just now.", "The server can store again"),
        ("fr", "Le serveur ne peut rien enregistrer", "Le serveur enregistre de nouveau"),
    ],
)
def test_a_storage_that_is_away_and_back_is_told(language: str, away: str, back: str) -> None:
    _, told = reporter(Model(), language)
    (line,) = told.tell(Storage(True), 0.0)
    assert line.startswith(away)
    (line,) = told.tell(Storage(False), 0.0)
    assert line.startswith(back)
