"""A journal that an earlier server left when it was killed: this one recovers its rooms and exports its games alike.

`tests/data/journal` was made by commit c16ff5e: each game once finished and once running, a rematch, a waiting room.
`expected.json` is what that commit's own code made of it. Never make these files anew: they stand for the journals of others.
"""

import json
import tarfile
from collections.abc import Iterator
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

from watai.engine.catalogue import GAMES
from watai.engine.game import Seat
from watai.server.audit.recheck import recheck
from watai.server.dispatch.loop import Loop
from watai.server.match.match import Match
from watai.server.rooms.room import Room
from watai.server.settings.limits import Limits
from watai.server.storage.archive import Archive, told
from watai.server.storage.sqlite.writer import SqliteJournal

DATA: Final = Path(__file__).parents[2] / "data" / "journal"
EXPECTED: Final = json.loads((DATA / "expected.json").read_bytes())


@pytest.fixture
def old(tmp_path: Path) -> Iterator[SqliteJournal]:
    with tarfile.open(DATA / "journal.tar.xz") as packed:
        for name in ("journal.sqlite", "journal.sqlite-wal"):
            content = packed.extractfile(name)
            assert content is not None
            (tmp_path / name).write_bytes(content.read())
    with SqliteJournal(tmp_path / "journal.sqlite") as journal:
        yield journal


def digest(value: object) -> str:
    return sha256(msgspec.json.encode(value)).hexdigest()


def state_of(room: Room) -> dict[str, Any]:
    seats = [place.kind for place in room.seating]
    state: dict[str, Any] = {"game": room.game, "status": room.status, "seats": seats}
    return state if room.match is None else {**state, **table_of(room.match)}


def table_of(match: Match) -> dict[str, Any]:
    """The numbers of a match, and its table as a spectator and as each player sees it."""
    eyes = (None, *(Seat(seat) for seat in range(len(match.names))))
    views = [digest(match.game.view(seat)) for seat in eyes]
    return {"match": match.id, "seq": match.seq, "t": match.t, "views": views}


def test_the_old_journal_has_each_game_running_and_finished() -> None:
    running = {room["game"] for room in EXPECTED["rooms"].values() if room["status"] == "playing"}
    finished = {game["game"]: game["checked"] for game in EXPECTED["finished"].values()}
    assert running == set(finished) == set(GAMES)
    assert finished["watai"]["decisions"]
    assert finished["watai"]["late"]


def test_every_room_is_as_the_killed_server_had_it(old: SqliteJournal) -> None:
    loop = Loop(old, Limits())
    assert loop.recover() == len(EXPECTED["rooms"])
    found = {code: state_of(room) for code, room in loop.lobby.rooms.items()}
    assert found == EXPECTED["rooms"]


def test_finished_games_export_and_verify_alike(old: SqliteJournal) -> None:
    archive = Archive(old)
    found = {}
    for match, _, summary in archive.newest(100):
        replay = archive.find(match)
        assert replay is not None
        found[match] = {
            "game": summary.game,
            "sha256": sha256(replay.to_json()).hexdigest(),
            "checked": asdict(recheck(replay)),
            "told": digest(told(replay)),
        }
    assert found == EXPECTED["finished"]
