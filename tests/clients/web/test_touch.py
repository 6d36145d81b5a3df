"""One touch, one move: fingers that come down, stay while the answer is drawn, and are lifted over what is there by then."""

from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.support.clients.shared_server import shared_server
from tests.support.web.browser import PHONE, Browser, Page
from tests.support.web.hands import CHOICES, GO, LAY_OR_TURN, OVER, come_in, open_room
from tests.support.web.hands import start_with_bots as start
from watai.loadtest.net.relay import relay

pytestmark = pytest.mark.slow

TOUCHES = 100
DRAWN = "requestAnimationFrame(() => requestAnimationFrame(() => arguments[0]()));"
PLACE = """
const [chance, selectors] = arguments;
const found = selectors.map((each) => [...document.querySelectorAll(each)]).find((each) => each.length);
if (!found) return null;
const one = found[Math.trunc(chance * found.length)];
one.scrollIntoView({ block: "center", behavior: "instant" });
const { x, y, width, height } = one.getBoundingClientRect();
return [x + width / 2, y + height / 2];
"""


COUNT = """
window.moves = [];
const send = WebSocket.prototype.send;
WebSocket.prototype.send = function (data) {
  if (JSON.parse(data).type === "act") window.moves.push(JSON.parse(data).n);
  return send.call(this, data);
};
"""


def ignore(at: float, data: bytes) -> None:
    """What the page says is counted in the page, in the instant in which it says it."""


class Wire:
    """Everything that the server says, and the moves that the page has made."""

    def __init__(self) -> None:
        self.heard = b""
        self.moves: list[int] = []

    def down(self, at: float, data: bytes) -> None:
        self.heard += data

    def look(self, page: Page) -> int:
        """How many moves the page has made by now."""
        self.moves = page.script("return window.moves")
        return len(self.moves)

    @property
    def answered(self) -> bool:
        return all(f'"n":{n},'.encode() in self.heard or f'"n":{n}}}'.encode() in self.heard for n in self.moves)  # fmt: skip


class Finger:
    """A finger on the page."""

    def __init__(self, page: Page, wire: Wire) -> None:
        self._page = page
        self._wire = wire

    def touch(self, place: tuple[float, float]) -> tuple[int, int]:
        """Come down, wait until the answer is drawn, and lift; how many moves went out at each."""
        before = self._wire.look(self._page)
        self._event("touchStart", [{"x": place[0], "y": place[1]}])
        down = self._settled()
        self._event("touchEnd", [])
        lifted = self._settled()
        self._page.taps += 1
        return down - before, lifted - down

    def _settled(self) -> int:
        """Wait until the answers to all moves are drawn; how many there have been."""
        self._drawn()
        count = self._wire.look(self._page)
        self._page.until(lambda _: self._wire.answered, "a move has no answer")
        self._drawn()
        return count

    def _event(self, kind: str, points: list[dict[str, float]]) -> None:
        self._page.driver.execute_cdp_cmd(
            "Input.dispatchTouchEvent", {"type": kind, "touchPoints": points}
        )

    def _drawn(self) -> None:
        self._page.driver.execute_async_script(DRAWN)


def at_a_table(
    browser: Browser, servers: ExitStack, folder: Path, game: str, **options: str
) -> tuple[Page, Wire]:
    wire = Wire()
    server = servers.enter_context(shared_server(folder, bot_speed=20.0))
    between = servers.enter_context(relay(("127.0.0.1", server.port), ignore, wire.down))
    page = come_in(browser, between, "Ana", PHONE)
    page.script(COUNT)
    open_room(page, game, 3, options)
    start(page)
    return page, wire


def touches(page: Page, wire: Wire, *selectors: str) -> list[tuple[int, int]]:
    """Touch the first of these that are there, again and again, until the game is over."""
    finger, dice = Finger(page, wire), Random(7)
    found: list[tuple[int, int]] = []
    while len(found) < TOUCHES:
        page.find(", ".join((OVER, GO, *selectors)))
        if page.all(OVER):
            break
        if page.all(GO):
            page.click(GO)
            continue
        place: Any = page.script(PLACE, dice.random(), selectors)
        if place:
            found.append(finger.touch(tuple(place)))
    return found


def test_in_a_race_a_touch_plays_when_it_comes_down_and_nothing_when_it_is_lifted(
    browser: Browser, servers: ExitStack, tmp_path: Path
) -> None:
    page, wire = at_a_table(browser, servers, tmp_path, "watai")
    found = touches(page, wire, ".act.now", *LAY_OR_TURN)
    assert len(found) > TOUCHES / 2, "bots may end the game"
    assert {down for down, _ in found} <= {0, 1}, "a card may be chosen first"
    assert sum(down for down, _ in found) > len(found) / 3
    assert {lifted for _, lifted in found} == {0}


@pytest.mark.parametrize("game", ["wapi", "waka-waka"])
def test_on_a_calm_board_a_touch_plays_when_it_is_lifted(
    game: str, browser: Browser, servers: ExitStack, tmp_path: Path
) -> None:
    page, wire = at_a_table(browser, servers, tmp_path, game)
    found = touches(page, wire, CHOICES)
    assert {down for down, _ in found} == {0}
    assert {lifted for _, lifted in found} <= {0, 1}, "a move may be said in steps"
    assert sum(lifted for _, lifted in found) > 5
