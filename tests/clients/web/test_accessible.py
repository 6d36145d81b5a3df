"""No screen around a game, and no part of a race of eight, has anything wrong: axe-core, dark and light, on a phone, on a desk and at 200 %.

The ends of games and their films are looked at in `test_whole_games.py`.
"""

from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.support.clients.shared_server import shared_server
from tests.support.web.axe import faults
from tests.support.web.browser import Browser
from tests.support.web.tour import around_games, race_of_eight

pytestmark = pytest.mark.slow

SLOW = 0.4
"""Bots that say Go soon, and then need minutes for a race."""


def test_screens_around_a_game(browser: Browser, servers: ExitStack, tmp_path: Path) -> None:
    server = servers.enter_context(shared_server(tmp_path, bot_speed=SLOW))
    for name, page in around_games(browser, server, tmp_path):
        assert (name, faults(page)) == (name, [])


def test_a_race_of_eight(browser: Browser, servers: ExitStack, tmp_path: Path) -> None:
    server = servers.enter_context(shared_server(tmp_path, bot_speed=SLOW))
    for name, page in race_of_eight(browser, server):
        assert (name, faults(page)) == (name, [])
