"""The server's process is killed, or held up."""

import signal
import time
from typing import Final

from tests.proofs.faults.scene import Workload, scene
from watai.loadtest.results.schema import FaultFigures

KILLS_PER_ROOM: Final = 4
"""After so many kills new rooms are opened: their history would soon be longer than any real game's."""
STOPPED_SECONDS: Final = 12.0


def kill(load: Workload, times: int) -> FaultFigures:
    """Kill −9 under load, so many times, and start again on the same journal."""
    with scene(load) as here:
        here.figures.how = "SIGKILL under load; the same journal and port again"
        for number in range(times):
            if number and number % KILLS_PER_ROOM == 0:
                here.fresh_players()
            here.play()
            here.killed()
        return here.count()


def stop(load: Workload, times: int) -> FaultFigures:
    """Hold the process up under load, as a machine that sleeps or migrates would."""
    with scene(load) as here:
        here.figures.how = f"SIGSTOP for {STOPPED_SECONDS:g} s, then SIGCONT"
        for _ in range(times):
            here.play()
            here.server.signal(signal.SIGSTOP)
            here.play(STOPPED_SECONDS)
            here.server.signal(signal.SIGCONT)
            here.play()
            here.compare(time.monotonic())
        return here.count()
