"""Storms of peers against a real server: they are all gone afterwards, and the memory is told before and after."""

from collections.abc import Callable

import pytest

from tests.proofs.faults.storms import handshakes, hellos, returns
from watai.loadtest.results.schema import FaultFigures

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("storm", [handshakes, hellos, returns])
def test_a_storm_leaves_no_socket_open(storm: Callable[[int, int, float], FaultFigures]) -> None:
    figures = storm(2, 30, 0.0)
    assert figures.times == 2
    assert figures.leaked_descriptors == 0
    assert figures.rss_before_mb is not None
    assert figures.rss_after_mb is not None
