"""A room while and after a game runs: bots, late guests, coming back, the end and the next game."""

from dataclasses import asdict

import pytest

from tests.support.server.memory_lobby import MemoryGuest, MemoryLobby
from watai.engine.game import Seat
from watai.engine.watai.moves import Turn
from watai.protocol.codec import MSGPACK
from watai.protocol.messages import (
    AddBot,
    Chat,
    Done,
    Happened,
    Join,
    Leave,
    Look,
    Prompts,
    Ready,
    Rematch,
    Resume,
    RoomState,
    Said,
    Start,
    ViewNow,
    Watch,
)
from watai.server.arbitration.rtt import RttMeter
from watai.server.clock import Nanos
from watai.server.rooms.room import Room
from watai.server.rooms.session_journal import SESSIONS
from watai.server.settings.limits import Limits
from watai.server.storage import records


def game_of_two(
    table: MemoryLobby, game: str = "wapi", seats: int = 2, **options: int
) -> tuple[Room, list[MemoryGuest]]:
    """A running game with as many guests as seats."""
    guests = table.guests(*[f"Guest {number}" for number in range(seats)])
    room = table.open(guests[0], game, seats, options)
    for guest in guests[1:]:
        guest.do(Join, room.code)
        guest.do(Ready)
    guests[0].do(Start)
    return room, guests


def move_once(room: Room, guests: list[MemoryGuest]) -> None:
    """Whoever may, does something legal."""
    assert room.match is not None
    game = room.match.game
    seat = next(seat for seat in range(len(guests)) if game.moves(Seat(seat)))
    assert isinstance(guests[seat].play(game.moves(Seat(seat))[0]), Done)


def to_the_end(room: Room, guests: list[MemoryGuest]) -> None:
    while room.status == "playing":
        move_once(room, guests)


def test_everybody_sees_the_table_when_it_starts() -> None:
    room, guests = game_of_two(MemoryLobby())
    for seat, guest in enumerate(guests):
        (view,) = guest.heard(ViewNow)
        assert view.seat == seat
        assert room.match is not None
        assert view.seq == room.match.seq


def test_events_are_told_in_order_and_without_gaps_to_everybody() -> None:
    room, guests = game_of_two(MemoryLobby())
    first = guests[0].heard(ViewNow)[0].seq
    for _ in range(6):
        move_once(room, guests)
    told = [guest.heard(Happened) for guest in guests]
    assert told[0] == told[1]
    assert [each.seq for each in told[0]] == list(range(first + 1, first + 1 + len(told[0])))
    times = [each.t for each in told[0]]
    assert times == sorted(set(times))


def test_who_looks_sees_the_table_and_what_may_be_done() -> None:
    table = MemoryLobby()
    room, guests = game_of_two(table)
    (watcher,) = table.guests("Eve")
    watcher.do(Watch, room.code)
    move_once(room, guests)
    for seat, guest in enumerate(guests):
        guest.do(Look)
        view = guest.heard(ViewNow)[-1]
        assert room.match is not None
        assert view.seq == room.match.seq == guest.heard(Happened)[-1].seq
        legal = room.match.game.moves(Seat(seat))
        assert [each.move for each in view.moves] == [type(each).__name__ for each in legal]
        assert [each.args for each in view.moves] == [asdict(each) for each in legal]  # type: ignore[call-overload]
    watcher.do(Look)
    assert watcher.heard(ViewNow)[-1].moves == []


def test_before_a_game_there_is_nothing_to_look_at() -> None:
    table = MemoryLobby()
    (ada,) = table.guests("Ada")
    assert ada.refused(Look) == "room/none"
    table.open(ada)
    assert ada.refused(Look) == "game/not_running"


def test_bots_play_as_fast_as_the_house_wants() -> None:
    first_moves = []
    for speed in (1.0, 1_000.0):
        table = MemoryLobby(Limits(bot_speed=speed))
        (ada,) = table.guests("Ada")
        room = table.open(ada, "watai", 2, {"variants": "off"})
        ada.do(AddBot)
        ada.do(Start)
        assert room.match is not None
        (bot,) = room.match.crew.bots.values()
        assert bot.speed == speed
        first_moves.append(bot.plan(Turn(), 1_000).after)
    assert first_moves == [1_000, 1]


def test_a_turn_clock_runs_out_on_an_absent_player_by_itself() -> None:
    table = MemoryLobby(Limits(hold_seconds=1000, empty_room_seconds=10_000))
    _, (stays, _) = game_of_two(table, turn_seconds=5)
    stays.told.clear()
    table.later(6)
    assert stays.heard(Happened), "the rules acted when the time was up"


def test_a_late_guest_sees_the_table_and_then_every_event() -> None:
    table = MemoryLobby()
    room, guests = game_of_two(table)
    move_once(room, guests)
    (late,) = table.guests("Late")
    assert late.refused(Join, room.code) == "game/running"
    late.do(Watch, room.code)
    (view,) = late.heard(ViewNow)
    assert room.match is not None
    assert (view.seq, view.seat) == (room.match.seq, None)
    move_once(room, guests)
    assert late.heard(Happened)[0].seq == view.seq + 1


def test_resume_within_the_ring_and_beyond() -> None:
    table = MemoryLobby(Limits(history_events=8))
    room, (stays, goes) = game_of_two(table)
    match = room.match
    assert match is not None
    goes.told.clear()
    goes.hang_up()
    sessions = [stays.session.id, goes.session.id]
    while match.seq < 20:  # somebody plays for the one who is away
        seat = next(seat for seat in range(2) if match.game.moves(Seat(seat)))
        move = match.game.moves(Seat(seat))[0]
        room.act(sessions[seat], move, MSGPACK.act(999 + match.seq, move), table.now)
    last = match.seq
    goes.do(Resume, room.code, last - 8, match.id)
    assert [each.seq for each in goes.heard(Happened)] == list(range(last - 7, last + 1))
    assert not goes.heard(ViewNow)
    assert goes.heard(Prompts)
    for seq, name in ((last - 9, match.id), (-1, match.id), (last + 1, match.id), (last, "other")):
        goes.hang_up()
        goes.do(Resume, room.code, seq, name)
        (view,) = goes.heard(ViewNow)
        assert (view.seq, view.seat) == (last, 1)
        assert not goes.heard(Happened)
    goes.hang_up()
    goes.do(Resume, room.code, last)
    assert not goes.heard(ViewNow)
    assert not goes.heard(Happened)


def test_who_comes_back_is_measured_by_the_clock_of_the_game() -> None:
    table = MemoryLobby()
    room, guests = game_of_two(table)
    gone, match = guests[1], room.match
    assert match is not None
    gone.hang_up()
    table.later(1)
    gone.meter = RttMeter()  # of a new connection
    gone.do(Resume, room.code, match.seq, match.id)
    assert gone.meter.micros(table.now) == match.micros(table.now)


def test_a_game_that_ends_is_archived_and_can_be_played_again() -> None:
    table = MemoryLobby()
    room, guests = game_of_two(table)
    assert guests[0].refused(Rematch) == "game/running"
    to_the_end(room, guests)
    match = room.match
    assert match is not None
    assert match.id in table.journal.games
    state = guests[1].heard(RoomState)[-1]
    assert (state.status, state.match) == ("finished", match.id)
    assert guests[0].refused(Start) == "game/not_running"
    guests[0].do(Rematch)
    assert room.status == "waiting"
    assert guests[0].refused(Start) == "room/not_ready"
    guests[1].do(Ready)
    guests[0].do(Start)
    assert room.match is not None
    assert room.match.id != match.id


def test_a_guest_may_propose_the_rematch_and_is_ready_for_it() -> None:
    table = MemoryLobby()
    room, guests = game_of_two(table)
    to_the_end(room, guests)
    assert not any(seat.ready for seat in guests[0].heard(RoomState)[-1].seats)
    assert guests[1].refused(Rematch) == "host/only"
    guests[1].do(Ready)
    proposed = guests[0].heard(RoomState)[-1]
    assert (proposed.status, [seat.ready for seat in proposed.seats]) == ("finished", [False, True])
    guests[0].do(Rematch)
    guests[0].do(Start)
    assert room.status == "playing"


def test_after_a_game_seats_may_change() -> None:
    table = MemoryLobby()
    room, guests = game_of_two(table)
    to_the_end(room, guests)
    guests[1].do(Leave)
    (new,) = table.guests("New")
    new.do(Join, room.code)
    guests[0].do(Rematch)
    new.do(Ready)
    guests[0].do(Start)
    assert room.match is not None
    assert [each.name for each in room.match.started.names] == ["Guest 0", "New"]


@pytest.mark.parametrize("when", ["waiting", "playing", "finished", "again"])
def test_the_journal_gives_the_room_back(when: str) -> None:
    table = MemoryLobby()
    room, guests = game_of_two(table)
    if when == "waiting":
        table = MemoryLobby()
        guests = table.guests("Ada", "Bob")
        room = table.open(guests[0], seats=3)
        guests[1].do(Join, room.code)
        guests[0].do(AddBot)
    if when == "playing":
        for _ in range(5):
            move_once(room, guests)
    if when in ("finished", "again"):
        to_the_end(room, guests)
    if when == "again":
        guests[0].do(Rematch)
    other = MemoryLobby(journal=table.journal)
    for session in table.sessions:
        other.sessions.restore(session.record())
    history = [records.decode(body) for body in table.journal.streams[room.code]]
    again = other.lobby.restore(room.code, history, Nanos(77))
    assert again.status == room.status
    assert again.seating.host == room.seating.host
    assert [vars_of(place) for place in again.seating] == [vars_of(place) for place in room.seating]
    if room.match is not None:
        assert again.match is not None
        assert list(again.match.history) == list(room.match.history)
    assert other.sessions.get(guests[0].session.id) is not None


def vars_of(place: object) -> tuple[object, ...]:
    return tuple(getattr(place, name) for name in ("session", "name", "strength"))


def test_a_line_of_chat_is_not_said_twice_after_a_crash() -> None:
    table = MemoryLobby()
    _, (ana, ben) = game_of_two(table)
    number = ben.do(Chat, "hello").n
    assert len(ana.heard(Said)) == 1
    later = MemoryLobby()
    for body in table.journal.recover()[SESSIONS]:
        later.sessions.restore(body)
    again = later.sessions.get(ben.session.id)
    assert again is not None
    assert again.answers[number] == Done(number)
    for more in range(number + 1, number + 20):
        again.spoke(more)
    assert len(again.said) < 10
