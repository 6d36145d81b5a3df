"""Garbage is collected in quiet moments: cycles go, and what is alive is left in peace."""

import gc
import weakref
from collections.abc import Iterator

import pytest

from server.ops.gc_policy import BUSY_SECONDS, QUIET_SECONDS, GcPolicy


class Knot:
    """An object that only a collector can free."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture
def policy() -> Iterator[GcPolicy]:
    yield GcPolicy(0.0)
    gc.unfreeze()
    gc.enable()


def tied() -> weakref.ref[Knot]:
    return weakref.ref(Knot())


def test_it_takes_the_collector_over(policy: GcPolicy) -> None:
    assert not gc.isenabled()
    assert gc.get_freeze_count() > 0


def test_young_cycles_go_within_a_second(policy: GcPolicy) -> None:
    knot = tied()
    assert knot() is not None
    policy.collect(1.0, busy=True)
    assert knot() is None


@pytest.mark.parametrize(("busy", "pause"), [(False, QUIET_SECONDS), (True, BUSY_SECONDS)])
def test_old_cycles_go_in_time(policy: GcPolicy, busy: bool, pause: float) -> None:
    held = Knot()
    policy.collect(1.0, busy=True)  # it is alive, and set aside
    knot = weakref.ref(held)
    del held
    policy.collect(pause, busy=busy)
    assert knot() is not None
    policy.collect(pause + 1, busy=busy)
    assert knot() is None
