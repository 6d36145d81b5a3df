"""The page in a real browser: from the start to a race, without a word on the console."""

from pathlib import Path

import pytest
import trio

from tests.support.server.server_process import serving
from tests.support.web.browser import open_browser, require_browser

pytestmark = pytest.mark.slow


def to_a_race(url: str, folder: Path) -> list[str]:
    with open_browser(folder, 360, 640) as page:
        page.driver.get(url)
        page.find(".name input").send_keys("Ana")
        page.click(".game-watai .primary")
        asked = page.find(".answers button, .racing")  # Go is said by the leader, who may be a bot
        if asked.tag_name == "button":
            page.click(".answers button")
        page.find(".racing .hand .card")
        assert page.driver.execute_script("return document.documentElement.scrollWidth") <= 360
        return page.complaints()


async def test_three_taps_lead_to_a_race(tmp_path: Path) -> None:
    require_browser()
    async with serving(tmp_path) as server:
        url = f"http://{server.host}:{server.port}/"
        assert await trio.to_thread.run_sync(to_a_race, url, tmp_path / "profile") == []
