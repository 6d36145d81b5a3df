"""A name that is taken out of a finished game is gone from the journal's file, and the game verifies without it."""

import json
from pathlib import Path

import pytest
from msgspec import structs

from tests.support.protocol.played_games import played
from tests.support.server.latency_room import LatencyRoom
from tests.support.server.memory_lobby import MemoryLobby, fill
from watai.clients.cli.__main__ import main
from watai.server.audit.recheck import recheck
from watai.server.clock import Nanos
from watai.server.rooms.lobby import Lobby
from watai.server.rooms.sessions import Sessions
from watai.server.storage import records
from watai.server.storage.archive import Archive, keep, recorded, take_out_name
from watai.server.storage.sqlite.writer import SqliteJournal

Captured = pytest.CaptureFixture[str]
GAME = played("waka-tanka")
"""Of three players; the last one is Chloé."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The journal of a server that has stopped, with two finished games."""
    path = tmp_path / "journal.sqlite"
    with SqliteJournal(path) as journal:
        keep(journal, GAME, 1_790_003_600)
        keep(journal, structs.replace(played("wapi"), match="another"), 1_790_007_200)
        journal.submit()
    return path


@pytest.fixture
def anonymous(path: Path, capsys: Captured) -> Path:
    """The same after Chloé's name was taken out."""
    assert main(["anonymize", GAME.match, "3", "--journal", str(path), "--lang", "en"]) == 0
    assert capsys.readouterr().out == "the name of seat 3 has been taken out\n"
    return path


def test_the_name_is_nowhere_in_the_file_any_more(path: Path, capsys: Captured) -> None:
    name = "Chloé".encode()
    salt = GAME.names[2].salt
    assert salt is not None
    assert name in path.read_bytes()
    assert salt.encode() in path.read_bytes()
    assert main(["anonymize", GAME.match, "3", "--journal", str(path)]) == 0
    left = b"".join(each.read_bytes() for each in path.parent.iterdir())
    assert name not in left
    assert salt.encode() not in left
    assert b"Ana" in left


def test_nothing_is_left_of_a_room_that_was_closed_either(path: Path) -> None:
    """Its rows stay in the file until they are swept, and their bytes until something else is written there."""
    with SqliteJournal(path) as journal:
        seated = [records.Seated(seat, "session", "Chloé") for seat in range(300)]
        fill(journal, "closed", *map(records.encode, seated))
        journal.forget("closed")
        fill(journal, "open", records.encode(seated[0]))
    assert path.read_bytes().count("Chloé".encode()) > 300
    assert main(["anonymize", GAME.match, "3", "--journal", str(path)]) == 0
    assert path.read_bytes().count("Chloé".encode()) == 1
    with SqliteJournal(path) as journal:
        assert journal.recover() == {"open": [records.encode(seated[0])]}
        assert (journal.damaged, journal.missing) == ([], 0)


def test_everything_else_of_the_game_stays(anonymous: Path) -> None:
    with SqliteJournal(anonymous) as journal:
        assert journal.recover() == {}
        found = Archive(journal).find(GAME.match)
        assert [match for match, _, _ in journal.archives(9)] == ["another", GAME.match]
    names = (*GAME.names[:2], GAME.names[2].without_name())
    assert found == structs.replace(GAME, names=names)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "the name of seat 3 has been taken out"),
        ("fr", "le nom du siège 3 a été retiré"),
    ],
)
def test_it_verifies_and_says_what_is_gone(
    language: str, said: str, anonymous: Path, capsys: Captured
) -> None:
    words = [GAME.match, "--journal", str(anonymous)]
    assert main(["verify", *words, "--lang", language]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith("OK. ")
    assert second == said
    assert main(["verify", *words, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["unnamed"] == [2]


@pytest.mark.parametrize(("language", "player"), [("en", "Player 3"), ("fr", "Joueur 3")])
def test_it_is_exported_and_told_with_a_number_in_the_place_of_the_name(
    language: str, player: str, anonymous: Path, tmp_path: Path, capsys: Captured
) -> None:
    file = tmp_path / "game.json"
    here = ["--journal", str(anonymous)]
    assert main(["export", "--list", *here]) == 0
    assert "Ana, Bo, –  → " in capsys.readouterr().out
    assert main(["export", GAME.match, *here, "--output", str(file)]) == 0
    capsys.readouterr()
    assert main(["replay", str(file), "--plays", "--lang", language]) == 0
    title, *lines = capsys.readouterr().out.splitlines()
    assert f"Ana, Bo, {player} · " in title
    assert any(player in line for line in lines)
    assert not any("Chloé" in line or "None" in line for line in lines)


def test_whoever_asks_the_server_gets_an_empty_name(anonymous: Path) -> None:
    with SqliteJournal(anonymous) as journal:
        found = Archive(journal).find(GAME.match)
    assert found is not None
    assert recorded(1, found).names == ["Ana", "Bo", ""]


def test_a_name_is_taken_out_once(anonymous: Path) -> None:
    assert main(["anonymize", GAME.match, "3", "--journal", str(anonymous)]) == 0
    assert main(["anonymize", GAME.match, "1", "--journal", str(anonymous)]) == 0
    with SqliteJournal(anonymous) as journal:
        found = Archive(journal).find(GAME.match)
    assert found is not None
    assert [each.name for each in found.names] == [None, "Bo", None]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_what_cannot_be_taken_out_is_said_in_one_line(
    language: str, path: Path, tmp_path: Path, capsys: Captured
) -> None:
    here = ["--journal", str(path)]
    cases = [
        ([GAME.match, "4", *here], 1, "1 to 3" if language == "en" else "1 à 3"),
        ([GAME.match, "0", *here], 1, GAME.match),
        (["0123456789abcdef", "1", *here], 1, "export --list"),
        ([GAME.match, "1", "--journal", str(tmp_path / "none")], 1, "--journal"),
    ]
    for words, code, said in cases:
        assert main(["anonymize", *words, "--lang", language]) == code
        shown = capsys.readouterr()
        assert shown.out == ""
        assert shown.err.startswith("watai anonymize: ")
        assert said in shown.err
        assert shown.err.count("\n") == 1
    assert not (tmp_path / "none").exists()


def test_a_running_server_keeps_its_journal_for_itself(path: Path, capsys: Captured) -> None:
    with SqliteJournal(path):
        words = ["anonymize", GAME.match, "3", "--journal", str(path), "--lang", "en"]
        assert main(words) == 1
        assert "in use" in capsys.readouterr().err


def test_wrong_settings_and_help(
    path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["anonymize", "--help", "--lang", "en"]) == 0
    assert "Stop the server first" in capsys.readouterr().out
    monkeypatch.setenv("WATAI_PORT", "many")
    assert main(["anonymize", GAME.match, "3", "--journal", str(path)]) == 2
    assert "WATAI_PORT" in capsys.readouterr().err


def test_a_room_comes_back_at_the_end_of_a_game_that_has_lost_a_name() -> None:
    """Its seats still have the names: who sits at a table is known there until they leave."""
    simulation = LatencyRoom([5, 20])
    simulation.run()
    finished = simulation.replay()
    journal, code = simulation.table.journal, simulation.room.code
    take_out_name(journal, finished, 1)
    journal.submit()
    history = [records.decode(body) for body in journal.streams[code]]
    room = Lobby(journal, Sessions(), MemoryLobby().limits).restore(code, history, Nanos(0))
    assert room.match is not None
    assert room.match.over
    assert [place.name for place in room.seating] == ["Player 0", "Player 1"]
    found = Archive(journal).find(finished.match)
    assert found is not None
    assert recheck(found).unnamed == (1,)
