"""A finished game as a film in the page: its board at each step, scrubbed, stepped, sped up, by taps and by keys, through anybody's eyes."""

from contextlib import ExitStack
from pathlib import Path
from random import Random

import pytest
from selenium.webdriver.common.keys import Keys

from tests.support.clients.shared_server import SharedServer, shared_server
from tests.support.web.browser import DESK, Browser, Page
from tests.support.web.hands import (
    REPLAY,
    SLIDER,
    address,
    come_in,
    moment,
    open_room,
    play_calm,
    slide,
    start_with_bots,
)

pytestmark = pytest.mark.slow

HAND = ".replay .own-hand"
DRAWN_AT_ONCE = """
const { requestAnimationFrame } = window;
window.requestAnimationFrame = (draw) => {
  window.requestAnimationFrame = requestAnimationFrame;
  queueMicrotask(draw);
  return 1;
};
const { send } = WebSocket.prototype;
window.numbers = [];
WebSocket.prototype.send = function (message) {
  const { type, n } = JSON.parse(message);
  if (type !== "hello") window.numbers.push(n);
  send.call(this, message);
};
"""
"""The page draws first before its connection can be open, as it often does by itself; it notes the numbers that it uses."""


def finish(browser: Browser, server: SharedServer, game: str, seats: int) -> Page:
    """Play a calm game to its end, and look at it again."""
    page = come_in(browser, server, "Ana", DESK)
    open_room(page, game, seats, {})
    start_with_bots(page)
    play_calm(page, Random(game))
    page.click(REPLAY)
    page.find(".replay .board")
    return page


def press(page: Page, key: str, place: int) -> None:
    """Press a key, and wait until the film is at this moment."""
    page.find("body").send_keys(key)
    page.until(lambda _: moment(page) == place, f"{key} does not lead to {place}")


def test_a_film_is_steered_by_keys_and_taps(
    browser: Browser, servers: ExitStack, tmp_path: Path
) -> None:
    server = servers.enter_context(shared_server(tmp_path, bot_speed=200))
    page = finish(browser, server, "wapi", 3)
    last = int(page.find(SLIDER).get_attribute("max") or 0)
    assert moment(page) == 0
    press(page, Keys.ARROW_RIGHT, 1)
    page.until_match(".replay .news", r"\w+.*\.")
    press(page, Keys.END, last)
    page.find(".replay .scores")
    press(page, Keys.ARROW_LEFT, last - 1)
    page.until_gone(".replay .scores")
    press(page, Keys.HOME, 0)
    page.find("body").send_keys("n")
    page.until(lambda _: moment(page) > 0, "n does not lead to the next turn")
    page.find("body").send_keys("p")
    page.until(lambda _: moment(page) == 0, "p does not lead back")
    for speed in ("2×", "4×", "8×", "16×"):
        page.click(".speeds button:last-child")
        page.until_text(".speed", speed)
    slide(page, last - 2)
    page.click(".film .primary")
    page.until(lambda _: moment(page) == last, "the film does not run to its end")
    page.find(".replay .scores")


def test_a_film_is_seen_by_anybody(browser: Browser, servers: ExitStack, tmp_path: Path) -> None:
    """A player sees the own hand first; whoever gets the link sees what spectators saw, and may look into any hand."""
    server = servers.enter_context(shared_server(tmp_path, "film", bot_speed=200))
    page = finish(browser, server, "waka-tanka", 3)
    mine = page.find(HAND).text
    match = page.driver.current_url.rpartition("/")[2]
    other = browser.open(address(server, "bea", f"/replay/{match}"))
    other.find(".replay .tiles")
    assert not other.all(HAND)
    choose(other, "0")
    other.until(lambda _: other.find(HAND).text == mine, "Bea does not see Ana's hand")
    choose(other, "1")
    other.until(lambda _: other.find(HAND).text != mine, "Bea sees Ana's hand for a bot's")
    choose(other, "")
    other.until_gone(HAND)


def test_a_link_is_shown_to_those_who_have_played_here(
    browser: Browser, servers: ExitStack, tmp_path: Path
) -> None:
    """The page asks for the film before it is welcome, and the guest has used up the first numbers in an earlier visit."""
    server = servers.enter_context(shared_server(tmp_path, bot_speed=200))
    page = finish(browser, server, "wapi", 3)
    link = page.driver.current_url
    page.click(".bar .icon-button:first-child")
    page.find(REPLAY)
    page.click(".bar .icon-button:first-child")
    page.find(".games")
    page.driver.get("about:blank")
    page.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": DRAWN_AT_ONCE})
    page.driver.get(link)
    page.find(".replay .board")
    assert min(page.script("return window.numbers")) > 1


def choose(page: Page, seat: str) -> None:
    page.script(
        """
const eyes = document.querySelector(".eyes select");
eyes.value = arguments[0];
eyes.dispatchEvent(new Event("change", { bubbles: true }));
""",
        seat,
    )


def test_a_game_that_is_not_kept_is_said_to_be_so(
    browser: Browser, servers: ExitStack, tmp_path: Path
) -> None:
    server = servers.enter_context(shared_server(tmp_path))
    page = browser.open(address(server, "ana", "/replay/0123456789abcdef"))
    page.until_text("main [role=alert]", "No finished game")
