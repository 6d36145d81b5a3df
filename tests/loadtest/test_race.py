"""`watai bench race` on a real server: every play answered, none refused."""

import json
from typing import Any

import pytest

from clients.cli.__main__ import main
from loadtest.swarm import split
from protocol.frames import Opcode, frame


def run(words: list[str], capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    assert main(["bench", "race", "--rooms", "1", "--seconds", "0.5", "--json", "-", *words]) == 0
    result: dict[str, Any] = json.loads(capsys.readouterr().out)
    return result


def test_a_closed_loop_keeps_eight_players_busy(capsys: pytest.CaptureFixture[str]) -> None:
    result = run([], capsys)
    assert result["plays_per_s"] > 0
    assert result["refused"] == 0
    assert result["frames_per_s"] >= 8 * result["plays_per_s"]  # everybody hears of every play
    assert result["ack_ms"]["p50"] <= result["ack_ms"]["p99"] <= result["ack_ms"]["max"]


def test_an_open_loop_keeps_its_schedule(capsys: pytest.CaptureFixture[str]) -> None:
    result = run(["--rate", "10"], capsys)
    assert result["loop"] == "open"
    assert result["refused"] == 0
    assert result["plays_per_s"] <= 81


def test_frames_are_split_at_every_length_and_cut() -> None:
    payloads = [bytes(size) for size in (0, 1, 125, 126, 300, 65_535, 65_536)]
    ping = frame(Opcode.PING, b"nonce")
    data = ping + b"".join(frame(Opcode.BINARY, payload) for payload in payloads)
    assert split(data) == (payloads, [b"nonce"], b"")
    for cut in (1, 3, 130, 131, 132, 500, len(data) - 1):
        first, pings, rest = split(data[:cut])
        second, more, end = split(rest + data[cut:])
        assert first + second == payloads
        assert (pings + more, end) == ([b"nonce"], b"")


def test_nonsense_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "race", "--rooms", "0"]) == 2
    assert main(["bench", "race", "--rate", "-1"]) == 2
    assert "--rooms" in capsys.readouterr().err
