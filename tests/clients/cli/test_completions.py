"""What the shell offers after Tab, and the man page: both made from the command lines."""

import shutil
import subprocess

import pytest

from clients.cli.__main__ import main
from clients.cli.commands import COMMANDS
from clients.cli.completions import SHELLS
from clients.cli.exits import OK, USAGE
from clients.cli.man_page import PAGE, page
from clients.cli.outline import commands
from clients.cli.palette import PALETTES
from clients.cli.text import Text
from engine.catalogue import GAMES

Captured = pytest.CaptureFixture[str]

needs_bash = pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")


def printed(shell: str, capsys: Captured) -> str:
    assert main(["completions", shell, "--lang", "en"]) == OK
    return capsys.readouterr().out


@needs_bash
@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        (["watai", ""], {*COMMANDS, "--help", "--version"}),
        (["watai", "pl"], {"play"}),
        (["watai", "play", "w"], {game for game in GAMES if game.startswith("w")}),
        (["watai", "play", "wapi", "--palette", ""], set(PALETTES)),
        (["watai", "host", "--pu"], {"--public"}),
        (["watai", "play", "--name", ""], set()),
        (["watai", "replay", "pyproject.t"], {"pyproject.toml"}),
    ],
)
def test_bash_finishes_the_line(typed: list[str], offered: set[str], capsys: Captured) -> None:
    words = " ".join(f"'{word}'" for word in typed)
    ask = f"COMP_WORDS=({words}); COMP_CWORD={len(typed) - 1}; _watai; printf '%s\\n' \"${{COMPREPLY[@]}}\""
    told = subprocess.run(
        ["bash", "--norc", "-c", printed("bash", capsys) + ask],
        capture_output=True,
        text=True,
        check=True,
    )
    assert set(told.stdout.split()) == offered


@pytest.mark.parametrize("shell", list(SHELLS))
def test_every_command_and_every_long_flag_is_known_to_every_shell(
    shell: str, capsys: Captured
) -> None:
    told = printed(shell, capsys)
    for command in commands(Text("en")):
        assert command.name in told
        for flag in command.flags:
            for name in flag.names:
                assert (name.lstrip("-") if shell == "fish" else name) in told
    if (program := shutil.which(shell)) is not None:
        subprocess.run([program, "-n"], input=told, text=True, check=True)


def test_a_shell_nobody_knows_is_refused(capsys: Captured) -> None:
    assert main(["completions", "tcsh"]) == USAGE
    assert "tcsh" in capsys.readouterr().err


def test_the_man_page_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "make docs"


@pytest.mark.skipif(shutil.which("groff") is None, reason="groff is not installed")
def test_roff_has_nothing_to_say_about_the_man_page() -> None:
    words = ["groff", "-man", "-Tutf8", "-Kutf8", "-ww", "-z"]
    told = subprocess.run(words, input=page(), capture_output=True, text=True, timeout=60)
    assert (told.returncode, told.stderr) == (0, "")
