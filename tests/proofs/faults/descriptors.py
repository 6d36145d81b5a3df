"""The server may open no more files: whoever is connected plays on, and others get in once it may again."""

import resource
import socket
import time
from contextlib import ExitStack
from typing import Final

from tests.proofs.faults.scene import FaultScene, Workload, scene
from watai.loadtest.net.raw_client import RawClient
from watai.loadtest.net.raw_websocket import Refusal
from watai.loadtest.results.schema import FaultFigures

SPARE: Final = 10
KNOCKS: Final = 200
PATIENCE: Final = 2.0


def descriptors(load: Workload, times: int) -> FaultFigures:
    """Lower RLIMIT_NOFILE of the running server to what it has open and a few, and knock far more often."""
    with scene(load) as here:
        here.figures.how = f"prlimit: {SPARE} more than are open, while {KNOCKS} others knock"
        for _ in range(times):
            here.play()
            _, most = resource.prlimit(here.server.pid, resource.RLIMIT_NOFILE)
            few = here.server.descriptors + SPARE
            resource.prlimit(here.server.pid, resource.RLIMIT_NOFILE, (few, most))
            with ExitStack() as sockets:
                for _ in range(KNOCKS):
                    sockets.enter_context(_knock(here))
                before = _answers(here)
                here.play()
                if _answers(here) == before:
                    here.figures.faults.append("players were not answered at the descriptor limit")
            resource.prlimit(here.server.pid, resource.RLIMIT_NOFILE, (most, most))
            began = time.monotonic()
            _get_in(here)
            here.compare(began)
        return here.count()


def _answers(here: FaultScene) -> int:
    return sum(player.last[0] for player in here.crowd.players if player.last is not None)


def _knock(here: FaultScene) -> socket.socket:
    """A connection that may never be accepted, and says nothing."""
    sock = socket.socket()
    sock.setblocking(False)
    sock.connect_ex(here.server.address)
    return sock


def _get_in(here: FaultScene) -> None:
    """A new guest must be let in again."""
    until = time.monotonic() + 30.0
    while time.monotonic() < until:
        try:
            guest = RawClient(here.server.address, "Late")
            guest.arrive()
            guest.close()
            return
        except (Refusal, OSError):
            time.sleep(0.1)
    here.figures.faults.append("nobody could connect after the descriptor limit was raised again")
