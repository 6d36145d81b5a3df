"""Saved guest tokens, one locked file each, for resuming games.

Only the owner may read a file, because the token is a secret. The file is locked while a program uses it, so that two
programs of the same player never take each other's seat. The guest of a local server has a folder beside its file,
with that server's journal.
"""

import fcntl
import json
import os
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, Self

from watai.protocol.rooms import read_code

OWN: Final = "own"
"""In place of an address: the player's local server, which is started when needed."""
MOST_GAMES: Final = 100
"""Games of one guest whose commitments are kept; the oldest go first."""
MOST: Final = 100  # guests in use at the same time by one player; more is a mistake


def state_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """Return the folder for saved state (XDG)."""
    home = environment.get("XDG_STATE_HOME") or str(Path.home() / ".local" / "state")
    return Path(home) / "watai"


class Identity:
    """One saved guest. No other program can take it until it is closed."""

    def __init__(self, path: Path, file: int) -> None:
        self.path = path
        self._file = file
        said = _read(file)
        self.server: str = said.get("server", "")
        self.name: str = said.get("name", "")
        self.token: str = said.get("token", "")
        self.room: str = said.get("room", "")
        kept = said.get("commitments")
        self.commitments: dict[str, str] = kept if isinstance(kept, dict) else {}
        """By match, in the order of the games: what the server told when the game began, to check the record with."""
        self.port: int = said.get("port", 0)
        """Where friends reached the local server when the room was opened; 0 if it was not open to them."""

    @property
    def folder(self) -> Path:
        """Where the local server of this guest keeps its journal."""
        return self.path.with_suffix("")

    @property
    def hosts(self) -> bool:
        """Whether the player has left a room of their own, open to friends."""
        return bool(self.room and self.port)

    def save(
        self, *, token: str | None = None, room: str | None = None, port: int | None = None
    ) -> None:
        """Save a new token, room or port; what is not given stays."""
        self.token = self.token if token is None else token
        self.room = self.room if room is None else room
        self.port = self.port if port is None else port
        fields = ("server", "name", "token", "room", "port", "commitments")
        content = json.dumps({name: getattr(self, name) for name in fields}).encode()
        os.pwrite(self._file, content, 0)
        os.ftruncate(self._file, len(content))

    def keep_commitment(self, match: str, commitment: str) -> None:
        """Save the commitment of a game, unless one was told before: the first one counts."""
        if match not in self.commitments:
            self.commitments[match] = commitment
            if len(self.commitments) > MOST_GAMES:
                del self.commitments[next(iter(self.commitments))]
            self.save()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._file)  # which also unlocks it


def _read(file: int) -> dict[str, Any]:
    try:
        said = json.loads(os.pread(file, 65_536, 0))
    except ValueError:  # a new file, or one that a crash cut short: no guest
        return {}
    return said if isinstance(said, dict) else {}


def take(folder: Path, server: str, name: str) -> Identity:
    """Return the saved guest of that name at that server if no other program uses it, else a new one."""
    try:
        return _take(folder, server, name)
    except OSError:  # the home folder is not writable: play all the same, and save nothing
        return _take(Path(tempfile.mkdtemp(prefix="watai-")), server, name)


def _take(folder: Path, server: str, name: str) -> Identity:
    guests = folder / "guests"
    guests.mkdir(parents=True, exist_ok=True, mode=0o700)
    found = _first(guests, lambda identity: (identity.server, identity.name) == (server, name))
    if found is not None:
        return found
    for number in range(MOST):
        path = guests / f"{number:02}.json"
        if path.exists():
            continue
        identity = _hold(path)
        if identity is not None and not identity.server:
            identity.server, identity.name = server, name
            identity.save()
            return identity
    raise OSError("too many guests")


def find(folder: Path, code: str) -> Identity | None:
    """The guest who still has a seat in that room, if one is kept and not in use."""
    wanted = read_code(code)
    return _first(
        folder / "guests",
        lambda identity: bool(identity.room) and read_code(identity.room) == wanted,
    )


def hosted(folder: Path, name: str) -> Identity | None:
    """The guest who has left a room open to friends, if none is in use: the one of that name first, then the latest."""
    found: Identity | None = None
    for identity in _held(folder / "guests"):
        worse = not (identity.server == OWN and identity.hosts)
        if not worse and found is not None:
            worse = _rank(identity, name) <= _rank(found, name)
        loser, found = (identity, found) if worse else (found, identity)
        if loser is not None:
            loser.__exit__()
    return found


def _rank(identity: Identity, name: str) -> tuple[bool, int]:
    return identity.name == name, identity.path.stat().st_mtime_ns


def kept_commitment(folder: Path, match: str) -> str | None:
    """The commitment that any guest of this player was told when that game began; other programs may be using them."""
    for path in sorted((folder / "guests").glob("*.json")):
        try:
            with path.open("rb") as file:
                found = _read(file.fileno()).get("commitments", {}).get(match)
        except (OSError, AttributeError):  # not readable, or not written by this program
            continue
        if isinstance(found, str):
            return found
    return None


def unfinished(folder: Path) -> list[str]:
    """The rooms in which guests of this player still have a seat."""
    rooms = []
    for path in sorted((folder / "guests").glob("*.json")):
        try:
            with path.open("rb") as file:
                room = _read(file.fileno()).get("room")
        except OSError:
            continue
        if isinstance(room, str) and room:
            rooms.append(room)
    return rooms


def _first(guests: Path, wanted: Callable[[Identity], bool]) -> Identity | None:
    for identity in _held(guests):
        if wanted(identity):
            return identity
        identity.__exit__()
    return None


def _held(guests: Path) -> Iterator[Identity]:
    for path in sorted(guests.glob("*.json")):
        identity = _hold(path)
        if identity is not None:
            yield identity


def _hold(path: Path) -> Identity | None:
    try:
        file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError:
        return None
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(file)
        return None
    return Identity(path, file)
