"""The server's clocks jump: it is started again an hour earlier or later by its monotonic clock.

Linux gives a process a monotonic clock of its own by a time namespace (`unshare --time`, root). There is none for the
wall clock, and setting the machine's would hurt everything else on it: steps of the wall clock are tested inside the
program, where the clock is an argument.
"""

import shutil
import subprocess
from typing import Final

from tests.proofs.faults.scene import Workload, scene
from tests.proofs.faults.skipped import Skipped
from watai.loadtest.results.schema import FaultFigures

HOUR: Final = 3600


def clock(load: Workload, times: int) -> FaultFigures:
    """Kill and start again, an hour later and an hour earlier by turns."""
    later = _later()
    with scene(load) as here:
        here.figures.how = "a time namespace: the monotonic clock 1 h ahead, then back"
        for number in range(2 * times):
            here.play()
            here.server.kill()
            here.server.prefix = () if number % 2 else later
            here.restart()
            here.play()
            here.killed()
        return here.count()


def _later() -> tuple[str, ...]:
    """The words that start a command with its clock an hour ahead."""
    words = ("unshare", "--time", "--monotonic", str(HOUR), "--boottime", str(HOUR))
    if shutil.which("unshare") is None:
        raise Skipped("there is no unshare here")
    tried = subprocess.run([*words, "true"], capture_output=True, text=True)
    if tried.returncode:
        raise Skipped(f"no time namespace: {tried.stderr.strip()}")
    return words
