"""The commands as they are typed, as far as they get without a server."""

import os
from pathlib import Path

import pytest
import trio

from watai.clients.cli.__main__ import main
from watai.clients.cli.exits import OK, USAGE
from watai.clients.cli.line.standard_input import StandardInput
from watai.clients.cli.ui.glyphs import harmless, plain_letters
from watai.clients.link.address import read_address
from watai.clients.state.room_setup import Setup, stronger, usual_seats
from watai.clients.text.catalogue import LANGUAGES, Text
from watai.clients.text.rulebooks import book
from watai.engine.catalogue import GAMES
from watai.engine.options import BadOption
from watai.protocol.errors import CODES

Captured = pytest.CaptureFixture[str]
COMMANDS = ("play", "host", "join", "watch", "rooms", "rules", "record", "completions")


@pytest.fixture(autouse=True)
def _first_day(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself_with_examples_and_exit_codes(
    command: str, language: str, capsys: Captured
) -> None:
    assert main([command, "--help", "--lang", language]) == OK
    told = capsys.readouterr().out
    assert f"  watai {command}" in told
    assert "130" in told
    assert {"en": "examples:", "fr": "exemples :"}[language] in told


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["play", "wapy"], "Did you mean “wapi”?"),
        (["play", "gmae"], "there is no game “gmae”; there are: watai"),
        (["play", "Waka_Tnka"], "Did you mean “waka-tanka”?"),
        (["play", "chess"], "there is no game “chess”; there are: watai"),
        (["play", "wapi", "--bots", "9"], "bots: must be a whole number from 1 to 4, not 9"),
        (["play", "wapi", "--strength", "medium"], "must be one of easy, strong"),
        (["play", "watai", "--option", "colour=mauve"], "no such option"),
        (["play", "watai", "--option", "target"], "name=value"),
        (["watch"], "CODE"),
        (["plya"], "Did you mean “watai play”?"),
    ],
)
def test_what_cannot_be_is_refused_in_one_clear_line(
    words: list[str], said: str, capsys: Captured
) -> None:
    assert main(words) == USAGE
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["play", "--bots", "x"], "watai play : erreur : --bots : 'x' n'est pas possible ici"),
        (["play", "--dance"], "arguments inconnus : --dance"),
        (["watch"], "il manque : CODE"),
        (["watch", "--server"], "--server : il faut une valeur"),
        (["play", "--palette", "x"], "'x' n'est pas possible ; au choix : 'default'"),
        (
            ["play", "wapi", "--bots", "9"],
            "bots : doit être un nombre entier de 1 à 4, et non « 9 »",
        ),
        (["play", "watai", "--option", "target=0"], "un nombre entier de 1 à 1000, et non « 0 »"),
        (["play", "watai", "--option", "box=x"], "l'un de ceux-ci : green, blue, et non « x »"),
        (["simulate", "wapi", "--option", "x=1"], "cette option n'existe pas ; il y a : scoring"),
    ],
)
def test_french_players_are_refused_in_french(
    words: list[str], said: str, capsys: Captured
) -> None:
    assert main([*words, "--lang", "fr"]) == USAGE
    assert said in capsys.readouterr().err


def test_help_is_french_in_french_and_english_again_after_it(capsys: Captured) -> None:
    assert main(["play", "--help", "--lang", "fr"]) == OK
    french = capsys.readouterr().out
    assert french.startswith("usage : watai play [GAME] [OPTIONS]\n")
    assert "montrer cette aide" in french
    assert main(["play", "--help", "--lang", "en"]) == OK
    assert capsys.readouterr().out.startswith("usage: watai play [GAME] [OPTIONS]\n")


def test_a_game_may_be_written_as_people_write_it(capsys: Captured) -> None:
    assert main(["rules", "Waka_Tanka"]) == main(["rules", "WATAÏ"]) == OK
    assert "TANKA-1" in capsys.readouterr().out


def test_how_races_are_decided_is_an_option_too() -> None:
    Setup("watai", 4, {"arbitration": "arrival", "hold_cap": 0}).check()
    with pytest.raises(BadOption, match="no such option"):
        Setup("wapi", 4, {"hold_cap": 0}).check()


def test_a_wrong_file_of_settings_is_told_and_nothing_is_started(
    tmp_path: Path, capsys: Captured
) -> None:
    folder = tmp_path / "config" / "watai"
    folder.mkdir(parents=True)
    for content, said in (
        ("palette = 'mauve'\n", "palette must be one of"),
        ("[keys]\n'app.dance' = 'd'\n", "there is no command “app.dance”"),
        ("[keys]\n'app.chat' = '?'\n", "is already that of"),
    ):
        (folder / "config.toml").write_text(content)
        assert main(["play"]) == USAGE
        assert said in capsys.readouterr().err


def test_the_version_names_that_of_the_protocol(capsys: Captured) -> None:
    assert main(["--version"]) == OK
    assert capsys.readouterr().out.endswith(", protocol 1\n")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", list(GAMES))
def test_every_game_has_its_book(game: str, language: str) -> None:
    title = Text(language).say(f"games.{game}")
    assert book(game, language).startswith(f"# {title}\n")


def test_rules_are_printed_where_there_is_no_terminal(capsys: Captured) -> None:
    assert main(["rules", "duel"]) == OK
    assert "DUEL-1" in capsys.readouterr().out


def test_rules_are_in_the_language_of_the_reader(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["rules", "duel"]) == OK
    assert "Bison's mask names a row" in capsys.readouterr().out
    assert main(["rules", "duel", "--lang", "fr"]) == OK
    assert "Le masque du Bison désigne une ligne" in capsys.readouterr().out
    monkeypatch.setenv("LC_ALL", "fr_CH.UTF-8")
    assert main(["rules", "duel"]) == OK
    assert "Le masque du Bison désigne une ligne" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("typed", "address"),
    [
        ("example.org", "ws://example.org:7777"),
        ("example.org:80", "ws://example.org:80"),
        ("wss://example.org", "wss://example.org"),
        ("[::1]:7000", "ws://[::1]:7000"),
        ("https://example.org/play", "wss://example.org/play"),
        ("http://example.org:7777", "ws://example.org:7777"),
    ],
)
def test_addresses_are_completed(typed: str, address: str) -> None:
    assert read_address(typed) == address


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("typed", ["foo:bar:baz", "ftp://example.org", "ws://", "a b", "x:99999"])
def test_a_bad_address_is_refused_with_an_example_of_a_good_one(
    typed: str, language: str, capsys: Captured
) -> None:
    assert main(["join", "bako-timu", "--server", typed, "--lang", language]) == USAGE
    said = capsys.readouterr().err
    assert typed in said
    assert "ws://192.168.1.20:7777" in said


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["play", "duel", "--bots", "0"], "bots: must be a whole number from 1 to 1, not 0"),
        (["play", "duel", "--seats", "3"], "seats: this game is for 2 players, not 3"),
        (["host", "duel", "--port", "99999"], "a port is a number from 0 to 65535, not “99999”"),
        (["host", "duel", "--port", "http"], "a port is a number from 0 to 65535, not “http”"),
    ],
)
def test_a_wrong_number_is_told_where_it_was_typed(
    words: list[str], said: str, capsys: Captured
) -> None:
    assert main([*words, "--lang", "en"]) == USAGE
    assert said in capsys.readouterr().err


def test_a_setup_is_walked_through_as_far_as_the_game_allows() -> None:
    setup = Setup("duel", 2)
    assert setup.seated(1).seats == 2
    assert setup.stepped("variant", -1).options == {"variant": "professional"}
    assert setup.stepped("turn_seconds", -9).options == {"turn_seconds": 5}
    assert [usual_seats(game) for game in GAMES] == [4, 5, 4, 2, 4]
    assert (stronger("watai", "easy"), stronger("duel", "strong")) == ("medium", "easy")


def test_letters_become_plain_one_for_one() -> None:
    words = "« Wataï » – Dévidoir · “Où ?” … ✓✗›⋅"
    assert plain_letters(words).isascii()
    assert len(plain_letters(words)) == len(words)


def test_control_characters_are_not_printed_on_a_terminal() -> None:
    assert harmless("Où ?\u00a0« Wataï »\u202f!") == "Où ?\u00a0« Wataï »\u202f!"
    assert harmless("\x1b]0;title\x07\nAna\x9b\u202e") == "?]0;title??Ana??"


async def test_typed_lines_are_read_from_a_pipe_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    read, write = os.pipe()
    monkeypatch.setattr("watai.clients.cli.line.standard_input.STDIN", read)
    typed = StandardInput()
    os.write(write, b"one\ntwo\nthr")
    assert not await typed.silent(5)
    assert [await typed.line(), await typed.line()] == ["one", "two"]
    os.write(write, "ée".encode())
    os.close(write)
    assert [await typed.line(), await typed.line()] == ["thrée", None]
    os.close(read)


async def test_a_pipe_in_which_nothing_comes_is_silent(
    monkeypatch: pytest.MonkeyPatch, autojump_clock: trio.testing.MockClock
) -> None:
    read, write = os.pipe()
    monkeypatch.setattr("watai.clients.cli.line.standard_input.STDIN", read)
    assert await StandardInput().silent(1)
    os.close(write)
    assert await StandardInput().silent(1)
    os.close(read)


async def test_a_file_is_read_as_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "typed"
    path.write_text("one\n")
    file = os.open(path, os.O_RDONLY)
    monkeypatch.setattr("watai.clients.cli.line.standard_input.STDIN", file)
    typed = StandardInput()
    assert [await typed.line(), await typed.line()] == ["one", None]
    os.close(file)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_of_a_server_has_its_words(language: str) -> None:
    assert set(Text(language).find("refusals")) == set(CODES)
