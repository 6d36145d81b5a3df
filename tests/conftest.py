"""The order of the suite: files marked slow start first, so that no worker is left alone with one at the end.

xdist would begin with the files that have the most tests; the slow ones have few (see `--no-loadscope-reorder` in the Makefile).
"""

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)
