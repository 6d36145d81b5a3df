"""One world, run as its scenario says: what became of it is a result, whatever it was."""

import logging
import traceback
from collections import Counter
from dataclasses import dataclass, field
from random import Random
from unittest import mock

from tests.proofs.storm.cluster_world import ClusterWorld
from tests.proofs.storm.scenario import StormScenario
from tests.proofs.storm.task_run import same_order_for
from tests.proofs.storm.violation import Violation
from tests.proofs.storm.world import LULL, World
from watai.engine.watai import race
from watai.server import chance, clock
from watai.server.dispatch import slow_replies
from watai.server.rooms import sessions


@dataclass(slots=True)
class StormResult:
    """What became of a world."""

    seed: int
    inputs: int = 0
    passes: int = 0
    games: int = 0
    faults: Counter[str] = field(default_factory=Counter)
    kind: str = ""
    """Of the violation, if there was one."""
    what: str = ""
    hash: str = ""


class _Bugs(logging.Handler):
    """A bug that the server contains is logged as an error: here it is a violation."""

    def emit(self, record: logging.LogRecord) -> None:
        trace = record.exc_info
        if trace is not None:
            raise Violation("broken", f"{record.getMessage()}: {trace[1]!r}") from trace[1]


def _first_violation(group: BaseExceptionGroup[BaseException]) -> Violation:
    """What the tasks of a node have failed with."""
    for each in group.exceptions:
        if isinstance(each, Violation):
            return each
        if isinstance(each, BaseExceptionGroup):
            return _first_violation(each)
    return Violation("broken", "".join(traceback.format_exception(group.exceptions[0], limit=-3)))


def run_world(scenario: StormScenario) -> StormResult:
    """Run one world; a violation is in its result."""
    result = StormResult(scenario.seed)
    world = ClusterWorld(scenario) if scenario.nodes else World(scenario)
    random = Random(f"chance {scenario.seed}")
    logger, bugs = logging.getLogger("watai"), _Bugs(logging.ERROR)
    propagates, logger.propagate = logger.propagate, False
    logger.addHandler(bugs)
    try:
        with (
            clock.simulated(world.timeline.read, world.timeline.unix),
            chance.simulated(random.randbytes),
            mock.patch.object(race, "LULL", LULL),
            # small, so that a world reaches them
            mock.patch.object(sessions, "REMEMBERED_ANSWERS", 16),
            mock.patch.object(slow_replies, "WAITING_REPLAYS", 2),
            same_order_for(scenario.seed),
        ):
            try:
                result.games = world.run()
            finally:
                world.close()
    except Violation as violation:
        result.kind, result.what = violation.kind, violation.what
    except BaseExceptionGroup as group:  # from the tasks of a node
        first = _first_violation(group)
        result.kind, result.what = first.kind, first.what
    except Exception:  # a bug that nothing contained: reported with its seed
        result.kind, result.what = "broken", traceback.format_exc(limit=-3)
    finally:
        logger.removeHandler(bugs)
        logger.propagate = propagates
    result.inputs = sum(each.inputs for each in world.players)
    result.inputs += sum(each.inputs for each in world.hostile)
    result.passes = world.all_passes()
    result.faults = world.injected
    if isinstance(world, ClusterWorld):
        result.faults["refused"] += world.history.refused
    result.hash = world.testimony.digest.hexdigest()
    return result
