"""What the shell offers after Tab, and the man page: both made from the command lines."""

import argparse
import subprocess
from pathlib import Path

import pytest

from tests.support.programs import require
from watai.clients.cli.__main__ import main
from watai.clients.cli.exits import OK, USAGE
from watai.clients.cli.reference.completions import SHELLS
from watai.clients.cli.reference.man_page import PAGE, page
from watai.clients.cli.registry import COMMANDS, command_lines
from watai.clients.cli.ui.palette import PALETTES
from watai.clients.text.catalogue import LANGUAGES, Text
from watai.engine.catalogue import GAMES

Captured = pytest.CaptureFixture[str]

OFFERS = Path(__file__).with_name("offers.zsh")
LINES: dict[str, set[str]] = {
    "watai ": set(COMMANDS),
    "watai pl": {"play"},
    "watai play w": {game for game in GAMES if game.startswith("w")},
    "watai play wapi --palette ": set(PALETTES),
    "watai host --pu": {"--public"},
    "watai play --name ": set(),
    "watai replay pyproject.t": {"pyproject.toml"},
    "watai simulate --tables pyproject.t": {"pyproject.toml"},
    "watai completions ": set(SHELLS),
}


def printed(shell: str, capsys: Captured, language: str = "en") -> str:
    assert main(["completions", shell, "--lang", language]) == OK
    return capsys.readouterr().out


def asked_bash(file: Path, line: str) -> list[str]:
    words = line.split(" ")
    typed = " ".join(f"'{word}'" for word in words)
    ask = f"COMP_WORDS=({typed}); COMP_CWORD={len(words) - 1}; _shtab_watai"
    show = "printf '%s\\n' \"${COMPREPLY[@]}\""
    return ["bash", "--norc", "-c", f". '{file}'; {ask}; {show}"]


def asked_zsh(file: Path, line: str) -> list[str]:
    """Zsh finishes lines of a terminal only: the script gives it one."""
    return ["zsh", "-f", str(OFFERS), str(file), line]


def asked_fish(file: Path, line: str) -> list[str]:
    return ["fish", "--no-config", "-c", f"source '{file}'; complete -C '{line}'"]


ASKED = {"bash": asked_bash, "zsh": asked_zsh, "fish": asked_fish}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize("shell", SHELLS)
def test_the_shell_finishes_the_line(
    shell: str, line: str, language: str, capsys: Captured, tmp_path: Path
) -> None:
    require(shell)
    file = tmp_path / "completions"
    file.write_text(printed(shell, capsys, language), encoding="utf-8")
    told = subprocess.run(
        ASKED[shell](file, line), capture_output=True, text=True, check=True, timeout=60
    )
    offered = {each.partition("\t")[0] for each in told.stdout.splitlines() if each}
    assert (offered, told.stderr) == (LINES[line], "")


@pytest.mark.parametrize("shell", SHELLS)
def test_every_command_and_every_long_flag_is_known_to_every_shell(
    shell: str, capsys: Captured
) -> None:
    told = printed(shell, capsys)
    for command, parser in command_lines(Text("en")).items():
        assert command in told
        for action in parser._actions:
            for name in action.option_strings if action.help != argparse.SUPPRESS else ():
                assert (name.lstrip("-") if shell == "fish" else name) in told


@pytest.mark.parametrize("shell", SHELLS)
def test_every_shell_can_read_its_script(shell: str, capsys: Captured) -> None:
    subprocess.run([require(shell), "-n"], input=printed(shell, capsys), text=True, check=True)


def test_a_shell_nobody_knows_is_refused(capsys: Captured) -> None:
    assert main(["completions", "tcsh"]) == USAGE
    assert "tcsh" in capsys.readouterr().err


def test_the_man_page_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "make docs"


def test_the_man_page_is_valid_roff() -> None:
    words = [require("groff"), "-man", "-Tutf8", "-Kutf8", "-ww", "-z"]
    told = subprocess.run(words, input=page(), capture_output=True, text=True, timeout=60)
    assert (told.returncode, told.stderr) == (0, "")
