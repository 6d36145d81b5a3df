"""axe-core finds nothing wrong on any screen, dark or light, on a phone and on a desk."""

from contextlib import ExitStack
from pathlib import Path
from random import Random

import pytest

from tests.support.clients.shared_server import shared_server
from tests.support.web.axe import violations
from tests.support.web.browser import DESK, PHONE, Browser, Size
from tests.support.web.hands import GO, come_in, open_room, start_with_bots, tap_one

pytestmark = pytest.mark.slow

PATIENT = 0.01
"""Bots that leave the table alone while it is looked at."""

SLOW = 0.4
"""Bots that say Go soon, and then need minutes for a race."""

SHEETS = ("chat", "log", "rules", "settings")


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_screens_around_a_game(
    size: Size, browser: Browser, servers: ExitStack, tmp_path: Path
) -> None:
    server = servers.enter_context(shared_server(tmp_path, bot_speed=PATIENT))
    page = come_in(browser, server, "Ana", size)
    assert violations(page) == []
    page.click(".game-watai .row button:not(.primary)")
    page.click(".setup summary")
    assert violations(page) == []
    page.click(".sheet .close")
    page.until_gone(".sheet[open]")
    open_room(page, "watai", 8, {"variants": "off"})
    assert violations(page) == []
    for place, sheet in enumerate(SHEETS, start=-len(SHEETS)):
        page.click(f".bar button:nth-last-child({-place})")
        page.find(".sheet[open] h2")
        if sheet == "rules":
            page.find(".book h3")
        assert violations(page) == []
        page.click(".sheet .close")
        page.until_gone(".sheet[open]")
    start_with_bots(page)
    page.find(".answers button, .question, .countdown")
    assert violations(page) == []
    assert page.widest() <= size.width


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_a_race_of_eight(size: Size, browser: Browser, servers: ExitStack, tmp_path: Path) -> None:
    server = servers.enter_context(shared_server(tmp_path, bot_speed=SLOW))
    page = come_in(browser, server, "Ana", size)
    open_room(page, "watai", 8, {"variants": "off"})
    start_with_bots(page)
    page.find(f"{GO}, .racing")  # the leader says Go
    tap_one(page, Random(0), GO)
    page.find(".racing .hand .card")
    page.click(".hand .card.fits, .hand button.back")
    assert violations(page) == []
    assert page.widest() <= size.width
