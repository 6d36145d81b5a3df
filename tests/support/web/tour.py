"""A tour of the page: its screens one after the other, each by a name, while the page shows it. Tests check them, pictures keep them."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Final

from selenium.webdriver.common.keys import Keys

from tests.support.clients.json_player import json_player
from tests.support.clients.shared_server import SharedServer
from tests.support.web.browser import DESK, Browser, Page, WindowSize
from tests.support.web.hands import (
    CHOICES,
    GO,
    OVER,
    REPLAY,
    SLIDER,
    address,
    come_in,
    open_room,
    play_calm,
    play_race,
    slide,
    start_with_bots,
    tap_one,
)

Stop = tuple[str, Page]
SHEETS: Final = ("chat", "log", "rules", "settings")
"""In the order of the signs at the top."""
SEATS: Final = {"watai": 8, "waka-tanka": 6, "wapi": 5, "duel": 2, "waka-waka": 4}
"""The most that may sit at each table."""
ORDERS: Final = '{"orders": {"board": ["aa"]}}'
"""Waka Waka with one small order, which ends it."""
SHORT: Final = {"duel": {"duel limit": "1"}, "waka-waka": {"tables": ORDERS}}
"""Options with which a game ends soon."""


def close_sheet(page: Page) -> None:
    page.click(".sheet .close")
    page.until_gone(".sheet[open]")


def invited(
    browser: Browser, server: SharedServer, guest: str, path: str, size: WindowSize
) -> Page:
    """A new guest who has followed a link, typed a name and tapped once."""
    page = browser.open(address(server, guest, path), size)
    page.type(".name input", guest)
    page.click(".invitation .primary")
    return page


def around_games(
    browser: Browser, server: SharedServer, home: Path, size: WindowSize = DESK
) -> Iterator[Stop]:
    """Start, invitations, the form for a room, the room, and everything that lies on top of a screen."""
    first = browser.open(address(server, "new", "/play/watai"), size)
    first.find(".invitation .primary")
    yield "invited-to-play", first
    page = come_in(browser, server, "Ana", size)
    page.click(".game-watai .row button:not(.primary)")
    page.click(".setup summary")
    yield "setup", page
    page.click(".setup .check")
    close_sheet(page)
    code = open_room(page, "watai", 8, {"variants": "off"})
    with json_player("join", code, "--server", server.url, home=home, name="Béatrice") as friend:
        friend.hear_kind("room")
        friend.say("chat", text="Hello! Does the one who loses make the tea?")
        page.until_text(".said", "tea")
        yield "room", page
        other = come_in(browser, server, "Bo", size)
        other.find(".rooms li")
        yield "start", other
        guest = invited(browser, server, "Cyd", f"/r/{code}", size)
        guest.find(".state.not_ready")
        yield "room-of-others", guest
        shut = invited(browser, server, "Eva", "/r/zuzu-zuzu-zuzu", size)
        shut.find(".wrong")
        yield "no-such-room", shut
        watcher = invited(browser, server, "Dan", f"/w/{code}", size)
        watcher.find(".seats")
        yield "watching-a-room", watcher
    for place, sheet in enumerate(SHEETS, start=-len(SHEETS)):
        page.click(f".bar button:nth-last-child({-place})")
        page.find(".sheet[open] h2")
        if sheet == "rules":
            page.find(".book h3")
        yield sheet, page
        close_sheet(page)
    page.find("body").send_keys("?")
    page.find(".sheet .keys")
    yield "keys-of-the-room", page
    close_sheet(page)


def race_of_eight(
    browser: Browser, server: SharedServer, size: WindowSize = DESK
) -> Iterator[Stop]:
    """Wataï with bots that need minutes for a race: before it, in it, a card chosen, the keys, leaving, watching."""
    page = come_in(browser, server, "Ana", size)
    code = open_room(page, "watai", 8, {"variants": "off"})
    start_with_bots(page)
    page.find(".answers button, .question, .countdown")
    yield "watai-before", page
    page.find(f"{GO}, .racing")  # the leader says Go
    tap_one(page, Random(0), GO)
    page.find(".racing .hand .card")
    page.click(".hand .card.fits, .hand button.back")
    yield "watai", page
    page.find("body").send_keys("?")
    page.find(".sheet .keys")
    yield "keys", page
    close_sheet(page)
    watcher = invited(browser, server, "Dan", f"/w/{code}", size)
    watcher.find(".racing .rivals")
    yield "watai-watched", watcher
    watcher.resize(size)
    watcher.click(".bar button:nth-last-child(4)")
    watcher.type(".sheet input", f"Well played!{Keys.ENTER}")
    page.find(".badge")
    yield "watai-unread", page
    page.click(".bar button:first-child")
    page.find(".sheet[open] h2")
    yield "leave", page
    close_sheet(page)


def whole_race(browser: Browser, server: SharedServer, size: WindowSize = DESK) -> Iterator[Stop]:
    """One round of Wataï to its count, and the film of it."""
    page = come_in(browser, server, "Ana", size)
    open_room(page, "watai", 8, {"target": "1", "variants": "off"})
    start_with_bots(page)
    play_race(page, Random("watai"))
    page.until_text(".count .you th", "Ana")
    yield "watai-result", page
    page.click(REPLAY)
    page.find(".replay .hand, .replay .arena")
    yield from film(page, "watai")


def whole_calm_game(
    browser: Browser, server: SharedServer, game: str, size: WindowSize = DESK, taps: int = 0
) -> Iterator[Stop]:
    """A calm game: its table in the first turn and after so many taps, its result, and the film of it."""
    page = come_in(browser, server, "Ana", size)
    open_room(page, game, SEATS[game], SHORT.get(game, {}))
    start_with_bots(page)
    dice = Random(game)
    for _ in range(taps):
        page.find(f"{OVER}, {CHOICES}")
        tap_one(page, dice, CHOICES)
    page.find(f"{OVER}, {CHOICES}")
    yield game, page
    play_calm(page, dice)
    page.find(".scores")
    yield f"{game}-result", page
    page.click(REPLAY)
    page.find(".replay .board")
    yield from film(page, game)


def film(page: Page, game: str) -> Iterator[Stop]:
    """The first table of a film, one in the middle, and the last."""
    half = int(page.find(SLIDER).get_attribute("max") or 0) // 2
    for place, name in ((0, "first"), (half, "middle"), (2 * half, "last")):
        slide(page, place)
        yield f"{game}-replay-{name}", page
