"""Simulated links: no byte overtakes another, and the same seed gives the same network."""

from statistics import fmean

import pytest

from watai.engine.dice import Dice
from watai.loadtest.net.netsim import PROFILES, Path, Wire


def arrivals(path: Path, seed: str = "wire", every: float = 0.01, count: int = 2000) -> list[float]:
    lane = Wire(path, Dice.from_text(seed)).up
    return [lane.arrival(number * every) for number in range(count)]


def test_nothing_overtakes_what_was_sent_before() -> None:
    wild = Path(10, 10, jitter=30, spikes=0.2, spike=(50, 200), stall_every=500)
    came = arrivals(wild)
    assert came == sorted(came)


def test_nothing_arrives_sooner_than_the_best_case() -> None:
    path = Path(10, 25, jitter=2)
    delays = [came - number * 0.01 for number, came in enumerate(arrivals(path))]
    assert min(delays) >= 0.025
    assert 0.026 < fmean(delays) < 0.030


def test_the_same_seed_gives_the_same_network() -> None:
    path = Path(5, 5, jitter=3, spikes=0.1, stall_every=1000)
    assert arrivals(path) == arrivals(path)
    assert arrivals(path) != arrivals(path, "another")


def test_the_two_directions_have_delays_of_their_own() -> None:
    wire = Wire(Path.of(100, down=0.2), Dice.from_text("asymmetric"))
    assert wire.down.arrival(0.0) == pytest.approx(0.020, abs=0.015)
    assert wire.up.arrival(0.0) == pytest.approx(0.080, abs=0.015)


def test_a_stall_holds_up_both_directions_until_it_is_over() -> None:
    path = Path(1, 1, jitter=0, spikes=0, stall_every=300, stall=(200, 200))
    wire = Wire(path, Dice.from_text("stalls"))
    downs = [wire.down.arrival(tick / 1000) - tick / 1000 for tick in range(3000)]
    ups = [wire.up.arrival(tick / 1000) - tick / 1000 for tick in range(2990, 3000)]
    assert max(downs) == pytest.approx(0.2, abs=0.005)
    assert sum(delay > 0.002 for delay in downs) > 300
    assert downs[-10:] == pytest.approx(ups)


@pytest.mark.parametrize("name", PROFILES)
def test_every_profile_seats_eight(name: str) -> None:
    assert len(PROFILES[name]) == 8
