"""A new guest: three taps from a link to a race, on a phone; a room set up by its form; names and words that try to be markup."""

from contextlib import ExitStack
from pathlib import Path
from random import Random

import pytest

from tests.support.clients.json_player import json_player
from tests.support.clients.shared_server import shared_server
from tests.support.web.browser import PHONE, Browser
from tests.support.web.hands import GO, address, come_in, open_room, set_option, tap_one

pytestmark = pytest.mark.slow

HOSTILE = "<img src=x onerror=1>"


def test_three_taps_lead_from_a_link_to_a_race(
    browser: Browser, servers: ExitStack, tmp_path: Path
) -> None:
    server = servers.enter_context(shared_server(tmp_path, bot_speed=0.2))
    page = browser.open(address(server, "ana", "/play/watai"), PHONE)
    page.click(".name input")
    page.driver.switch_to.active_element.send_keys("Ana")
    page.click(".invitation .primary")
    page.find(f"{GO}, .racing")  # the leader says Go
    tap_one(page, Random(0), GO)
    page.find(".racing .hand .card")
    assert page.taps <= 3
    assert page.widest() <= PHONE.width
    page.until_text(".mine", "Talon")


def test_the_same_in_french(browser: Browser, servers: ExitStack, tmp_path: Path) -> None:
    """A browser that speaks French: no English word from the link to the race, and the keys of its keyboard."""
    server = servers.enter_context(shared_server(tmp_path, bot_speed=0.2))
    page = browser.open("about:blank", PHONE)
    agent = page.script("return navigator.userAgent")
    speaks = {"userAgent": agent, "acceptLanguage": "fr-FR"}
    page.driver.execute_cdp_cmd("Emulation.setUserAgentOverride", speaks)
    page.driver.get(address(server, "zoe", "/play/watai"))
    page.until_text(".name", "Votre nom")
    page.click(".name input")
    page.driver.switch_to.active_element.send_keys("Zoé")
    page.click(".invitation .primary")
    page.find(f"{GO}, .racing")
    tap_one(page, Random(0), GO)
    page.find(".racing .hand .card")
    assert page.taps <= 3
    assert page.find("html").get_attribute("lang") == "fr"
    page.until_text(".hand", "tourner")
    page.find("body").send_keys("?")
    page.until_match(".sheet .keys", r"Q S D F G T\s*poser une carte")


def test_names_and_words_are_text(browser: Browser, servers: ExitStack, tmp_path: Path) -> None:
    server = servers.enter_context(shared_server(tmp_path))
    page = come_in(browser, server, "Ana", PHONE)
    code = open_room(page, "watai", 2, {})
    with json_player("join", code, "--server", server.url, home=tmp_path, name=HOSTILE) as rival:
        rival.hear_kind("room")
        rival.say("chat", text=f"<script>alert(1)</script>{HOSTILE}")
        page.until_text(".seats", HOSTILE)
        page.until_text(".said", f"<script>alert(1)</script>{HOSTILE}")
        rival.say("ready", ready=True)
        page.click(".state.ready")
        page.click(".seats .row .primary")
        page.until_text(".rivals", HOSTILE)
        assert page.all("#app img, #app script") == []
        assert page.widest() <= PHONE.width


def test_one_may_play_and_leave_as_often_as_one_likes(
    browser: Browser, servers: ExitStack, tmp_path: Path
) -> None:
    server = servers.enter_context(shared_server(tmp_path))
    page = come_in(browser, server, "Ana", PHONE)
    for _ in range(6):
        page.click(".game-wapi .primary")
        page.find(".table")
        page.click(".bar .icon-button:first-child")
        page.click(".sheet .row button:not(.primary)")
        page.find(".games")


def test_an_empty_number_is_the_usual_one_and_a_wrong_one_is_marked(
    browser: Browser, servers: ExitStack, tmp_path: Path
) -> None:
    server = servers.enter_context(shared_server(tmp_path))
    page = come_in(browser, server, "Ana", PHONE)
    page.click(".game-watai .row button:not(.primary)")
    page.click(".setup summary")
    set_option(page, "target", "0.5")
    page.until_match(".option .wrong", r"A whole number from \d+ to \d+")
    page.click(".setup summary")
    page.click(".setup .primary")
    page.find(".setup details[open] [aria-invalid=true]")
    set_option(page, "target", "")
    page.until_gone(".option .wrong")
    set_option(page, "longest wait (ms)", "250")
    page.click(".setup .primary")
    page.until_text(".options", "250")


def test_the_form_of_a_race_offers_how_races_are_decided(
    browser: Browser, servers: ExitStack, tmp_path: Path
) -> None:
    server = servers.enter_context(shared_server(tmp_path))
    page = come_in(browser, server, "Ana", PHONE)
    chosen = {"races": "arrival", "longest wait (ms)": "250", "variants": "off"}
    code = open_room(page, "watai", 2, chosen)
    for words in ("first come, first served", "250"):
        page.until_text(".options", words)
    with json_player("join", code, "--server", server.url, home=tmp_path) as rival:
        options = rival.hear_kind("room")["options"]
        assert (options["arbitration"], options["hold_cap"]) == ("arrival", 250)
