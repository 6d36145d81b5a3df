"""A calm room plays whole games of every kind one after the other, and notices what its player should not be told."""

import select
import time
from collections.abc import Iterator

import pytest

from tests.support.server.server_process import PATIENCE
from watai.loadtest.load.calm_room import CalmRoom
from watai.loadtest.load.stream import LoadCounts
from watai.loadtest.oracle.checker import Faults
from watai.loadtest.systems.measured_server import own_server

PLAYS = 40  # more than a game of Wapi has: they go on into the next one
FAST = ("bot_speed=500",)


@pytest.fixture(scope="module")
def tanka() -> Iterator[CalmRoom]:
    """A room of Waka Tanka on a server of its own."""
    with own_server("process", FAST) as server:
        room = CalmRoom(server.address, "waka-tanka", 1, "calm", LoadCounts(), Faults())
        yield room
        room.client.close()


@pytest.fixture
def calm_room(tanka: CalmRoom) -> CalmRoom:
    """The room, as if nothing had been heard in it."""
    tanka.seq, tanka.t, tanka.faults = 5, 5, Faults()
    return tanka


def plays_on(room: CalmRoom, plays: int) -> None:
    """Hear and answer until so many plays were answered."""
    counts, patience = room.counts.recorder.counts["calm"], time.monotonic() + PATIENCE
    while sum(counts.values()) < plays and time.monotonic() < patience:
        if select.select([room.client.sock], [], [], 1.0)[0]:
            room.receive(room.client, time.perf_counter_ns())
    assert sum(counts.values()) >= plays


def test_every_calm_game_is_played_and_nothing_is_wrong_with_it() -> None:
    with own_server("process", FAST) as server:
        for game in ("wapi", "duel", "waka-tanka", "waka-waka"):
            faults = Faults()
            room = CalmRoom(server.address, game, 1, "calm", LoadCounts(), faults)
            plays_on(room, PLAYS)
            assert faults.kept == []
            room.client.close()


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({"seq": 2}, "event 2"),
        ({"t": 0}, "at 0 µs"),
        ({"data": {"seat": 1, "animal": "bear", "card": "bear", "left": 3}}, "may not know"),
        ({"event": "Danced"}, "does not have"),
        ({"data": {"seat": 1}}, "makes no sense"),
    ],
)
def test_a_wrong_event_is_noticed(said: dict[str, object], words: str, calm_room: CalmRoom) -> None:
    laid = {"seat": 1, "animal": "bear", "card": None, "left": 3}
    room = calm_room
    event = {"type": "event", "seq": room.seq + 1, "t": room.t + 1, "event": "Laid", "data": laid}
    room._message(event, 0)
    assert room.faults.kept == []
    event |= {"seq": room.seq + 1, "t": room.t + 1}
    room._message({**event, **said}, 0)
    assert len(room.faults.kept) == 1
    assert words in room.faults.kept[0]
