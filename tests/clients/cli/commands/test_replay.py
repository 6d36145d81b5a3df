"""`watai replay`, as typed."""

import io
import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.support.protocol.played_games import played
from watai.clients.cli.__main__ import main
from watai.clients.cli.exits import FAILURE, OK, USAGE
from watai.clients.text.catalogue import Text
from watai.engine.catalogue import GAMES
from watai.protocol.replay import BadReplay, read_replay

Captured = pytest.CaptureFixture[str]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    path.write_bytes(played("wapi").to_json())
    return path


@pytest.mark.parametrize("name", list(GAMES))
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_game_is_told_to_its_end_in_both_languages(
    name: str, language: str, tmp_path: Path, capsys: Captured
) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(played(name).to_json())
    assert main(["replay", str(path), "--plays", "--lang", language]) == OK
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith(Text(language).say(f"games.{name}"))
    assert "Ana, Bo" in lines[0]
    assert ("simulée" if language == "fr" else "simulated") in lines[0]
    assert len(lines) > 20
    assert ("gagne." if language == "fr" else "wins.") in lines[-1]
    assert not any("{" in line or "None" in line for line in lines)


def test_a_game_of_a_server_is_told_with_its_date(file: Path, capsys: Captured) -> None:
    file.write_bytes(replace(played("wapi"), started=1_790_000_000).to_json())
    assert main(["replay", str(file), "--lang", "en"]) == OK
    assert "2026-09-21 14:13 UTC" in capsys.readouterr().out.splitlines()[0]


def test_json_is_one_event_per_line_with_its_numbers(file: Path, capsys: Captured) -> None:
    assert main(["replay", str(file), "--json"]) == OK
    events = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [event["seq"] for event in events] == sorted({event["seq"] for event in events})
    assert [event["t"] for event in events] == sorted({event["t"] for event in events})
    assert {"seq", "t", "at", "event"} <= set(events[0])
    assert events[-1]["seq"] <= played("wapi").ended.events


def test_control_characters_in_names_of_a_replay_are_not_printed(
    tmp_path: Path, capsys: Captured
) -> None:
    path = tmp_path / "game.json"
    replay = played("wapi")
    first = replace(replay.names[0], name="\x1b[2JAna\u202e")
    path.write_bytes(replace(replay, names=(first, *replay.names[1:])).to_json())
    assert main(["replay", str(path), "--plays"]) == OK
    told = capsys.readouterr().out
    assert "?[2JAna?" in told
    assert not {"\x1b", "\u202e"} & set(told)


def test_what_only_a_player_may_know_is_not_told(tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(played("waka-tanka").to_json())
    assert main(["replay", str(path), "--json"]) == OK
    events = map(json.loads, capsys.readouterr().out.splitlines())
    dealt = [each for each in events if each["event"] == "Dealt"]
    assert dealt
    assert all(each["count"] and not each["cards"] for each in dealt)


def test_standard_input_is_a_file_too(
    file: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["replay", str(file), "--lang", "en"]) == OK
    told = capsys.readouterr().out
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(file.read_bytes())))
    assert main(["replay", "-", "--lang", "en"]) == OK
    assert capsys.readouterr().out == told


@pytest.mark.parametrize(
    ("old", "new", "english", "french"),
    [
        (b'"version": 1', b'"version": 7', "use a newer watai", "un watai plus récent"),
        (b'"game": "wapi"', b'"game": "go"', "go is not known", "le jeu go est inconnu"),
        (b'"seat":0', b'"seat":8', "no such seat or move", "n'existe pas"),
        (b'"winners":[', b'"winners":[5,', "ends differently", "finit autrement"),
        (b'"}\n}', b"", "cut off or damaged", "coupé ou abîmé"),
        (b"{", b"", "not a replay", "pas une partie enregistrée"),
    ],
)
def test_a_changed_file_is_refused_in_one_line(
    old: bytes, new: bytes, english: str, french: str, file: Path, capsys: Captured
) -> None:
    file.write_bytes(file.read_bytes().replace(old, new, 1))
    for language, said in ("en", english), ("fr", french):
        assert main(["replay", str(file), "--lang", language]) == FAILURE
        err = capsys.readouterr().err
        assert said in err
        assert str(file) in err
        assert err.count("\n") == 1


def test_a_truncated_file_is_refused(file: Path, capsys: Captured) -> None:
    file.write_bytes(file.read_bytes()[:-40])
    assert main(["replay", str(file), "--lang", "en"]) == FAILURE
    assert "cut off or damaged" in capsys.readouterr().err


def test_a_missing_file_tells_where_games_come_from(tmp_path: Path, capsys: Captured) -> None:
    assert main(["replay", str(tmp_path / "none.json"), "--lang", "en"]) == FAILURE
    assert "watai export --list" in capsys.readouterr().err
    assert main(["replay"]) == USAGE


@pytest.mark.parametrize("language", ["en", "fr"])
def test_help_has_examples_and_exit_codes(language: str, capsys: Captured) -> None:
    assert main(["replay", "--help", "--lang", language]) == OK
    out = capsys.readouterr().out
    assert "watai replay" in out
    assert ("exit codes" if language == "en" else "codes de sortie") in out


def test_no_problem_leaves_its_blanks_open() -> None:
    with pytest.raises(BadReplay) as caught:
        read_replay(b"?")
    assert "{" not in caught.value.told(Text("fr").find("replay.why"))
