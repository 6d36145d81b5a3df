"""What is fuzzed: each target reads bytes as one part of the program would, and raises if that part is wrong.

A target passes over the errors that its part promises. Whatever else comes out of it is a fault: an exception that
nobody catches, or a result that is not what was read.
"""

import logging
import os
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec

from tests.proofs.storm.memory_journal import MemoryJournal
from tests.support.fuzz.mutate import mutate, replaced
from tests.support.fuzz.seeds import MADE_BY, seeds
from watai.clients.cli.config.settings import ClientSettings
from watai.engine.catalogue import GAMES
from watai.protocol.codec import JSON, MSGPACK, Codec
from watai.protocol.errors import BadMessage, Denied
from watai.protocol.frames import Lane, Message, Piece, Pong
from watai.protocol.messages import Act
from watai.protocol.replay import BadReplay, Rerun, read_replay
from watai.protocol.rooms import check_room
from watai.protocol.settings import BadSetting
from watai.server.clock import Nanos
from watai.server.dispatch.recovery import recover
from watai.server.rooms.lobby import Lobby
from watai.server.rooms.room_options import check_room_options
from watai.server.rooms.session_journal import SESSIONS
from watai.server.rooms.sessions import Sessions
from watai.server.settings.config import read_settings
from watai.server.settings.limits import Limits
from watai.server.storage import records
from watai.server.storage.journal import JournalError
from watai.server.storage.sqlite.reader import SqliteReader

FOUND: Final = Path(__file__).parents[2] / "data" / "fuzz"
UNREADABLE: Final = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
LONGEST: Final = 4_096
SETTINGS: Final[dict[str, str]] = {"XDG_CONFIG_HOME": "", "LANG": "C.UTF-8", "HOME": "/"}


@dataclass(frozen=True)
class Target:
    """One part of the program, and how inputs for it are made."""

    name: str
    read: Callable[[bytes], None]
    coding: Any = None
    """MessagePack or JSON, if values inside an input can be replaced as well as bytes."""
    longest: int = LONGEST

    @property
    def corpus(self) -> list[bytes]:
        """The inputs to begin with, and those that once broke something."""
        found = sorted((FOUND / self.name).glob("*"))
        return [*seeds()[self.name], *(path.read_bytes() for path in found)]

    def inputs(self, dice: Random, corpus: Sequence[bytes]) -> Iterator[bytes]:
        """New inputs without end."""
        coding = self.coding
        while True:
            if coding is not None and dice.random() < 0.5:
                yield replaced(dice, dice.choice(corpus), coding)
            else:
                yield mutate(dice, corpus, self.longest)


def _in_words(why: str, longest: int = 1_000_000) -> None:
    assert 0 < len(why) <= longest


# frames


def _frames(data: bytes) -> None:
    """However bytes are cut, the same messages and pongs come out, and wsproto is given the same bytes."""
    for masked in (True, False):
        whole = _sorted(Lane(masked=masked, max_payload=125).receive(data))
        lane, pieces = Lane(masked=masked, max_payload=125), list[Piece]()
        step = 1 + len(data) % 7
        for at in range(0, len(data), step):
            pieces += lane.receive(data[at : at + step])
        assert _sorted(pieces) == whole


def _sorted(pieces: Sequence[Piece]) -> list[bytes | Message | Pong]:
    """Pieces with the bytes between two messages joined."""
    found: list[bytes | Message | Pong] = []
    for piece in pieces:
        if isinstance(piece, Message | Pong):
            found.append(piece)
        elif found and isinstance(found[-1], bytes):
            found[-1] += piece.data
        else:
            found.append(piece.data)
    return found


# messages


def _messages(codec: Codec) -> Callable[[bytes], None]:
    def read(data: bytes) -> None:
        """A message, which is the same when written and read again; or BadMessage in few words."""
        for decode in (codec.read_client, codec.read_server):
            try:
                said = decode(data)
            except BadMessage as bad:
                _in_words(bad.why, 200)
                continue
            written = codec.encode(
                said
            )  # compared as bytes: a view may hold a NaN, which equals nothing
            assert codec.encode(decode(written)) == written
            if isinstance(said, Act):
                for game in GAMES:
                    try:
                        codec.read_move(game, said)
                    except Denied as denied:
                        _in_words(denied.why)

    return read


def _options(data: bytes) -> None:
    """A room's game, seats and options: a room that can start, or Denied."""
    try:
        game, seats, options = msgspec.json.decode(
            data, type=tuple[str, int, dict[str, str | int | bool]]
        )
    except UNREADABLE:
        return
    try:
        check_room_options(game, seats, options)
    except Denied as denied:
        _in_words(denied.why)
    else:
        check_room(game, seats, options)


# files


def _journal(data: bytes) -> None:
    """The bytes of a journal's file: streams and games, or JournalError."""
    path = _scratch / "journal.sqlite"
    path.write_bytes(data)
    try:
        with SqliteReader(path, made_by=MADE_BY) as journal:
            journal.recover()
            journal.archived("x")
            journal.archives(10)
    except JournalError as error:
        _in_words(str(error))


def _records(data: bytes) -> None:
    """Records of one room and the sessions in a journal: the server starts, whatever became of the room."""
    try:
        bodies = msgspec.msgpack.decode(data, type=tuple[list[bytes], list[bytes]])
    except UNREADABLE:
        return
    journal = MemoryJournal()
    journal.streams = {SESSIONS: bodies[0], "ABCD-EFGH": bodies[1]}
    log = logging.getLogger("watai.recovery")
    log.disabled = True  # what cannot be recovered is logged, which is not what is tested here
    try:
        for _ in recover(journal, Lobby(journal, Sessions(), Limits()), Nanos(0)):
            pass
    finally:
        log.disabled = False


def _record(data: bytes) -> None:
    """One record: the same when written and read again, or unreadable."""
    try:
        record = records.decode(data)
    except UNREADABLE:
        return
    assert records.decode(records.encode(record)) == record


def _replay(data: bytes) -> None:
    """A replay that plays again to its end, or BadReplay."""
    try:
        for _ in Rerun(read_replay(data)):
            pass
    except BadReplay as bad:
        _in_words(str(bad))


def _client_settings(data: bytes) -> None:
    """A player's config.toml: settings, or BadSetting."""
    folder = _scratch / "watai"
    folder.mkdir(exist_ok=True)
    (folder / "config.toml").write_bytes(data)
    try:
        ClientSettings.read({}, {**SETTINGS, "XDG_CONFIG_HOME": str(_scratch)})
    except BadSetting as bad:
        _in_words(str(bad))


def _server_settings(data: bytes) -> None:
    """An operator's watai.toml: a configuration that says the same when printed and read again, or BadSetting."""
    path = _scratch / "watai.toml"
    path.write_bytes(data)
    try:
        settings = read_settings(["--config", str(path)], {})
    except BadSetting as bad:
        _in_words(str(bad))
        return
    path.write_text(settings.to_toml(), encoding="utf-8")
    assert read_settings(["--config", str(path)], {}).config == settings.config


_folder = tempfile.TemporaryDirectory(dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None)
_scratch = Path(_folder.name)
# a room that cannot be recovered is logged

TARGETS: Final = (
    Target("frames", _frames),
    Target("msgpack", _messages(MSGPACK), msgspec.msgpack),
    Target("json", _messages(JSON), msgspec.json),
    Target("options", _options, msgspec.json),
    Target("record", _record, msgspec.msgpack),
    Target("records", _records, msgspec.msgpack, longest=1 << 16),
    Target("journal", _journal, longest=1 << 17),
    Target("replay", _replay, msgspec.json, longest=1 << 17),
    Target("client-settings", _client_settings),
    Target("server-settings", _server_settings),
)
