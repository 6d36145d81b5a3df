"""The passes of the loop: stamps decide, the journal comes first, and a bug takes down one room and no other."""

import re
import subprocess
import sys
from itertools import count
from pathlib import Path
from typing import Any

import pytest
import trio
from trio.testing import MockClock

from tests.proofs.storm.memory_journal import MemoryJournal
from tests.support.server.memory_server import MemoryChannel, MemoryServer, answers, told
from tests.support.server.raw_client import Closed, RawClient
from tests.support.server.server_process import PATIENCE, serving
from watai.child import ROOT
from watai.engine.game import Seat
from watai.engine.wapi.moves import Claim
from watai.protocol.codec import MSGPACK
from watai.protocol.messages import (
    Create,
    Done,
    Goodbye,
    Hello,
    Join,
    Leave,
    Ping,
    Ready,
    Refused,
    Resume,
    ServerMessage,
    Start,
    Welcome,
)
from watai.server import app, clock
from watai.server.clock import MILLISECOND, SECOND, Micros, Nanos
from watai.server.dispatch.loop import TURN, _deadline
from watai.server.rooms.room import Room
from watai.server.settings.limits import Limits
from watai.server.storage.journal import JournalDamaged
from watai.server.transport.connection import Connection, SeenPong
from watai.server.transport.poller import Poller

HOUR = 3_600_000_000_000


class StandingPoller(Poller):
    """A poller that has read as far as the test says."""

    def __init__(self, until: int) -> None:
        super().__init__()
        self.until = until

    def read_ready(self) -> bool:
        self.read_until = Nanos(self.until)
        return False


class BusyPoller(Poller):
    """A poller whose sockets are readable for so many passes."""

    def __init__(self, passes: int) -> None:
        super().__init__()
        self.passes = passes
        self.read = 0
        self.lingered: list[bool] = []
        """For each time it was waited for outside Trio: whether a while, or only looked."""

    def read_ready(self) -> bool:
        self.read += 1
        return self.read <= self.passes

    def wait_outside(self, linger: bool) -> bool:
        self.lingered.append(linger)
        return self.read < self.passes


async def test_passes_follow_each_other_while_sockets_are_readable() -> None:
    server = MemoryServer()
    server.loop.poller = poller = BusyPoller(3)
    with clock.simulated(lambda: HOUR, lambda: 0.0):
        server.loop._run_passes()
    assert poller.read == 3
    assert poller.lingered == [True] * 3


async def test_nobody_waits_outside_trio_while_a_room_is_due_or_a_message_waits() -> None:
    server = MemoryServer()
    guest = server.guest("Ana")
    room = server.game(guest, "watai")
    server.loop.poller = poller = BusyPoller(1)
    with clock.simulated(lambda: HOUR, lambda: 0.0):
        server.loop.receive(guest, Ping(7), Nanos(HOUR))
        server.loop._readable_before(Nanos(HOUR + TURN))
        server.loop.run_pass()
        server.loop.due_rooms.timers.set(room, Nanos(HOUR + MILLISECOND // 2))
        server.loop._readable_before(Nanos(HOUR + TURN))
    assert poller.lingered == [False, False]


async def test_the_last_part_of_a_turn_is_not_waited_for() -> None:
    server = MemoryServer()
    server.loop.poller = poller = BusyPoller(1)
    with clock.simulated(lambda: HOUR, lambda: 0.0):
        for left in (MILLISECOND, MILLISECOND - 1, 0):
            server.loop._readable_before(Nanos(HOUR + left))
    assert poller.lingered == [True, False]  # at the end of the turn it does not even look


async def test_other_tasks_have_their_turn_however_busy_the_server_is() -> None:
    server = MemoryServer()
    server.loop.poller = poller = BusyPoller(10**9)
    steps = count(step=MILLISECOND)
    with clock.simulated(lambda: next(steps), lambda: 0.0):
        server.loop._run_passes()
    assert poller.read <= TURN // MILLISECOND


async def test_the_loop_sleeps_until_the_next_room_is_due(mock_clock: MockClock) -> None:
    with clock.simulated(lambda: HOUR, lambda: 0.0):
        assert _deadline(Nanos(HOUR + 3 * SECOND)) == trio.current_time() + 3
        assert _deadline(Nanos(HOUR - 3 * SECOND)) == trio.current_time()
        assert _deadline(None) == float("inf")


async def test_messages_of_one_pass_are_decided_by_their_stamps() -> None:
    server = MemoryServer()
    host, early, late = server.guest("Host"), server.guest("Early"), server.guest("Late")
    code = server.room(host).code
    server.say(late, Join(1, code), 2_000)  # read first, arrived second
    server.say(early, Join(1, code), 1_000)
    server.loop.run_pass()
    assert isinstance(answers(early)[-1], Done)
    refused = answers(late)[-1]
    assert isinstance(refused, Refused)
    assert refused.code == "room/full"


async def test_equal_stamps_keep_the_order_of_reading() -> None:
    server = MemoryServer()
    host, first, second = server.guest("Host"), server.guest("First"), server.guest("Second")
    code = server.room(host).code
    server.say(first, Join(1, code), 1_000)
    server.say(second, Join(1, code), 1_000)
    server.loop.run_pass()
    assert isinstance(answers(first)[-1], Done)
    assert isinstance(answers(second)[-1], Refused)


async def test_one_write_for_everything_of_a_pass() -> None:
    server = MemoryServer()
    host, other = server.guest("Host"), server.guest("Other")
    code = server.room(host).code
    assert isinstance(host.channel, MemoryChannel)
    before = host.channel.writes
    server.say(other, Join(1, code), 1)
    for number in range(10, 20):
        server.say(host, Ping(number), number)
    server.loop.run_pass()
    assert host.channel.writes == before + 1
    assert [each.n for each in answers(host)[-10:] if isinstance(each, Done)] == list(range(10, 20))


async def test_nothing_is_told_that_the_journal_did_not_take() -> None:
    server = MemoryServer()
    host = server.guest("Host")
    before = len(told(host))
    server.journal.fails = JournalDamaged("the disk is full: make room")
    server.say(host, Create(1, "wapi", 2), 1)
    with pytest.raises(JournalDamaged):
        server.loop.run_pass()
    assert len(told(host)) == before
    assert not server.journal.streams


async def test_a_pong_that_breaks_the_server_costs_its_room(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def bug(*_: Any) -> None:
        raise RuntimeError("a bug in the proof")

    server = MemoryServer()
    unlucky, lucky = server.guest("Unlucky"), server.guest("Lucky")
    server.game(unlucky)
    sound = server.game(lucky)
    room = server.guest_of(unlucky).room
    assert room is not None
    monkeypatch.setattr(room, "seen_proof", bug)
    server.loop.receive(unlucky, SeenPong(Micros(0)), clock.now())
    server.loop.run_pass()
    assert unlucky.fault is not None
    assert unlucky.fault.close_code == 1011
    assert list(server.loop.lobby.rooms) == [sound.code]
    assert "a bug in the proof" in caplog.text


def break_the_game(room: Room) -> None:
    def bug(*_: Any) -> Any:
        raise RuntimeError("a bug in the rules")

    assert room.match is not None
    for method in ("play", "tick"):
        setattr(room.match.game, method, bug)


@pytest.mark.parametrize("how", ["by a move", "by itself"])
async def test_a_room_whose_game_breaks_dies_alone(
    how: str, caplog: pytest.LogCaptureFixture
) -> None:
    server = MemoryServer()
    unlucky, lucky = server.guest("Unlucky"), server.guest("Lucky")
    broken, sound = server.game(unlucky), server.game(lucky)
    session = server.guest_of(unlucky).session
    assert broken.match is not None
    moves = broken.match.game.moves(Seat(0)) or broken.match.game.moves(Seat(1))
    break_the_game(broken)
    if how == "by a move":
        refused = server.now(unlucky, MSGPACK.act(4, moves[0]))
        assert isinstance(refused, Refused)
        assert refused.code == "server/failed"
    else:
        server.loop.due_rooms.tend(broken, Nanos(clock.now() + HOUR))
    assert unlucky.fault is not None
    assert unlucky.fault.close_code == 1011
    assert list(server.loop.lobby.rooms) == [sound.code]
    server.loop.run_pass()
    assert broken.code not in server.journal.streams
    assert session.room is None
    assert "a bug in the rules" in caplog.text
    assert lucky.fault is None
    assert isinstance(server.now(lucky, Ping(9)), Done)


async def test_a_room_that_cannot_be_recovered_does_not_keep_the_others_away(
    caplog: pytest.LogCaptureFixture,
) -> None:
    server = MemoryServer()
    sound = server.room(server.guest("Ada")).code
    server.journal.append("bako-timu", b"\xc1 this is no record")
    server.journal.submit()
    again = MemoryServer(server.journal)
    assert again.loop.recover() == 1
    assert list(again.loop.lobby.rooms) == [sound]
    assert "bako-timu" in server.journal.streams
    assert "cannot be recovered" in caplog.text


def play_once(
    server: MemoryServer, room: Room, guests: list[Connection], number: int
) -> ServerMessage:
    """Whoever may, does something legal, with this number; the answer."""
    assert room.match is not None
    game = room.match.game
    seat = next(seat for seat in range(2) if game.moves(Seat(seat)))
    return server.now(guests[seat], MSGPACK.act(number, game.moves(Seat(seat))[0]))


@pytest.mark.parametrize("when", ["in the middle", "at the end"])
async def test_a_move_whose_answer_was_lost_is_answered_and_not_played_again(when: str) -> None:
    """The journal has it and the server dies before the answer is sent; the client says it again."""
    server = MemoryServer()
    guests = [server.guest("Ada"), server.guest("Bob")]
    room = server.room(guests[0])
    for message in (Join(2, room.code), Ready(3)):
        assert isinstance(server.now(guests[1], message), Done)
    assert isinstance(server.now(guests[0], Start(4)), Done)
    number, answer = 10, play_once(server, room, guests, 10)
    while when == "at the end" and room.status == "playing":
        number += 1
        answer = play_once(server, room, guests, number)
    assert isinstance(answer, Done)
    tokens = [each.token for guest in guests for each in told(guest) if isinstance(each, Welcome)]
    again = MemoryServer(server.journal)
    again.loop.recover()
    recovered = again.loop.lobby.rooms[room.code]
    assert room.match is not None
    assert recovered.match is not None
    assert recovered.status == room.status
    back = [again.guest(name, token) for name, token in zip(("Ada", "Bob"), tokens, strict=True)]
    whose = next(seat for seat, guest in enumerate(guests) if answer in told(guest))
    assert isinstance(again.now(back[whose], Resume(99, room.code, 0)), Done)
    assert again.now(back[whose], MSGPACK.act(number, Claim())) == answer
    assert recovered.match.seq == room.match.seq


@pytest.mark.parametrize(("early", "kind"), [(1, Done), (-1, Refused)])
async def test_hole_12_a_move_counts_by_its_stamp_although_its_deadline_is_processed_late(
    early: int, kind: type[ServerMessage]
) -> None:
    server = MemoryServer()
    guests = [server.guest("Ada"), server.guest("Bob")]
    room = server.room(guests[0], "duel")
    for message in (Join(2, room.code), Ready(3)):
        assert isinstance(server.now(guests[1], message), Done)
    assert isinstance(server.now(guests[0], Start(4)), Done)
    match = room.match
    assert match is not None
    due = match.game.due()
    assert due is not None
    move = match.game.moves(Seat(0))[0]
    match.epoch = Nanos(clock.now() - HOUR)  # the process was stopped for an hour
    deadline = match.epoch + due * MILLISECOND
    server.say(guests[0], MSGPACK.act(5, move), deadline - early * MILLISECOND)
    server.loop.run_pass()
    assert type(answers(guests[0])[-1]) is kind


async def test_hole_12_what_is_due_waits_until_the_sockets_are_read_as_far() -> None:
    """A move may have arrived after the last reading and before its deadline, which the clock has passed already."""
    server = MemoryServer()
    room = server.game(server.guest("Ada"), "duel")
    assert room.match is not None
    due = room.match.game.due()
    assert due is not None
    events = room.match.seq
    room.match.epoch = Nanos(clock.now() - HOUR)
    server.loop.poller = StandingPoller(room.match.epoch + due * MILLISECOND - 1)
    server.loop.lobby.dirty[room] = None
    server.loop.run_pass()
    assert room.match.seq == events
    server.loop.poller.until += 1
    server.loop.lobby.dirty[room] = None
    server.loop.run_pass()
    assert room.match.seq > events
    server.loop.poller.close()


async def test_without_epoll_every_connection_reads_for_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "open_poller", lambda: None)
    async with serving(tmp_path) as server:
        assert server.app.loop.poller is None
        peer = await RawClient.guest(server)
        assert isinstance(await peer.ask(Create, "wapi", 2), Done)
        await peer.aclose()


async def test_a_failing_journal_stops_the_server(tmp_path: Path) -> None:
    journal = MemoryJournal()
    with pytest.RaisesGroup(JournalDamaged, flatten_subgroups=True):
        async with serving(tmp_path, Limits(journal_failing_seconds=0.1), journal) as server:
            witness, peer = await RawClient.guest(server), await RawClient.guest(server)
            journal.fails = JournalDamaged("the disk is full: make room")
            await peer.say(Create(1, "wapi", 2))
            messages = []
            while not isinstance(message := await peer.hear(), Closed):
                messages.append(message)
            assert message.code == 1001
            assert [type(each) for each in messages] == [Goodbye]
            assert (await witness.until_closed()).code == 1001
            await peer.aclose()
            await witness.aclose()
            await server.ended.wait()


FULL_DISK = """
import resource, sys
from watai.server.__main__ import main
resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, resource.getrlimit(resource.RLIMIT_FSIZE)[1]))
sys.exit(main(sys.argv[1:]))
"""


async def test_a_full_disk_ends_the_server_with_one_clear_line(tmp_path: Path) -> None:
    with trio.fail_after(PATIENCE):
        process = await trio.lowlevel.open_process(
            [sys.executable, "-c", FULL_DISK, "--port=0", f"--journal={tmp_path / 'j.sqlite'}",
             "--limit=rooms_per_guest=100000", "--limit=burst_messages=1000000",
             "--limit=journal_failing_seconds=0.1", "--log-level=error"],
            cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip
        assert process.stdout
        assert process.stderr
        line = (await process.stdout.receive_some()).decode()
        port = int(re.search(r"ws://127\.0\.0\.1:(\d+)", line)[1])  # type: ignore[index]
        stream = await trio.open_tcp_stream("127.0.0.1", port)
        peer = RawClient(stream)
        await peer.shake_hands()
        await peer.say(Hello(1, "Ada"))
        number = 0
        while not isinstance(message := await peer.hear(), Closed):
            if isinstance(message, Welcome | Done | Refused):
                number += 1
                kind = Create(number, "wapi", 2) if number % 2 else Leave(number)
                await peer.say(kind)
        errors = b"".join([chunk async for chunk in process.stderr]).decode()
        assert await process.wait() == 1
        assert "Traceback" not in errors, errors
        assert errors.splitlines()[-1].startswith("watai serve: cannot use the journal"), errors
        await peer.aclose()
        await process.stdout.aclose()
        await process.stderr.aclose()
