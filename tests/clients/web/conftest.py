"""One browser for each file of tests; after each test its windows are closed, its console must be empty, and all that was said must be of the protocol."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from tests.support.programs import require
from tests.support.protocol.schema_check import SIDES
from tests.support.web.browser import Browser, frames, open_browser


@pytest.fixture(scope="module")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    require("chromium")
    with open_browser(tmp_path_factory.mktemp("profile"), log_wire=True) as browser:
        yield browser


@pytest.fixture
def servers() -> Iterator[ExitStack]:
    """The servers of a test. They outlive its windows, which would complain otherwise that they cannot be reached."""
    with ExitStack() as servers:
        yield servers


@pytest.fixture
def browser(chromium: Browser, servers: ExitStack) -> Iterator[Browser]:
    """The browser of the file, with an eye on its console and an ear on its wire."""
    yield chromium
    complaints = chromium.complaints()
    said = frames(chromium)
    chromium.close_windows()
    assert complaints == []
    assert {"hello", "welcome"} <= {each["type"] for _, each in said}
    assert [each for side, each in said if not SIDES[side].is_valid(each)] == []
