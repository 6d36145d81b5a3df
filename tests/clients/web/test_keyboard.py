"""By keys alone, from the start to the end: a calm game and a round of Wataï. The focus is never lost, and what happens is spoken."""

from contextlib import ExitStack
from pathlib import Path

import pytest
from selenium.webdriver import ActionChains
from selenium.webdriver.common.keys import Keys

from tests.support.clients.shared_server import shared_server
from tests.support.web.browser import Browser, Page
from tests.support.web.hands import CHOICES, GO, OVER, address

pytestmark = pytest.mark.slow

MOST_KEYS = 3_000
MANY_TABS = 80
PAUSED = ".strip[role=status]"

FOCUSED = """
const focused = document.activeElement;
return { lost: focused === document.body || focused.matches(":disabled"), here: focused.matches(arguments[0]) };
"""

NEXT_KEY = """
const label = (cell) => cell?.querySelector("kbd")?.textContent ?? "";
const chosen = document.querySelector(".hand .selected") && document.querySelector(".pile.fits kbd")?.textContent;
const card = document.querySelector(".hand .card.fits, .hand .fills")?.closest(".cell");
if (document.querySelector(".answers button")) return " ";
if (document.querySelector(".act.now")) return "Enter";
if (chosen) return chosen;
if (card) return label(card).toLowerCase();
return document.querySelector(".hand button.back:enabled") ? " " : "";
"""


def press(page: Page, *keys: str) -> None:
    """Press keys, wherever the focus is."""
    ActionChains(page.driver, duration=0).send_keys(*keys).perform()


def tab_to(page: Page, selector: str) -> None:
    """Tab on until this has the focus."""
    for _ in range(MANY_TABS):
        press(page, Keys.TAB)
        if page.script(FOCUSED, selector)["here"]:
            return
    raise AssertionError(f"Tab does not lead to {selector}")


def came_in(browser: Browser, url: str, game: str) -> Page:
    """A new guest who types a name and starts a game against bots."""
    page = browser.open(url)
    page.find(f".game-{game} .primary")
    tab_to(page, ".name input")
    press(page, "Ana")
    tab_to(page, f".game-{game} .primary")
    press(page, Keys.ENTER)
    page.find(".table")
    return page


def test_a_calm_game_by_keys(browser: Browser, servers: ExitStack, tmp_path: Path) -> None:
    """Digits and Tab with Enter by turns. After every key something on the page has the focus."""
    server = servers.enter_context(shared_server(tmp_path, bot_speed=200))
    page = came_in(browser, address(server, "ana"), "wapi")
    for turn in range(MOST_KEYS):
        page.find(f"{OVER}, {CHOICES}")
        if page.all(OVER):
            break
        before = moves(page)
        if turn % 2:
            tab_to(page, CHOICES)
            press(page, Keys.ENTER)
        else:
            press(page, "1")
        until_moved(page, before)
        assert not page.script(FOCUSED, "body")["lost"]
    page.until_match("#spoken", r"Ana puts|Ana lays")
    page.until_match("#spoken", r"The treasure goes to")
    tab_to(page, ".after .row button:nth-last-child(2)")
    press(page, Keys.ENTER)
    page.find(".replay .board")
    assert not page.script(FOCUSED, "body")["lost"]


def until_moved(page: Page, before: str) -> None:
    page.until(lambda _: moves(page) != before or page.all(OVER), "the key did nothing")


def moves(page: Page) -> str:
    """What is asked and offered now, and what has happened."""
    return str(
        page.script(
            "return [...document.querySelectorAll('.headline, .moves, .happened')].map((each) => each.textContent.replace(/\\d:\\d\\d/, '')).join()"
        )
    )


def test_a_round_of_watai_by_keys(browser: Browser, servers: ExitStack, tmp_path: Path) -> None:
    server = servers.enter_context(shared_server(tmp_path, bot_speed=20))
    page = came_in(browser, address(server, "ana"), "watai")
    page.find(f"{GO}, .racing")
    for _ in range(MOST_KEYS):
        if page.all("table.count"):
            break
        key = page.script(NEXT_KEY)
        if key:
            press(page, *([Keys.ENTER] if key == "Enter" else key))
            assert not page.script(FOCUSED, "body")["lost"]
    page.until_match("#spoken", r"Wataï!|blocked")
    page.until_text(".count .you th", "Ana")


def test_a_sheet_gives_the_focus_back_to_the_table(
    browser: Browser, servers: ExitStack, tmp_path: Path
) -> None:
    """Not to its sign: the next Space is meant for the game, and would open the sheet again."""
    server = servers.enter_context(shared_server(tmp_path, bot_speed=0.01))
    page = came_in(browser, address(server, "ana"), "watai")
    tab_to(page, ".bar button:nth-last-child(2)")
    press(page, Keys.ENTER)
    page.find(".book h3")
    press(page, Keys.ESCAPE)
    page.until_gone(".sheet[open]")
    page.until(lambda _: page.script(FOCUSED, "main")["here"], "the table has no focus")
    tab_to(page, ".bar button:nth-last-child(4)")
    press(page, Keys.ENTER)
    page.find(".sheet[open] input")
    page.until(lambda _: page.script(FOCUSED, ".sheet input")["here"], "one cannot type at once")
    press(page, "well played", Keys.ENTER)
    page.until_text(".sheet .said", "well played")
    press(page, Keys.ESCAPE)
    page.until_gone(".sheet[open]")
    page.until(lambda _: page.script(FOCUSED, "main")["here"], "the table has no focus")
    press(page, "/")
    page.until(lambda _: page.script(FOCUSED, ".sheet input")["here"], "one cannot type at once")


def test_alone_with_bots_the_game_stands_still_for_the_player(
    browser: Browser, servers: ExitStack, tmp_path: Path
) -> None:
    """Before a round, by `p`, and while something is read: a spectator is told so by the server."""
    server = servers.enter_context(shared_server(tmp_path, bot_speed=0.4))
    page = came_in(browser, address(server, "ana"), "watai")
    page.find(GO)
    code = page.driver.current_url.rpartition("/")[2]
    watcher = came_to_watch(browser, address(server, "dan", f"/w/{code}"))
    watcher.find(PAUSED)
    press(page, " ")
    page.find(".racing")
    watcher.until_gone(PAUSED)
    press(page, "p")
    page.find(PAUSED)
    watcher.find(PAUSED)
    press(page, " ")
    page.until_gone(PAUSED)
    watcher.until_gone(PAUSED)
    for key, content in ((Keys.F4, ".book h3"), ("?", ".keys")):
        press(page, key)
        page.find(f".sheet[open] {content}")
        watcher.find(PAUSED)
        press(page, Keys.ESCAPE)
        watcher.until_gone(PAUSED)
    press(watcher, "p")
    assert not watcher.all(f"{PAUSED}, .note")


def came_to_watch(browser: Browser, url: str) -> Page:
    page = browser.open(url)
    page.click(".invitation .primary")
    page.find(".table")
    return page


def test_nothing_moves_for_those_who_want_it_still(
    browser: Browser, servers: ExitStack, tmp_path: Path
) -> None:
    server = servers.enter_context(shared_server(tmp_path, bot_speed=0.4))
    page = browser.open(address(server, "ana", "/play/watai"))
    wish = {"features": [{"name": "prefers-reduced-motion", "value": "reduce"}]}
    page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", wish)
    page.click(".invitation .primary")
    page.find(f"{GO}, .racing")
    press(page, " ")
    page.find(".racing .hand .card")
    page.find(".pile")  # a card has landed
    moving = "return [...document.querySelectorAll('*')].filter((each) => { const { animationName, transitionDuration } = getComputedStyle(each); return animationName !== 'none' || transitionDuration !== '0s'; }).length"
    assert page.script(moving) == 0
    wish["features"][0]["value"] = "no-preference"
    page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", wish)
    assert page.script(moving) > 0
