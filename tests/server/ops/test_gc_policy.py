"""Garbage is collected in small portions while people play, and thoroughly when nobody does."""

import gc
import weakref
from collections.abc import Iterator

import pytest

from tests.support.server.memory_lobby import MemoryLobby
from watai.protocol.messages import AddBot, Leave, Start
from watai.server.ops.gc_policy import GROWN_BYTES, MIDDLE, QUIET_SECONDS, YOUNG, GcPolicy

pytestmark = pytest.mark.slow


class Knot:
    """An object that only a collector can free."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture
def policy() -> Iterator[GcPolicy]:
    gc.collect()
    policy = GcPolicy(0.0)
    yield policy
    policy.release()
    gc.enable()


def tied() -> weakref.ref[Knot]:
    return weakref.ref(Knot())


def make_objects(count: int) -> list[list[int]]:
    return [[] for _ in range(count)]


def test_it_takes_the_collector_over(policy: GcPolicy) -> None:
    assert gc.get_threshold()[:2] == (YOUNG, MIDDLE)
    assert gc.get_freeze_count() > 0


def test_young_cycles_go_by_themselves(policy: GcPolicy) -> None:
    knot = tied()
    assert knot() is not None
    make_objects(2 * YOUNG)
    assert knot() is None


def test_no_collection_looks_at_more_than_so_many_objects(policy: GcPolicy) -> None:
    """However many objects live: what has survived is set aside, and no automatic collection comes back to it."""
    before = gc.get_stats()[2]["collections"]
    kept = make_objects(30 * YOUNG * MIDDLE)
    young = len(gc.get_objects(0)) + len(gc.get_objects(1)) + len(gc.get_objects(2))
    assert young <= 3 * YOUNG * MIDDLE
    assert gc.get_freeze_count() > len(kept) - young
    assert gc.get_stats()[2]["collections"] == before


def test_old_cycles_go_when_no_message_comes(policy: GcPolicy) -> None:
    held = Knot()
    kept = make_objects(3 * YOUNG * MIDDLE)  # it is alive, and set aside
    knot = weakref.ref(held)
    del held
    policy.look(1.0, 5, 0)
    policy.look(1.0 + QUIET_SECONDS / 2, 5, 0)
    assert knot() is not None
    policy.look(QUIET_SECONDS, 6, 0)
    policy.look(2 * QUIET_SECONDS - 0.1, 6, 0)
    assert knot() is not None, "a message came meanwhile"
    policy.look(2 * QUIET_SECONDS, 6, 0)
    assert knot() is None
    assert kept


def test_nothing_is_looked_at_twice_while_nothing_happens(policy: GcPolicy) -> None:
    policy.look(1.0, 5, 0)
    policy.look(1.0 + QUIET_SECONDS, 5, 0)
    full = gc.get_stats()[2]["collections"]
    policy.look(100 * QUIET_SECONDS, 5, 0)
    assert gc.get_stats()[2]["collections"] == full


def test_the_longest_of_each_kind_is_known(policy: GcPolicy) -> None:
    assert policy.longest["full"] > 0
    assert policy.longest["young"] == 0
    make_objects(2 * YOUNG)
    assert policy.longest["young"] > 0


@pytest.mark.parametrize("game", ["wapi", "watai", "waka-tanka"])
def test_a_closed_room_needs_no_collector(game: str) -> None:
    table = MemoryLobby()
    (host,) = table.guests("Host")
    seats = 3 if game == "waka-tanka" else 2
    room = table.open(host, game, seats)
    for _ in range(seats - 1):
        host.do(AddBot)
    host.do(Start)
    for _ in range(20):
        table.later(0.5)
    host.do(Leave)
    assert room.match is not None
    gone = [weakref.ref(each) for each in (room, room.match, room.match.game)]
    gc.collect()
    gc.disable()
    try:
        del room
        table.later(300)
        assert not table.lobby.rooms
        assert [each() for each in gone] == [None] * 3
    finally:
        gc.enable()


def test_old_cycles_go_though_people_play_when_the_process_has_grown_much(policy: GcPolicy) -> None:
    held = Knot()
    kept = make_objects(3 * YOUNG * MIDDLE)
    knot = weakref.ref(held)
    del held
    policy.look(1.0, 5, policy._occupied + GROWN_BYTES)
    assert knot() is not None
    policy.look(2.0, 6, policy._occupied + GROWN_BYTES + 1)
    assert knot() is None
    assert kept
