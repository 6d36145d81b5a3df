"""Guests: their tokens, and the answers kept for them."""

from loadtest.storm.memory_journal import MemoryJournal
from protocol.messages import Done
from server.dispatch.loop import Loop
from server.rooms.sessions import Sessions
from server.settings.limits import Limits


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
    assert (found.id, found.name, found.seen) == (ada.id, "Ada", 12)


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


def test_guests_are_forgotten_after_guest_days() -> None:
    journal = MemoryJournal()
    loop = Loop(journal, Limits(guest_days=2))
    old, seated, here, young = (loop.sessions.open(name) for name in ("O", "S", "H", "Y"))
    now = 10 * 86_400
    for session in (old, seated, here):
        loop.sessions.rotate(session, now - 2 * 86_400 - 1, "")
    loop.sessions.rotate(young, now - 2 * 86_400, "")
    seated.room = "bako-timu"
    loop.sessions.forget_before(now - loop.limits.guest_days * 86_400, {here.id})
    assert [session.name for session in loop.sessions] == ["S", "H", "Y"]
    loop.login.tidy()  # by the real clock: those without a seat are long gone
    journal.commit()
    assert [session.name for session in loop.sessions] == ["S"]
    assert len(journal.streams["sessions"]) == 1


def test_answers_are_kept_for_a_while() -> None:
    ada = Sessions().open("Ada")
    assert ada.last_number == 0
    for number in (1, 2, 5, 3):
        ada.remember(number, Done(number), most=3)
    assert sorted(ada.answers) == [2, 3, 5]
    assert (ada.forgotten, ada.last_number) == (1, 5)
    ada.remember(9, Done(9), most=3)
    assert (ada.forgotten, ada.last_number) == (2, 9)
