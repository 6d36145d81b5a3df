"""Who is told the state of a room, when, and how often it is encoded."""

import msgspec
import pytest

from tests.support.server.memory_lobby import MemoryGuest, MemoryLobby
from tests.support.server.memory_server import MemoryServer, told
from watai.protocol.codec import JSON, MSGPACK, Codec
from watai.protocol.frames import Opcode
from watai.protocol.messages import (
    AddBot,
    Done,
    Join,
    Leave,
    Ready,
    RoomState,
    ServerMessage,
    Watch,
)
from watai.server.clock import SECOND, Nanos
from watai.server.rooms import announcements
from watai.server.rooms.announcements import BURST, PER_SECOND
from watai.server.rooms.room import Room

WATCHERS = 20


class CountingCodec(Codec):
    """Counts how often it has encoded the state of a room."""

    def __init__(self, like: Codec) -> None:
        coding = msgspec.msgpack if like.opcode == Opcode.BINARY else msgspec.json
        super().__init__(like.name, like.opcode, coding)
        self.states = 0

    def frame(self, message: ServerMessage) -> bytes:
        self.states += isinstance(message, RoomState)
        return super().frame(message)


def speaking(guest: MemoryGuest, codec: Codec) -> MemoryGuest:
    guest.codec = guest.connection.codec = codec
    return guest


def with_watchers(
    table: MemoryLobby, codec: Codec, seats: int = 2
) -> tuple[Room, MemoryGuest, list[MemoryGuest]]:
    host, *watchers = (
        speaking(each, codec) for each in table.guests(*map(str, range(WATCHERS + 1)))
    )
    room = table.open(host, seats=seats)
    for watcher in watchers:
        watcher.do(Watch, room.code)
    table.later(60)
    for guest in (host, *watchers):
        guest.heard(RoomState)
    return room, host, watchers


def test_hole_6_comings_and_goings_are_encoded_once_for_all_spectators() -> None:
    table, codec = MemoryLobby(), CountingCodec(MSGPACK)
    _, host, (restless, *others) = with_watchers(table, codec)
    codec.states = 0
    restless.do(Leave)
    assert codec.states == 2, "for the host, who sees where it sits, and for every spectator"
    assert [len(each.heard(RoomState)) for each in (host, *others)] == [1] * WATCHERS
    assert host.told == []


def test_each_encoding_has_its_own_state() -> None:
    table, codec, other = MemoryLobby(), CountingCodec(MSGPACK), CountingCodec(JSON)
    _, _, (restless, reader, *_) = with_watchers(table, codec)
    speaking(reader, other)
    codec.states = 0
    restless.do(Leave)
    assert (codec.states, other.states) == (2, 1)
    (state,) = reader.heard(RoomState)
    assert (state.you, state.watching) == (None, WATCHERS - 1)


def test_hole_6_all_changes_of_a_pass_are_one_message_to_everybody_else() -> None:
    table, codec = MemoryLobby(), CountingCodec(MSGPACK)
    _, host, watchers = with_watchers(table, codec)
    codec.states = 0
    for number, restless in enumerate(watchers[:10], 1000):
        assert restless.say(Leave(number)) == Done(number)
    assert codec.states == 0
    table.settle()
    assert codec.states == 2
    (state,) = host.heard(RoomState)
    assert state.watching == WATCHERS - 10


def test_hole_6_leaving_and_entering_in_turn_is_told_only_so_often_a_second() -> None:
    table, codec = MemoryLobby(), CountingCodec(MSGPACK)
    room, _, (restless, other, *_) = with_watchers(table, codec)
    seconds, told = 10, 0
    for _ in range(seconds * 50):
        restless.do(Leave)
        table.later(0.01)
        restless.do(Watch, room.code)
        table.later(0.01)
        told += len(other.heard(RoomState))
        assert restless.heard(RoomState)[-1].watching == WATCHERS, "it is told at once itself"
    assert told <= BURST + seconds * PER_SECOND
    restless.do(Leave)
    assert other.heard(RoomState) == []
    due = room.next_due()
    assert due is not None
    assert table.now < due <= table.now + SECOND / PER_SECOND
    table.later((due - table.now) / SECOND)
    assert [state.watching for state in other.heard(RoomState)] == [WATCHERS - 1]
    assert room.next_due() is None


@pytest.mark.parametrize("entering", [Join, Watch])
def test_who_enters_is_told_before_the_answer_however_much_was_told(entering: type) -> None:
    """The last state before `done` is the newest, although the others have to wait for it."""
    server = MemoryServer()
    host, guest = server.guest("Host"), server.guest("Guest")
    room = server.room(host)
    server.loop.run_pass()
    told(host).clear()
    told(guest).clear()
    server.now(guest, entering(1, room.code))
    state, done = told(guest)
    assert isinstance(state, RoomState)
    assert state.you == (1 if entering is Join else None)
    assert done == Done(1, code=room.code)
    assert [type(each) for each in told(host)] == [RoomState]


def test_who_changes_the_room_is_told_once_and_before_the_answer() -> None:
    server = MemoryServer()
    host = server.guest("Host")
    server.room(host)
    told(host).clear()
    server.now(host, AddBot(2))
    state, done = told(host)
    assert isinstance(state, RoomState)
    assert state.seats[1].kind == "bot"
    assert done == Done(2)
    told(host).clear()
    server.now(host, Ready(3))
    assert [type(each) for each in told(host)] == [RoomState, Done]


def test_nothing_is_spent_where_nobody_else_is_there_to_be_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(announcements, "PER_SECOND", 0.001)
    monkeypatch.setattr(announcements, "BURST", 1)
    table = MemoryLobby()
    host, guest = table.guests("Host", "Guest")
    room = table.open(host, seats=3)
    for _ in range(5):
        host.do(Ready)
    host.heard(RoomState)
    guest.do(Join, room.code)
    assert len(host.heard(RoomState)) == 1
    guest.do(Ready)
    assert host.heard(RoomState) == []
    assert room.next_due() == Nanos(table.now + 1000 * SECOND)
