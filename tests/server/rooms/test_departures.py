"""How guests go from a room: a seat is held for whoever loses the connection, and a bot takes that of whoever leaves."""

from tests.server.rooms.test_room_life import game_of_two, move_once, to_the_end
from tests.support.server.memory_lobby import MemoryGuest, MemoryLobby
from watai.engine.game import Seat
from watai.protocol.messages import (
    AddBot,
    Done,
    Happened,
    Join,
    Leave,
    Refused,
    Rematch,
    Resume,
    RoomState,
    Start,
    ViewNow,
    Watch,
)
from watai.server.clock import SECOND
from watai.server.rooms.room import Room
from watai.server.settings.limits import Limits


def test_an_abandoned_seat_is_held_and_then_played_by_a_bot() -> None:
    table = MemoryLobby(Limits(hold_seconds=60, empty_room_seconds=10_000))
    room, (stays, goes) = game_of_two(table, turn_seconds=3600)
    match = room.match
    assert match is not None
    goes.hang_up()
    assert room.next_due() == table.now + 60 * SECOND
    table.later(59)
    assert not match.crew.bots
    table.later(1)
    assert list(match.crew.bots) == [1]
    assert not stays.heard(RoomState)[-1].seats[1].here
    before = match.seq
    if not match.game.moves(Seat(1)):
        move_once(room, [stays])
    table.later(60)  # a person would have moved by now, and so has the bot
    assert any(each.seq > before for each in stays.heard(Happened))


def test_before_a_game_the_seat_of_somebody_who_stays_away_is_free_again() -> None:
    table = MemoryLobby(Limits(hold_seconds=60))
    stays, goes = table.guests("Ada", "Bob")
    room = table.open(stays, "wapi", 2)
    goes.do(Join, room.code)
    goes.hang_up()
    table.later(59)
    assert stays.heard(RoomState)[-1].seats[1].kind == "player"
    table.later(1)
    assert stays.heard(RoomState)[-1].seats[1].kind == "open"
    assert goes.session.room is None
    stays.do(AddBot)
    stays.do(Start)


def test_seats_are_kept_while_nobody_is_in_the_room() -> None:
    table = MemoryLobby(Limits(hold_seconds=60, empty_room_seconds=600))
    guests = table.guests("Ada", "Bob")
    room = table.open(guests[0], "wapi", 2)
    guests[1].do(Join, room.code)
    for guest in guests:
        guest.hang_up()
    table.later(300)
    assert [place.name for place in room.seating] == ["Ada", "Bob"]


def test_the_owner_of_a_seat_takes_it_back_from_the_bot() -> None:
    table = MemoryLobby(Limits(hold_seconds=1))
    room, (stays, goes) = game_of_two(table)
    match = room.match
    assert match is not None
    goes.hang_up()
    table.later(1)
    assert list(match.crew.bots) == [1]
    goes.do(Resume, room.code, match.seq)
    assert not match.crew.bots
    assert stays.heard(RoomState)[-1].seats[1].here
    while not match.game.moves(Seat(1)):
        move_once(room, [stays, goes])
    assert isinstance(goes.play(match.game.moves(Seat(1))[0]), Done)


def test_leaving_a_running_game_leaves_a_bot_behind() -> None:
    table = MemoryLobby()
    room, (stays, goes) = game_of_two(table)
    goes.do(Leave)
    state = stays.heard(RoomState)[-1]
    assert [seat.kind for seat in state.seats] == ["player", "bot"]
    assert goes.session.room is None
    assert goes.refused(Join, room.code) == "game/running"
    goes.do(Watch, room.code)
    assert goes.heard(ViewNow)[-1].seat is None
    assert room.match is not None
    seat = next(seat for seat in range(2) if room.match.game.moves(Seat(seat)))
    answer = goes.play(room.match.game.moves(Seat(seat))[0])
    assert isinstance(answer, Refused)
    assert answer.code == "seat/none"


def test_the_host_may_leave_a_running_game() -> None:
    room, (host, other) = game_of_two(MemoryLobby())
    host.do(Leave)
    assert other.heard(RoomState)[-1].host == 1
    to_the_end_with_bot(room, other)
    other.do(Rematch)


def to_the_end_with_bot(room: Room, guest: MemoryGuest) -> None:
    """One guest against a bot, as fast as the clock can be turned."""
    table = guest.table
    assert room.match is not None
    while room.status == "playing":
        moves = room.match.game.moves(Seat(1))
        if moves:
            guest.play(moves[0])
        table.later(10)


def test_after_a_game_the_seat_of_somebody_who_stays_away_is_free_again() -> None:
    table = MemoryLobby(Limits(hold_seconds=60))
    room, (stays, goes) = game_of_two(table)
    to_the_end(room, [stays, goes])
    goes.hang_up()
    table.later(59)
    assert stays.heard(RoomState)[-1].seats[1].kind == "player"
    table.later(1)
    assert stays.heard(RoomState)[-1].seats[1].kind == "open"
    assert goes.session.room is None
