"""What somebody who leaves is told."""

from pathlib import Path

import pytest

from watai.clients.cli.config.identities import take
from watai.clients.cli.exits import REFUSED
from watai.clients.cli.session.local_server import EVERYWHERE, LocalServer
from watai.clients.cli.session.visit import Visit, explain_end, resume_words, sent_away
from watai.clients.conversation.lost import Lost
from watai.clients.text.catalogue import Text
from watai.protocol.messages import RoomState, SeatState

SEATS = [SeatState("player", "Ana", True, True)]


@pytest.mark.parametrize(
    ("status", "you", "own", "said"),
    [
        ("playing", 0, False, "The game goes on without you."),
        ("playing", 0, True, "The game waits for you."),
        ("waiting", 0, False, "Your seat is kept for a minute."),
        ("waiting", 0, True, None),
        ("finished", 0, False, None),
        ("playing", None, False, None),
    ],
)
def test_the_way_back_is_told_where_there_is_one(
    tmp_path: Path, status: str, you: int | None, own: bool, said: str | None
) -> None:
    room = RoomState("bako-timu", "wapi", status, False, {}, 0, SEATS, 0, you, None, False, [])
    with take(tmp_path, "ws://example.org", "Ana") as identity:
        visit = Visit(identity, "Ana", local_server=LocalServer(tmp_path) if own else None)
        told = resume_words(Text("en"), visit, room)
    assert [each.partition(".")[0] + "." for each in told] == ([] if said is None else [said])
    assert all(each.endswith("watai join bako-timu") for each in told)


@pytest.mark.parametrize("status", ["waiting", "playing"])
def test_a_host_is_told_how_to_open_the_room_again_for_friends(tmp_path: Path, status: str) -> None:
    room = RoomState("bako-timu", "wapi", status, False, {}, 0, SEATS, 0, 0, None, False, [])
    with take(tmp_path, "own", "Ana") as identity:
        visit = Visit(identity, "Ana", local_server=LocalServer(tmp_path, EVERYWHERE))
        (told,) = resume_words(Text("en"), visit, room)
    assert told.startswith("The room waits for you and your friends:")
    assert told.endswith("watai join bako-timu")


def test_a_guest_who_gives_up_waiting_is_not_told_that_the_game_goes_on(tmp_path: Path) -> None:
    room = RoomState("bako-timu", "wapi", "playing", False, {}, 0, SEATS, 0, 0, None, False, [])
    with take(tmp_path, "ws://example.org", "Ana") as identity:
        (told,) = resume_words(Text("en"), Visit(identity, "Ana"), room, connected=False)
    assert told.startswith("The server has stopped.")


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(
    ("code", "said"), [(4003, "visit.kicked"), (4004, "visit.banned"), (1013, "visit.full")]
)
def test_hole_10_a_player_who_is_sent_away_is_told_so(
    tmp_path: Path, language: str, code: int, said: str
) -> None:
    text, group = Text(language), ExceptionGroup("", [Lost("why", code)])
    with take(tmp_path, "ws://example.org", "Ana") as identity:
        visit = Visit(identity, "Ana")
        assert explain_end(text, visit, group) == (text.say(said), REFUSED)
    assert sent_away(group) is (code != 1013)


def test_how_to_check_a_finished_game_is_told_where_its_server_goes_on(tmp_path: Path) -> None:
    room = RoomState(
        "bako-timu", "wapi", "finished", False, {}, 0, SEATS, 0, 0, "5a1e0c9d3b7f2846", False, []
    )
    with take(tmp_path, "ws://example.org", "Ana") as identity:
        remote = resume_words(Text("en"), Visit(identity, "Ana", "ws://example.org"), room)
        local = Visit(identity, "Ana", local_server=LocalServer(tmp_path))
        assert resume_words(Text("en"), local, room) == []
    (told,) = remote
    assert told.endswith("watai record 5a1e0c9d3b7f2846 --server ws://example.org")
