"""A journal that stores later: passes go on meanwhile, and what they tell is written in order when it is stored."""

from pathlib import Path

import pytest
import trio
import trio.testing

from tests.proofs.storm.memory_journal import MemoryJournal
from tests.support.server.memory_server import MemoryServer, answers, told
from tests.support.server.raw_client import Closed, RawClient
from tests.support.server.server_process import PATIENCE, serving
from watai.protocol.codec import MSGPACK
from watai.protocol.messages import Create, Done, Join, Kick, Ping, ServerMessage
from watai.server.dispatch import unwritten
from watai.server.storage.journal import JournalDamaged
from watai.server.transport.connection import Connection


def slow_server() -> tuple[MemoryServer, Connection]:
    server = MemoryServer()
    host = server.guest("Host")
    server.journal.later = True
    return server, host


def numbers(connection: Connection) -> list[int]:
    return [each.n for each in answers(connection) if isinstance(each, Done)]


async def test_passes_go_on_and_each_is_told_when_it_is_stored() -> None:
    server, host = slow_server()
    for number in (1, 2):
        server.say(host, Create(number, "wapi", 2) if number == 1 else Kick(2, seat=0), number)
        server.loop.run_pass()
    server.say(host, Ping(3), 3)  # has nothing to store, and must not overtake
    server.loop.run_pass()
    assert server.journal.unstored == 1
    assert numbers(host) == []
    server.journal.store()
    assert [type(each).__name__ for each in answers(host)] == ["Done", "Refused", "Done"]
    server.say(host, Ping(4), 4)
    server.loop.run_pass()
    assert numbers(host) == [1, 3, 4]


async def test_what_later_passes_tell_waits_for_their_own_record() -> None:
    server, host = slow_server()
    other = server.guest("Other")
    server.say(host, Create(1, "wapi", 2), 1)
    server.loop.run_pass()
    room = next(iter(server.loop.lobby.rooms))
    server.say(other, Join(1, room), 2)
    server.loop.run_pass()
    assert server.journal.unstored == 2
    server.journal.store()
    assert (numbers(host), numbers(other)) == ([1], [])
    server.journal.store()
    assert (numbers(host), numbers(other)) == ([1], [1])
    assert len(server.loop._unwritten) == 0


async def test_the_newest_event_counts_as_seen_from_its_own_write() -> None:
    server, host = slow_server()
    host.queue(MSGPACK.frame(Done(1)), 5)
    server.journal.append("a", b"1")
    server.loop.run_pass()
    host.queue(MSGPACK.frame(Done(2)), 6)
    server.journal.append("a", b"2")
    server.loop.run_pass()
    assert host.meter.last_written == -1
    server.journal.store()
    assert host.meter.last_written == 5
    server.journal.store()
    assert host.meter.last_written == 6


async def test_nothing_is_read_while_too_many_passes_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unwritten, "UNSTORED_PASSES", 3)
    server, host = slow_server()
    for number in range(1, 6):
        server.journal.append("a", b"%d" % number)
        server.say(host, Ping(number), number)
        server.loop.run_pass()
    assert server.loop.full
    assert (server.journal.unstored, server.loop.sizes()["inbox"]) == (3, 2)
    server.journal.store()
    server.loop.run_pass()
    assert (server.journal.unstored, server.loop.sizes()["inbox"]) == (3, 0)
    while server.journal.unstored:
        server.journal.store()
    assert numbers(host) == [1, 2, 3, 4, 5]


async def test_nothing_is_read_while_too_many_bytes_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unwritten, "UNSTORED_BYTES", 100)
    server, host = slow_server()
    for number in range(1, 9):
        server.journal.append("a", b"1")
        for each in range(10):
            server.say(host, Ping(10 * number + each), number)
        server.loop.run_pass()
    waiting = server.journal.unstored
    assert server.loop.full
    assert 1 <= waiting < 8
    server.journal.store()
    assert numbers(host) == list(range(10, 20))
    while server.journal.unstored:
        server.journal.store()
    assert not server.loop.full


async def test_a_pass_that_the_journal_refuses_later_is_told_to_nobody() -> None:
    server, host = slow_server()
    before = len(told(host))
    server.say(host, Create(1, "wapi", 2), 1)
    server.loop.run_pass()
    server.journal.fails = JournalDamaged("away")
    with pytest.raises(JournalDamaged):
        server.journal.store()
    assert len(told(host)) == before
    server.journal.fails = None
    server.journal.store()
    assert numbers(host) == [1]


async def test_a_goodbye_does_not_overtake_what_is_being_stored() -> None:
    server, _ = slow_server()
    order: list[str] = []
    server.journal.append("a", b"1")
    server.loop.run_pass()  # nobody is told anything: no batch, and nothing to wait for
    await server.loop.settle()

    async def part() -> None:
        await server.loop.settle()
        order.append("goodbye")

    guest = server.guest_of(next(iter(server.loop.connections)))
    guest.queue(MSGPACK.frame(Done(1)))
    server.journal.append("a", b"2")
    server.loop.run_pass()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(part)
        await trio.testing.wait_all_tasks_blocked()
        assert order == []
        server.journal.store()
        await trio.testing.wait_all_tasks_blocked()
        assert order == []
        server.journal.store()


async def test_over_real_sockets_the_loop_waits_for_the_journal_and_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unwritten, "UNSTORED_PASSES", 2)
    journal = MemoryJournal()
    async with serving(tmp_path, journal=journal) as server:
        peer = await RawClient.guest(server)
        journal.later = True
        answered: list[ServerMessage] = []
        with trio.fail_after(PATIENCE):
            async with trio.open_nursery() as nursery:

                async def store() -> None:
                    while True:
                        while journal.unstored:
                            journal.store()
                        await trio.lowlevel.checkpoint()

                await peer.say(Create(1, "wapi", 2))
                while not journal.unstored:
                    await trio.lowlevel.checkpoint()
                nursery.start_soon(store)
                while not answered:
                    message = await peer.hear()
                    assert not isinstance(message, Closed)
                    if isinstance(message, Done):
                        answered.append(message)
                nursery.cancel_scope.cancel()
        journal.later = False
        await peer.aclose()
