"""A whole short game of each kind by taps alone, on a phone, then its result and its film: somebody wins, nothing is wrong for anybody on any screen.

Everything the page says and hears in them is checked against the JSON Schema of the protocol (`conftest.py`).
"""

from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.support.clients.shared_server import shared_server
from tests.support.web.axe import faults
from tests.support.web.browser import PHONE, Browser
from tests.support.web.tour import whole_calm_game, whole_race

pytestmark = pytest.mark.slow

BRISK, QUICK = 10.0, 200.0
"""How many times faster than people the bots play."""


@pytest.mark.parametrize("game", ["waka-tanka", "wapi", "duel", "waka-waka"])
def test_a_calm_game_by_taps(
    game: str, browser: Browser, servers: ExitStack, tmp_path: Path
) -> None:
    server = servers.enter_context(shared_server(tmp_path, bot_speed=QUICK))
    for name, page in whole_calm_game(browser, server, game, PHONE):
        assert (name, faults(page)) == (name, [])


def test_a_round_of_watai_by_taps(browser: Browser, servers: ExitStack, tmp_path: Path) -> None:
    server = servers.enter_context(shared_server(tmp_path, bot_speed=BRISK))
    for name, page in whole_race(browser, server, PHONE):
        assert (name, faults(page)) == (name, [])
