"""A journal without a disk: the whole interface, in memory."""

from collections import deque
from typing import Any

from watai.server.storage.journal import Journal


class MemoryJournal(Journal):
    """The whole interface, without a disk. `submit` raises what `fails` is."""

    later = False
    """Whether a pass that is submitted waits until `store` stores it."""

    def __init__(self) -> None:
        self.streams: dict[str, list[bytes]] = {}
        self.games: dict[str, tuple[int, bytes, bytes]] = {}
        self.fails: Exception | None = None
        self._buffered: list[tuple[str, str, tuple[Any, ...]]] = []
        self._passes: deque[list[tuple[str, str, tuple[Any, ...]]]] = deque()

    def append(self, stream: str, body: bytes) -> None:
        self._buffered.append(("append", stream, (body,)))

    def archive(
        self, stream: str, summary: bytes, body: bytes, at: int, room: str | None = None
    ) -> None:
        self._buffered.append(("archive", stream, (at, summary, body)))

    def forget(self, stream: str) -> None:
        self._buffered.append(("forget", stream, ()))

    def submit(self) -> int:
        if not self.later:
            self._store_buffered()
            return self.stored
        if self._buffered:
            self._passes.append(self._buffered)
            self._buffered = []
        return self.stored + len(self._passes)

    @property
    def unstored(self) -> int:
        """How many passes wait."""
        return len(self._passes)

    def store(self) -> None:
        """Store the oldest pass that waits."""
        buffered, self._buffered = self._buffered, self._passes[0]
        try:
            self._store_buffered()
        finally:
            self._buffered = buffered
        self._passes.popleft()
        self.stored += 1
        if self.on_stored is not None:
            self.on_stored()

    def _store_buffered(self) -> None:
        """Store everything buffered here and now."""
        if self.fails is not None:
            raise self.fails
        for what, stream, values in self._buffered:
            if what == "append":
                self.streams.setdefault(stream, []).append(values[0])
            else:
                self.streams.pop(stream, None)
            if what == "archive":
                self.games[stream] = (values[0], values[1], values[2])
        self._buffered = []

    def recover(self) -> dict[str, list[bytes]]:
        return {name: list(bodies) for name, bodies in self.streams.items()}

    def archived(self, stream: str) -> bytes | None:
        return self.games[stream][2] if stream in self.games else None

    def archives(self, limit: int, before: int | None = None) -> list[tuple[str, int, bytes]]:
        rows = [(name, at, summary) for name, (at, summary, _) in self.games.items()]
        return [row for row in reversed(rows) if before is None or row[1] < before][:limit]

    def maintain(self, now: int) -> None:
        pass

    def close(self) -> None:
        pass

    @property
    def pending(self) -> int:
        return len(self._buffered)

    @property
    def live_streams(self) -> int:
        return len(self.streams)

    @property
    def log_rows(self) -> int:
        return sum(map(len, self.streams.values()))

    @property
    def wal_bytes(self) -> int:
        return 0
