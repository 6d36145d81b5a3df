"""A journal that fails, and a process that dies in the middle of a commit.

A commit is atomic, as the interface promises: what a torn one left on the disk is thrown away at the next start.
Under the durability `power` whatever was committed survives; under `process` it survives the death of the process,
and a power cut may take the last commits with it.
"""

from collections.abc import Iterator
from typing import Any, Final, Literal

from tests.proofs.storm.memory_journal import MemoryJournal
from watai.server.storage.journal import JournalDamaged

Death = Literal["kill before", "torn", "kill after", "power cut"]
DEATHS: Final[tuple[Death, ...]] = ("kill before", "torn", "kill after", "power cut")
UNSYNCED: Final = 20
"""Commits that a power cut may take with it, unless each was synced."""

Operation = tuple[str, str, tuple[Any, ...]]


class Killed(BaseException):
    """The server's process has died."""


class StormJournal(MemoryJournal):
    """What is on the disk, and the plan for what becomes of the next commit."""

    def __init__(self, durability: Literal["process", "power"]) -> None:
        super().__init__()
        self.durability = durability
        self.dies: Death | None = None
        """How the process dies at the next commit that has something to store."""
        self.commits: list[tuple[Operation, ...]] = []
        self.torn: list[Operation] = []
        """The part of a torn commit that reached the disk."""
        self.rolled_back = 0
        """How often a power cut has taken back commits that were acknowledged."""

    def fail(self, failing: bool) -> None:
        """Refuse every commit from now on, or no longer."""
        self.fails = JournalDamaged("no space left on the simulated disk") if failing else None

    def commit(self) -> None:
        buffered = tuple(self._buffered)
        dies, self.dies = (self.dies, None) if buffered else (None, self.dies)
        if dies in ("kill before", "torn"):
            self.torn = list(buffered[: len(buffered) // 2]) if dies == "torn" else []
            raise Killed
        super().commit()
        if buffered:
            self.commits.append(buffered)
        if dies is not None:
            raise Killed

    def cut_power(self, unsynced: int) -> bool:
        """Lose the last commits, unless each was synced; returns whether any is lost."""
        lost = 0 if self.durability == "power" else min(unsynced, len(self.commits))
        if lost:
            self.rolled_back += 1
            self._play(self.commits[: len(self.commits) - lost])
        return bool(lost)

    def reopen(self) -> None:
        """A new process opens the journal: what was not committed is gone."""
        self._buffered = []
        self._passes.clear()
        self.stored = 0
        self.torn.clear()
        self.dies = None

    def _play(self, commits: list[tuple[Operation, ...]]) -> None:
        self.streams.clear()
        self.games.clear()
        self.commits = []
        self.fails = None
        for each in commits:
            self._buffered = list(each)
            super().commit()
            self.commits.append(each)

    def appended(self) -> Iterator[tuple[str, bytes]]:
        """Every record that was ever committed with its stream, in order, whatever became of the stream."""
        for commit in self.commits:
            for what, stream, values in commit:
                if what == "append":
                    yield stream, values[0]
