"""`watai simulate`, as typed."""

import json
import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from watai import child
from watai.clients.cli.__main__ import main
from watai.clients.cli.exits import FAILURE, OK, USAGE
from watai.engine.catalogue import GAMES
from watai.engine.dice import opens
from watai.protocol.replay import read_replay

pytestmark = pytest.mark.slow

Captured = pytest.CaptureFixture[str]


def typed(words: Sequence[str], capsys: Captured) -> tuple[int, str, str]:
    code = main([*words, "--lang", "en"] if words and words[0] in ("simulate",) else words)
    shown = capsys.readouterr()
    return code, shown.out, shown.err


def test_the_account_tells_rounds_dice_shouts_counts_and_the_winner(capsys: Captured) -> None:
    code, out, _ = typed(["simulate", "watai", "--players", "8", "--seed", "7"], capsys)
    assert code == OK
    for piece in (
        "Round 1.",
        "Round 2.",
        "Score die:",
        "Variant dice:",
        "shouts Wataï!",
        "The count of round",
    ):
        assert piece in out
    assert out.splitlines()[-1].endswith("wins. The target is reached.")
    assert max(map(len, out.splitlines())) <= 80


def test_the_same_seed_prints_the_same_bytes_in_another_process(capsys: Captured) -> None:
    words = ["simulate", "watai", "--players", "4", "--seed", "twice", "--json"]
    runs = [
        subprocess.run(
            child.command("", *words),
            check=True,
            capture_output=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    ]
    assert runs[0] == runs[1]
    assert runs[0].count(b"\n") > 500


def test_json_is_one_event_per_line_and_its_seeds_open_its_commitments(capsys: Captured) -> None:
    code, out, _ = typed(
        ["simulate", "watai", "--players", "2", "--json", "--option", "target=20"], capsys
    )
    assert code == OK
    events = [json.loads(line) for line in out.splitlines()]
    assert [event["at"] for event in events] == sorted(event["at"] for event in events)
    committed = [event["commitment"] for event in events if event["event"] == "Committed"]
    revealed = [event["seed"] for event in events if event["event"] == "Revealed"]
    whole, *rounds = committed
    *round_seeds, whole_seed = revealed
    assert opens(whole, whole_seed)
    assert all(opens(*pair) for pair in zip(rounds, round_seeds, strict=True))


@pytest.mark.parametrize("name", list(GAMES))
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_game_is_told_to_its_end_in_both_languages(
    name: str, language: str, capsys: Captured
) -> None:
    code = main(["simulate", name, "--plays", "--check", "--lang", language])
    lines = capsys.readouterr().out.splitlines()
    assert code == OK
    assert len(lines) > 20
    assert not any("{" in line or "None" in line for line in lines)


@pytest.mark.parametrize("name", list(GAMES))
def test_many_games_are_checked_and_summed_up(name: str, capsys: Captured) -> None:
    code, out, _ = typed(["simulate", name, "--many", "6", "--check", "--seed", "suite"], capsys)
    assert code == OK
    assert out.startswith("Games of ")
    assert ": 6 (" in out
    assert "Games with a fault: 0." in out


@pytest.mark.parametrize("name", list(GAMES))
def test_a_recorded_game_holds_and_is_told_again(
    name: str, tmp_path: Path, capsys: Captured
) -> None:
    one, other = tmp_path / "one.json", tmp_path / "other.json"
    code, told, said = typed(["simulate", name, "--json", "--record", str(one)], capsys)
    assert code == OK
    assert f"watai verify {one}" in said
    assert typed(["simulate", name, "--check", "--record", str(other)], capsys)[0] == OK
    assert one.read_bytes() == other.read_bytes()
    record = read_replay(one.read_bytes())
    assert record.server.endswith(" (simulated)")
    code, said, _ = typed(["verify", str(one), "--lang", "en"], capsys)
    assert code == OK
    assert said.startswith(f"OK. Inputs: {len(record.inputs)}, shuffles: ")
    code, again, _ = typed(["replay", str(one), "--json"], capsys)
    assert code == OK
    events = [json.loads(line) for line in again.splitlines()]
    for event in events:
        del event["seq"], event["t"]
    assert events == [json.loads(line) for line in told.splitlines()]


def test_a_record_of_a_simulation_that_was_changed_does_not_hold(
    tmp_path: Path, capsys: Captured
) -> None:
    file = tmp_path / "game.json"
    assert typed(["simulate", "wapi", "--record", str(file)], capsys)[0] == OK
    file.write_bytes(file.read_bytes().replace(b" (simulated)", b""))
    code, _, said = typed(["verify", str(file), "--lang", "en"], capsys)
    assert code == FAILURE
    assert "the records are not those that were sealed at the end" in said


def test_a_record_that_cannot_be_written_is_said(tmp_path: Path, capsys: Captured) -> None:
    file = tmp_path / "nowhere" / "game.json"
    code, _, said = typed(["simulate", "wapi", "--record", str(file)], capsys)
    assert code == FAILURE
    assert said == "The record cannot be written: No such file or directory\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["simulate", "watai", "--many", "3", "--record", "x.json"], "not allowed with"),
        (["simulate", "watai", "--players", "9"], "2 to 8 players"),
        (["simulate", "watai", "--players", "5", "--option", "boxes=1"], "2 boxes"),
        (["simulate", "watai", "--option", "colour=mauve"], "no such option"),
        (["simulate", "watai", "--option", "target"], "name=value"),
        (["simulate", "watai", "--option", "target=-3"], "1 to 1000"),
        (["simulate", "watai", "--speed", "0"], "0.01"),
        (["simulate", "watai", "--many", "0"], "at least one"),
        (["simulate", "watai", "--many", "3", "--players", "40"], "2 to 8 players"),
        (["simulate", "wapi", "--tables", "x.toml"], "only Waka Waka"),
        (["simulate", "waka-waka", "--tables", "no-such-file.toml"], "cannot read"),
        (["simulate", "chess"], "invalid choice"),
        (["simulat"], "watai simulate"),
        (["xyzzy"], "--help"),
    ],
)
def test_what_cannot_be_is_refused_in_one_clear_line(
    words: list[str], said: str, capsys: Captured
) -> None:
    code, out, err = typed(words, capsys)
    assert (code, out) == (USAGE, "")
    assert said in err


def test_help_and_version_answer(capsys: Captured) -> None:
    assert typed(["--help"], capsys)[0] == OK
    assert typed(["--version"], capsys)[1].startswith("watai ")
    code, out, _ = typed(["simulate", "--help"], capsys)
    assert code == OK
    assert "watai simulate watai --many 1000 --check" in out
    assert typed([], capsys)[0] == USAGE


def test_a_host_s_own_tables_change_the_board(tmp_path: Path, capsys: Captured) -> None:
    file = tmp_path / "tables.toml"
    file.write_text('[orders]\nboard = ["aa"]\n')
    words = ["simulate", "waka-waka", "--players", "2", "--json", "--tables", str(file)]
    code, out, _ = typed(words, capsys)
    assert code == OK
    levels = [
        json.loads(line)["status"]
        for line in out.splitlines()
        if '"Delivered"' in line or '"Enchanted"' in line
    ]
    assert set(levels) == {1}
    file.write_text("[orders]\nboard = [7]\n")
    code, out, err = typed(words, capsys)
    assert (code, out) == (USAGE, "")
    assert "orders.board[1]" in err
