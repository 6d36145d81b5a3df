"""From a game played on a server to a file that anybody can play again."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec import msgpack
from msgspec.structs import replace

from tests.support.protocol.played_games import played
from tests.support.server.memory_connection import MemoryConnection
from watai.clients.cli.__main__ import main
from watai.engine.catalogue import GAMES
from watai.engine.game import IllegalMove
from watai.engine.waka_waka.rules import WakaWaka
from watai.engine.waka_waka.tables import parse_tables
from watai.protocol.codec import JSON
from watai.protocol.errors import Denied
from watai.protocol.messages import AddBot, Create, Done, Happened, Leave, OptionValue, Start, Watch
from watai.protocol.replay import Rerun, read_replay
from watai.server.clock import Nanos
from watai.server.dispatch.handlers.room import respond
from watai.server.rooms.guest import Guest
from watai.server.rooms.lobby import Lobby
from watai.server.rooms.sessions import Session, Sessions
from watai.server.settings.limits import LIMITS
from watai.server.storage.archive import Archive, keep, recorded, told
from watai.server.storage.sqlite.writer import SqliteJournal

Captured = pytest.CaptureFixture[str]
MATCH = played("wapi").match
START = Nanos(0)


class Spectator(Guest):
    """A guest without a network, who remembers every message."""

    def __init__(self, session: Session) -> None:
        connection = MemoryConnection(JSON)
        super().__init__(session, connection)
        self.told = connection.told


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite"


@pytest.fixture
def journal(path: Path) -> Iterator[SqliteJournal]:
    """A journal with a finished game in it, and its server still running."""
    with SqliteJournal(path) as journal:
        keep(journal, played("wapi"), 1_790_003_600)
        journal.submit()
        yield journal


def play_by_bots(
    game: str, journal: SqliteJournal, options: dict[str, OptionValue] | None = None
) -> tuple[Lobby, Spectator, str]:
    """A game on a lobby whose clock jumps from one thing that is due to the next."""
    sessions = Sessions()
    lobby = Lobby(journal, sessions, LIMITS)
    host, spectator = (Spectator(sessions.open(name)) for name in ("Hana", "Sam"))
    seats = GAMES[game].game.seats[0]
    opened = respond(lobby, host, Create(1, game, seats, options or {}), START)
    assert isinstance(opened, Done)
    assert opened.code is not None
    for number in range(seats - 1):
        respond(lobby, host, AddBot(2 + number), START)
    respond(lobby, spectator, Watch(1, opened.code), START)
    respond(lobby, host, Start(90), START)
    respond(lobby, host, Leave(91), START)
    room = lobby.rooms[opened.code]
    assert room.match is not None
    match = room.match
    spectator.told.clear()  # the opening was told as a view
    while not match.over:
        wake = room.next_due()
        assert wake is not None
        lobby.tend(room, wake)
    while (kept_back := room.broadcast.spectator_delay.due()) is not None:
        lobby.tend(room, kept_back)
    journal.submit()
    return lobby, spectator, match.id


@pytest.mark.parametrize("game", list(GAMES))
def test_a_played_game_is_archived_as_it_was_heard(game: str, path: Path) -> None:
    with SqliteJournal(path) as journal:
        lobby, spectator, match = play_by_bots(game, journal)
        replay = Archive(journal).find(match)
        assert replay is not None
        assert len(replay.names) == GAMES[game].game.seats[0]
        heard = [each for each in spectator.told if isinstance(each, Happened)]
        again = [JSON.read_server(JSON.encode(each)) for each in told(replay)]
        opening = len(again) - len(heard)
        assert opening == len(Rerun(replay).game.opening)
        assert again[opening:] == heard
        assert recorded(2, lobby.finished(match)).events == told(replay)
        assert read_replay(replay.to_json()) == replay


def test_a_host_s_own_tables_are_in_the_record_and_its_replay(
    path: Path, tmp_path: Path, capsys: Captured
) -> None:
    own = {"orders": {"board": ["aa"]}, "boats": [{"price": 1, "goods": 2, "eye": 1}]}
    with SqliteJournal(path) as journal:
        _, _, match = play_by_bots("waka-waka", journal, {"tables": json.dumps(own)})
    file = tmp_path / "game.json"
    assert main(["export", match, "--journal", str(path), "--output", str(file)]) == 0
    game = Rerun(read_replay(file.read_bytes())).game
    assert isinstance(game, WakaWaka)
    assert game.table.tables == parse_tables(own)
    assert main(["verify", str(file), "--lang", "en"]) == 0
    assert "OK" in capsys.readouterr().out


def test_a_game_can_be_taken_out_beside_its_server(
    journal: SqliteJournal, tmp_path: Path, capsys: Captured
) -> None:
    file = tmp_path / "game.json"
    words = ["export", MATCH, "--journal", str(journal.path), "--lang", "en"]
    assert main([*words, "--output", str(file)]) == 0
    shown = capsys.readouterr()
    assert (shown.out, f"watai replay {file}" in shown.err) == ("", True)
    assert main(words) == 0
    assert capsys.readouterr().out == file.read_text()
    assert read_replay(file.read_bytes()) == played("wapi")
    assert [each["name"] for each in json.loads(file.read_text())["names"]] == ["Ana", "Bo"]
    assert main(["replay", str(file)]) == 0


def test_the_journal_is_the_one_the_server_would_use(
    journal: SqliteJournal, tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = tmp_path / "watai.toml"
    config.write_text(f'journal = "{journal.path}"')
    assert main(["export", MATCH, "--config", str(config)]) == 0
    monkeypatch.setenv("WATAI_JOURNAL", str(journal.path))
    assert main(["export", MATCH]) == 0
    monkeypatch.setenv("WATAI_JOURNAL", str(tmp_path / "none"))
    assert main(["export", MATCH]) == 1
    assert main(["export", MATCH, "--journal", str(journal.path)]) == 0
    monkeypatch.setenv("WATAI_PORT", "many")
    capsys.readouterr()
    assert main(["export", MATCH, "--journal", str(journal.path)]) == 2
    assert "WATAI_PORT" in capsys.readouterr().err


def test_the_list_shows_the_newest_games_first(journal: SqliteJournal, capsys: Captured) -> None:
    keep(journal, replace(played("duel"), match="another"), 1_790_007_200)
    journal.submit()
    assert main(["export", "--list", "--journal", str(journal.path)]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith("another  2026-09-21 16:13  duel ")
    assert second.startswith(f"{MATCH}  2026-09-21 15:13  wapi ")
    assert "Ana, Bo  → " in first


@pytest.mark.parametrize("language", ["en", "fr"])
def test_what_cannot_be_had_is_said_in_one_line(
    language: str, journal: SqliteJournal, tmp_path: Path, capsys: Captured
) -> None:
    here = ["--journal", str(journal.path)]
    broken = msgpack.encode({"format": "something else"})
    journal.archive("broken", b"", broken, 1)
    journal.submit()
    (tmp_path / "text.sqlite").write_text("this is no journal at all, but a text" * 100)
    cases = {
        "--list": (["0123456789abcdef", *here], "export --list"),
        "--journal": ([MATCH, "--journal", str(tmp_path / "none")], "--journal"),
        "text": ([MATCH, "--journal", str(tmp_path / "text.sqlite")], "text.sqlite"),
        "broken": (["broken", *here], "watai"),
        "output": ([MATCH, *here, "--output", str(tmp_path / "no" / "folder")], "folder"),
    }
    for words, said in cases.values():
        assert main(["export", *words, "--lang", language]) == 1
        shown = capsys.readouterr()
        assert shown.out == ""
        assert shown.err.startswith("watai export: ")
        assert said in shown.err
        assert shown.err.count("\n") == 1


def test_an_empty_journal_has_no_games(path: Path, capsys: Captured) -> None:
    SqliteJournal(path).close()
    assert main(["export", "--list", "--journal", str(path), "--lang", "fr"]) == 0
    assert capsys.readouterr() == ("", "aucune partie n'est encore finie ici\n")


def test_help_and_wrong_usage(capsys: Captured) -> None:
    assert main(["export", "--help", "--lang", "en"]) == 0
    assert "exit codes: 0 done" in capsys.readouterr().out
    assert main(["export", "--lang", "en"]) == 2
    assert "--list" in capsys.readouterr().err


def test_a_game_from_before_a_change_of_rules_is_refused_and_hurts_nobody(
    journal: SqliteJournal, monkeypatch: pytest.MonkeyPatch
) -> None:
    lobby = Lobby(journal, Sessions(), LIMITS)
    rules = type(Rerun(played("wapi")).game)

    def forbid(*_: object) -> None:
        raise IllegalMove("WAPI-99", "the rules have changed")

    monkeypatch.setattr(rules, "play", forbid)
    with pytest.raises(Denied, match="the rules have changed since") as caught:
        recorded(1, lobby.finished(MATCH))
    assert caught.value.code == "game/not_found"
