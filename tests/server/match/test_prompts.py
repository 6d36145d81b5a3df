"""A question put to a player is told, even if it looks exactly like the one just answered."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.support.server.whole_game import fixed_chance
from watai.protocol.codec import JSON, Codec
from watai.protocol.errors import ProtocolError
from watai.server.arbitration.rtt import RttMeter
from watai.server.clock import SECOND, Nanos
from watai.server.match.broadcast import Shown
from watai.server.match.race_counts import RaceCounts
from watai.server.match.replies import Replies
from watai.server.rooms import arrivals
from watai.server.rooms.room import Room
from watai.server.settings.limits import LIMITS
from watai.server.storage import records
from watai.server.storage.sqlite.writer import SqliteJournal

NOW = Nanos(1_000_000_000_000)


class Ear:
    """A listener that keeps what it is told."""

    name = "Ear"
    codec: Codec = JSON
    wants_views = wants_keys = False
    shown: Shown | None = None
    behind = False

    def __init__(self) -> None:
        self.meter = RttMeter()
        self.told: list[bytes] = []

    def queue(self, data: bytes, upto_seq: int | None = None) -> None:
        self.told.append(data)

    def want_pongs(self, wanted: bool) -> None:
        """No race is held here."""

    def measure_rtt(self) -> None:
        """It has no peer."""

    def expel(self, why: ProtocolError) -> None:
        raise why


def asked_in(frames: list[bytes]) -> list[Any]:
    """The last prompts in these frames, which come after everything else."""
    _, mark, rest = b"".join(frames).rpartition(b'{"type":"prompts","prompts":')
    return msgspec.json.decode(rest[:-1], type=list[Any]) if mark else []


@contextmanager
def game_of_two(folder: Path) -> Iterator[tuple[Room, Ear]]:
    """A game of Wapi that has begun, and the ear of both players, who have been told so."""
    opened = records.Opened("bako-timu-rane", "wapi", {}, 2, False, "ada", 1)
    replies = Replies(lambda session, reply: None, lambda answer: None)
    with SqliteJournal(folder / "journal.sqlite") as journal:
        room, ear = Room(opened, journal, LIMITS, RaceCounts(), replies, NOW), Ear()
        for guest in ("ada", "bob"):
            arrivals.sit(room, guest, guest, ear, None, NOW)
        room.set_ready("bob", True)
        with fixed_chance("again"):
            room.start(NOW, 0)
        room.finish_pass(NOW)
        yield room, ear


def test_the_same_question_asked_again_in_the_same_millisecond_is_told_again(
    tmp_path: Path,
) -> None:
    with game_of_two(tmp_path) as (room, ear):
        number = repeated = 0
        assert room.match is not None
        while prompts := room.match.game.prompts():
            [before] = prompts
            ear.told.clear()
            # a totem while there is one, then turns pass
            move = room.match.game.moves(before.seat)[0]
            said = ear.codec.act(number := number + 1, move)
            room.act(["ada", "bob"][before.seat], move, said, NOW)
            room.finish_pass(NOW)
            after = room.match.game.prompts()
            assert [line["seat"] for line in asked_in(ear.told)] == [each.seat for each in after]
            repeated += list(after) == [before]
        assert repeated, "no question came twice, so nothing was tried"


@pytest.mark.parametrize("busy", [False, True])
def test_a_question_is_told_again_after_a_standstill_however_busy_the_server_is(
    tmp_path: Path, busy: bool
) -> None:
    with game_of_two(tmp_path) as (room, ear):
        ear.told.clear()
        then = Nanos(NOW + SECOND)
        room.skip(NOW, then)
        room.finish_pass(then, busy)
        assert room.match is not None
        [asked] = room.match.game.prompts()
        assert [line["seat"] for line in asked_in(ear.told)] == [asked.seat]
