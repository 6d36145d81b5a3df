"""A race does not run dry: after a round comes the next, after a match another one."""

import pytest

from tests.support.server.server_process import PATIENCE
from watai.loadtest.load import assembly
from watai.loadtest.load.assembly import assemble
from watai.loadtest.load.generator import Generator, clock
from watai.loadtest.load.plan import SECOND, Plan
from watai.loadtest.load.stream import LoadCounts
from watai.loadtest.oracle.checker import Faults
from watai.loadtest.systems.measured_server import own_server

pytestmark = pytest.mark.slow


def test_players_go_on_into_the_next_match(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(assembly.OPTIONS, "target", 1)  # one round decides
    plan = Plan(rooms=1, players=2)
    counts, faults = LoadCounts(), Faults()
    with own_server("process") as server:
        (room,) = assemble(server.address, plan, [0], counts, faults)
        generator = Generator([room], counts, lambda second, recorder: None)
        generator.start_races()
        first = room.checker.table
        patience = clock() + int(PATIENCE) * SECOND
        while room.checker.table is first and clock() < patience:
            generator.closed_loop(clock(), clock() + SECOND // 2, 0)
        assert generator.drain()
        generator.close()
    assert room.checker.rounds >= 1
    assert room.checker.table is not None
    assert room.checker.table.round >= 1
    assert room.checker.table is not first
    assert faults.kept == []
