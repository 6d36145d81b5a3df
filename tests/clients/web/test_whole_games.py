"""A whole short game of each kind by taps alone, on a phone: nothing is wider than the screen, and somebody wins."""

from pathlib import Path
from random import Random

import pytest

from tests.support.clients.shared_server import shared_server
from tests.support.web.browser import PHONE, Browser
from tests.support.web.hands import OVER, come_in, open_room, play_calm, play_race, start_with_bots

pytestmark = pytest.mark.slow

QUICK = 200.0
"""How many times faster than people the bots of the calm games play."""

ORDERS = '{"orders": {"board": ["aa"]}}'
"""Waka Waka with one small order, which ends it."""

CALM = {
    "waka-tanka": (3, {}),
    "wapi": (3, {}),
    "duel": (2, {"duel limit": "1"}),
    "waka-waka": (3, {"tables": ORDERS}),
}


@pytest.mark.parametrize("game", list(CALM))
def test_a_calm_game_by_taps(game: str, browser: Browser, tmp_path: Path) -> None:
    seats, options = CALM[game]
    with shared_server(tmp_path, bot_speed=QUICK) as server:
        page = come_in(browser, server, "Ana", PHONE)
        open_room(page, game, seats, options)
        start_with_bots(page)
        play_calm(page, Random(game))
        page.find(f"{OVER}, .scores")
        assert page.widest() <= PHONE.width


def test_a_round_of_watai_by_taps(browser: Browser, tmp_path: Path) -> None:
    with shared_server(tmp_path, bot_speed=10) as server:
        page = come_in(browser, server, "Ana", PHONE)
        open_room(page, "watai", 2, {"target": "1", "variants": "off"})
        start_with_bots(page)
        play_race(page, Random("watai"))
        page.until_text(".count .you th", "Ana")
        assert page.widest() <= PHONE.width
