"""A real browser to look at the page with: Debian's Chromium, driven by selenium, with windows that are read by what they show."""

import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

from selenium.common.exceptions import (
    ElementClickInterceptedException,
    ElementNotInteractableException,
    StaleElementReferenceException,
)
from selenium.webdriver import Chrome
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import WebDriverWait

T = TypeVar("T")
PATIENCE: Final = 60.0  # seconds for the page to show something: only what hangs takes so long
POLL: Final = 0.02
FLAGS: Final = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--lang=en-GB",
    # every window is somebody's: none may be slowed down because another lies on top of it
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
    "--disable-background-timer-throttling",
)
DRAWN_ANEW: Final = (
    StaleElementReferenceException,
    ElementClickInterceptedException,
    ElementNotInteractableException,
)
"""What a click says if the page changed under it. It has not clicked then."""


class WindowSize(NamedTuple):
    """Of a window, in CSS pixels."""

    width: int
    height: int


PHONE: Final = WindowSize(360, 640)
DESK: Final = WindowSize(1280, 800)
ZOOMED: Final = WindowSize(640, 400)
"""What is left of a desk at 200 %."""


def missing_browser() -> str:
    """What to install before a browser can be started; empty if there is one."""
    if shutil.which("chromium") and shutil.which("chromedriver"):
        return ""
    return "there is no browser here: apt-get install chromium chromium-driver"


class Page:
    """One window, by what it shows."""

    def __init__(self, browser: "Browser", handle: str) -> None:
        self._browser = browser
        self.handle = handle
        self.taps = 0
        """How often somebody has tapped."""

    @property
    def driver(self) -> Chrome:
        """The browser, with this window in front."""
        self._browser.show(self.handle)
        return self._browser.driver

    def until(self, look: Callable[[Chrome], T], words: str) -> T:
        """Wait until a look at the page finds something."""
        wait = WebDriverWait(self.driver, PATIENCE, POLL, ignored_exceptions=DRAWN_ANEW)
        return wait.until(look, words)

    def find(self, selector: str) -> WebElement:
        """Wait until the page shows this, and return it."""
        return self.until(lambda _: self.all(selector), f"the page does not show {selector}")[0]

    def all(self, selector: str) -> list[WebElement]:
        """What the page shows of this now."""
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def until_gone(self, selector: str) -> None:
        self.until(lambda _: not self.all(selector), f"the page still shows {selector}")

    def until_match(self, selector: str, pattern: str) -> None:
        """Wait until this contains such words, seen or spoken."""
        script = "return document.querySelector(arguments[0])?.textContent ?? ''"
        self.until(
            lambda driver: re.search(pattern, driver.execute_script(script, selector)),
            f"{selector} does not say {pattern}",
        )

    def until_text(self, selector: str, text: str) -> None:
        self.until_match(selector, re.escape(text))

    def click(self, selector: str) -> str:
        """Tap the first of these that is in sight, as a finger would; its tag. Again if it was drawn anew in between."""

        def tapped(_: Chrome) -> str:
            for found in self.all(selector):
                if found.is_displayed():
                    tag = found.tag_name
                    found.click()
                    self.taps += 1
                    return tag
            return ""

        return self.until(tapped, f"the page shows no {selector} to tap")

    def type(self, selector: str, text: str) -> None:
        """Type into a field in place of what is there."""
        field = self.find(selector)
        field.clear()
        field.send_keys(text)

    def script(self, script: str, *given: object) -> Any:
        return self.driver.execute_script(script, *given)

    def resize(self, size: WindowSize) -> None:
        """Show the same on a screen of this size, by touch if it is a phone's."""
        touch = size == PHONE
        metrics = {**size._asdict(), "deviceScaleFactor": 1, "mobile": touch}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        self.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": touch})

    def widest(self) -> int:
        """How wide the page is, with everything that sticks out."""
        return int(self.script("return document.documentElement.scrollWidth"))


class Browser:
    """One process of the browser with any number of windows."""

    def __init__(self, driver: Chrome) -> None:
        self.driver = driver
        self._first = self._shown = driver.current_window_handle

    def open(self, url: str, size: WindowSize = DESK) -> Page:
        """A new window of this size at this address."""
        self.driver.switch_to.new_window("window")
        self._shown = self.driver.current_window_handle
        page = Page(self, self._shown)
        page.resize(size)
        self.driver.get(url)
        return page

    def show(self, handle: str) -> None:
        if handle != self._shown:
            self.driver.switch_to.window(handle)
            self._shown = handle

    @contextmanager
    def in_background(self, page: Page) -> Iterator[None]:
        """Another tab lies in front of this page, and the page knows, until the end of the block."""
        driver = page.driver
        driver.switch_to.new_window("tab")
        front = driver.current_window_handle
        driver.switch_to.window(page.handle)
        self._bring_to_front(front)
        page.until(lambda _: page.script("return document.hidden"), "the page is in front")
        yield
        self._bring_to_front(page.handle)
        page.until(lambda _: not page.script("return document.hidden"), "the page stays behind")

    def _bring_to_front(self, handle: str) -> None:
        self.driver.execute_cdp_cmd("Target.activateTarget", {"targetId": handle})

    def complaints(self) -> list[str]:
        """What was written to the console of any window since the last call."""
        lines: list[dict[str, Any]] = self.driver.get_log("browser")  # type: ignore[no-untyped-call]
        return [str(line["message"]) for line in lines]

    def close_windows(self) -> None:
        """Close every window but the first, which keeps the browser alive."""
        for handle in self.driver.window_handles:
            if handle != self._first:
                self.show(handle)
                self.driver.close()
        self.driver.switch_to.window(self._first)
        self._shown = self._first


@contextmanager
def open_browser(folder: Path, *, log_wire: bool = False) -> Iterator[Browser]:
    """A browser with a profile of its own in this folder; closed at the end. It keeps a log of the network if told to."""
    options = Options()
    options.binary_location = str(shutil.which("chromium"))
    for flag in (*FLAGS, f"--user-data-dir={folder}"):
        options.add_argument(flag)
    logs = {"browser": "ALL", **({"performance": "ALL"} if log_wire else {})}
    options.set_capability("goog:loggingPrefs", logs)
    if log_wire:
        options.add_experimental_option("perfLoggingPrefs", {"enablePage": False})
    driver = Chrome(options=options, service=Service(str(shutil.which("chromedriver"))))
    try:
        yield Browser(driver)
    finally:
        driver.quit()
