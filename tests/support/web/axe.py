"""What is wrong with a page for people who read it otherwise: what axe-core finds in dark and in light, what sticks out, what is too small for a finger."""

from typing import Final

from tests.support.web.browser import DESK, PHONE, ZOOMED, Page
from watai.child import ROOT

AXE: Final = ROOT / "tests" / "data" / "axe" / "axe.min.js"
THEMES: Final = ("dark", "light")
SCREENS: Final = {"phone": PHONE, "desk": DESK, "zoomed": ZOOMED}
FINGER: Final = 40
"""Pixels of height that a finger needs."""

RUN: Final = """
const [theme, done] = arguments;
Object.assign(document.documentElement.dataset, { theme, motion: "less" });
requestAnimationFrame(() => requestAnimationFrame(() =>
  axe.run().then(
    ({ violations }) => done(violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`))),
    (error) => done([String(error)]),
  )));
"""

SMALL: Final = """
const [finger] = arguments;
const shown = [...document.querySelectorAll("button, select, input:not([type=radio], [type=checkbox]), summary, .chip, .check")]
  .filter((each) => each.checkVisibility() && (!document.querySelector("dialog[open]") || each.closest("dialog")));
return shown.filter((each) => each.getBoundingClientRect().height < finger - 0.5)
  .map((each) => `${each.outerHTML.slice(0, 120)} is ${each.getBoundingClientRect().height} high`);
"""


def violations(page: Page) -> list[str]:
    """What axe-core finds, each with the theme and the element."""
    if not page.script("return 'axe' in window"):
        page.script(AXE.read_text(encoding="utf-8"))
    return [
        f"{theme}: {found}"
        for theme in THEMES
        for found in page.driver.execute_async_script(RUN, theme)
    ]


def faults(page: Page) -> list[str]:
    """Everything that is wrong with what the page shows, on a phone, on a desk, and on a desk at 200 %."""
    found = []
    for name, size in SCREENS.items():
        page.resize(size)
        found += [f"{name}, {each}" for each in violations(page)]
        wide = page.widest()
        found += [f"{name}: it is {wide} wide"] if wide > size.width else []
    page.resize(PHONE)
    return [*found, *(f"phone: {each}" for each in page.script(SMALL, FINGER))]
