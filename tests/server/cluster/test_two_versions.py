"""Two versions of the server on one Redis, as during a rolling upgrade: each reads what the other has written.

`tests/data/cluster/redis.json` is what Redis had when a node of commit 27eaf82 was gone: a race in its round, the four
calm games, a waiting room, a finished game; and what that commit's own code made of the rooms. Never make it anew: it
stands for the clusters of others.
"""

import json
from base64 import b64decode
from collections.abc import AsyncIterator, Awaitable, Callable
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest
import trio
from msgspec import msgpack

from tests.support.cluster.redis_server import POLL, RedisServer, redis_server
from tests.support.server.players import players
from tests.support.server.raw_client import RawClient
from tests.support.server.server_process import serving
from watai.engine.game import Seat
from watai.engine.watai.moves import Turn
from watai.protocol.codec import JSON
from watai.protocol.messages import Done, Goodbye, Happened, Recorded, Replay, Resume
from watai.server.app import App
from watai.server.cluster import keys
from watai.server.cluster.node import Node
from watai.server.rooms.room import Room
from watai.server.storage import records

coredis = pytest.importorskip("coredis")
pytestmark = pytest.mark.slow

DATA: Final = Path(__file__).parents[2] / "data" / "cluster" / "redis.json"
OLD: Final = json.loads(DATA.read_bytes())
RACE: Final[str] = OLD["guests"]["race"]
WAITING: Final = next(code for code, room in OLD["rooms"].items() if room["status"] == "waiting")


@pytest.fixture
async def redis(tmp_path: Path) -> AsyncIterator[RedisServer]:
    """A Redis as a node of the earlier version has left it."""
    async with redis_server(tmp_path / "redis") as server:
        async with coredis.Redis.from_url(server.url) as client:
            for key, value in OLD["keys"].items():
                ((kind, content),) = value.items()
                await WRITERS[kind](client, key, content)
        yield server


async def _string(client: Any, key: str, content: str) -> None:
    await client.set(key, b64decode(content))


async def _hash(client: Any, key: str, content: dict[str, str]) -> None:
    fields = {b64decode(name): b64decode(value) for name, value in content.items()}
    await client.hset(key, fields)


async def _sorted(client: Any, key: str, content: dict[str, float]) -> None:
    await client.zadd(key, {b64decode(name): score for name, score in content.items()})


async def _stream(client: Any, key: str, content: list[tuple[str, list[list[str]]]]) -> None:
    for id_, fields in content:
        entry = {b64decode(name): b64decode(value) for name, value in fields}
        await client.xadd(key, entry, identifier=id_)


WRITERS: Final[dict[str, Callable[..., Awaitable[None]]]] = {
    "string": _string,
    "hash": _hash,
    "zset": _sorted,
    "stream": _stream,
}


async def append(redis: RedisServer, code: str, record: list[Any]) -> None:
    """A record at the end of a room's stream, as a newer node may have written it."""
    async with coredis.Redis.from_url(redis.url) as client:
        (last,) = await client.xrevrange(keys.room(code), count=1)
        epoch, _, seq = last.identifier.decode().partition("-")
        body = {b"r": msgpack.encode(record)}
        await client.xadd(keys.room(code), body, identifier=f"{epoch}-{int(seq) + 1}")


async def claimed(app: App, rooms: int) -> None:
    """Wait until a node has so many rooms."""
    while len(app.loop.lobby.rooms) < rooms:  # noqa: ASYNC110
        await trio.sleep(POLL)


async def given_up(app: App, code: str) -> None:
    """Wait until a node has found that it cannot read a room."""
    assert app.node is not None
    while code not in app.node._broken:  # noqa: ASYNC110
        await trio.sleep(POLL)


def digest(value: object) -> str:
    return sha256(msgspec.json.encode(value)).hexdigest()


def state_of(room: Room) -> dict[str, Any]:
    """As the earlier version has put it down."""
    places = list(room.seating)
    state: dict[str, Any] = {
        "game": room.game,
        "status": room.status,
        "seats": [place.kind for place in places],
        "names": [place.name for place in places],
    }
    match = room.match
    if match is None:
        return state
    eyes = (None, *(Seat(seat) for seat in range(len(match.names))))
    views = [digest(match.game.view(seat)) for seat in eyes]
    return {**state, "match": match.id, "seq": match.seq, "t": match.t, "views": views}


async def test_rooms_of_an_earlier_version_are_claimed_as_they_were(
    redis: RedisServer, tmp_path: Path
) -> None:
    async with serving(tmp_path / "new", redis=redis.url) as new:
        await claimed(new.app, len(OLD["rooms"]))
        rooms = new.app.loop.lobby.rooms
        assert {code: state_of(room) for code, room in rooms.items()} == OLD["rooms"]


async def test_guests_of_an_earlier_version_go_on_where_they_were(
    redis: RedisServer, tmp_path: Path
) -> None:
    async with serving(tmp_path / "new", redis=redis.url) as new:
        for seat, token in enumerate(OLD["guests"]["tokens"]):
            racer = await RawClient.let_in(new)
            assert (await racer.hello(token=token)).room == RACE
            await racer.say(Resume(1_000, RACE, OLD["guests"]["seqs"][seat]))
            assert isinstance(await racer.answer(1_000), Done)
            number, seq = next(iter(OLD["guests"]["answers"][seat].items()))
            await racer.say(JSON.act(int(number), Turn()))  # a number that was answered before
            assert await racer.answer(int(number)) == Done(int(number), seq)
            await racer.say(JSON.act(2_000, Turn()))
            assert (await racer.until(Happened)).event in ("Turned", "Gathered")
            await racer.aclose()
        finished = next(room for room in OLD["rooms"].values() if room["status"] == "finished")
        async with players(new.url, 1) as (reader,):
            answer = await reader.link.ask(lambda n: Replay(n, finished["match"]))
            assert isinstance(answer, Recorded)


async def test_a_field_that_a_newer_version_has_added_is_no_obstacle(
    redis: RedisServer, tmp_path: Path
) -> None:
    await append(redis, WAITING, ["seated", 2, "0123456789abcdef", "Newcomer", "unknown"])
    async with serving(tmp_path / "old", redis=redis.url) as old:
        await claimed(old.app, len(OLD["rooms"]))
        assert old.app.loop.lobby.rooms[WAITING].seating.places[2].name == "Newcomer"


async def test_a_room_with_a_record_of_an_unknown_kind_waits_for_a_newer_node(
    redis: RedisServer,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    await append(redis, WAITING, ["invented later", 7])
    read = Node._read

    async def read_everything(self: Node, code: str) -> list[records.Record]:
        async with coredis.Redis.from_url(redis.url) as client:
            for each in await client.xrange(keys.room(code)):
                if b"invented later" in each.field_values.get(b"r", b""):
                    await client.xdel(keys.room(code), [each.identifier])
        return await read(self, code)

    async with serving(tmp_path / "old", redis=redis.url) as old:
        await given_up(old.app, WAITING)
        await claimed(old.app, len(OLD["rooms"]) - 1)  # the others go on
        assert "a room cannot be recovered" in caplog.text
        monkeypatch.setattr(Node, "_read", read_everything)  # a node that comes now is newer
        async with serving(tmp_path / "new", redis=redis.url) as new:
            while WAITING not in new.app.loop.lobby.rooms:  # noqa: ASYNC110
                await trio.sleep(POLL)
            asker = await RawClient.guest(old)
            await asker.say(Resume(1, WAITING, -1))
            assert (await asker.until(Goodbye)).moved == new.url
            await asker.aclose()
