"""What people do on the page: come in under a name, open a room with options, tap what is offered until a game is over."""

from random import Random
from typing import Final, Protocol

from tests.support.web.browser import DESK, Browser, Page, Size

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


class Reached(Protocol):
    """A server, or what stands in front of it."""

    @property
    def port(self) -> int: ...


def address(server: Reached, guest: str, path: str = "/") -> str:
    """The page under a host of its own for each guest, so that the browser takes them for different people."""
    return f"http://{guest.lower()}.localhost:{server.port}{path}"


def come_in(browser: Browser, server: Reached, guest: str, size: Size = DESK) -> Page:
    """A guest at the start, with a name."""
    page = browser.open(address(server, guest), size)
    page.find(".game .primary")
    page.type(".name input", guest)
    return page


def open_room(page: Page, game: str, seats: int, options: dict[str, str]) -> str:
    """Open a room by its form; its code."""
    page.click(f".game-{game} .row button:not(.primary)")
    page.click(f".setup .chip:nth-child({seats - fewest(page) + 1})")
    page.click(".setup summary")
    for name, value in options.items():
        set_option(page, name, value)
    page.click(".setup .primary")
    return page.find(".invite .code").text.lower()


def fewest(page: Page) -> int:
    return int(page.find(".setup .chip span").text)


def set_option(page: Page, name: str, value: str) -> None:
    """Fill in one option of the form, found by its name in words."""
    script = """
const field = [...document.querySelectorAll(".setup .option")].find((each) => each.querySelector("span").textContent === arguments[0]);
const input = field.querySelector("input, select");
input.value = arguments[1];
input.dispatchEvent(new Event("change", { bubbles: true }));
"""
    page.script(script, name, value)


def start_with_bots(page: Page) -> None:
    """Fill the room with bots, and begin."""
    page.click(".seats .row .primary")
    page.until_gone(".seats li.open")
    page.click(".seats .row .primary:not([disabled])")
    page.find(".table")


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
