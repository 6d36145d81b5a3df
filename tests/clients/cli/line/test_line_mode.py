"""Line mode: what is offered is told once, and again when it is another question."""

from pathlib import Path

import pytest

from tests.support.clients.client_game import ClientGame
from watai.clients.cli.config.identities import take
from watai.clients.cli.line.line_mode import LineMode
from watai.clients.cli.line.typed import Tell
from watai.clients.cli.screens.keys import KEYS
from watai.clients.cli.session.visit import Visit
from watai.clients.cli.ui.glyphs import UNICODE
from watai.clients.cli.ui.keymap import Keymap
from watai.clients.cli.ui.screen import Scene
from watai.clients.link.link import Link
from watai.clients.state.guest import ClientGuest
from watai.clients.text.catalogue import Text
from watai.engine.game import Move
from watai.engine.wapi.moves import Claim
from watai.protocol.messages import Refused, ServerMessage, ViewNow

Captured = pytest.CaptureFixture[str]
SEEN = ViewNow(1, 0, 0, 0, {}, [], [], "m", "")


class Sender(ClientGuest):
    """A guest whose moves all get away."""

    def __init__(self) -> None:
        super().__init__(Link("", "Ana"), self.ignore)

    def ignore(self, guest: ClientGuest, message: ServerMessage) -> None:
        pass

    def play(self, move: Move) -> bool:
        return True


@pytest.fixture
def mode(tmp_path: Path) -> LineMode:
    """Somebody who decides about a totem of Wapi."""
    client_game = ClientGame("wapi", 2, "lines", {})
    while (prompt := client_game.game.prompts()[0]).ask != "totem":
        client_game.play(prompt.seat, client_game.game.moves(prompt.seat)[0])
    text = Text("en")
    scene = Scene(text, UNICODE, Keymap(KEYS, text), model=client_game.model(prompt.seat))
    with take(tmp_path, "own", "Ana") as identity:
        return LineMode(scene, Visit(identity, "Ana"), plain=False)


def offered(mode: LineMode, capsys: Captured) -> str:
    """What may be picked, as it was told with the first look at the table."""
    mode.heard(SEEN)
    told = capsys.readouterr().out
    mode._answer(Tell("moves"))
    again = capsys.readouterr().out
    assert told.endswith(again)
    assert "\n1. " in again
    return again


async def test_the_same_choices_are_told_again_after_a_move(
    mode: LineMode, capsys: Captured
) -> None:
    """As when the rival is so quick that nothing was seen in between."""
    first = offered(mode, capsys)
    mode.heard(SEEN)
    assert capsys.readouterr().out == "", "nothing is new"
    mode._pick(1, Sender())
    mode.heard(SEEN)
    assert capsys.readouterr().out == first


async def test_what_was_seen_while_a_move_was_on_its_way_is_offered_once_it_is_refused(
    mode: LineMode, capsys: Captured
) -> None:
    first = offered(mode, capsys)
    before = mode.scene.model
    mode.scene.model = before.played(1, Claim(), 0.0)
    mode.heard(SEEN)
    assert capsys.readouterr().out == ""
    mode.scene.model = before
    mode.heard(Refused(1, "move/illegal", "It is not the time for that."))
    assert capsys.readouterr().out == f"It is not the time for that.\n{first}"
