"""The command that hints name works in the shell they are read in."""

import os
from pathlib import Path

import pytest

from watai.clients.cli.session.program import program


@pytest.mark.parametrize(
    ("called", "found", "typed"),
    [
        ("/elsewhere/.venv/bin/watai", True, "watai"),
        ("HERE/.venv/bin/watai", False, os.path.join(".venv", "bin", "watai")),
        ("/w/watai", False, "/w/watai"),
        ("/elsewhere/clients/cli/__main__.py", False, "watai"),
    ],
)
def test_the_program_is_called_by_its_name_or_by_the_way_to_it(
    called: str, found: bool, typed: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    if found:
        (tmp_path / "watai").touch(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("sys.argv", [called.replace("HERE", str(tmp_path))])
    assert program() == typed
