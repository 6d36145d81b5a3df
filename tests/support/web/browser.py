"""A real browser to look at the page with: Debian's Chromium, driven by selenium, or a clear word that there is none."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import WebDriverWait

PATIENCE = 60.0  # seconds for the page to show something: only what hangs takes so long
FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def require_browser() -> None:
    """Skip the test where no browser is installed; in CI that is a failure."""
    if shutil.which("chromium") and shutil.which("chromedriver"):
        return
    words = "no browser is installed (chromium and chromium-driver): the page is not looked at"
    if os.environ.get("CI") == "true":
        pytest.fail(words)
    pytest.skip(words)


class Page:
    """A browser window, by what it shows."""

    def __init__(self, driver: Chrome) -> None:
        self.driver = driver

    def find(self, selector: str) -> WebElement:
        """Wait until the page shows this, and return it."""
        found = WebDriverWait(self.driver, PATIENCE).until(
            lambda driver: driver.find_elements(By.CSS_SELECTOR, selector),
            f"the page does not show {selector}",
        )
        return found[0]

    def click(self, selector: str) -> None:
        """Click what the page shows; again if it was drawn anew in between."""
        self.find(selector)
        WebDriverWait(self.driver, PATIENCE).until(lambda _: self._clicked(selector), selector)

    def _clicked(self, selector: str) -> bool:
        script = (
            "const found = document.querySelector(arguments[0]); found?.click(); return !!found"
        )
        return bool(self.driver.execute_script(script, selector))

    def complaints(self) -> list[str]:
        """What the browser wrote to its console."""
        lines: list[dict[str, Any]] = self.driver.get_log("browser")  # type: ignore[no-untyped-call]
        return [str(line["message"]) for line in lines]


@contextmanager
def open_browser(folder: Path, width: int, height: int) -> Iterator[Page]:
    """A browser of its own, with a window of this size; closed at the end."""
    options = Options()
    options.binary_location = str(shutil.which("chromium"))
    for flag in (*FLAGS, f"--user-data-dir={folder}", f"--window-size={width},{height}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = Chrome(options=options, service=Service(str(shutil.which("chromedriver"))))
    try:
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        yield Page(driver)
    finally:
        driver.quit()
