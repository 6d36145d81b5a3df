"""A guest who comes back: by its hello, or by a resume later, and what it says in between."""

from tests.support.server.memory_server import MemoryServer, answers, told, welcomed
from watai.protocol.messages import (
    Chat,
    Done,
    Happened,
    Hello,
    Refused,
    Resume,
    RoomState,
    ViewNow,
    Welcome,
)


def test_a_hello_that_names_a_room_goes_back_to_it() -> None:
    server = MemoryServer()
    host = server.guest("Ada")
    room = server.game(host)
    assert room.match is not None
    seen, match = room.match.seq, room.match.id
    back = server.hello(Hello(1, "Ada", welcomed(host).token, [], room.code, seen, match))
    assert answers(back) == [Done(0, code=room.code)]
    kinds = [type(each) for each in told(back)]
    assert kinds.index(Welcome) < kinds.index(RoomState) < kinds.index(Done)
    assert ViewNow not in kinds
    assert Happened not in kinds, "it has missed nothing"
    assert server.guest_of(back).room is room


def test_a_hello_without_a_last_event_is_shown_the_table() -> None:
    server = MemoryServer()
    host = server.guest("Ada")
    room = server.game(host)
    back = server.hello(Hello(1, "Ada", welcomed(host).token, [], room.code))
    assert ViewNow in map(type, told(back))


def test_a_hello_whose_room_is_gone_is_welcome_all_the_same() -> None:
    server = MemoryServer()
    back = server.hello(Hello(1, "Ada", "", [], "bako-bako-bako"))
    assert isinstance(told(back)[0], Welcome)
    (refused,) = answers(back)
    assert isinstance(refused, Refused)
    assert (refused.n, refused.code) == (0, "room/not_found")


def test_each_hello_is_answered_anew() -> None:
    server = MemoryServer()
    first = server.guest("Ada")
    room = server.game(first)
    for _ in range(3):
        token = welcomed(first).token
        first = server.hello(Hello(1, "Ada", token, [], room.code))
        assert answers(first) == [Done(0, code=room.code)]


def test_what_is_said_before_the_resume_can_be_said_again_behind_it() -> None:
    server = MemoryServer()
    host = server.guest("Ada")
    room = server.game(host)
    back = server.guest("Ada", welcomed(host).token)
    n = welcomed(back).n + 1
    early = server.now(back, Chat(n, "hello"))
    assert isinstance(early, Refused)
    assert early.code == "room/none"
    assert isinstance(server.now(back, Resume(n + 1, room.code, -1)), Done)
    assert server.now(back, Chat(n, "hello")) == Done(n)
