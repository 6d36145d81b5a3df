"""The journal in Redis among several nodes: fences, repeated requests, and a Redis that goes away.

The model of Redis in simulated worlds stands under the same tests as a real one.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trio

from tests.proofs.storm.memory_journal import MemoryJournal
from tests.support.cluster.model_server import ModelServer
from tests.support.cluster.redis_server import POLL, RedisServer, redis_server
from watai.server.cluster import keys, redis_journal, scripts
from watai.server.cluster.directory import REDIS_VERSION, Directory, LeaseLost, NodeLine
from watai.server.cluster.redis import Redis, RedisAway
from watai.server.cluster.redis_journal import RedisJournal, SessionWrite
from watai.server.cluster.shared_sessions import SharedSessions
from watai.server.cluster.sites import REMEMBER
from watai.server.rooms.sessions import NUMBERS, Session, Sessions
from watai.server.storage.journal import OtherVersion

Server = RedisServer | ModelServer


@pytest.fixture(params=["redis", "model"])
async def server(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Server]:
    if request.param == "model":
        yield ModelServer()
        return
    async with redis_server(tmp_path / "redis") as server:
        yield server


class Node:
    """A node's journal and its directory."""

    def __init__(self, redis: Redis, name: str) -> None:
        self.name = name
        self.redis = redis
        self.directory = Directory(redis)
        self.journal = RedisJournal(redis, name, MemoryJournal())
        self.refused: list[str] = []
        self.journal.on_refused = self.refused.append

    async def store(self, stream: str, *bodies: bytes) -> None:
        """Append, submit, and wait until Redis has answered."""
        for body in bodies:
            self.journal.append(stream, body)
        await self.settle()

    async def settle(self) -> None:
        number = self.journal.submit()
        while self.journal.stored < number:  # noqa: ASYNC110
            await trio.sleep(POLL)

    async def claim(self, stream: str) -> list[bytes]:
        epoch = await self.directory.claim(stream, self.name)
        assert epoch is not None
        self.journal.adopt(stream, epoch)
        return await self.journal.read(stream)


@asynccontextmanager
async def node(server: Server, name: str) -> AsyncIterator[Node]:
    async with server.connect() as redis, trio.open_nursery() as nursery:
        made = Node(redis, name)
        await made.directory.join(NodeLine(name, f"ws://{name}"))
        nursery.start_soon(made.journal.run)
        yield made
        nursery.cancel_scope.cancel()


async def away(journal: RedisJournal) -> None:
    """Wait until the journal has noticed that Redis is away."""
    while journal.away is None:  # noqa: ASYNC110
        await trio.sleep(POLL)


async def hand_over(old: Node, new: Node, stream: str) -> list[bytes]:
    await old.directory.release(stream, old.name)
    return await new.claim(stream)


async def test_etcd_11457_a_late_append_of_an_earlier_owner_is_refused_inside_redis(
    server: Server,
) -> None:
    async with node(server, "a") as a, node(server, "b") as b:
        await a.store("room", b"1", b"2")
        assert await hand_over(a, b, "room") == [b"1", b"2"]
        await a.store("room", b"late")
        assert a.refused == ["room"]
        await b.store("room", b"3")
        assert b.refused == []
        assert await b.journal.read("room") == [b"1", b"2", b"3"]


async def test_a_room_that_changed_hands_twice_still_refuses_its_first_owner(
    server: Server,
) -> None:
    async with node(server, "a") as a, node(server, "b") as b:
        await a.store("room", b"1")
        stale = a.journal._positions["room"]
        await hand_over(a, b, "room")
        await hand_over(b, a, "room")
        a.journal._positions["room"] = stale  # a pass that was under way all the time
        await a.store("room", b"late")
        assert a.refused == ["room"]


async def test_a_refused_room_takes_no_other_with_it_and_its_game_is_kept_nowhere(
    server: Server,
) -> None:
    async with node(server, "a") as a, node(server, "b") as b:
        await a.store("lost", b"1")
        await a.store("kept", b"1")
        await hand_over(a, b, "lost")
        for room in "lost", "kept":
            a.journal.forget(room)
            a.journal.append(room, b"summary")
            a.journal.archive(f"match in {room}", b"s", b"game", 7, room)
        await a.settle()
        assert a.refused == ["lost"]
        assert await b.journal.read("lost") == [b"1"]
        assert await b.journal.read("kept") == [b"summary"]
        await b.journal.fetch("match in lost")
        assert b.journal.archived("match in lost") is None
        assert a.journal.archived("match in lost") is None
        await b.journal.fetch("match in kept")
        assert b.journal.archived("match in kept") == b"game"


async def test_late_records_do_not_cost_a_node_the_room_that_it_has_claimed_anew(
    server: Server,
) -> None:
    async with node(server, "a") as a:
        await a.store("room", b"1")
        stale = a.journal._positions["room"]
        await hand_over(a, a, "room")  # its lease had run out, and it has claimed the room again
        claimed = a.journal._positions["room"]
        a.journal._positions["room"] = stale
        a.journal.append("room", b"late")  # of a pass from before
        number = a.journal.submit()
        a.journal._positions["room"] = claimed
        await a.journal.settle(number)
        await a.store("room", b"2")
        assert a.refused == []
        assert await a.journal.read("room") == [b"1", b"2"]


async def test_colyseus_552_a_closed_room_is_not_brought_back_by_an_earlier_owner(
    server: Server,
) -> None:
    async with node(server, "a") as a, node(server, "b") as b:
        await a.store("room", b"1")
        await hand_over(a, b, "room")
        b.journal.forget("room")
        await b.settle()
        await a.store("room", b"late")
        assert a.refused == ["room"]
        assert await b.directory.owner("room") is None
        assert await b.journal.read("room") == []


async def test_colyseus_978_a_request_opens_one_room_whichever_nodes_get_it(
    server: Server,
) -> None:
    async with node(server, "a") as a, node(server, "b") as b:
        assert await a.directory.reserve("guest:1", "a") == "@a"
        assert await b.directory.reserve("guest:1", "b") == "@a"  # a lives, and was first
        await a.directory.leave("a")
        assert await b.directory.reserve("guest:1", "b") == "@b"
        b.journal.begin("one", "guest:1")
        await b.store("one", b"1")
        await a.directory.join(NodeLine("a", "ws://a"))
        a.journal.begin("two", "guest:1")  # it was under way when the lease ran out
        await a.store("two", b"1")
        assert a.refused == ["two"]
        assert await a.directory.reserve("guest:1", "a") == "one"
        assert await a.directory.owner("two") is None


async def test_a_dead_node_opens_no_room(server: Server) -> None:
    async with node(server, "a") as a:
        await a.directory.leave("a")
        await a.store("room", b"1")
        assert a.refused == ["room"]


async def test_what_was_stored_without_an_answer_is_stored_once(server: Server) -> None:
    async with node(server, "a") as a:
        await a.store("room", b"0")
        sent, lost = a.redis.send, [True, True]

        async def send_and_lose_the_answer(commands: object) -> object:
            answers = await sent(commands)  # type: ignore[arg-type]
            if lost:
                lost.pop()
                raise RedisAway("the answer was lost")
            return answers

        a.redis.send = send_and_lose_the_answer  # type: ignore[assignment,method-assign]
        for body in b"1", b"2", b"3":
            a.journal.append("room", body)
            a.journal.submit()
        a.journal.forget("other")
        a.journal.begin("other", "guest:1")
        await a.store("other", b"1")
        assert a.refused == []
        assert await a.journal.read("room") == [b"0", b"1", b"2", b"3"]
        assert await a.journal.read("other") == [b"1"]


async def test_nothing_is_lost_when_redis_is_killed_and_comes_back(server: Server) -> None:
    async with node(server, "a") as a:
        await a.store("room", b"1")
        server.kill()
        a.journal.append("room", b"2")
        a.journal.submit()
        await away(a.journal)
        assert a.journal.stored == 1
        await server.start()
        await a.store("room", b"3")
        assert a.refused == []
        assert a.journal.away is None
        assert await a.journal.read("room") == [b"1", b"2", b"3"]


async def test_records_that_redis_has_lost_are_noticed(server: Server) -> None:
    async with node(server, "a") as a:
        await a.store("room", b"1", b"2")
        await server.lose_last(keys.room("room"))
        await a.store("room", b"3")
        assert a.refused == ["room"]


async def test_the_newest_finished_games_are_known_to_all_nodes(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(redis_journal, "SHARED_GAMES", 2)
    async with node(server, "a") as a, node(server, "b") as b:
        await a.store("room", b"1")
        for second in range(4):
            a.journal.archive(f"game {second}", b"", b"%d" % second, second, "room")
            await a.store("room", b"x")
        found = []
        for second in range(4):
            await b.journal.fetch(f"game {second}")
            found.append(b.journal.archived(f"game {second}"))
        assert found == [None, None, b"2", b"3"]


# claims, and the sessions of guests


async def test_a_claim_whose_answer_was_lost_is_answered_again(server: Server) -> None:
    async with node(server, "a") as a, node(server, "b") as b:
        await a.store("room", b"1")
        await a.directory.release("room", "a")
        assert await b.directory.claim("room", "b") == 2
        assert await b.directory.claim("room", "b") == 2
        assert await a.directory.claim("room", "a") is None
        b.journal.adopt("room", 2)
        await b.store("room", b"2")
        assert b.refused == []
        assert (
            await b.directory.claim("room", "b") is None
        )  # it writes there: this is no repetition


async def test_a_room_without_records_is_claimed_by_nobody(server: Server) -> None:
    async with node(server, "a") as a:
        assert await a.directory.claim("room", "a") is None
        assert await a.directory.owner("room") is None


async def test_the_rooms_of_a_dead_node_are_free_and_named(server: Server) -> None:
    async with node(server, "a") as a, node(server, "b") as b:
        for room in "one", "two":
            await a.store(room, b"1")
        await b.store("three", b"1")
        assert await b.directory.bury() == []
        assert await b.directory.owner("one") == ("a", "ws://a")
        await a.directory.leave("a")
        assert await b.directory.owner("one") == ("", "")
        assert await b.directory.bury() == ["one", "two"]
        assert await a.directory.claim("one", "a") is None  # it is dead
        with pytest.raises(LeaseLost):
            await a.directory.renew(NodeLine("a", "ws://a"))
        assert [each.id for each in (await b.directory.renew(NodeLine("b", "ws://b"))).nodes] == [
            "b"
        ]


async def test_a_node_is_told_that_it_shall_drain_until_it_is_gone(server: Server) -> None:
    async with node(server, "a") as a, node(server, "b") as b:
        assert (await a.directory.renew(NodeLine("a", "ws://a"))).drain_within is None
        assert await b.directory.order_drain("a", 60)
        assert not await b.directory.order_drain("nobody", 60)
        within = (await a.directory.renew(NodeLine("a", "ws://a"))).drain_within
        assert within is not None
        assert 0 < within <= 60
        assert sorted(each.id for each in await b.directory.living()) == ["a", "b"]
        await a.directory.leave("a")
        assert [each.id for each in await b.directory.living()] == ["b"]
        await b.directory.bury()
        assert (await a.directory.join(NodeLine("a", "ws://a"))).drain_within is None


OTHER = "0.0.9+00c0ffee"


async def test_a_node_of_another_version_does_not_join_and_changes_nothing(server: Server) -> None:
    async with node(server, "a") as a, server.connect() as redis:
        other = Directory(redis, OTHER)
        for asking in other.join(NodeLine("b", "ws://b")), other.check():
            with pytest.raises(OtherVersion) as refused:
                await asking
            assert (refused.value.values["made_by"], refused.value.values["known"]) == (
                *(REDIS_VERSION, OTHER),
            )
        await a.directory.check()
        assert [each.id for each in (await a.directory.renew(NodeLine("a", "ws://a"))).nodes] == [
            "a"
        ]


async def test_a_redis_that_does_not_say_its_version_is_of_another(server: Server) -> None:
    async with node(server, "a") as a:
        await server.write(keys.MADE_BY, "")
        with pytest.raises(OtherVersion, match=r"what version \? of the server"):
            await a.directory.renew(NodeLine("a", "ws://a"))


async def test_the_addresses_of_nodes_are_remembered(server: Server) -> None:
    async with node(server, "a") as a:
        for address in "ws://one", "ws://two":
            found = await a.redis.call(REMEMBER, [keys.SITES], [60, 500, address])
        assert sorted(found) == [b"ws://one", b"ws://two"]
        assert len(await a.redis.call(REMEMBER, [keys.SITES], [60, 1])) == 1


class Guests:
    """What one process knows of guests."""

    def __init__(self, node: Node) -> None:
        self.node = node
        self.sessions = Sessions()
        self.shared = SharedSessions(node.journal, self.sessions, guest_days=30)
        self.refused: list[tuple[str, int]] = []
        node.journal.on_session_refused = lambda *which: self.refused.append(which)

    async def hello(self, id_: str, token: str) -> str:
        """A guest comes in; returns its new token."""
        await self.look(id_)
        session = self.sessions.find(token) if token else self.sessions.add(Session(id_, "Ada"))
        assert session is not None, "a stranger"
        token = self.sessions.rotate(session, 7, token)
        self.shared.write(session)
        return token

    async def look(self, id_: str) -> None:
        for body in await self.node.directory.sessions([id_]):
            self.shared.take_in(body)

    async def notes(self, *read: bytes) -> list[bytes]:
        found: list[bytes] = await self.node.redis.call(
            scripts.NOTES, [keys.notes(self.shared.process)], read
        )
        return found

    async def knows(self, token: str) -> bool:
        await self.look(token.partition(".")[0])
        return self.sessions.find(token) is not None


async def test_a_node_that_a_guest_has_left_does_not_undo_its_next_hello(server: Server) -> None:
    async with node(server, "a") as a, node(server, "b") as b, node(server, "c") as c:
        here, there, elsewhere = Guests(a), Guests(b), Guests(c)
        first = await here.hello("ada", "")
        await a.settle()
        second = await there.hello("ada", first)
        await b.settle()
        session = here.sessions.get("ada")
        assert session is not None
        here.shared.moved(session)  # the room is given up, late
        await a.settle()
        assert here.refused == [("ada", 1)]
        assert await elsewhere.knows(second)
        assert await here.knows(second)


async def test_no_two_connections_of_a_guest_have_a_number_in_common(server: Server) -> None:
    async with node(server, "a") as a, node(server, "b") as b:
        here, there = Guests(a), Guests(b)
        token, last = "", list[int]()
        for guests in (here, there, here, here, there):
            token = await guests.hello("ada", token)
            await guests.node.settle()
            session = guests.sessions.get("ada")
            assert session is not None
            session.drop_answers()  # the room is given up
            last.append(session.last_number)
        assert last == [NUMBERS, 2 * NUMBERS, 3 * NUMBERS, 4 * NUMBERS, 5 * NUMBERS]


async def test_a_process_is_told_which_of_its_guests_are_elsewhere(server: Server) -> None:
    async with node(server, "a") as a, node(server, "b") as b:
        here, there = Guests(a), Guests(b)
        token = await here.hello("ada", "")
        await a.settle()
        assert await here.notes() == []
        token = await here.hello("ada", token)
        await a.settle()
        assert await here.notes() == []  # it has not gone elsewhere
        await there.hello("ada", token)
        await b.settle()
        assert await there.notes() == []
        for _ in "ask", "the answer was lost, ask again":
            assert await here.notes() == [b"ada 3"]
        assert await here.notes(b"ada 3") == []


async def test_of_two_hellos_at_the_same_time_one_is_refused(server: Server) -> None:
    async with node(server, "a") as a, node(server, "b") as b, node(server, "c") as c:
        here, there, elsewhere = Guests(a), Guests(b), Guests(c)
        token = await here.hello("ada", "")
        await a.settle()
        second = await here.hello("ada", token)
        third = await there.hello("ada", token)  # before the other one is stored
        await a.settle()
        await b.settle()
        assert (here.refused, there.refused) == ([], [("ada", 2)])
        assert await elsewhere.knows(second)
        assert not await elsewhere.knows(third)
        assert await there.knows(second)  # it knows better now


async def test_a_session_that_is_stored_twice_is_stored_once(server: Server) -> None:
    async with node(server, "a") as a:
        record = SessionWrite(b"late", 1, 1, "me", 60)
        for each in record, record._replace(body=b"early", writes=0), record:
            a.journal.keep_session("ada", each)
            await a.settle()
        assert await a.directory.sessions(["ada"]) == [b"late"]
