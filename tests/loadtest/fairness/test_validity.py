"""A run that disturbed itself says so."""

import pytest

from watai.loadtest.bench.fairness import invalid_because
from watai.loadtest.fairness.network.lateness import Lateness
from watai.loadtest.results.schema import FairnessGenerator, KeyLag, RelayFigures, Waits


@pytest.mark.parametrize(
    ("keys", "packets", "shared", "reasons"),
    [
        (0.9, 4.9, False, 0),
        (1.1, 4.9, False, 1),
        (0.9, 5.1, False, 1),
        (1.1, 5.1, True, 3),
        (None, None, False, 0),
    ],
)
def test_late_keys_late_packets_and_a_shared_core_make_it_invalid(
    keys: float | None, packets: float | None, shared: bool, reasons: int
) -> None:
    generator = FairnessGenerator(lag_ms=KeyLag(p99=keys))
    relay = RelayFigures(Waits(p90=packets))
    assert len(invalid_because(generator, relay, {"shared_core": shared})) == reasons


def test_lateness_is_told_in_tenths_of_a_millisecond() -> None:
    lateness = Lateness()
    assert lateness.millis(0.5) is None
    for each in (-0.001, 0.00025, 0.00305, 7.0):
        lateness.add(each)
    assert [lateness.millis(part) for part in (0.25, 0.5, 0.75, 1)] == [0.1, 0.3, 3.1, 100.0]
