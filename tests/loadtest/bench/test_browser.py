"""What `watai bench browser` listens with, and when it does not believe its figures; a whole run of it is a measurement."""

import shutil

import pytest

from watai.loadtest.bench.browser import main
from watai.loadtest.bench.browser_figures import WireLog, invalid, key_to_wire
from watai.loadtest.bench.race import INVALID
from watai.loadtest.systems.page_probe import Instants
from watai.protocol.codec import JSON
from watai.protocol.frames import Opcode, frame, mask
from watai.protocol.messages import Act, Happened

KEY = b"\x01\x02\x03\x04"


def masked(text: bytes) -> bytes:
    whole = frame(Opcode.TEXT, text)
    head = len(whole) - len(text)
    return bytes([whole[0], whole[1] | 0x80]) + whole[2:head] + KEY + mask(text, KEY)


def test_the_wire_notes_events_of_the_race_and_turns_of_the_stock() -> None:
    wire = WireLog()
    for at, (seq, name) in enumerate([(1, "Dealt"), (2, "Started"), (3, "Turned"), (4, "Blocked")]):
        wire.down(float(at), JSON.frame(Happened(seq, 10, name, {"seat": 1})))
    assert wire.came == {3: 2.0, 4: 3.0}
    assert not wire.racing
    wire.up(5.0, masked(JSON.encode(Act(7, "Go"))))
    assert not wire.turned
    wire.up(6.0, masked(JSON.encode(Act(8, "Turn"))))
    assert wire.turned == 6.0


def test_a_key_counts_from_its_own_instant() -> None:
    noted = Instants([1.0, 2.001, 2.5], {}, {}, clock_error=0.0, exact=True)
    assert key_to_wire((2.0, 2.003), noted) == pytest.approx(0.002)
    assert key_to_wire((3.0, 3.001), noted) is None


def test_figures_that_cannot_be_believed_are_invalid() -> None:
    right = Instants([], {}, {}, clock_error=0.0, exact=True)
    enough = [0.01] * 200
    assert invalid(right, 200, enough, enough, 0.0) == []
    assert len(invalid(right, 200, enough, enough, 0.5)) == 1
    assert len(invalid(right, 300, enough, enough, 0.0)) == 1
    assert len(invalid(right, 200, enough, [*enough, -0.001], 0.0)) == 1
    assert len(invalid(right, 20, enough[:20], enough, 0.0)) == 1
    wrong = Instants([], {}, {}, clock_error=0.004, exact=False)
    assert len(invalid(wrong, 200, enough, enough, 0.0)) == 2


def test_without_a_browser_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    assert main([]) == INVALID
    assert "apt-get install chromium chromium-driver" in capsys.readouterr().err


def test_nonsense_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["--bots", "9"], ["--assert", "key_to_wire.p99<=fast"]):
        with pytest.raises(SystemExit):
            main(words)
    assert "--bots" in capsys.readouterr().err
