"""Where the delay of the players' links comes from, and the server at the other end of them.

tun    packets are delayed between two network namespaces: the server's kernel measures it too
link   bytes are delayed inside our own program, which needs no rights; the server must not ask its kernel then
"""

import contextlib
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from loadtest.fairness.network import tunnel
from loadtest.fairness.field import Own
from loadtest.fairness.network.lateness import Lateness
from loadtest.fairness.scenario import SEATS, Scenario
from loadtest.net.raw_websocket import Address
from loadtest.systems.measured_server import Cores, Host, own_server

AUTO, TUN, LINK = "auto", "tun", "link"
KINDS: Final = (AUTO, TUN, LINK)
BEHIND_PROXY: Final = ("--behind-proxy", "yes")


@dataclass(frozen=True)
class Network:
    """A server with links of one kind to it."""

    kind: str
    host: Host
    own: Own | None
    """From where each player comes, if that matters."""
    why: str = ""
    """Why it is not the kind one would want."""
    lateness: Lateness | None = None
    """How late packets were carried, where they are."""


@contextlib.contextmanager
def network(kind: str, rooms: Sequence[Scenario], seed: str) -> Iterator[Network]:
    """A server of our own at the end of such links. `auto`: as good as this machine allows."""
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
                yield stack.enter_context(_tunnelled(device, rooms, seed))
                return
        host = stack.enter_context(own_server("process", flags=BEHIND_PROXY))
        with off_the_servers_core():
            yield Network(LINK, host, None, why)


@contextlib.contextmanager
def off_the_servers_core() -> Iterator[None]:
    """Run this thread where the server does not, as long as this is entered."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, Cores.found().generator)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


@contextlib.contextmanager
def _tunnelled(device: int, rooms: Sequence[Scenario], seed: str) -> Iterator[Network]:
    tunnel.configure(tunnel.SERVER)
    with own_server("process", flags=("--host", tunnel.SERVER)) as host:
        far = tunnel.enter_namespace()
        tunnel.configure(tunnel.PLAYERS)
        paths = {
            _port(room, seat): path
            for room, scenario in enumerate(rooms)
            for seat, path in enumerate(scenario.paths)
        }
        with tunnel.relaying(device, far, paths, seed) as lateness, off_the_servers_core():
            yield Network(TUN, host, _own, lateness=lateness)


def _port(room: int, seat: int) -> int:
    return tunnel.FIRST_PORT + room * SEATS + seat


def _own(room: int, seat: int) -> Address:
    return tunnel.PLAYERS, _port(room, seat)
