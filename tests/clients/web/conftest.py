"""One browser for each file of tests; after each test its windows are closed, and its console must be empty."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from tests.support.web.browser import Browser, open_browser, require_browser


@pytest.fixture(scope="module")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    require_browser()
    with open_browser(tmp_path_factory.mktemp("profile")) as browser:
        yield browser


@pytest.fixture
def servers() -> Iterator[ExitStack]:
    """The servers of a test. They outlive its windows, which would complain otherwise that they cannot be reached."""
    with ExitStack() as servers:
        yield servers


@pytest.fixture
def browser(chromium: Browser, servers: ExitStack) -> Iterator[Browser]:
    """The browser of the file, with an eye on its console."""
    yield chromium
    complaints = chromium.complaints()
    chromium.close_windows()
    assert complaints == []
