"""Rooms before and after a game: who may come in, who is host, what the host may do, and how rooms are found."""

import pytest

from tests.support.server.memory_lobby import MemoryGuest, MemoryLobby
from watai.protocol.errors import Denied
from watai.protocol.messages import (
    AddBot,
    Chat,
    Create,
    Done,
    Join,
    Leave,
    ListRooms,
    Ready,
    Refused,
    Rematch,
    RemoveBot,
    Resume,
    RoomList,
    RoomState,
    Said,
    Start,
    ViewNow,
    Watch,
)
from watai.server.settings.limits import Limits


def sitting(room_state: RoomState) -> list[str]:
    return [seat.name or seat.kind for seat in room_state.seats]


def last_state(guest: MemoryGuest) -> RoomState:
    state = guest.heard(RoomState)[-1]
    assert isinstance(state, RoomState)
    return state


def test_who_opens_a_room_is_its_host_and_sits_first() -> None:
    table = MemoryLobby()
    (ada,) = table.guests("Ada")
    room = table.open(ada, seats=3)
    state = last_state(ada)
    assert (state.code, state.host, state.you, state.status) == (room.code, 0, 0, "waiting")
    assert sitting(state) == ["Ada", "open", "open"]
    assert ada.session.room == room.code


@pytest.mark.parametrize("typed", ["{}", "{} ", "  {}", "{}".upper()])
def test_a_code_may_be_typed_in_many_ways(typed: str) -> None:
    table = MemoryLobby()
    ada, bob, eve, kim = table.guests("Ada", "Bob", "Eve", "Kim")
    code = table.open(ada, seats=4).code
    bob.do(Join, typed.format(code))
    eve.do(Join, typed.format(code.upper()))
    kim.do(Join, typed.format(code.replace("-", "")))


def test_a_code_that_is_none() -> None:
    table = MemoryLobby()
    ada, bob = table.guests("Ada", "Bob")
    table.open(ada)
    for typed in ("", "-", "xxxx-xxxx", "\0", "a" * 3000, "bako timu pako"):
        assert bob.refused(Join, typed) == "room/not_found"
        assert bob.refused(Watch, typed) == "room/not_found"


def test_a_seat_may_be_chosen() -> None:
    table = MemoryLobby()
    ada, bob, eve, kim = table.guests("Ada", "Bob", "Eve", "Kim")
    room = table.open(ada, seats=3)
    assert bob.refused(Join, room.code, 0) == "seat/taken"
    for wrong in (-1, 3, 2**70):
        assert bob.refused(Join, room.code, wrong) == "seat/unknown"
    bob.do(Join, room.code, 2)
    assert last_state(bob).you == 2
    eve.do(Join, room.code)
    assert last_state(eve).you == 1
    assert kim.refused(Join, room.code) == "room/full"


def test_one_room_at_a_time() -> None:
    table = MemoryLobby()
    ada, bob = table.guests("Ada", "Bob")
    first, second = table.open(ada), table.open(bob)
    assert ada.refused(Join, second.code) == "room/other"
    assert ada.refused(Create, "wapi", 2) == "room/other"
    assert ada.refused(Watch, first.code) == "room/other"
    ada.do(Leave)
    ada.do(Join, second.code)


def test_whoever_is_in_the_room_already_is_answered_as_before() -> None:
    """A client whose `join` or `resume` was not answered in time asks again, under a new number."""
    table = MemoryLobby()
    ada, bob, eve = table.guests("Ada", "Bob", "Eve")
    room = table.open(ada, seats=2)
    bob.do(Join, room.code)
    eve.do(Watch, room.code)
    bob.do(Ready)
    ada.do(Start)
    before = [(each.name, each.session) for each in room.seating]
    for guest, again in ((ada, Join), (ada, Resume), (bob, Resume), (eve, Watch), (eve, Resume)):
        guest.told.clear()
        what = (room.code, 0) if again is Resume else (room.code,)
        assert guest.do(again, *what).code == room.code
        assert [type(each) for each in guest.told] == [ViewNow]
    assert [(each.name, each.session) for each in room.seating] == before
    assert len(room.broadcast.watchers) == 1
    assert eve.refused(Join, room.code) == "room/other"
    assert bob.refused(Watch, room.code) == "room/other"


def test_outside_of_rooms_there_is_nothing_to_do() -> None:
    table = MemoryLobby()
    (ada,) = table.guests("Ada")
    for kind in (Ready, Start, AddBot, Leave, Rematch):
        assert ada.refused(kind) == "room/none"
    assert ada.refused(RemoveBot, 0) == "room/none"
    assert ada.refused(Chat, "hello?") == "room/none"
    with pytest.raises(Denied):
        table.lobby.finished("nothing")


def test_only_the_host_may() -> None:
    table = MemoryLobby()
    ada, bob, eve = table.guests("Ada", "Bob", "Eve")
    room = table.open(ada, seats=2)
    bob.do(Join, room.code)
    eve.do(Watch, room.code)
    for guest in (bob, eve):
        for kind in (Start, AddBot, Rematch):
            assert guest.refused(kind) == "host/only"
        assert guest.refused(RemoveBot, 0) == "host/only"


def test_the_rights_of_the_host_pass_on_to_one_who_is_here() -> None:
    table = MemoryLobby()
    ada, bob, eve = table.guests("Ada", "Bob", "Eve")
    room = table.open(ada)
    bob.do(Join, room.code)
    eve.do(Join, room.code)
    bob.hang_up()
    ada.do(Leave)
    assert last_state(eve).host == 2
    eve.do(AddBot, "easy", 0)


def test_a_host_who_is_away_too_long_is_host_no_more() -> None:
    table = MemoryLobby(Limits(hold_seconds=60, empty_room_seconds=1000))
    ada, bob = table.guests("Ada", "Bob")
    room = table.open(ada)
    bob.do(Join, room.code)
    ada.hang_up()
    wake = room.next_due()
    assert wake == table.now + 60 * 10**9
    table.later(59)
    assert bob.refused(AddBot) == "host/only"
    table.later(1)
    assert last_state(bob).host == 1
    bob.do(AddBot)
    ada.do(Join, room.code)
    assert ada.refused(AddBot) == "host/only"


def test_a_host_alone_stays_host() -> None:
    table = MemoryLobby(Limits(hold_seconds=60, empty_room_seconds=1000))
    (ada,) = table.guests("Ada")
    room = table.open(ada)
    ada.hang_up()
    table.later(500)
    ada.do(Join, room.code)
    ada.do(AddBot)


def test_everybody_has_to_be_there_and_ready() -> None:
    table = MemoryLobby()
    ada, bob = table.guests("Ada", "Bob")
    room = table.open(ada, seats=3)
    assert ada.refused(Start) == "room/not_ready"
    bob.do(Join, room.code)
    ada.do(AddBot)
    assert ada.refused(Start) == "room/not_ready"
    bob.do(Ready)
    bob.do(Ready, False)
    assert ada.refused(Start) == "room/not_ready"
    bob.do(Ready)
    ada.do(Start)
    assert room.status == "playing"
    assert ada.refused(Start) == "game/running"


def test_bots_come_and_go_as_the_host_says() -> None:
    table = MemoryLobby()
    (ada,) = table.guests("Ada")
    room = table.open(ada, seats=3)
    ada.do(AddBot, "strong", 2)
    assert ada.refused(AddBot, "easy", 2) == "seat/taken"
    assert ada.refused(AddBot, "easy", 9) == "seat/unknown"
    assert ada.refused(AddBot, "superhuman") == "option/bad"
    assert ada.refused(RemoveBot, 0) == "seat/unknown"
    assert ada.refused(RemoveBot, -1) == "seat/unknown"
    ada.do(AddBot)
    assert ada.refused(AddBot) == "room/full"
    ada.do(RemoveBot, 2)
    assert [seat.kind for seat in last_state(ada).seats] == ["player", "bot", "open"]
    ada.do(AddBot)
    ada.do(Start)
    assert ada.refused(AddBot) == "game/running"
    assert ada.refused(RemoveBot, 1) == "game/running"
    assert room.status == "playing"


@pytest.mark.parametrize(
    ("game", "seats", "options", "code", "why"),
    [
        ("chess", 2, {}, "game/unknown", "The house does not have that game."),
        ("wapi", 1, {}, "option/bad", "seats: this game is for 2 to 5 players, not 1"),
        ("wapi", 2**70, {}, "option/bad", "seats: this game is for 2 to 5 players"),
        ("wapi", 2, {"speed": 9}, "option/bad", "speed: there is no such option; there are: scoring"),
        ("wapi", 2, {"scoring": "x" * 99}, "option/bad", "scoring: must be one of basic, advanced"),
        ("watai", 6, {"boxes": 1}, "option/bad", "boxes: five or more players need 2 boxes"),
        ("watai", 4, {"target": True}, "option/bad", "target: must be a whole number from 1 to 1000"),
        ("watai", 4, {"target": 10**40}, "option/bad", "target: must be a whole number from 1"),
    ],
)  # fmt: skip
def test_a_room_that_could_never_start_is_refused_with_a_reason(
    game: str, seats: int, options: dict[str, str | int | bool], code: str, why: str
) -> None:
    table = MemoryLobby()
    (ada,) = table.guests("Ada")
    answer = ada.ask(Create, game, seats, options)
    assert isinstance(answer, Refused)
    assert answer.code == code
    assert answer.why.startswith(why), answer.why
    assert not table.lobby.rooms


def test_the_list_has_public_rooms_only() -> None:
    table = MemoryLobby()
    ada, bob, eve = table.guests("Ada", "Bob", "Eve")
    public = table.open(ada, seats=3, public=True)
    table.open(bob)
    answer = eve.ask(ListRooms)
    assert isinstance(answer, RoomList)
    (line,) = answer.rooms
    assert (line.code, line.game, line.status) == (public.code, "wapi", "waiting")
    assert (line.seats, line.free, line.host) == (3, 2, "Ada")


def test_chat_reaches_players_and_spectators_alike() -> None:
    table = MemoryLobby()
    ada, bob, eve = table.guests("Ada", "Bob", "Eve")
    room = table.open(ada, seats=2)
    bob.do(Join, room.code)
    eve.do(Watch, room.code)
    bob.do(Chat, "hello")
    eve.do(Chat, "good evening")
    for guest in (ada, bob, eve):
        assert guest.heard(Said) == [Said("Bob", 1, "hello"), Said("Eve", None, "good evening")]
    assert eve.refused(Ready) == "seat/none"
    assert ada.refused(Chat, "") == "chat/bad"


def test_who_has_a_seat_does_not_watch() -> None:
    table = MemoryLobby()
    ada, bob = table.guests("Ada", "Bob")
    room = table.open(ada)
    bob.do(Join, room.code)
    bob.hang_up()
    assert bob.refused(Watch, room.code) == "seat/taken"
    bob.do(Join, room.code)
    assert last_state(bob).you == 1


def test_a_stopping_server_opens_nothing_new() -> None:
    table = MemoryLobby()
    ada, bob = table.guests("Ada", "Bob")
    table.open(ada, seats=2)
    ada.do(AddBot)
    table.lobby.stopping = True
    assert ada.refused(Start) == "server/stopping"
    assert bob.refused(Create, "wapi", 2) == "server/stopping"
    assert isinstance(ada.ask(Chat, "good bye"), Done)


def test_a_room_that_goes_to_another_server_leaves_its_guests_free_here() -> None:
    table = MemoryLobby()
    ada, bob, kim = table.guests("Ada", "Bob", "Kim")
    room, other = table.open(ada), table.open(kim)
    bob.do(Join, room.code)
    records_before = list(table.journal.streams[room.code])
    table.lobby.drop(room)
    assert [guest.session.room for guest in (ada, bob, kim)] == [None, None, other.code]
    assert table.journal.streams[room.code] == records_before
