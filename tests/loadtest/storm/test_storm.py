"""Simulated worlds: some hundred seeds keep every promise, the same seed gives the same world, and planted bugs are found."""

import pytest

from loadtest.storm.scenario import Scenario
from loadtest.storm.world import run_world

pytestmark = pytest.mark.slow

SEEDS = 300


def test_some_hundred_worlds_keep_every_promise() -> None:
    failed = [each for each in map(run_world, map(Scenario.draw, range(SEEDS))) if each.kind]
    assert [(each.seed, each.kind, each.what) for each in failed] == []


def test_the_same_seed_gives_the_same_bytes() -> None:
    first, again, other = (run_world(Scenario.draw(seed)) for seed in (7, 7, 8))
    assert first == again
    assert first.hash != other.hash
