"""The browser of `loadtest/systems` for tests, or a clear word that there is none."""

import os
from typing import Any, Final

import orjson
import pytest

from watai.loadtest.systems.browser import (
    DESK,
    PHONE,
    ZOOMED,
    Browser,
    Page,
    Size,
    missing_browser,
    open_browser,
)

__all__ = [
    "DESK",
    "PHONE",
    "ZOOMED",
    "Browser",
    "Page",
    "Size",
    "frames",
    "open_browser",
    "require_browser",
]

SIDES: Final = {
    "Network.webSocketFrameSent": "client",
    "Network.webSocketFrameReceived": "server",
}
TEXT: Final = 1  # the opcode of a frame with a message


def require_browser() -> None:
    """Skip the test where no browser is installed; in CI that is a failure."""
    missing = missing_browser()
    if missing and os.environ.get("CI") == "true":
        pytest.fail(f"{missing} (`make test` does that when CI=true)")
    if missing:
        pytest.skip(missing)


def frames(browser: Browser) -> list[tuple[str, Any]]:
    """Every message of any window since the last call, with who said it: `client` for the page, or `server`."""
    lines: list[dict[str, Any]] = browser.driver.get_log("performance")  # type: ignore[no-untyped-call]
    told = [orjson.loads(line["message"])["message"] for line in lines]
    return [
        (SIDES[each["method"]], orjson.loads(each["params"]["response"]["payloadData"]))
        for each in told
        if each["method"] in SIDES and each["params"]["response"]["opcode"] == TEXT
    ]
