"""A player checks a game of their own: the commitment told at its start, the record fetched after its end."""

import json
import os
import subprocess
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest

from tests.support.clients.json_player import JsonPlayer, json_player
from tests.support.clients.pty_client import PATIENCE, environment
from tests.support.clients.shared_server import SharedServer, shared_server
from watai import child
from watai.child import ROOT
from watai.clients.cli.config.identities import kept_commitment, take
from watai.clients.cli.exits import FAILURE, OK, REFUSED
from watai.clients.cli.history.history import History
from watai.clients.cli.history.played import FinishedGame
from watai.clients.link.address import read_address
from watai.clients.text.catalogue import Text

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SharedServer]:
    with shared_server(tmp_path_factory.mktemp("server"), bot_speed=1000) as server:
        yield server


def watai(*words: str, home: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        child.command("", *words),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        cwd=ROOT,
        env={**os.environ, **environment(home, {})},
        check=False,
    )


def play_wapi(player: JsonPlayer) -> tuple[str, str]:
    """Play to the end without ever losing the connection; the match and the commitment told with the first view."""
    first = player.hear_kind("view")
    moves = first["moves"]
    while True:
        if moves:
            player.say("act", **moves[0])
        said = player.hear(
            lambda message: (
                message["type"] == "view"
                or (message["type"] == "room" and message["status"] == "finished")
            )
        )
        if said["type"] == "room":
            return first["match"], first["commitment"]
        assert (said["match"], said["commitment"]) == (first["match"], first["commitment"])
        moves = said["moves"]


def test_a_finished_game_is_checked_and_the_file_that_is_named_is_there(
    server: SharedServer, tmp_path: Path
) -> None:
    with json_player(
        "host", "wapi", "--bots=1", "--seats=2", f"--server={server.url}", home=tmp_path
    ) as ana:
        ana.say("start")
        match, _ = play_wapi(ana)
    state = tmp_path / "state" / "watai"
    address, names = read_address(server.url), ["Ana", "Bot 2"]
    History(state).add(FinishedGame(1, match, "wapi", 1, address, "00", names, 0, [0]))
    done = watai("games", "verify", "1", home=tmp_path)
    assert done.returncode == OK, done.stderr
    (named,) = [word for word in done.stderr.split() if match in word and "/" in word]
    assert Path(named).exists()


def test_a_player_who_stays_connected_checks_the_commitment_and_the_record(
    server: SharedServer, tmp_path: Path
) -> None:
    with json_player(
        "host", "wapi", "--bots=1", "--seats=2", f"--server={server.url}", home=tmp_path
    ) as ana:
        ana.say("start")
        match, commitment = play_wapi(ana)
    assert kept_commitment(tmp_path / "state" / "watai", match) == commitment
    file = tmp_path / "game.json"
    fetch = ["record", match, f"--server={server.url}", f"--output={file}"]
    done = watai(*fetch, home=tmp_path)
    assert (done.returncode, done.stdout) == (OK, "")
    said = done.stderr.splitlines()
    assert said[0] == Text("en").say("commands.record_fits")
    assert said[1].endswith(f"watai verify {file}")
    assert sha256(bytes.fromhex(json.loads(file.read_bytes())["seed"])).hexdigest() == commitment
    verified = watai("verify", str(file), "--commitment", commitment, home=tmp_path)
    assert (verified.returncode, verified.stdout[:3]) == (OK, "OK.")
    exported = watai("export", match, "--journal", str(server.journal), home=tmp_path)
    assert exported.stdout == file.read_text()

    stranger = watai(*fetch[:3], home=tmp_path / "elsewhere")
    assert stranger.returncode == OK  # whoever knows the match may read its record
    assert stranger.stdout == file.read_text()
    assert stranger.stderr.strip() == Text("en").say("commands.record_unknown")

    tampered = file.read_text().replace('"started": ', '"started": 1')
    (tmp_path / "tampered.json").write_text(tampered)
    assert watai("verify", str(tmp_path / "tampered.json"), home=tmp_path).returncode == FAILURE
    other = watai("verify", str(file), "--commitment", "0" * 64, home=tmp_path)
    assert other.returncode == FAILURE
    assert "not the one that was committed to" in other.stderr

    with take(tmp_path / "state" / "watai", read_address(server.url), "Bo") as identity:
        assert identity.commitments == {match: commitment}
        identity.commitments[match] = "0" * 64  # as if the server had told another one
        identity.save()
    lied = watai(*fetch, home=tmp_path)
    assert lied.returncode == FAILURE
    assert "NOT the one" in lied.stderr


def test_a_game_that_is_not_over_or_not_known_has_no_record(
    server: SharedServer, tmp_path: Path
) -> None:
    with json_player(
        "host", "wapi", "--bots=1", "--seats=2", f"--server={server.url}", home=tmp_path
    ) as ana:
        ana.say("start")
        match = ana.hear_kind("view")["match"]
        for each in (match, "0123456789abcdef"):
            done = watai("record", each, f"--server={server.url}", home=tmp_path / "elsewhere")
            assert (done.returncode, done.stdout) == (REFUSED, "")
