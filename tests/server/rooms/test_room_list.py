"""The list of public rooms: pages, and what followers are told; and which room goes when there are too many."""

import pytest

from tests.support.server.memory_lobby import MemoryGuest, MemoryLobby
from watai.protocol.messages import (
    AddBot,
    Chat,
    Create,
    Done,
    Join,
    Leave,
    ListRooms,
    RoomLine,
    RoomList,
    RoomsChanged,
    Start,
    Watch,
)
from watai.server.clock import SECOND
from watai.server.rooms import room_list, room_views
from watai.server.rooms.room import Room
from watai.server.settings.limits import Limits
from watai.server.transport.address_limits import NEW_ROOMS_PER_SECOND, WRONG_CODES_PER_SECOND


def listed(guest: MemoryGuest, **fields: object) -> RoomList:
    answer = guest.ask(ListRooms, **fields)
    assert isinstance(answer, RoomList)
    return answer


def opened(table: MemoryLobby, count: int, public: bool = True) -> list[str]:
    """Rooms of as many hosts, by their codes in order."""
    hosts = table.guests(*(f"Host {number}" for number in range(count)))
    return sorted(table.open(host, public=public).code for host in hosts)


def test_hole_7_rooms_come_in_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room_list, "ROOMS_PER_PAGE", 4)
    table = MemoryLobby()
    codes = opened(table, 10)
    opened(table, 2, public=False)
    (eve,) = table.guests("Eve")
    first = listed(eve)
    assert ([line.code for line in first.rooms], first.more) == (codes[:4], True)
    second = listed(eve, after=first.rooms[-1].code, limit=100)
    assert ([line.code for line in second.rooms], second.more) == (codes[4:8], True)
    last = listed(eve, after=second.rooms[-1].code)
    assert ([line.code for line in last.rooms], last.more) == (codes[8:], False)
    assert [line.code for line in listed(eve, limit=2).rooms] == codes[:2]
    assert [line.code for line in listed(eve, limit=0).rooms] == codes[:1]
    table.lobby.close(table.lobby.rooms[codes[3]])
    assert [line.code for line in listed(eve, after=codes[3], limit=1).rooms] == codes[4:5]
    assert not listed(eve, after="zzzz").rooms


def test_hole_7_followers_are_told_what_changes_and_only_that() -> None:
    table = MemoryLobby()
    eve, host, guest = table.guests("Eve", "Host", "Guest")
    assert listed(eve, follow=True).following
    assert listed(eve).following  # it goes on
    room = table.open(host, public=True)
    table.open(guest, public=False)
    table.lobby.public.tell()
    (told,) = eve.heard(RoomsChanged)
    assert [(line.code, line.free, line.status) for line in told.rooms] == [
        (room.code, 2, "waiting")
    ]
    host.do(AddBot)
    host.do(AddBot)
    host.do(Start)
    table.lobby.public.tell()
    (told,) = eve.heard(RoomsChanged)
    assert [(line.free, line.status) for line in told.rooms] == [(0, "playing")]
    host.do(Chat, "nothing that the list shows")
    table.lobby.public.tell()
    assert not eve.heard(RoomsChanged)
    table.lobby.close(room)
    table.lobby.public.tell()
    assert eve.heard(RoomsChanged) == [RoomsChanged([], [room.code])]
    assert not listed(eve, follow=False).following
    table.open(table.guests("Other")[0], public=True)
    table.lobby.public.tell()
    assert not eve.heard(RoomsChanged)


def test_a_follower_who_enters_a_room_or_is_gone_follows_no_more() -> None:
    table = MemoryLobby()
    (code,) = opened(table, 1)
    player, watcher, gone = table.guests("P", "W", "G")
    for follower in (player, watcher, gone):
        assert listed(follower, follow=True).following
    player.do(Join, code)
    watcher.do(Watch, code)
    gone.hang_up()
    assert not table.lobby.public.followers
    assert not listed(player, follow=True).following


def test_hole_7_followers_and_their_messages_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room_list, "FOLLOWERS", 1)
    monkeypatch.setattr(room_list, "ROOMS_PER_PAGE", 4)
    table = MemoryLobby()
    eve, bob = table.guests("Eve", "Bob")
    assert listed(eve, follow=True).following
    assert not listed(bob, follow=True).following
    codes = opened(table, 6)
    for _ in range(3):
        table.lobby.public.tell()
    messages = eve.heard(RoomsChanged)
    assert [len(each.rooms) for each in messages] == [4, 2]
    assert sorted(line.code for each in messages for line in each.rooms) == codes


def test_hole_7_when_rooms_are_short_the_longest_empty_one_makes_way() -> None:
    table = MemoryLobby(Limits(rooms=3, hold_seconds=60, empty_room_seconds=1_000))
    here, first, second, new, newer = table.guests("H", "1", "2", "N", "N2")
    kept = table.open(here)
    abandoned = [table.open(host) for host in (first, second)]
    for host in (second, first):
        host.do(Leave)
        table.wait(SECOND)
    opened_first = table.open(new)
    assert set(table.lobby.rooms) == {kept.code, abandoned[0].code, opened_first.code}
    opened_next = table.open(newer)
    assert set(table.lobby.rooms) == {kept.code, opened_first.code, opened_next.code}
    assert table.guests("Last")[0].refused(Create, "wapi", 2) == "limit/rooms"


def test_a_match_whose_players_may_come_back_does_not_make_way() -> None:
    table = MemoryLobby(Limits(rooms=1, hold_seconds=60, empty_room_seconds=1_000))
    host, new = table.guests("Host", "New")
    room = table.open(host, seats=2)
    host.do(AddBot)
    host.do(Start)
    host.hang_up()
    assert new.refused(Create, "wapi", 2) == "limit/rooms"
    assert room.code in table.lobby.rooms
    table.wait(61 * SECOND)
    new.do(Create, "wapi", 2)
    assert room.code not in table.lobby.rooms


def test_a_game_that_its_only_player_has_left_makes_way_for_the_next() -> None:
    table = MemoryLobby(Limits(rooms_per_guest=2, empty_room_seconds=1_000))
    (host,) = table.guests("Host")
    rooms = []
    for _ in range(5):
        rooms.append(table.open(host, seats=2).code)
        host.do(AddBot)
        host.do(Start)
        host.do(Leave)
        table.wait(SECOND)
    assert list(table.lobby.rooms) == rooms[-2:]
    assert host.session.rooms_opened == 2


def test_a_game_that_its_only_player_has_gone_from_makes_way_for_the_next() -> None:
    """It would wait a day for a player who may have forgotten it."""
    table = MemoryLobby(Limits(rooms_per_guest=1))
    (host,) = table.guests("Host")
    first = table.open(host, seats=2)
    host.do(AddBot)
    host.do(Start)
    host.hang_up()
    table.wait(SECOND)
    host.room = None  # on a new connection
    second = table.open(host, seats=2)
    assert first.code not in table.lobby.rooms
    assert second.code in table.lobby.rooms


def test_rooms_in_which_somebody_is_or_has_a_seat_do_not_make_way_for_their_opener() -> None:
    table = MemoryLobby(Limits(rooms_per_guest=2, empty_room_seconds=1_000))
    host, absent, watcher = table.guests("Host", "Absent", "Watcher")
    first = table.open(host, seats=2)
    absent.do(Join, first.code)
    host.do(Leave)
    absent.hang_up()
    second = table.open(host, seats=2)
    watcher.do(Watch, second.code)
    host.do(Leave)
    assert host.refused(Create, "wapi", 2) == "limit/rooms"
    assert list(table.lobby.rooms) == [first.code, second.code]


def test_hole_7_rooms_opened_from_one_address() -> None:
    table = MemoryLobby(Limits(new_rooms_per_address=3))
    opened(table, 3)
    other, far = table.guests("Other", "Far")
    assert other.refused(Create, "wapi", 2) == "limit/address"
    far.address = "192.0.2.1"
    far.do(Create, "wapi", 2)
    table.wait(int(SECOND / NEW_ROOMS_PER_SECOND))
    other.do(Create, "wapi", 2)


def test_hole_10_wrong_codes_from_one_address() -> None:
    table = MemoryLobby(Limits(wrong_codes_per_address=3))
    host, far = table.guests("Host", "Far")
    code = table.open(host).code
    for guesser in table.guests("1", "2", "3"):  # a new connection and session each time
        assert guesser.refused(Join, "bako-timu") == "room/not_found"
    (guesser,) = table.guests("4")
    assert guesser.refused(Join, "bako-timu") == "limit/address"
    assert (
        guesser.refused(Watch, code) == "limit/address"
    )  # a right code is told from a wrong one no more
    host.hang_up()
    answer = host.say(Join(50, code))  # who has a seat comes back to it
    assert isinstance(answer, Done)
    far.address = "192.0.2.1"
    far.do(Join, code)
    table.wait(int(SECOND / WRONG_CODES_PER_SECOND))
    guesser.do(Watch, code)


def test_the_list_is_made_once_while_nothing_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []

    def counted(room: Room) -> RoomLine:
        made.append(room.code)
        return room_views.room_line(room)

    monkeypatch.setattr(room_list, "room_line", counted)
    table = MemoryLobby()
    codes = opened(table, 10)
    eve, zoe = table.guests("Eve", "Zoe")
    listed(eve)
    assert sorted(made) == codes
    for guest in (eve, zoe, eve):
        assert [line.code for line in listed(guest).rooms] == codes
    assert sorted(made) == codes
    zoe.say(Join(1_000, codes[3]))  # told at once, before the pass is over
    answer = eve.say(ListRooms(1_001))
    assert isinstance(answer, RoomList)
    assert [line.free for line in answer.rooms] == [1 if code == codes[3] else 2 for code in codes]
    table.settle()
    assert [line.free for line in listed(eve).rooms] == [line.free for line in answer.rooms]


def test_followers_may_be_told_of_a_new_room_before_its_pass_is_over() -> None:
    table = MemoryLobby()
    eve, host = table.guests("Eve", "Host")
    assert listed(eve, follow=True).following
    done = host.say(Create(1, "wapi", 2, {}, True))
    assert isinstance(done, Done)
    table.lobby.public.tell()
    (told,) = eve.heard(RoomsChanged)
    assert [line.code for line in told.rooms] == [done.code]
