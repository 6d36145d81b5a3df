"""What a guest does on the page until a game begins: come in under a name, open a room with options, fill it with bots."""

from typing import Protocol

from watai.loadtest.systems.browser import DESK, Browser, Page, WindowSize


class Reached(Protocol):
    """A server, or what stands in front of it."""

    @property
    def port(self) -> int: ...


def address(server: Reached, guest: str, path: str = "/") -> str:
    """The page under a host of its own for each guest, so that the browser takes them for different people."""
    return f"http://{guest.lower()}.localhost:{server.port}{path}"


def come_in(browser: Browser, server: Reached, guest: str, size: WindowSize = DESK) -> Page:
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
