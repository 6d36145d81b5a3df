"""While nothing can be stored, passes are tried again or not run at all; then everything goes on where it stood."""

import pytest
import trio
from trio.testing import MockClock

from tests.support.server.memory_server import MemoryServer, answers
from watai.engine.game import Seat
from watai.protocol.codec import MSGPACK
from watai.protocol.messages import Create, Done, Join, Ready, Start
from watai.server import clock
from watai.server.clock import MILLISECOND, Nanos
from watai.server.settings.limits import Limits
from watai.server.storage.journal import JournalDamaged, JournalGone

HOUR = 3_600_000_000_000


async def test_a_journal_that_takes_nothing_for_a_while_is_tried_again(
    autojump_clock: MockClock,
) -> None:
    server = MemoryServer(limits=Limits(journal_failing_seconds=10.0))
    host, loop = server.guest("Host"), server.loop
    server.journal.fails = JournalDamaged("the disk is full: make room")
    async with trio.open_nursery() as nursery:
        nursery.start_soon(loop.run)
        server.say(host, Create(1, "wapi", 2), 1)
        await trio.sleep(9)
        faults = [loop.standstill.fault]
        assert answers(host) == []
        server.journal.fails = None
        await trio.sleep(1)
        faults.append(loop.standstill.fault)
        assert faults == ["the disk is full: make room", None]
        assert [type(each) for each in answers(host)] == [Done]
        nursery.cancel_scope.cancel()


async def test_a_journal_that_is_gone_is_not_waited_for(autojump_clock: MockClock) -> None:
    server = MemoryServer()
    guest = server.guest("Ana")
    server.journal.fails = JournalGone("the file was removed: start the server anew")
    before = trio.current_time()
    with pytest.RaisesGroup(JournalGone, flatten_subgroups=True):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(server.loop.run)
            server.say(guest, Create(2, "wapi", 2), clock.now())
    assert trio.current_time() == before


async def test_while_nothing_can_be_stored_nothing_happens_and_no_time_passes() -> None:
    server = MemoryServer()
    guests = [server.guest("Ada"), server.guest("Bob")]
    room = server.room(guests[0], "duel")
    for message in (Join(2, room.code), Ready(3)):
        assert isinstance(server.now(guests[1], message), Done)
    assert isinstance(server.now(guests[0], Start(4)), Done)
    match = room.match
    assert match is not None
    move = match.game.moves(Seat(0))[0]
    clock_before, seq = match.clock(clock.now()), match.seq
    server.loop.standstill.begin()
    server.loop.standstill.since = Nanos(clock.now() - HOUR)  # as if it had lasted for an hour
    server.say(guests[0], MSGPACK.act(5, move), Nanos(clock.now() - HOUR // 2))
    assert not server.loop.run_pass()
    assert match.seq == seq
    server.loop.closed(guests[1])
    assert room.seating.places[1].away_since is None
    server.loop.standstill.end()
    server.loop.run_pass()
    assert isinstance(answers(guests[0])[-1], Done), "the time of this move has not run out"
    assert match.at - clock_before < HOUR // 2 // MILLISECOND
    assert room.seating.places[1].away_since is not None
