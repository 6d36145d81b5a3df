"""People at one table, in browsers and in a terminal's program; races won and lost; a second window; a server that was killed."""

import re
from contextlib import ExitStack
from pathlib import Path
from random import Random

import pytest

from tests.support.clients.json_player import json_player
from tests.support.clients.rival import Rival
from tests.support.clients.shared_server import shared_server
from tests.support.scan import scan_png
from tests.support.web.browser import PHONE, Browser, Page
from tests.support.web.hands import (
    CHOICES,
    GO,
    LAY_OR_TURN,
    address,
    come_in,
    open_room,
    play_calm,
    start_with_bots,
    tap_one,
)
from watai.loadtest.net.relay import relay

pytestmark = pytest.mark.slow

UNLIMITED = {"messages_per_second": 10_000.0, "burst_messages": 10_000.0}
START = ".seats .row .primary"
LOADED = "fetch(arguments[0].src).then((it) => it.arrayBuffer()).then((it) => arguments[1]([...new Uint8Array(it)]))"
A_REACTION = 150.0  # ms
QUICKER = r"Bo was \d+ ms quicker\."
WATCH_NOTES = """
const note = document.querySelector(".say");
window.notes = "";
new MutationObserver(() => (notes += note.textContent)).observe(note, { childList: true, characterData: true, subtree: true });
"""
"""Keeps what is said for three seconds only."""
SHOWN = "return notes"
NETWORK = ("WebSocket connection to", "net::ERR_")
"""What a browser itself writes to the console when nobody answers."""


def say_go(page: Page, rival: Rival) -> None:
    """Whoever leads says Go; the race is on."""
    page.find(".answers button, .question")
    tap_one(page, Random(0), GO)
    rival.act("Go")  # refused unless Bo leads
    rival.program.hear_event("Started")
    page.find(".racing .hand .card")


def test_two_browsers_and_a_terminal_at_one_table(
    browser: Browser, servers: ExitStack, tmp_path: Path
) -> None:
    server = servers.enter_context(shared_server(tmp_path))
    ana = come_in(browser, server, "Ana")
    code = open_room(ana, "watai", 3, {"variants": "off"})
    bea = browser.open(address(server, "Bea", f"/r/{code}"), PHONE)
    bea.type(".name input", "Bea")
    bea.click(".invitation .primary")
    bea.click(START)
    with json_player("join", code, "--server", server.url, home=tmp_path, name="Cyd") as program:
        program.hear_kind("room")
        program.say("ready", ready=True)
        program.say("chat", text="hello, you two")
        for page in (ana, bea):
            page.until_text(".said", "hello, you two")
        ana.until(
            lambda _: len(ana.all(".seats .state.ready")) == 2, "Bea and Cyd are not ready for Ana"
        )
        ana.click(START)
        for page in (ana, bea):
            page.find(".answers button, .question")
        program.say("act", move="Go", args={})  # refused unless Cyd leads
        for page in (ana, bea):
            tap_one(page, Random(0), GO)
        program.hear_event("Started")
        for seat, page in enumerate((ana, bea)):
            page.click(".racing .hand button.back:enabled")
            program.hear_event("Turned", seat=seat)
            page.until_text(".rivals", "Cyd")
        assert bea.widest() <= PHONE.width


def test_a_race_lost_and_one_won(browser: Browser, servers: ExitStack, tmp_path: Path) -> None:
    server = servers.enter_context(shared_server(tmp_path, **UNLIMITED))
    wire = servers.enter_context(relay(("127.0.0.1", server.port)))
    page = come_in(browser, wire, "Ana", PHONE)
    code = open_room(page, "watai", 2, {"variants": "off"})
    with json_player("join", code, "--server", server.url, home=tmp_path) as program:
        rival = Rival(program)
        program.say("ready", ready=True)
        page.find(".state.ready")
        page.click(START)
        say_go(page, rival)

        clash = rival.find_clash(lambda: lay_or_turn(page))
        place = f".hand .cell:nth-child({clash.slot + 1})"
        page.until_text(f"{place} .below", f"▸{clash.pile}")
        take_time(page)
        page.script(WATCH_NOTES)
        wire.hold()
        rival.act("Place", card=clash.card, pile=clash.pile)
        program.hear_event("Placed", seat=1, card=clash.card)
        page.click(f"{place} .card")
        page.find(f"{place} .unsure")  # laid at once, as far as the page knows
        wire.release()
        page.until_match("#spoken", rf"comes back\. {QUICKER}")
        page.until(lambda _: re.search(QUICKER, page.script(SHOWN)), "the sentence is only spoken")
        page.find(f"{place} button.card")

        clash = rival.find_clash(lambda: lay_or_turn(page))
        place = f".hand .cell:nth-child({clash.slot + 1})"
        page.until_text(f"{place} .below", f"▸{clash.pile}")
        page.click(f"{place} .card")
        won = program.hear_event("Placed", seat=0, pile=clash.pile)
        rival.act("Place", card=clash.card, pile=clash.pile)
        program.hear_kind("refused")
        page.until(lambda _: not page.all(".unsure"), "the play is never sure")
        assert won["data"]["slot"] == clash.slot


def take_time(page: Page) -> None:
    """Let so much time pass on the page's clock that the next play is no reaction in under a tenth of a second."""
    clock = "return performance.now()"
    now = page.script(clock)
    page.until(lambda driver: driver.execute_script(clock) > now + A_REACTION, "no time passes")


def lay_or_turn(page: Page) -> None:
    """One tap. It is no move if the card goes to several places; the next one then says where."""
    page.until_gone(".hand .unsure")
    tap_one(page, Random(0), *LAY_OR_TURN)


def test_a_room_shows_the_code_of_its_link(
    browser: Browser, servers: ExitStack, tmp_path: Path
) -> None:
    page = come_in(browser, servers.enter_context(shared_server(tmp_path)), "Ana")
    code = open_room(page, "watai", 2, {})
    shown = page.find(".invite .qr")
    page.until(lambda _: page.script("return arguments[0].naturalWidth", shown), "no code is shown")
    link = page.find(".invite .address").get_attribute("value")
    assert scan_png(bytes(page.driver.execute_async_script(LOADED, shown))) == [link]
    assert str(link).endswith(f"/r/{code}")
    page.script("arguments[0].src = 'data:image/png,none'", shown)
    page.until(lambda _: not shown.is_displayed(), "a code is shown that could not be loaded")


def test_a_second_window_takes_over_and_gives_back(
    browser: Browser, servers: ExitStack, tmp_path: Path
) -> None:
    server = servers.enter_context(shared_server(tmp_path))
    first = come_in(browser, server, "Ana")
    code = open_room(first, "duel", 2, {})
    second = browser.open(address(server, "Ana"))
    second.until_text(".invite .code", code)
    first.click(".strip button")
    second.find(".strip button")
    first.until_gone(".strip")
    first.until_text(".invite .code", code)


def test_a_killed_server_comes_back_and_the_game_goes_on(
    browser: Browser, servers: ExitStack, tmp_path: Path
) -> None:
    server = servers.enter_context(shared_server(tmp_path, bot_speed=200))
    page = come_in(browser, server, "Ana")
    open_room(page, "duel", 2, {"duel limit": "1"})
    start_with_bots(page)
    page.click(CHOICES)
    server.kill()
    page.find(".strip")
    server.start()
    page.until_gone(".strip")
    play_calm(page, Random("resumed"))
    page.find(".scores")
    others = [each for each in browser.complaints() if not any(word in each for word in NETWORK)]
    assert others == []
