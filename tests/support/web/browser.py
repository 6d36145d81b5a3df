"""The browser of `loadtest/systems` for tests, or a clear word that there is none."""

import os

import pytest

from loadtest.systems.browser import (
    DESK,
    PHONE,
    Browser,
    Page,
    Size,
    missing_browser,
    open_browser,
)

__all__ = ["DESK", "PHONE", "Browser", "Page", "Size", "open_browser", "require_browser"]


def require_browser() -> None:
    """Skip the test where no browser is installed; in CI that is a failure."""
    missing = missing_browser()
    if missing and os.environ.get("CI") == "true":
        pytest.fail(f"{missing} (`make test` does that when CI=true)")
    if missing:
        pytest.skip(missing)
