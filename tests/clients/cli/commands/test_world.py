"""What the world does to a command ends in a sentence, never in a traceback."""

import subprocess
from pathlib import Path

import pytest

from tests.support.clients.pty_client import PATIENCE, environment
from watai import child
from watai.child import ROOT
from watai.clients.cli.exits import FAILURE, OK, USAGE

pytestmark = pytest.mark.slow

WATAI = tuple(child.command())
LONG = "a" * 300


def run(home: Path, *words: str, typed: str = "", output: str = "") -> tuple[int, str]:
    """The exit code of a command and what it said on standard error; `output` is a redirection of the shell."""
    script = f'"$@" {output}'
    done = subprocess.run(
        ["sh", "-c", script, "sh", *WATAI, *words],
        input=typed.encode(),
        capture_output=True,
        timeout=PATIENCE,
        cwd=ROOT,
        env=environment(home, {"LC_ALL": "C.UTF-8"}),
        check=False,
    )
    return done.returncode, done.stderr.decode()


@pytest.mark.parametrize("address", [f"ws://{LONG}", "ws://a..b", "é..é", f"x:{'9' * 5000}"])
def test_a_name_that_no_host_can_have_is_no_address(tmp_path: Path, address: str) -> None:
    code, said = run(tmp_path, "rooms", "--server", address)
    assert (code, "Traceback" in said) == (USAGE, False)
    assert "is no address of a server" in said


@pytest.mark.parametrize("words", ["rules watai", "simulate wapi", "--help", "version"])
def test_a_closed_output_and_a_full_disk_are_no_faults_of_ours(tmp_path: Path, words: str) -> None:
    assert run(tmp_path, *words.split(), output=">&-") == (OK, "")
    code, said = run(tmp_path, *words.split(), output="> /dev/full")
    assert (code, said.count("\n")) == (FAILURE, 1)
    assert "No space left on device" in said


@pytest.mark.parametrize("mode", ["--line", "--json"])
def test_a_game_whose_reader_has_gone_ends_quietly(tmp_path: Path, mode: str) -> None:
    words = ("play", "wapi", mode)
    _, said = run(tmp_path, *words, typed="1\n" * 50, output="| head -n 1 > /dev/null")
    assert said == ""


def test_a_number_of_five_thousand_digits_is_not_offered(tmp_path: Path) -> None:
    code, said = run(tmp_path, "play", "wapi", "--line", typed=f"{'9' * 5000}\nquit\n")
    assert (code, said) == (OK, "")
