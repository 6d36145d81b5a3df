"""A page in a cluster: it follows to the node that has its room, outlives that node, and learns of nodes that are new."""

import signal
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from urllib.request import urlopen

import pytest
import trio

from tests.support.cluster.nodes import cluster
from tests.support.server.server_process import ServerProcess, server_process
from tests.support.web.browser import PHONE, Browser, Page
from tests.support.web.hands import CHOICES, OVER, open_room, tap_one

pytestmark = pytest.mark.slow

EXPECTED = ("WebSocket connection to", "net::ERR_", "Content Security Policy")
"""What a browser itself writes to the console when nobody answers, or when a page may not connect."""


def come_in(browser: Browser, node: ServerProcess, guest: str, path: str = "/") -> Page:
    """A guest at the start or in front of a room, with a name, at the address that the node advertises."""
    page = browser.open(f"http://{node.host}:{node.port}{path}", PHONE)
    page.type(".name input", guest)
    return page


def wait_until_named(there: ServerProcess, pages_of: ServerProcess) -> None:
    """A node names another in its pages once it has heard of it, with the next renewal of its lease."""
    address = f"http://{pages_of.host}:{pages_of.port}/build.json"
    named = ""
    while there.url not in named:
        with urlopen(address) as answer:
            named = answer.headers["Content-Security-Policy"]


def play_together(pages: Sequence[Page], dice: Random) -> None:
    """Tap any of the moves that are offered to anybody until the game is over for all."""
    while not all(page.all(OVER) for page in pages):
        for page in pages:
            if page.all(CHOICES):
                tap_one(page, dice, CHOICES)


def forget_expected(browser: Browser) -> None:
    others = [each for each in browser.complaints() if not any(word in each for word in EXPECTED)]
    assert others == []


async def do(what: Callable[..., object], *given: object) -> None:
    """Drive the browser in a thread, as its calls wait."""
    await trio.to_thread.run_sync(what, *given)


async def test_a_page_of_one_node_plays_at_another_and_outlives_it(
    browser: Browser, tmp_path: Path
) -> None:
    async with cluster(tmp_path, 2, {"bot_speed": 200}) as nodes:
        a, b = nodes.nodes
        code = ""
        pages: list[Page] = []

        def sit_down() -> None:
            nonlocal code
            wait_until_named(a, b)
            wait_until_named(b, a)
            bea = come_in(browser, b, "Bea")
            code = open_room(bea, "duel", 2, {"duel limit": "1"})
            ana = come_in(browser, a, "Ana", f"/r/{code}")
            ana.click(".invitation .primary")
            ana.click(".seats .row .primary")
            bea.click(".seats .row .primary:not([disabled])")
            pages.extend((ana, bea))
            for page in pages:
                page.find(".table")
            assert browser.complaints() == []

        await do(sit_down)
        assert await nodes.owner(code) is b
        await b.kill()
        await do(play_together, pages, Random("cluster"))
        assert await nodes.owner(code) is a
        await do(forget_expected, browser)
        await do(browser.close_windows)


async def test_a_page_is_loaded_again_for_a_node_that_it_does_not_know_and_leaves_one_that_hangs(
    browser: Browser, tmp_path: Path
) -> None:
    async with cluster(tmp_path, 1) as nodes:
        (a,) = nodes.nodes
        pages: list[Page] = []
        await do(lambda: pages.append(come_in(browser, a, "Ana")))
        await trio.Path(tmp_path / "new").mkdir()
        async with server_process(tmp_path / "new", {}, f"--redis={nodes.redis.url}") as b:

            def join() -> None:
                (ana,) = pages
                bea = come_in(browser, b, "Bea")
                code = open_room(bea, "duel", 2, {})
                pages.append(bea)
                ana.type("#code", code)
                ana.click(".by-code .primary")
                ana.until_text(".seats", "Bea")
                ana.until_text(".seats", "Ana")

            def be_ready() -> None:
                ana, bea = pages
                ana.click(".seats .row .primary")  # said to nobody at first
                bea.find(".state.ready")

            await do(join)
            b.send_signal(signal.SIGSTOP)
            await do(be_ready)
            await do(forget_expected, browser)
            await do(browser.close_windows)
