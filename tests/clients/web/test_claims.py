"""What the page claims to have seen with a play, as the wire has it: nothing of what came while its tab was in the background."""

from contextlib import ExitStack
from pathlib import Path
from typing import Any

import orjson
import pytest

from tests.clients.web.test_together import START, say_go
from tests.support.clients.json_player import JsonPlayer, json_player
from tests.support.clients.rival import Rival
from tests.support.clients.shared_server import shared_server
from tests.support.web.browser import Browser, Page
from tests.support.web.hands import come_in, open_room
from watai.loadtest.net.masked_frames import payloads
from watai.loadtest.net.relay import relay

pytestmark = pytest.mark.slow

TURN = ".racing .hand button.back:enabled"


class Wire:
    """The plays that go by."""

    def __init__(self) -> None:
        self.plays: list[dict[str, Any]] = []

    def up(self, at: float, data: bytes) -> None:
        texts = [each for each in payloads(data) if b'"act"' in each]
        self.plays += [orjson.loads(each) for each in texts]


def turn(page: Page, program: JsonPlayer, wire: Wire) -> dict[str, Any]:
    """Turn the Stock on the page; the play as it went by."""
    page.click(TURN)
    program.hear_event("Turned", seat=0)
    catch_up(page, program, f"turn {len(wire.plays)}")
    return wire.plays[-1]


def catch_up(page: Page, program: JsonPlayer, words: str) -> None:
    """Wait until the page has heard everything so far, which it says nothing of by itself."""
    program.say("chat", text=words)
    page.until_text("#spoken", words)


def test_a_tab_in_the_background_stops_claiming(
    browser: Browser, servers: ExitStack, tmp_path: Path
) -> None:
    wire = Wire()
    server = servers.enter_context(shared_server(tmp_path))
    between = servers.enter_context(relay(("127.0.0.1", server.port), wire.up))
    page = come_in(browser, between, "Ana")
    code = open_room(page, "watai", 2, {"variants": "off"})
    with json_player("join", code, "--server", server.url, home=tmp_path) as program:
        rival = Rival(program)
        program.say("ready", ready=True)
        page.find(".state.ready")
        page.click(START)
        say_go(page, rival)
        first = turn(page, program, wire)
        assert first["el"] >= 0
        assert turn(page, program, wire)["seen"] > first["seen"]

        with browser.in_background(page):
            rival.act("Turn")
            turned = program.hear_event("Turned", seat=1)
            catch_up(page, program, "are you there?")
        played = turn(page, program, wire)
        assert "seen" not in played
        assert "el" not in played
        assert turn(page, program, wire)["seen"] > turned["seq"]
