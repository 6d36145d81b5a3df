"""The order of the suite: what takes longest goes first, so that no worker is left alone with it at the end.

xdist would begin with the files that have the most tests; the longest have few (see `--no-loadscope-reorder` in the Makefile).
"""

from typing import Final

import pytest

LONGEST: Final = (
    "tests/clients/cli/terminal/test_calm.py",
    "tests/clients/cli/commands/test_end_to_end.py",
    "tests/engine/test_laws.py",
    "tests/server/whole/test_serve.py",
    "tests/clients/cli/commands/test_simulate.py",
    "tests/clients/cli/terminal/test_terminal.py",
    "tests/clients/cli/terminal/test_race.py",
    "tests/loadtest/fairness/test_races.py",
    "tests/loadtest/bench/test_race.py",
    "tests/server/whole/test_crash.py",
    "tests/server/whole/test_crash_rooms.py",
    "tests/protocol/test_codec.py",
    "tests/protocol/test_frames_differential.py",
    "tests/server/whole/test_secrecy.py",
    "tests/engine/test_goldens.py",
    "tests/clients/cli/games/test_play_by_keys.py",
    "tests/loadtest/oracle/test_checker.py",
    "tests/engine/waka_tanka/test_bots.py",
    "tests/clients/cli/games/watai/test_screens.py",
    "tests/loadtest/compare/test_compare.py",
    "tests/clients/cli/terminal/test_coming_back.py",
    "tests/server/transport/test_misbehaviour.py",
    "tests/clients/state/test_model.py",
    "tests/server/whole/test_neighbours.py",
)
"""Files of five seconds and more, the longest first."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    place = {file: number for number, file in enumerate(LONGEST)}
    items.sort(key=lambda item: place.get(item.nodeid.partition("::")[0], len(LONGEST)))
