"""What the browser itself knows about the page: its first load, and the instants of keys and frames, on this machine's clock."""

import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from watai.loadtest.systems.browser import Page

SCRIPT: Final = Path(__file__).with_suffix(".js")
_LOADED: Final = """
const loaded = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
const painted = Object.fromEntries(performance.getEntriesByType("paint").map((each) => [each.name, each.startTime]));
return {
  requests: loaded.length,
  kb: loaded.reduce((sum, each) => sum + each.encodedBodySize, 0) / 1024,
  kb_with_heads: loaded.reduce((sum, each) => sum + each.transferSize, 0) / 1024,
  first_paint_ms: painted["first-paint"] ?? null,
  first_content_ms: painted["first-contentful-paint"] ?? null,
};
"""


@dataclass(frozen=True, slots=True)
class Instants:
    """What the probe has noted, in seconds of the monotonic clock."""

    keys: list[float]
    painted: dict[int, float]
    """When the frame was painted in which each event of the game was drawn, by its number."""
    presented: dict[int, float]
    """When that frame was on the screen."""
    clock_error: float
    """How far the page's clock, as we read it, is outside the time that reading it took; 0 if it is right."""
    exact: bool
    """Whether the browser gives the page exact timers."""


def insert_probe(page: Page) -> None:
    """Let the probe run in every page that this window opens from now on."""
    script = SCRIPT.read_text(encoding="utf-8")
    page.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": script})


def read_load(page: Page) -> dict[str, float | None]:
    """What the page has loaded so far: requests, compressed KB, ms until something was painted."""
    loaded: dict[str, float | None] = page.script(_LOADED)
    return {name: None if each is None else round(each, 1) for name, each in loaded.items()}


def read_probe(page: Page) -> Instants:
    """What the probe has noted so far. The browser's monotonic clock is the system's; the page counts from its start."""
    driver = page.driver
    driver.execute_cdp_cmd("Performance.enable", {})
    metrics = driver.execute_cdp_cmd("Performance.getMetrics", {})["metrics"]
    began = next(each["value"] for each in metrics if each["name"] == "NavigationStart")
    before = time.monotonic()
    now, exact, probe = page.script("return [performance.now(), crossOriginIsolated, window.probe]")
    after, now = time.monotonic(), began + now / 1000
    return Instants(
        keys=[began + each / 1000 for each in probe["keys"]],
        painted={seq: began + at / 1000 for seq, at, _ in probe["painted"]},
        presented={seq: began + at / 1000 for seq, _, at in probe["painted"]},
        clock_error=max(before - now, now - after, 0.0),
        exact=exact,
    )


def press(page: Page, key: str, code: str) -> float:
    """Press and release a key as the keyboard would; the instant before."""
    fields: dict[str, Any] = {"key": key, "code": code, "text": key}
    before = time.monotonic()
    page.driver.execute_cdp_cmd("Input.dispatchKeyEvent", {"type": "keyDown", **fields})
    page.driver.execute_cdp_cmd("Input.dispatchKeyEvent", {"type": "keyUp", **fields})
    return before
