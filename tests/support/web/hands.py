"""What people do on the page: tap what is offered until a game is over; how they come to a table is in `loadtest/systems`."""

from random import Random
from typing import Final

from watai.loadtest.systems.browser import Page
from watai.loadtest.systems.web_guest import (
    address,
    come_in,
    open_room,
    set_option,
    start_with_bots,
)

__all__ = ["address", "come_in", "open_room", "set_option", "start_with_bots"]

OVER: Final = ".after h2"
CHOICES: Final = ".calm button.spot, .calm .moves button"
REPLAY: Final = ".after .row button:nth-last-child(2)"
SLIDER: Final = ".film input[type=range]"
GO: Final = ".answers button"
LAY_OR_TURN: Final = (
    ".watai:has(.selected) .pile.fits",
    ".hand .card.fits, .hand .fills",
    ".hand button.back:enabled",
)
"""What a player of Wataï taps, the first that is there: where a chosen card goes, a card, the Stock."""
MOST_TAPS: Final = 3_000


def play_calm(page: Page, dice: Random) -> None:
    """Tap any of the moves that are offered until the game is over."""
    for _ in range(MOST_TAPS):
        page.find(f"{OVER}, {CHOICES}")
        if page.all(OVER):
            return
        tap_one(page, dice, CHOICES)
    raise AssertionError("the game does not end")


def tap_one(page: Page, dice: Random, *selectors: str) -> None:
    """Tap one of the first of these that are there, whichever; nothing if all are gone by now."""
    script = """
const [chance, selectors] = arguments;
const found = selectors.map((each) => [...document.querySelectorAll(each)]).find((each) => each.length);
if (!found) return null;
const one = found[Math.trunc(chance * found.length)];
one.scrollIntoView({ block: "center", behavior: "instant" });
const { x, y, width, height } = one.getBoundingClientRect();
return [x + width / 2, y + height / 2];
"""
    place = page.script(script, dice.random(), selectors)
    if place:
        tap_at(page, *place)


def tap_at(page: Page, x: float, y: float) -> None:
    """A press and a release at this point, with all the events of a real one."""
    for kind in ("mousePressed", "mouseReleased"):
        event = {"type": kind, "x": x, "y": y, "button": "left", "clickCount": 1}
        page.driver.execute_cdp_cmd("Input.dispatchMouseEvent", event)
    page.taps += 1


def play_race(page: Page, dice: Random) -> None:
    """Lay what fits, turn the Stock otherwise, and answer what is asked, until the game is over."""
    offered = (GO, ".act.now", *LAY_OR_TURN)
    for _ in range(MOST_TAPS):
        page.find(", ".join((OVER, *offered)))
        if page.all(OVER):
            return
        tap_one(page, dice, *offered)
    raise AssertionError("the game does not end")


def slide(page: Page, place: int) -> None:
    """Take the film to one of its moments."""
    script = """
const [selector, place] = arguments;
const slider = document.querySelector(selector);
slider.value = place;
slider.dispatchEvent(new Event("input", { bubbles: true }));
"""
    page.script(script, SLIDER, place)
    page.until(lambda _: moment(page) == place, f"the film does not go to {place}")


def moment(page: Page) -> int:
    """Which moment the film shows."""
    shown = page.find(SLIDER).get_attribute("aria-valuetext") or "0"
    return int(shown.split(" / ")[0]) - 1
