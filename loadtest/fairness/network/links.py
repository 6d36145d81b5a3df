"""Starts a server with delayed links to it.

tun    packets are delayed between two network namespaces: the server's kernel measures it too
link   bytes are delayed inside our own program, which needs no rights; the server must not trust its kernel then
"""

import contextlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from watai.loadtest.fairness.field import Own
from watai.loadtest.fairness.network import tunnel
from watai.loadtest.fairness.network.lateness import Lateness
from watai.loadtest.fairness.scenario import SEATS, Scenario
from watai.loadtest.net.raw_websocket import Address
from watai.loadtest.systems.cores import Cores, on_cores
from watai.loadtest.systems.measured_server import MeasuredServer, own_server

AUTO, TUN, LINK = "auto", "tun", "link"
KINDS: Final = (AUTO, TUN, LINK)
BEHIND_PROXY: Final = ("--behind-proxy", "yes")


@dataclass(frozen=True)
class Network:
    """A server with links of one kind to it."""

    kind: str
    server: MeasuredServer
    own: Own | None
    """The address from which each player connects, if that matters."""
    why: str = ""
    """Why it is not the better kind."""
    lateness: Lateness | None = None
    """How late packets were carried; None where bytes are delayed."""


@contextlib.contextmanager
def network(
    kind: str, rooms: Sequence[Scenario], seed: str, tls: bool = False
) -> Iterator[Network]:
    """A server of our own behind links of this kind; `auto` is the best that this machine allows."""
    with contextlib.ExitStack() as stack:
        why = ""
        if kind in (AUTO, TUN):
            try:
                device = tunnel.enter_namespace()
            except tunnel.NoTunnel as no:
                if kind == TUN:
                    raise
                why = str(no)
            else:
                yield stack.enter_context(_tunnelled(device, rooms, seed, tls))
                return
        server = stack.enter_context(own_server("process", flags=BEHIND_PROXY, tls=tls))
        with on_cores(Cores.found().generator):
            yield Network(LINK, server, None, why)


@contextlib.contextmanager
def _tunnelled(device: int, rooms: Sequence[Scenario], seed: str, tls: bool) -> Iterator[Network]:
    tunnel.configure(tunnel.SERVER)
    with own_server("process", flags=("--host", tunnel.SERVER), tls=tls) as server:
        far = tunnel.enter_namespace()
        tunnel.configure(tunnel.PLAYERS)
        paths = {
            _port(room, seat): path
            for room, scenario in enumerate(rooms)
            for seat, path in enumerate(scenario.lines)
        }
        relaying = tunnel.relaying(device, far, paths, seed)
        with relaying as lateness, on_cores(Cores.found().generator):
            yield Network(TUN, server, _own, lateness=lateness)


def _port(room: int, seat: int) -> int:
    return tunnel.FIRST_PORT + room * (SEATS + 1) + seat


def _own(room: int, seat: int) -> Address:
    return tunnel.PLAYERS, _port(room, seat)
