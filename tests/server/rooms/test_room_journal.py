"""The records of a room in the journal are few while it waits, and still say everything about it."""

import pytest

from tests.support.server.memory_lobby import MemoryLobby
from watai.protocol.messages import AddBot, Done, Join, Leave, Start, Watch
from watai.server.rooms import room_journal
from watai.server.settings.limits import Limits
from watai.server.storage import records


def test_the_records_of_a_waiting_room_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever joins and leaves for hours leaves no more in the journal than who sits where."""
    monkeypatch.setattr(room_journal, "WAITING_RECORDS", 20)
    table = MemoryLobby()
    host, restless, second = table.guests("Host", "Restless", "Second")
    room = table.open(host, seats=4)
    host.do(AddBot)
    for _ in range(50):
        restless.do(Join, room.code)
        restless.do(Leave)
        assert len(table.journal.streams[room.code]) <= 20 + 8
    second.do(Join, room.code)
    history = [records.decode(body) for body in table.journal.streams[room.code]]
    again = MemoryLobby()
    restored = again.lobby.restore(room.code, history, again.now)
    assert restored.seating.host == host.session.id
    assert [(place.session, place.name, place.strength) for place in restored.seating] == [
        (place.session, place.name, place.strength) for place in room.seating
    ]


def test_a_request_for_a_bot_is_known_again_after_its_room_was_written_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(room_journal, "WAITING_RECORDS", 20)
    table = MemoryLobby()
    restless, host = table.guests("Restless", "Host")
    room = table.open(restless, seats=4)
    host.do(Join, room.code)
    restless.do(Leave)
    done = host.do(AddBot, seat=2)
    for _ in range(20):
        restless.do(Join, room.code, 0)
        restless.do(Leave)
    restless.do(Join, room.code, 0)
    history = [records.decode(body) for body in table.journal.streams[room.code]]
    again = MemoryLobby()
    for guest in (host, restless):
        again.sessions.restore(guest.session.record())
    again.lobby.restore(room.code, history, again.now)
    kept = {guest.name: again.sessions.get(guest.session.id) for guest in (host, restless)}
    assert kept["Host"] is not None
    assert kept["Restless"] is not None
    assert kept["Host"].answers.get(done.n) == Done(done.n)
    assert done.n not in kept["Restless"].answers


def test_a_finished_game_is_still_there_when_its_room_was_written_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(room_journal, "WAITING_RECORDS", 20)
    table = MemoryLobby(Limits(bot_speed=1_000))
    host, restless = table.guests("Host", "Restless")
    room = table.open(host, "wapi", 3)
    for _ in range(2):
        host.do(AddBot)
    host.do(Start)
    host.do(Leave)
    restless.do(Watch, room.code)
    while room.status == "playing":
        table.later(5)
    assert room.match is not None
    restless.do(Leave)
    for _ in range(30):
        restless.do(Watch, room.code)
        restless.do(Leave)
    assert len(table.journal.streams[room.code]) <= 28
