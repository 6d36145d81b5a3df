"""The network between players and server goes away without a word: packets vanish, and neither side is told.

Server and players are in network namespaces of their own, joined by the relay of `watai bench fairness`. Held up by
SIGSTOP, the relay carries nothing; the server must give every connection up by itself. Needs root and /dev/net/tun.
"""

import os
import signal
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Final

from tests.proofs.faults.restarted_server import LIMITS, RestartedServer
from tests.proofs.faults.scene import FaultScene, Workload
from tests.proofs.faults.skipped import Skipped
from watai.loadtest.fairness.network import tunnel
from watai.loadtest.fairness.network.lateness import Lateness
from watai.loadtest.net import netsim
from watai.loadtest.results.schema import FaultFigures

SILENCE: Final = 4.0
PATIENCE: Final = 30.0


class _Near(Mapping[int, netsim.Path]):
    """The same short way from every port."""

    def __getitem__(self, port: int) -> netsim.Path:
        return netsim.Path(0.1, 0.1, jitter=0.0, spikes=0.0)

    def __iter__(self) -> Iterator[int]:
        return iter(())

    def __len__(self) -> int:
        return 0


def half_open(load: Workload, times: int) -> FaultFigures:
    """In a process of its own, because entering a namespace cannot be undone."""
    ours, theirs = get_context("fork").Pipe()
    process = get_context("fork").Process(target=_inside, args=(theirs, load, times))
    process.start()
    theirs.close()
    try:
        got = ours.recv()
    except EOFError:
        raise Skipped("the process in the network namespaces failed") from None
    finally:
        process.join()
    if isinstance(got, FaultFigures):
        return got
    raise Skipped(str(got))


def _inside(pipe: "Connection[object, object]", load: Workload, times: int) -> None:
    try:
        pipe.send(_measure(load, times))
    except (tunnel.NoTunnel, Skipped, OSError) as why:
        pipe.send(str(why))


def _measure(load: Workload, times: int) -> FaultFigures:
    device = tunnel.enter_namespace()
    tunnel.configure(tunnel.SERVER)
    limits = (*LIMITS, f"silence_seconds={SILENCE:g}")
    with tempfile.TemporaryDirectory() as folder:
        server = RestartedServer(Path(folder), tunnel.SERVER, limits)
        server.start()
        try:
            far = tunnel.enter_namespace()
            tunnel.configure(tunnel.PLAYERS)
            with _relay(device, far) as relay:
                return _cut(FaultScene(server, load, started=True), relay, times)
        finally:
            server.close()


def _cut(here: FaultScene, relay: int, times: int) -> FaultFigures:
    here.figures.how = f"a relay of packets held up (SIGSTOP); silence_seconds={SILENCE:g}"
    players = len(here.crowd.players)
    for _ in range(times):
        here.play()
        open_ = here.server.descriptors
        os.kill(relay, signal.SIGSTOP)
        began = time.monotonic()
        here.crowd.pause()
        while here.server.descriptors > open_ - players and time.monotonic() - began < PATIENCE:
            time.sleep(0.1)
        given_up = time.monotonic() - began
        if here.server.descriptors > open_ - players:
            here.figures.faults.append(f"half-open connections are kept after {given_up:.0f} s")
        worst = max(here.figures.given_up_s or 0.0, given_up)
        here.figures.given_up_s = round(worst, 2)
        os.kill(relay, signal.SIGCONT)
        here.compare(time.monotonic())
    here.crowd.close()
    return here.count()


@contextmanager
def _relay(server: int, players: int) -> Iterator[int]:
    """A relay process that ends with the block; yields its id."""
    pid = os.fork()
    if pid == 0:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            tunnel.PacketRelay(server, players, _Near(), "half-open", Lateness()).run()
        finally:
            os._exit(1)
    try:
        yield pid
    finally:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
