"""A whole short game of each kind by taps alone, on a phone: nothing is wider than the screen, axe-core finds nothing wrong, and somebody wins."""

from contextlib import ExitStack
from pathlib import Path
from random import Random

import pytest

from tests.support.clients.shared_server import shared_server
from tests.support.web.axe import violations
from tests.support.web.browser import PHONE, Browser
from tests.support.web.hands import (
    CHOICES,
    come_in,
    open_room,
    play_calm,
    play_race,
    start_with_bots,
)

pytestmark = pytest.mark.slow

QUICK = 200.0
"""How many times faster than people the bots of the calm games play."""

ORDERS = '{"orders": {"board": ["aa"]}}'
"""Waka Waka with one small order, which ends it."""

REPLAY = ".after .row button:nth-last-child(2)"

CALM = {
    "waka-tanka": (3, {}),
    "wapi": (3, {}),
    "duel": (2, {"duel limit": "1"}),
    "waka-waka": (3, {"tables": ORDERS}),
}


@pytest.mark.parametrize("game", list(CALM))
def test_a_calm_game_by_taps(
    game: str, browser: Browser, servers: ExitStack, tmp_path: Path
) -> None:
    seats, options = CALM[game]
    server = servers.enter_context(shared_server(tmp_path, bot_speed=QUICK))
    page = come_in(browser, server, "Ana", PHONE)
    open_room(page, game, seats, options)
    start_with_bots(page)
    page.find(CHOICES)
    assert violations(page) == []
    assert page.widest() <= PHONE.width
    play_calm(page, Random(game))
    page.find(".scores")
    assert violations(page) == []
    assert page.widest() <= PHONE.width


def test_a_round_of_watai_by_taps(browser: Browser, servers: ExitStack, tmp_path: Path) -> None:
    server = servers.enter_context(shared_server(tmp_path, bot_speed=10))
    page = come_in(browser, server, "Ana", PHONE)
    open_room(page, "watai", 2, {"target": "1", "variants": "off"})
    start_with_bots(page)
    play_race(page, Random("watai"))
    page.until_text(".count .you th", "Ana")
    assert violations(page) == []
    assert page.widest() <= PHONE.width
    page.click(REPLAY)
    page.find(".replay .hand, .replay .arena")
    assert violations(page) == []
    assert page.widest() <= PHONE.width
