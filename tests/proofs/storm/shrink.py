"""Looks for the smallest world that still breaks the same promise."""

from tests.proofs.storm.run import run_world
from tests.proofs.storm.scenario import StormScenario

TRIES = 200


def shrink(scenario: StormScenario, kind: str) -> StormScenario:
    """Leave things out of a failing world, one after the other, as long as it fails with this kind of violation."""
    tries = 0
    while True:
        for smaller in scenario.smaller():
            tries += 1
            if tries > TRIES:
                return scenario
            if run_world(smaller).kind == kind:
                scenario = smaller
                break
        else:
            return scenario
