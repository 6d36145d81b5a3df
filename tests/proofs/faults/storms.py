"""Thousands of peers come and go at once, and what the server's memory is before and after: it has to be given back."""

import socket
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from tests.proofs.faults.restarted_server import RestartedServer
from watai.loadtest.load.assembly import allow_many_sockets
from watai.loadtest.net.raw_client import RawClient
from watai.loadtest.net.raw_websocket import Address, connect
from watai.loadtest.results.schema import FaultFigures
from watai.protocol.codec import MSGPACK
from watai.protocol.frames import Opcode, masked_frame
from watai.protocol.messages import SUBPROTOCOLS, VERSION, Hello, Ping

PATIENCE: Final = 60.0
SETTLING: Final = 4.0
"""Seconds in which a server without messages tidies up."""
HALF_REQUEST: Final = b"GET / HTTP/1.1\r\nHost: here\r\nUpgrade: web"
LIMITS: Final = (
    *("connections=40000", "connections_per_address=40000", "new_guests_per_address=1000000"),
    "handshake_seconds=120",  # a busy machine needs more than 10 s for thousands
)
"""Everybody comes from one address; all other limits are those of any server."""

Storm = Callable[[Address, int], None]


def handshakes(times: int, peers: int, settling: float = SETTLING) -> FaultFigures:
    """So many peers send half a request, and no more of it; then they close."""
    figures = _measure(_half_requests, times, peers, settling)
    figures.how = f"{peers} half-sent requests, all open at once as far as the server lets them"
    return figures


def hellos(times: int, guests: int, settling: float = SETTLING) -> FaultFigures:
    """So many new guests say hello and close, one after the other."""
    figures = _measure(_hellos_and_closes, times, guests, settling)
    figures.how = f"{guests} new guests say hello and close"
    return figures


def returns(times: int, guests: int, settling: float = SETTLING) -> FaultFigures:
    """So many guests are cut off and come back while nobody plays: plays would take memory of their own."""
    with _server() as server:
        connected = _arrive(server.address, [""] * guests)
        try:
            return _compare(server, times, settling, lambda: _cut_off_and_return(connected))
        finally:
            for each in connected:
                each.close()


def _half_requests(address: Address, peers: int) -> None:
    waiting = []
    for _ in range(peers):
        sock = socket.create_connection(address)
        sock.send(HALF_REQUEST)
        waiting.append(sock)
    _ask(address)  # it is still there for others, and has read what came before
    for sock in waiting:
        sock.close()


def _hellos_and_closes(address: Address, guests: int) -> None:
    for number in range(guests):
        sock, _ = connect(address, "/", SUBPROTOCOLS[0])
        hello = MSGPACK.encode(Hello(VERSION, f"Gone {number}"))
        sock.sendall(masked_frame(Opcode.BINARY, hello, bytes(4)))
        sock.close()
    _ask(address)


def _arrive(address: Address, tokens: list[str]) -> list[RawClient]:
    comers = [RawClient(address, f"Guest {n}", token=token) for n, token in enumerate(tokens)]
    for each in comers:
        each.arrive()
    return comers


def _cut_off_and_return(connected: list[RawClient]) -> None:
    address: Address = connected[0].sock.getpeername()
    tokens = [each.token for each in connected]
    for each in connected:
        each.close()
    connected[:] = _arrive(address, tokens)


def _ask(address: Address) -> None:
    """A guest comes, has its ping answered, and goes."""
    guest = RawClient(address, "Witness")
    try:
        guest.ask(Ping)
    finally:
        guest.close()


@contextmanager
def _server() -> Iterator[RestartedServer]:
    allow_many_sockets()
    with tempfile.TemporaryDirectory() as folder:
        server = RestartedServer(Path(folder), limits=LIMITS)
        try:
            server.start()
            _ask(server.address)  # what is only loaded for the first guest
            yield server
        finally:
            server.close()


def _measure(storm: Storm, times: int, peers: int, settling: float) -> FaultFigures:
    with _server() as server:
        return _compare(server, times, settling, lambda: storm(server.address, peers))


def _compare(
    server: RestartedServer, times: int, settling: float, storm: Callable[[], None]
) -> FaultFigures:
    """The worst of so many storms, each measured when its sockets are gone and the server has tidied up."""
    figures = FaultFigures()
    time.sleep(settling)
    files, before = server.descriptors, server.measured.rss_mb()
    after, began = 0.0, time.monotonic()
    for _ in range(times):
        storm()
        until = time.monotonic() + PATIENCE
        while server.descriptors > files and time.monotonic() < until:
            time.sleep(0.05)
        figures.times += 1
        time.sleep(settling)
        after = max(after, server.measured.rss_mb())
    figures.seconds = round(time.monotonic() - began, 1)
    figures.rss_before_mb, figures.rss_after_mb = round(before, 1), round(after, 1)
    figures.leaked_descriptors = max(0, server.descriptors - files)
    return figures
