"""A host sends guests away: players and spectators, once or for good."""

import pytest

from tests.support.server.memory_lobby import MemoryGuest, MemoryLobby
from watai.protocol.messages import AddBot, Create, Join, Kick, Resume, RoomState, Start, Watch
from watai.server.rooms import host_rights
from watai.server.storage import records


def code_of(guest: MemoryGuest) -> int | None:
    """The code that a guest's connection is closed with, if it is."""
    fault = guest.connection.fault
    return None if fault is None else fault.close_code


def test_hole_10_a_host_sends_a_player_away() -> None:
    table = MemoryLobby()
    host, bob = table.guests("Host", "Bob")
    room = table.open(host)
    bob.do(Join, room.code)
    host.do(Kick, 1)
    assert code_of(bob) == 4003
    assert (bob.room, bob.session.room) == (None, None)
    assert room.seating.places[1].free
    assert host.heard(RoomState)[-1].seats[1].kind == "open"
    bob.do(Join, room.code)  # kicked, not banned


def test_hole_10_a_bot_takes_over_for_a_player_sent_away_during_the_game() -> None:
    table = MemoryLobby()
    host, bob = table.guests("Host", "Bob")
    room = table.open(host, seats=2)
    bob.do(Join, room.code)
    room.seating.places[1].ready = True
    host.do(Start)
    host.do(Kick, 1)
    assert room.seating.places[1].kind == "bot"
    assert room.status == "playing"


def test_hole_10_a_player_without_connection_can_be_sent_away() -> None:
    table = MemoryLobby()
    host, bob = table.guests("Host", "Bob")
    room = table.open(host)
    bob.do(Join, room.code)
    bob.hang_up()
    table.later(10)
    host.told.clear()
    host.do(Kick, 1, ban=True)
    table.later(10)
    assert (
        host.heard(RoomState)[-1].seats[1].kind == "open"
    )  # nobody else said so: Bob was gone before
    assert bob.session.room is None
    assert room.seating.places[1].free
    assert bob.refused(Join, room.code) == "room/banned"


def test_hole_10_spectators_are_sent_away_by_name() -> None:
    table = MemoryLobby()
    host, *watchers = table.guests("Host", "Zoe", "Zoe", "Kim")
    room = table.open(host)
    for watcher in watchers:
        watcher.do(Watch, room.code)
    host.do(Kick, name="Zoe")
    assert [code_of(each) for each in watchers] == [4003, 4003, None]
    assert host.heard(RoomState)[-1].watching == 1


def test_hole_10_who_is_banned_comes_back_in_no_way() -> None:
    table = MemoryLobby()
    host, bob, other, friend = table.guests("Host", "Bob", "Other", "Friend")
    for guest in (bob, other):
        guest.address = "192.0.2.1"
    room = table.open(host)
    bob.do(Join, room.code)
    host.do(Kick, 1, ban=True)
    assert code_of(bob) == 4004
    for guest in (bob, other):  # the same session, and another from the same address
        assert guest.refused(Join, room.code) == "room/banned"
        assert guest.refused(Watch, room.code) == "room/banned"
        assert guest.refused(Resume, room.code, -1) == "room/banned"
    friend.do(Join, room.code)
    bob.do(Create, "wapi", 2)  # other rooms are open to it


def test_hole_10_the_address_of_the_host_is_not_banned() -> None:
    table = MemoryLobby()
    host, bob, friend = table.guests("Host", "Bob", "Friend")  # all in one house
    room = table.open(host)
    bob.do(Join, room.code)
    host.do(Kick, 1, ban=True)
    assert bob.refused(Join, room.code) == "room/banned"
    friend.do(Join, room.code)


def test_hole_10_a_ban_survives_a_game_and_a_restart() -> None:
    table = MemoryLobby()
    host, bob = table.guests("Host", "Bob")
    room = table.open(host, seats=2)
    bob.do(Join, room.code)
    host.do(Kick, 1, ban=True)
    bodies = table.journal.streams[room.code]
    again = MemoryLobby()
    history = [records.decode(body) for body in bodies]
    assert again.lobby.restore(room.code, history, again.now).seating.bars(bob.session.id, "")
    rewritten = [*room.seating.as_records()]  # as the journal has them after a game
    assert records.Banned(bob.session.id, "") in rewritten


def test_only_the_host_may_and_nobody_else_is_touched() -> None:
    table = MemoryLobby()
    host, bob, zoe = table.guests("Host", "Bob", "Zoe")
    room = table.open(host, seats=4)
    assert zoe.refused(Kick, 0) == "room/none"
    bob.do(Join, room.code)
    zoe.do(Watch, room.code)
    host.do(AddBot)
    assert bob.refused(Kick, 0) == "host/only"
    assert zoe.refused(Kick, 0) == "host/only"
    assert host.refused(Kick, 0) == "guest/unknown"  # itself
    for seat in (2, 3, 4, -1):  # a bot, nobody, no seat
        assert host.refused(Kick, seat) == "seat/unknown"
    assert host.refused(Kick, name="Bob") == "guest/unknown"  # a player, not a spectator
    assert host.refused(Kick) == "guest/unknown"
    assert [code_of(each) for each in (host, bob, zoe)] == [None] * 3


def test_bans_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(host_rights, "BANS", 1)
    table = MemoryLobby()
    host, bob, kim = table.guests("Host", "Bob", "Kim")
    room = table.open(host)
    bob.do(Join, room.code)
    kim.do(Join, room.code)
    host.do(Kick, 1, ban=True)
    assert host.refused(Kick, 2, ban=True) == "limit/bans"
    assert room.seating.places[2].session == kim.session.id
    zoes = table.guests("Zoe", "Zoe")
    for zoe in zoes:
        zoe.do(Watch, room.code)
    assert host.refused(Kick, name="Zoe", ban=True) == "limit/bans"
    assert [code_of(zoe) for zoe in zoes] == [None, None]
    host.do(Kick, 2)
