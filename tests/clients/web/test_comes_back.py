"""The page goes on by itself: after an upgrade of the server, a network that has died silently, and the sleep of a laptop."""

import os
import shutil
import signal
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from tests.support.clients.json_player import json_player
from tests.support.clients.shared_server import shared_server
from tests.support.web.browser import Browser
from tests.support.web.hands import come_in, open_room
from tests.support.web.node import PAGE
from watai.loadtest.net.relay import relay

pytestmark = pytest.mark.slow

NETWORK = ("WebSocket connection to", "net::ERR_")
"""What a browser itself writes to the console when nobody answers."""


def forget_the_network(browser: Browser) -> None:
    """Whatever the page itself complains of is a fault; the browser may tell that nobody answered."""
    others = [each for each in browser.complaints() if not any(word in each for word in NETWORK)]
    assert others == []


@contextmanager
def asleep(browser: Browser) -> Iterator[None]:
    """Every process of the browser stands still, as on a laptop whose lid is closed."""
    stopped = descendants(browser.driver.service.process.pid)
    assert stopped
    for pid in stopped:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in stopped:
            os.kill(pid, signal.SIGCONT)


def descendants(pid: int) -> list[int]:
    """The processes that this one has started, and those that they have."""
    own = [
        int(child)
        for task in Path(f"/proc/{pid}/task").iterdir()
        for child in (task / "children").read_text().split()
    ]
    return [each for child in own for each in (child, *descendants(child))]


def test_a_page_of_before_an_upgrade_asks_to_be_loaded_again(
    browser: Browser, servers: ExitStack, tmp_path: Path
) -> None:
    server = servers.enter_context(shared_server(tmp_path))
    page = come_in(browser, server, "Ana")
    code = open_room(page, "duel", 2, {})
    shutil.copytree(PAGE, tmp_path / "newer")
    newer = tmp_path / "newer" / "main.js"
    newer.write_text(newer.read_text() + "document.documentElement.dataset.page = 'newer';\n")
    server.kill()
    server.program = ["tests.support.web.upgraded_server", str(tmp_path / "newer")]
    server.start()
    page.until_text(".strip", "newer page")
    page.until_text(".invite .code", code)  # the room goes on meanwhile
    page.click(".strip button")
    page.find("html[data-page=newer]")
    page.until_text(".invite .code", code)
    page.until_gone(".strip")
    forget_the_network(browser)


def test_a_network_that_died_silently_is_noticed(
    browser: Browser, servers: ExitStack, tmp_path: Path
) -> None:
    server = servers.enter_context(shared_server(tmp_path))
    wire = servers.enter_context(relay(("127.0.0.1", server.port)))
    page = come_in(browser, wire, "Ana")
    code = open_room(page, "duel", 2, {})
    wire.hold()  # nothing comes any more, and no connection is closed
    with json_player("join", code, "--server", server.url, home=tmp_path, name="Bo") as friend:
        friend.hear_kind("room")
        friend.say("chat", text="are you there?")
        friend.hear_kind("said")
        page.find(".strip")
        wire.release()
        page.until_gone(".strip")
        page.until_text(".seats", "Bo")
        friend.say("chat", text="there you are")
        page.until_text(".said", "there you are")
    forget_the_network(browser)


def test_a_laptop_that_slept_over_a_restart_goes_on(
    browser: Browser, servers: ExitStack, tmp_path: Path
) -> None:
    server = servers.enter_context(shared_server(tmp_path))
    page = come_in(browser, server, "Ana")
    code = open_room(page, "duel", 2, {})
    with ExitStack() as friends:
        with asleep(browser):
            server.kill()
            server.start()
            join = ("join", code, "--server", server.url)
            friend = friends.enter_context(json_player(*join, home=tmp_path, name="Bo"))
            friend.hear_kind("room")
        page.until_text(".seats", "Bo")
        page.until_gone(".strip")
        friend.say("chat", text="good morning")
        page.until_text(".said", "good morning")
    forget_the_network(browser)
