"""Simulated clusters: some dozens of worlds keep every promise, the same seed gives the same bytes, and planted bugs are found."""

import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from tests.proofs.storm import command as storm
from tests.proofs.storm.redis_model import RedisModel
from tests.proofs.storm.run import run_world
from tests.proofs.storm.scenario import TOGETHER, StormScenario
from watai.server.clock import Nanos
from watai.server.cluster import keys
from watai.server.cluster.directory import Directory
from watai.server.cluster.node import Node
from watai.server.cluster.redis_journal import RedisJournal
from watai.server.cluster.shared_sessions import SharedSessions
from watai.server.dispatch.unwritten import Unwritten
from watai.server.rooms.lobby import Lobby
from watai.server.rooms.room import Room

pytestmark = pytest.mark.slow

SEEDS = 40
BATCH = 10
NODES = 3
FEW = 40
"""Among so many worlds at least one finds each planted bug."""


@pytest.mark.parametrize("first", range(0, SEEDS, BATCH))
def test_some_dozens_of_clusters_keep_every_promise(first: int) -> None:
    worlds = [run_world(StormScenario.draw(seed, NODES)) for seed in range(first, first + BATCH)]
    assert [(each.seed, each.kind, each.what) for each in worlds if each.kind] == []


def test_the_same_seed_gives_the_same_bytes_in_every_process() -> None:
    here = [run_world(StormScenario.draw(seed, 2)).hash for seed in (7, 8)]
    assert here[0] != here[1]
    program = (
        "from tests.proofs.storm.run import run_world\n"
        "from tests.proofs.storm.scenario import StormScenario\n"
        "print(*(run_world(StormScenario.draw(seed, 2)).hash for seed in (7, 8)))"
    )
    command = [sys.executable, "-c", program]
    assert (
        subprocess.run(command, capture_output=True, text=True, check=True).stdout.split() == here
    )


# planted bugs


def append_without_a_fence(patch: pytest.MonkeyPatch) -> None:
    """As if STORE did not look at the epoch."""
    store = RedisModel.store

    def unfenced(model: RedisModel, keys: Sequence[str], args: Sequence[bytes]) -> int:
        entries = model.streams.get(keys[4])
        if entries and int(args[2]) < entries[-1].epoch and int(args[10]):
            epoch, seq = entries[-1][:2]
            args = [*args[:2], b"%d" % epoch, b"%d" % seq, *args[4:]]
        return store(model, keys, args)

    patch.setattr(RedisModel, "store", unfenced)


def count_the_lease_from_the_answer(patch: pytest.MonkeyPatch) -> None:
    renewed = Node._renewed

    def late(node: Node, until: Nanos) -> None:
        from watai.server import clock
        from watai.server.clock import SECOND

        node.membership._until = Nanos(clock.now() + int(2.5 * SECOND))
        renewed(node, node.membership._until)

    patch.setattr(Node, "_renewed", late)


def write_before_redis_has_it(patch: pytest.MonkeyPatch) -> None:
    add = Unwritten.add

    def early(unwritten: Unwritten, number: int, *args: Any) -> None:
        add(unwritten, number, *args)
        unwritten.write(number)

    patch.setattr(Unwritten, "add", early)


def read_before_the_fence(patch: pytest.MonkeyPatch) -> None:
    """A claim reads the room's records first."""
    claim, known = Directory.claim, dict[str, list[bytes]]()

    async def hasty(directory: Directory, code: str, node: str) -> int | None:
        known[code] = await directory._redis.records(keys.room(code))
        return await claim(directory, code, node)

    async def read(journal: RedisJournal, stream: str) -> list[bytes]:
        return known[stream]

    patch.setattr(Directory, "claim", hasty)
    patch.setattr(RedisJournal, "read", read)


def open_a_room_for_every_request(patch: pytest.MonkeyPatch) -> None:
    """A request to open a room that is repeated at another node opens another."""
    begin = RedisJournal.begin
    patch.setattr(RedisJournal, "begin", lambda journal, stream, once: begin(journal, stream, ""))


def keep_rooms_after_the_lease(patch: pytest.MonkeyPatch) -> None:
    """A node whose lease has run out goes on with its rooms under its new name."""
    patch.setattr(Node, "_lease_lost", lambda node: None)


def keep_sessions_without_a_fence(patch: pytest.MonkeyPatch) -> None:
    """The last to write a session is right."""

    def keep(model: RedisModel, keys: Sequence[str], args: Sequence[bytes]) -> int:
        model._set(keys[0], args[4], 60)
        return 1

    take_in = SharedSessions.take_in

    def trust(shared: SharedSessions, body: bytes) -> None:
        for session in shared._sessions:
            session.logins = -1
        take_in(shared, body)

    patch.setattr(RedisModel, "keep", keep)
    patch.setattr(SharedSessions, "take_in", trust)


def find_rooms_by_their_codes(patch: pytest.MonkeyPatch) -> None:
    """The timer of a room that was given up calls it, if the node has claimed it again."""
    tend = Lobby.tend

    def any_of_that_code(lobby: Lobby, room: Room, now: Nanos) -> None:
        if (current := lobby.rooms.get(room.code)) is None:
            return
        lobby.rooms[room.code] = room
        tend(lobby, room, now)
        lobby.rooms[room.code] = current

    patch.setattr(Lobby, "tend", any_of_that_code)


def claim_once(patch: pytest.MonkeyPatch) -> None:
    """A claim that has no answer is not repeated."""
    claim = Node.claim

    async def once(node: Node, code: str) -> None:
        try:
            await claim(node, code)
        finally:
            node._uncertain.discard(code)

    patch.setattr(Node, "claim", once)


PLANTED: list[tuple[Callable[[pytest.MonkeyPatch], None], set[str]]] = [
    (append_without_a_fence, {"double_writers", "lost", "reordered"}),
    (keep_rooms_after_the_lease, {"double_writers"}),
    (write_before_redis_has_it, {"lost", "reordered"}),
]


@pytest.mark.parametrize(("plant", "kinds"), PLANTED)
def test_a_planted_bug_is_found(
    plant: Callable[[pytest.MonkeyPatch], None], kinds: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch)
    worlds = (run_world(StormScenario.draw(seed, NODES)) for seed in range(FEW))
    assert next(each.kind for each in worlds if each.kind) in kinds


# the command


def test_the_json_has_every_field_that_is_promised(capsys: pytest.CaptureFixture[str]) -> None:
    assert storm.main(["--seeds", "2", "--nodes", "2", "--jobs", "1", "--json", "-"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["seeds"] == 2
    assert set(told["faults"]) <= {*TOGETHER, "hostile", "refused"}
    assert (told["double_writers"], told["stranded"]) == (0, 0)


def test_a_cluster_has_at_least_two_nodes() -> None:
    with pytest.raises(SystemExit):
        storm.main(["--nodes", "1"])
