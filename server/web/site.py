"""Every page and file by its address, each held in memory plain and, where that is shorter, compressed."""

import copy
import gzip
import hashlib
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import PurePosixPath
from typing import Final, Self

import orjson

from watai.server.settings.version import SERVER
from watai.server.web.files import INDEX, TYPES, read_files
from watai.server.web.policy import policy

BUILD: Final = "/build.json"
"""Which page this server hands out: a page that was loaded before an upgrade finds another one here."""
_OF_THE_PAGE = re.compile(r"/((play|r|w|replay)/[^/]+)?")
"""Addresses for which the page itself is the answer: start, a game, a room, a room to watch, a finished game."""
_DIGITS = 20  # hexadecimal, of a digest


@dataclass(frozen=True, slots=True)
class Copy:
    """A file as it is sent."""

    body: bytes
    etag: bytes
    encoding: bytes = b""


@dataclass(frozen=True, slots=True)
class File:
    """One file, and how it may be sent."""

    kind: bytes
    plain: Copy
    packed: Copy | None


class Site:
    """The files of one server."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        digests = "".join(f"{path} {_digest(body)}\n" for path, body in sorted(files.items()))
        self.build = _digest(digests.encode())
        told = orjson.dumps({"server": SERVER, "build": self.build})
        self._files = {path: _file(path, body) for path, body in {**files, BUILD: told}.items()}
        self.policy = policy()
        """Where its pages may connect to, and what else they may do."""
        self.in_cluster = False
        self.heads = [self._files[path] for path in (INDEX, BUILD) if path in self._files]
        """What is sent with that policy: the page, and what a page asks to know whether it has changed."""

    @classmethod
    def read(cls) -> Self:
        """Return a site with the files of this program, which are read once."""
        return copy.copy(cls._read())

    @classmethod
    @cache
    def _read(cls) -> Self:
        return cls(read_files())

    def name_nodes(self, addresses: Collection[str]) -> None:
        """Pages from now on may connect to the nodes at these addresses."""
        self.policy, self.in_cluster = policy(addresses), True

    def find(self, path: str) -> File | None:
        """Return the file at this address."""
        return self._files.get(INDEX if _OF_THE_PAGE.fullmatch(path) else path)


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:_DIGITS]


def _file(path: str, body: bytes) -> File:
    digest = _digest(body).encode()
    packed = gzip.compress(body, mtime=0)
    return File(
        TYPES[PurePosixPath(path).suffix].encode(),
        Copy(body, b'"%b"' % digest),
        Copy(packed, b'"%b-gzip"' % digest, b"gzip") if len(packed) < len(body) else None,
    )
