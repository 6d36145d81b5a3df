"""What axe-core finds wrong with a page for people who read it otherwise: in dark and in light."""

from typing import Final

from tests.support.clients.pty_client import ROOT
from tests.support.web.browser import Page

AXE: Final = ROOT / "tests" / "data" / "axe" / "axe.min.js"
THEMES: Final = ("dark", "light")

RUN: Final = """
const [theme, done] = arguments;
Object.assign(document.documentElement.dataset, { theme, motion: "less" });
requestAnimationFrame(() => requestAnimationFrame(() =>
  axe.run().then(
    ({ violations }) => done(violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`))),
    (error) => done([String(error)]),
  )));
"""


def violations(page: Page) -> list[str]:
    """Each with the theme and the element."""
    if not page.script("return 'axe' in window"):
        page.script(AXE.read_text(encoding="utf-8"))
    return [
        f"{theme}: {found}"
        for theme in THEMES
        for found in page.driver.execute_async_script(RUN, theme)
    ]
