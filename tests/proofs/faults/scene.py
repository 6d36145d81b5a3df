"""One server with players on it, to which something is done."""

import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.proofs.faults.crowd import Crowd
from tests.proofs.faults.restarted_server import RestartedServer
from tests.proofs.faults.tally import FaultTally
from watai.loadtest.results.schema import FaultFigures


@dataclass(frozen=True)
class Workload:
    """How much is played."""

    rooms: int = 10
    seconds: float = 3.0
    """Of load before and after each fault."""


class FaultScene:
    """The server, the players, and what was counted so far."""

    def __init__(self, server: RestartedServer, load: Workload, started: bool = False) -> None:
        self.server = server
        self.load = load
        self.figures = FaultFigures()
        self._began = time.monotonic()
        if not started:
            server.start()
        self.crowd = Crowd(server.address, load.rooms)
        self.tally: FaultTally = self.crowd.tally

    def play(self, seconds: float | None = None) -> None:
        """Load without a fault."""
        self.crowd.run(self.load.seconds if seconds is None else seconds)

    def killed(self) -> None:
        """Kill −9 under load, start again, and compare."""
        self.server.kill()
        self.restart()

    def restart(self) -> None:
        """Start again after the server has ended, and compare."""
        self.crowd.drain()
        began = time.monotonic()
        self.server.start()
        self.compare(began)

    def compare(self, since: float) -> None:
        """Everybody comes back and compares; it counts as recovered when the last one has."""
        self.crowd.come_back()
        self.recovered(time.monotonic() - since)

    def recovered(self, seconds: float) -> None:
        self.figures.times += 1
        worst = max(seconds, self.figures.worst_recovery_s or 0.0)
        self.figures.worst_recovery_s = round(worst, 2)

    def fresh_players(self) -> None:
        """New rooms in a new journal: the history of the old ones would make recoveries longer than those of real games."""
        self.crowd.close()
        self.server.new_journal()
        crowd = Crowd(self.server.address, self.load.rooms)
        crowd.tally = self.tally
        self.crowd = crowd

    def count(self) -> FaultFigures:
        """The figures so far."""
        tally, figures = self.tally, self.figures
        figures.acknowledged = tally.acknowledged
        figures.lost, figures.duplicated = tally.lost, tally.duplicated
        figures.reordered, figures.leaked = tally.reordered, tally.leaked
        figures.faults = [*tally.words, *figures.faults]
        figures.seconds = round(time.monotonic() - self._began, 1)
        return figures


@contextmanager
def scene(load: Workload, folder: Path | None = None) -> Iterator[FaultScene]:
    """A scene that is cleared at the end of the block."""
    with tempfile.TemporaryDirectory() as own:
        server = RestartedServer(folder or Path(own))
        try:
            made = FaultScene(server, load)
            yield made
            made.crowd.close()
        finally:
            server.close()
