"""Kernel stamps on the monotonic clock: any age counts while the clocks agree, and nobody gains when they do not."""

import pytest

from watai.server.clock import SECOND, Nanos
from watai.server.transport.arrival_clock import ArrivalClock

HOUR = 3_600 * SECOND


class Clocks:
    """A monotonic and a wall clock that the test sets."""

    def __init__(self) -> None:
        self.instant = 1_000 * SECOND
        self.difference = 1_700_000_000 * SECOND
        self.interruptions: list[int] = []
        self.arrivals = ArrivalClock(self.monotonic, lambda: self.instant + self.difference)

    def monotonic(self) -> Nanos:
        before = self.instant
        if self.interruptions:
            self.instant += self.interruptions.pop()
        return Nanos(before)

    def stamp(self) -> int:
        """What the kernel stamps on bytes that arrive now."""
        return self.instant + self.difference

    def later(self, seconds: float) -> None:
        self.instant += int(seconds * SECOND)


@pytest.mark.parametrize("seconds", [0, 0.5, 12, 100_000])
def test_hole_12_a_stamp_counts_however_late_it_is_read(seconds: float) -> None:
    clocks = Clocks()
    clocks.later(3)
    arrived, stamp = clocks.instant, clocks.stamp()
    clocks.later(seconds)
    assert clocks.arrivals.arrived(stamp) == arrived


@pytest.mark.parametrize("step", [HOUR, -HOUR, 5 * SECOND, -5 * SECOND, SECOND // 100])
def test_a_stamp_from_before_a_step_of_the_wall_clock_counts_as_now(step: int) -> None:
    """A suspended machine looks the same: the monotonic clock stands still meanwhile, the wall clock is ahead afterwards."""
    clocks = Clocks()
    clocks.later(3)
    stamps = [clocks.stamp()]
    clocks.later(4)
    stamps.append(clocks.stamp())
    clocks.difference += step
    clocks.later(2)
    for stamp in stamps:  # also once the new difference is known
        assert clocks.arrivals.arrived(stamp) == clocks.instant
    clocks.later(20)
    arrived, stamp = clocks.instant, clocks.stamp()
    clocks.later(12)
    assert clocks.arrivals.arrived(stamp) == arrived


def test_a_stamp_of_the_future_counts_as_now() -> None:
    clocks = Clocks()
    assert clocks.arrivals.arrived(clocks.stamp() + 1) == clocks.instant


def test_an_interruption_between_two_readings_is_no_step() -> None:
    clocks = Clocks()
    arrived, stamp = clocks.instant, clocks.stamp()
    clocks.later(1)
    clocks.interruptions = [SECOND, SECOND]
    assert clocks.arrivals.arrived(stamp) == arrived


def test_the_quickest_reading_of_both_clocks_counts() -> None:
    clocks = Clocks()
    clocks.difference += HOUR
    clocks.interruptions = [0, 0, *[SECOND] * 10]
    clocks.arrivals.arrived(clocks.stamp())
    arrived, stamp = clocks.instant, clocks.stamp()
    clocks.later(1)
    assert clocks.arrivals.arrived(stamp) == arrived
