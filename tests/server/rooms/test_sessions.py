"""Guests: their tokens, and the answers kept for them."""

import time
from dataclasses import astuple

import pytest

from tests.proofs.storm.memory_journal import MemoryJournal
from tests.support.server.memory_server import MemoryServer, welcomed
from watai.protocol.messages import Create, Done, Leave, ListRooms, Ping, Refused, Watch
from watai.server.arbitration.rtt import RttMeter
from watai.server.dispatch.loop import Loop
from watai.server.rooms import sessions
from watai.server.rooms.session_journal import FEW, SESSIONS
from watai.server.rooms.sessions import ABSENT_ANSWERS, NUMBERS, STRANGER_SECONDS, Sessions
from watai.server.settings.limits import Limits
from watai.server.transport import address_limits


def test_a_token_opens_its_own_session_only() -> None:
    sessions = Sessions()
    ada, bob = sessions.open("Ada"), sessions.open("Bob")
    token = sessions.rotate(ada, 0, "")
    assert sessions.find(token) is ada
    secret = token.partition(".")[2]
    for forged in ("", ".", secret, f"{bob.id}.{secret}", f"{ada.id}.", f"{ada.id}.x{secret}"):
        assert sessions.find(forged) is None


def test_the_token_used_stays_good_until_the_new_one_is_used() -> None:
    sessions = Sessions()
    ada = sessions.open("Ada")
    first = sessions.rotate(ada, 0, "")
    lost = sessions.rotate(ada, 0, first)
    second = sessions.rotate(ada, 0, first)
    assert sessions.find(first) is ada
    assert sessions.find(second) is ada
    assert sessions.find(lost) is None
    sessions.rotate(ada, 0, second)
    assert sessions.find(first) is None
    assert sessions.find(second) is ada


def test_the_journal_keeps_hashes_and_no_token() -> None:
    sessions = Sessions()
    ada = sessions.open("Ada")
    token = sessions.rotate(ada, 12, "")
    body = ada.record()
    assert token.partition(".")[2].encode() not in body
    again = Sessions()
    again.restore(body)
    found = again.find(token)
    assert found is not None
    assert (found.id, found.name, found.seen, found.logins) == (ada.id, "Ada", 12, 1)


def test_the_newest_record_of_a_guest_counts() -> None:
    sessions = Sessions()
    ada = sessions.open("Ada")
    old = sessions.rotate(ada, 0, "")
    bodies = [ada.record()]
    new = sessions.rotate(ada, 0, old)
    bodies.append(ada.record())
    newer = sessions.rotate(ada, 0, new)
    bodies.append(ada.record())
    again = Sessions()
    for body in bodies:
        again.restore(body)
    assert len(again) == 1
    assert again.find(newer) is not None
    assert again.find(old) is None


def test_a_line_of_chat_is_not_said_twice_however_often_the_server_dies() -> None:
    ada = Sessions().open("Ada")
    ada.spoke(7)
    for number in (8, 9):
        again = Sessions()
        again.restore(ada.record())
        (ada,) = again
        ada.spoke(number)
    assert ada.said == (7, 8, 9)
    assert [ada.answers[number] for number in (7, 8)] == [Done(7), Done(8)]


def test_guests_are_forgotten_after_guest_days() -> None:
    journal = MemoryJournal()
    loop = Loop(journal, Limits(guest_days=2))
    now = 10 * 86_400
    players = [loop.sessions.open(name) for name in ("O", "S", "H", "Y")]
    _old, seated, here, young = players
    for session in players:
        session.player = True
        loop.sessions.rotate(session, now - 2 * 86_400 - (session is not young), "")
    seated.room, here.connected = "bako-timu", True
    loop.lobby.session_journal.write_all()
    for session in players:
        loop.sessions.update(session, session.seen)
    loop.login.forget_absent(now)
    assert [session.name for session in loop.sessions] == ["S", "H", "Y"]
    loop.lobby.session_journal.write_all()
    journal.submit()
    assert len(journal.streams[SESSIONS]) == 3


def test_hole_2_a_stranger_is_forgotten_minutes_after_its_connection_is_gone() -> None:
    server = MemoryServer()
    loop, now = server.loop, int(time.time())
    for number in range(50):
        loop.closed(server.guest(f"Guest {number}"))
    host = server.guest("Host")
    server.room(host)
    loop.closed(host)
    loop.login.forget_absent(now + STRANGER_SECONDS - 1)
    assert loop.sizes()["sessions"] == 51
    loop.login.forget_absent(now + 3_000)
    assert [session.name for session in loop.sessions] == ["Host"]
    assert len(server.journal.streams[SESSIONS]) == 1  # strangers never had a record


def test_hole_2_only_so_many_absent_strangers_are_remembered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sessions, "ABSENT_STRANGERS", 3)
    server = MemoryServer()
    host = server.guest("Host")
    server.room(host)
    server.loop.closed(host)
    for number in range(8):
        server.loop.closed(server.guest(f"Guest {number}"))
    assert [each.name for each in server.loop.sessions] == ["Host", "Guest 5", "Guest 6", "Guest 7"]


def test_hole_2_the_longest_absent_stranger_makes_way_for_a_new_guest() -> None:
    server = MemoryServer(limits=Limits(guests=4))
    loop = server.loop
    seated, player, first, second = (server.guest(name) for name in ("S", "P", "1", "2"))
    server.room(seated)
    server.room(player)
    assert isinstance(server.now(player, Leave(2)), Done)
    for gone in (seated, player, first, second):
        loop.closed(gone)
    kept = []
    for name in "345":
        kept.append(server.guest(name))
        assert loop.sizes()["sessions"] == 4
    assert [session.name for session in loop.sessions] == ["S", "3", "4", "5"]
    refused = server.guest("6")
    assert refused.fault is not None
    assert refused.fault.close_code == 1013
    assert loop.sizes()["sessions"] == 4
    loop.closed(kept[0])
    assert server.guest("7").fault is None


def test_hole_7_new_guests_from_one_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(address_limits, "NEW_GUESTS_PER_SECOND", 0.001)
    server = MemoryServer(limits=Limits(new_guests_per_address=3))
    first, *_ = (server.guest(name) for name in "123")
    refused = server.guest("4")
    assert refused.fault is not None
    assert refused.fault.close_code == 1013
    server.loop.closed(first)
    assert server.guest("1", welcomed(first).token).fault is None  # it is not new
    assert server.loop.sizes()["sessions"] == 3
    assert server.loop.sizes()["address_buckets"] == 1


def test_hole_2_an_absent_guest_costs_few_answers_and_no_meter() -> None:
    server = MemoryServer()
    tokens = []
    for number in range(20):
        connection = server.guest(f"Guest {number}")
        for n in range(1, 100):
            server.say(connection, Ping(n), n)
        server.loop.run_pass()
        tokens.append(welcomed(connection).token)
        server.loop.closed(connection)
    assert server.loop.sizes()["answers"] == 20 * ABSENT_ANSWERS
    assert not any(isinstance(each, RttMeter) for s in server.loop.sessions for each in astuple(s))
    again = server.guest("Again", tokens[0])
    assert welcomed(again).n == NUMBERS
    assert isinstance(server.now(again, Ping(95)), Done)
    assert server.now(again, Ping(100)) == Done(100)
    for message in (Ping(91), ListRooms(1)):
        old = server.now(again, message)
        assert isinstance(old, Refused)
        assert old.code == "number/old"


def test_a_guest_with_a_seat_keeps_its_answers() -> None:
    server = MemoryServer()
    host = server.guest("Host")
    code = server.room(host).code
    for n in range(2, 100):
        assert isinstance(server.now(host, Ping(n)), Done)
    server.loop.closed(host)
    assert server.loop.sizes()["answers"] == 99
    again = server.guest("Again", welcomed(host).token)
    assert server.now(again, Create(1, "wapi", 2)) == Done(1, code=code)


def test_hole_2_hellos_do_not_grow_the_journal() -> None:
    server = MemoryServer()
    host = server.guest("Host")
    server.room(host)
    token = welcomed(host).token
    for _ in range(3 * FEW):
        token = welcomed(server.guest("Again", token)).token
    server.loop.run_pass()
    assert len(server.journal.streams[SESSIONS]) <= FEW + 1
    recovered = MemoryServer(server.journal)
    recovered.loop.recover()
    assert recovered.loop.sizes()["sessions"] == 1
    assert welcomed(recovered.guest("Again", token)).name == "Host"


def test_no_more_sessions_than_the_limit_come_back_from_the_journal() -> None:
    server = MemoryServer()
    for number in range(20):
        host = server.guest(f"Guest {number}")
        server.room(host)
        assert isinstance(server.now(host, Leave(2)), Done)
        server.loop.closed(host)
    again = MemoryServer(server.journal, Limits(guests=5))
    again.loop.recover()
    assert [session.name for session in again.loop.sessions] == [
        f"Guest {n}" for n in range(15, 20)
    ]


def test_a_spectator_without_connection_has_no_room() -> None:
    server = MemoryServer()
    host, watcher = server.guest("Host"), server.guest("Watcher")
    code = server.room(host).code
    assert isinstance(server.now(watcher, Watch(1, code)), Done)
    server.loop.closed(watcher)
    assert welcomed(server.guest("Again", welcomed(watcher).token)).room is None
    assert welcomed(server.guest("Again", welcomed(host).token)).room == code


def test_answers_are_kept_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "REMEMBERED_ANSWERS", 3)
    ada = Sessions().open("Ada")
    for number in (1, 2, 5, 3):
        ada.remember(number, Done(number))
    assert sorted(ada.answers) == [2, 3, 5]
    assert ada.forgotten == 1
    ada.remember(9, Done(9))
    assert ada.forgotten == 2


@pytest.mark.parametrize(
    ("token", "logins"),
    [
        ("gone.7.secret", 7),
        ("gone.999999999.secret", 999_999_999),
        *((odd, 0) for odd in ("", ".", "gone", "gone.-1.x", "gone.1e3.x", "gone.9999999999.x")),
    ],
)
def test_a_guest_whom_the_server_has_forgotten_counts_from_above_its_numbers(
    token: str, logins: int
) -> None:
    welcome = welcomed(MemoryServer().guest("Ada", token))
    assert welcome.n == logins * NUMBERS < 2**53 - NUMBERS
    assert welcome.token.split(".")[1] == str(logins + 1)
