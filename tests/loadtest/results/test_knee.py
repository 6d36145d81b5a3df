"""The knee is found from either side, in few steps."""

import pytest

from watai.loadtest.results.knee import find_knee


@pytest.mark.parametrize("knee", [1, 2, 39, 40, 41, 77, 333, 1999])
@pytest.mark.parametrize("begin", [1, 40, 2000])
def test_the_knee_is_found_within_a_twentieth(knee: int, begin: int) -> None:
    found, tries = find_knee(lambda rooms: rooms <= knee, begin, 2000)
    assert knee * 0.94 - 1 <= found <= knee
    assert len(tries) <= 20
    assert all(each.passed == (each.rooms <= knee) for each in tries)


def test_nothing_holds_or_everything_does() -> None:
    assert find_knee(lambda rooms: False, 8, 100)[0] == 0
    assert find_knee(lambda rooms: True, 8, 100)[0] == 100
