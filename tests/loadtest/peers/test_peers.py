"""The peers are found, driven and compared; the rigs that need nothing else really run."""

import json
import socket
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import pytest

from tests.support.loadtest.sample_runs import race_json
from watai.clients.cli.__main__ import main
from watai.loadtest.bench.peers import found
from watai.loadtest.load.plan import Plan
from watai.loadtest.peers import cache
from watai.loadtest.peers.cache import Missing, folder, node_rig, own_rig
from watai.loadtest.peers.load import measure
from watai.loadtest.peers.player import RigPlayer, scan
from watai.loadtest.peers.ratios import as_json, doubts, ratios, table
from watai.loadtest.peers.rounds import PEERS, Got, got_from_race, in_turn, serving
from watai.protocol.frames import Opcode, frame, masked_frame

pytestmark = pytest.mark.slow


def got(plays: float, p99: float = 2.0, lag: float = 0.1, wrong: str = "") -> Got:
    return Got(plays, 1.0, p99, 0.5, lag, wrong)


def test_everybody_plays_once_a_round_and_nobody_is_always_first() -> None:
    assert list(in_turn(["a", "b", "c"], 2)) == [
        *((0, "a"), (0, "b"), (0, "c")),
        *((1, "b"), (1, "c"), (1, "a")),
    ]


def test_ratios_are_taken_within_a_round() -> None:
    ours = [
        (got(100), got(10)),
        (got(50), got(10)),
        (got(80), got(10)),
    ]  # the second: a slow minute
    theirs = [(got(50), got(10)), (got(25), got(10)), (got(50), got(10))]
    assert ratios(ours, theirs)["plays_per_s"] == {"median": 2.0, "low": 1.6, "high": 2.0}


def test_a_generator_that_was_late_makes_the_run_invalid() -> None:
    rounds = [(got(1), got(1, lag=3.0)), (got(1, wrong="2 violations"), got(1))]
    assert doubts({"ws": rounds}) == [
        "ws, round 1: the generator was 3.0 ms behind its schedule at p99",
        "ws, round 2: 2 violations",
    ]


def test_the_table_has_a_row_for_everybody_and_ratios_for_the_peers() -> None:
    results: dict[str, Sequence[tuple[Got, Got]]] = {
        "watai": [(got(300), got(10))],
        "colyseus": [(got(200), got(10, p99=4))],
    }
    head, ours, theirs = table(results).splitlines()
    assert "plays/s" in head
    assert "×" not in ours
    assert "1.50 (1.50–1.50)" in theirs
    assert "0.50 (0.50–0.50)" in theirs
    assert list(as_json(results)) == ["servers", "ratios"]


def test_what_counts_of_our_own_race() -> None:
    assert got_from_race(race_json(server={"us_per_play": 60.0})) == Got(
        1000, 1.0, 4.0, 0.5, 0.04, "", 60.0
    )
    assert got_from_race(race_json(violations=2)).wrong == "2 violations"
    assert got_from_race(race_json(invalid_because=["late"])).wrong == "late"


def test_own_plays_are_found_among_those_of_the_room() -> None:
    def event(seat: int, prefix: bytes = b"") -> bytes:
        return frame(Opcode.BINARY, prefix + bytes((0x97, 1, seat, 5, 5, 5, 5)) + bytes(9))

    data = event(3) + event(4) + event(3) + event(3)[:-1]
    assert scan(data, 3, 0) == (2, event(3)[:-1], [])
    assert scan(event(3, b"\x0d\xa1e") + frame(Opcode.BINARY, b"\x0a"), 3, 3) == (1, b"", [])


def test_pings_of_a_peer_are_answered() -> None:
    ours, theirs = socket.socketpair()
    with theirs:
        player = RigPlayer(ours, b"", seat=3)
        theirs.send(frame(Opcode.PING, b"there?") + frame(Opcode.PING, b""))
        assert player.answers() == []
        assert theirs.recv(99) == b"".join(
            masked_frame(Opcode.PONG, payload, player.key) for payload in (b"there?", b"")
        )
        player.close()


def patiently(port: int, rooms: int, rate: float) -> dict[str, float]:
    """As short a run as has an answer in it."""
    for seconds in (0.3, 3, 30):
        with suppress(TimeoutError):
            return measure(port, Plan(rooms=rooms, seconds=seconds, rate=rate), colyseus=False)
    pytest.fail("no play was answered")


@pytest.mark.parametrize("script", ["limit.py", "plain.py"])
def test_a_rig_answers_every_play_to_everybody(script: str) -> None:
    with serving(script, own_rig(script)) as rig:
        port = rig.address[1]
        assert patiently(port, 2, 0)["plays_per_s"] > 0
        assert patiently(port, 1, 20)["plays_per_s"] <= 170


def test_without_node_its_peers_are_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    commands, missing = found(["colyseus", "ws", "limit"], tmp_path)
    assert list(commands) == ["limit"]
    assert missing == dict.fromkeys(("colyseus", "ws"), "node is not installed")


def test_an_old_node_or_a_failing_install_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    for name, script in (("node", "echo v18.1.0"), ("npm", "echo no network >&2; exit 1")):
        (tmp_path / name).write_text(f"#!/bin/sh\n{script}\n")
        (tmp_path / name).chmod(0o755)
    with pytest.raises(Missing, match=r"18\.1\.0 is older"):
        node_rig(tmp_path / "cache", "ws.mjs")
    (tmp_path / "node").write_text("#!/bin/sh\necho v22.0.0\n")
    with pytest.raises(Missing, match="no network"):
        node_rig(tmp_path / "cache", "ws.mjs")


def test_what_is_installed_is_not_installed_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    for name, script in (("node", "echo v22.0.0"), ("npm", "exit 1")):
        (tmp_path / name).write_text(f"#!/bin/sh\n{script}\n")
        (tmp_path / name).chmod(0o755)
    pinned = json.loads((cache.RIGS / "package.json").read_text())["dependencies"]
    for name, version in pinned.items():
        home = tmp_path / "node_modules_home" / "node" / "node_modules" / name
        home.mkdir(parents=True)
        (home / "package.json").write_text(json.dumps({"version": version}))
    command = node_rig(tmp_path / "node_modules_home", "ws.mjs")
    assert Path(command[1]).read_text() == (cache.RIGS / "ws.mjs").read_text()


def test_packages_live_outside_the_project(tmp_path: Path) -> None:
    assert folder({"PEERS_CACHE": "/somewhere"}) == Path("/somewhere")
    assert folder({"XDG_CACHE_HOME": str(tmp_path)}) == tmp_path / "watai-peers"
    assert Path(__file__).parents[3] not in folder({}).parents


def test_versions_are_pinned() -> None:
    pinned = json.loads((cache.RIGS / "package.json").read_text())["dependencies"]
    assert all(version.count(".") == 2 and version[0].isdigit() for version in pinned.values())
    assert all("==" in line for line in (cache.RIGS / "requirements.txt").read_text().split())


def test_nonsense_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "peers", "socket-io"]) == 2
    assert main(["bench", "peers", "--rounds", "0"]) == 2
    assert "no such peer: socket-io" in capsys.readouterr().err
    assert set(PEERS) == {"colyseus", "ws", "websockets", "plain", "limit"}
