"""The screens of the calm games are those people have looked at."""

import pytest

from tests.support.screens.calm_games import FOLDER, MOMENTS, screens


@pytest.mark.parametrize("name", MOMENTS)
def test_screens_are_those_of_the_golden_files(name: str) -> None:
    golden = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    assert "\n".join(screens(name)) == golden
