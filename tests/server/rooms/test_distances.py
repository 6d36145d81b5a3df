"""How far away players are is told to everybody in the room, seldom, and only when it has changed noticeably."""

from tests.support.server.memory_lobby import MemoryGuest, MemoryLobby
from watai.protocol.messages import Create, Distances, Join, Ready, Start, Watch
from watai.server.clock import Micros
from watai.server.ops.distance_updates import update
from watai.server.rooms.room import Room

MS = 1_000


def answer_pings(guest: MemoryGuest, ms: int, times: int = 1) -> None:
    """This guest answers as many pings after so many ms."""
    for number in range(times):
        nonce = b"%d" % number
        guest.meter.pinged(nonce, Micros(number * 1_000 * MS))
        guest.meter.ponged(nonce, Micros((number * 1_000 + ms) * MS))


def told(guest: MemoryGuest, room: Room) -> list[list[int | None]]:
    """What this guest is told about distances in one round."""
    update(guest.table.lobby, [room], measure=False)
    guest.table.settle()
    return [each.ms for each in guest.heard(Distances)]


def room_of_three() -> tuple[Room, list[MemoryGuest]]:
    table = MemoryLobby()
    guests = table.guests("Ana", "Ben")
    room = table.open(guests[0], seats=3)
    guests[1].do(Join, room.code)
    return room, guests


def test_everybody_is_told_once() -> None:
    room, (ana, ben) = room_of_three()
    answer_pings(ana, 12)
    answer_pings(ben, 80)
    assert told(ana, room) == [[12, 80, None]]
    assert [each.ms for each in ben.heard(Distances)] == [[12, 80, None]]
    assert told(ana, room) == []


def test_a_small_change_is_not_told() -> None:
    room, (ana, ben) = room_of_three()
    answer_pings(ana, 12)
    answer_pings(ben, 80)
    told(ana, room)
    answer_pings(ana, 16, times=8)
    answer_pings(ben, 90, times=8)
    assert told(ana, room) == []
    answer_pings(ben, 96, times=64)
    assert told(ana, room) == [[16, 96, None]]


def test_who_is_away_has_no_distance_and_who_comes_is_told_all() -> None:
    room, (ana, ben) = room_of_three()
    answer_pings(ana, 12)
    answer_pings(ben, 80)
    told(ana, room)
    (cleo,) = ana.table.guests("Cleo")
    cleo.do(Watch, room.code)
    assert told(cleo, room) == [[12, 80, None]]
    ben.hang_up()
    assert told(cleo, room) == [[12, None, None]]


def test_alone_with_bots_there_is_nobody_to_tell() -> None:
    table = MemoryLobby()
    (ana,) = table.guests("Ana")
    room = table.open(ana)
    answer_pings(ana, 12)
    assert told(ana, room) == []


def test_players_in_no_race_are_measured_here_and_racers_by_the_probe() -> None:
    room, (ana, ben) = room_of_three()
    pinged: list[str] = []
    for guest in (ana, ben):
        guest.measure_rtt = lambda name=guest.name: pinged.append(name)  # type: ignore[misc]
    answer_pings(ana, 12)
    update(ana.table.lobby, [room], measure=False)
    assert pinged == ["Ben"]
    update(ana.table.lobby, [room], measure=True)
    assert pinged == ["Ben", "Ana", "Ben"]
    pinged.clear()
    cleo, dan = ana.table.guests("Cleo", "Dan")
    race = ana.table.lobby.rooms[cleo.do(Create, "watai", 2).code or ""]
    dan.do(Join, race.code)
    dan.do(Ready)
    cleo.do(Start)
    cleo.measure_rtt = dan.measure_rtt = lambda: pinged.append("racer")
    update(ana.table.lobby, [race], measure=True)
    assert pinged == []


def test_a_room_that_was_closed_meanwhile_is_left_alone() -> None:
    room, (ana, ben) = room_of_three()
    answer_pings(ben, 80)
    ana.table.lobby.close(room)
    assert told(ana, room) == []
