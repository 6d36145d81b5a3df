"""A room knows whether anybody is in it: an empty one is closed after a while."""

from tests.server.rooms.test_room_life import game_of_two
from tests.support.server.memory_lobby import MemoryLobby
from watai.protocol.messages import Leave, Resume, Watch
from watai.server.settings.limits import Limits


def test_a_room_without_a_match_is_closed_soon_after_everybody_has_gone() -> None:
    table = MemoryLobby(Limits(empty_room_seconds=120))
    (ada,) = table.guests("Ada")
    room = table.open(ada)
    ada.hang_up()
    table.later(119)
    assert room.code in table.lobby.rooms
    table.later(1)
    assert room.code not in table.lobby.rooms


def test_a_running_match_waits_a_day_for_its_players() -> None:
    assert Limits().empty_game_seconds == 24 * 60 * 60
    table = MemoryLobby(Limits(empty_game_seconds=120))
    room, guests = game_of_two(table)
    for guest in guests:
        guest.hang_up()
    table.later(119)
    assert room.code in table.lobby.rooms
    table.later(1)
    assert room.code not in table.lobby.rooms
    assert guests[0].session.room is None
    assert guests[0].session.rooms_opened == 0
    assert room.code not in table.journal.streams
    assert guests[0].refused(Resume, room.code, 0) == "room/not_found"


def test_a_running_match_that_everybody_has_left_for_good_waits_for_nobody() -> None:
    table = MemoryLobby(Limits(empty_room_seconds=120))
    room, guests = game_of_two(table)
    for guest in guests:
        guest.do(Leave)
    table.later(119)
    assert room.code in table.lobby.rooms
    table.later(1)
    assert room.code not in table.lobby.rooms


def test_a_room_with_a_spectator_is_not_empty() -> None:
    table = MemoryLobby(Limits(empty_room_seconds=10))
    ada, eve = table.guests("Ada", "Eve")
    room = table.open(ada)
    eve.do(Watch, room.code)
    ada.do(Leave)
    table.later(100)
    assert room.code in table.lobby.rooms
    eve.do(Leave)
    table.later(10)
    assert not table.lobby.rooms
