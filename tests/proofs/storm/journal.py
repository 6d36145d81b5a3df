"""A journal that fails, and a process that dies while it stores a pass.

A pass is stored whole or not at all, as the interface promises: what a torn one left on the disk is thrown away at the next start.
Under the durability `power` whatever was stored survives; under `process` it survives the death of the process,
and a power cut may take the last passes with it.
"""

from collections.abc import Iterator
from typing import Any, Final, Literal

from tests.proofs.storm.memory_journal import MemoryJournal
from watai.server.storage.journal import JournalDamaged

Death = Literal["kill before", "torn", "kill after", "power cut"]
DEATHS: Final[tuple[Death, ...]] = ("kill before", "torn", "kill after", "power cut")
UNSYNCED: Final = 20
"""Passes that a power cut may take with it, unless each was synced."""

Operation = tuple[str, str, tuple[Any, ...]]


class Killed(BaseException):
    """The server's process has died."""


class StormJournal(MemoryJournal):
    """What is on the disk, and the plan for what becomes of the next pass."""

    def __init__(self, durability: Literal["process", "power"]) -> None:
        super().__init__()
        self.durability = durability
        self.dies: Death | None = None
        """How the process dies at the next pass that has something to store."""
        self.stored_passes: list[tuple[Operation, ...]] = []
        self.torn: list[Operation] = []
        """The part of a torn pass that reached the disk."""
        self.rolled_back = 0
        """How often a power cut has taken back passes that were acknowledged."""

    def fail(self, failing: bool) -> None:
        """Refuse every pass from now on, or no longer."""
        self.fails = JournalDamaged("no space left on the simulated disk") if failing else None

    def _store_buffered(self) -> None:
        buffered = tuple(self._buffered)
        dies, self.dies = (self.dies, None) if buffered else (None, self.dies)
        if dies in ("kill before", "torn"):
            self.torn = list(buffered[: len(buffered) // 2]) if dies == "torn" else []
            raise Killed
        super()._store_buffered()
        if buffered:
            self.stored_passes.append(buffered)
        if dies is not None:
            raise Killed

    def cut_power(self, unsynced: int) -> bool:
        """Lose the last passes, unless each was synced; returns whether any is lost."""
        lost = 0 if self.durability == "power" else min(unsynced, len(self.stored_passes))
        if lost:
            self.rolled_back += 1
            self._play(self.stored_passes[: len(self.stored_passes) - lost])
        return bool(lost)

    def reopen(self) -> None:
        """A new process opens the journal: what was not stored is gone."""
        self._buffered = []
        self._passes.clear()
        self.stored = 0
        self.torn.clear()
        self.dies = None

    def _play(self, passes: list[tuple[Operation, ...]]) -> None:
        self.streams.clear()
        self.games.clear()
        self.stored_passes = []
        self.fails = None
        for each in passes:
            self._buffered = list(each)
            super()._store_buffered()
            self.stored_passes.append(each)

    def appended(self) -> Iterator[tuple[str, bytes]]:
        """Every record that was ever stored with its stream, in order, whatever became of the stream."""
        for each in self.stored_passes:
            for what, stream, values in each:
                if what == "append":
                    yield stream, values[0]
