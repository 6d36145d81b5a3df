"""The browser of `loadtest/systems` for tests, with an ear on its wire."""

from typing import Any, Final

import orjson

from watai.loadtest.systems.browser import (
    DESK,
    PHONE,
    ZOOMED,
    Browser,
    Page,
    WindowSize,
    open_browser,
)

__all__ = [
    "DESK",
    "PHONE",
    "ZOOMED",
    "Browser",
    "Page",
    "WindowSize",
    "frames",
    "open_browser",
]

SIDES: Final = {
    "Network.webSocketFrameSent": "client",
    "Network.webSocketFrameReceived": "server",
}
TEXT: Final = 1  # the opcode of a frame with a message


def frames(browser: Browser) -> list[tuple[str, Any]]:
    """Every message of any window since the last call, with who said it: `client` for the page, or `server`."""
    lines: list[dict[str, Any]] = browser.driver.get_log("performance")  # type: ignore[no-untyped-call]
    told = [orjson.loads(line["message"])["message"] for line in lines]
    return [
        (SIDES[each["method"]], orjson.loads(each["params"]["response"]["payloadData"]))
        for each in told
        if each["method"] in SIDES and each["params"]["response"]["opcode"] == TEXT
    ]
