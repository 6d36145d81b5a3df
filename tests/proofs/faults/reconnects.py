"""Many guests lose their connection at the same moment and come back at the same moment, beside players who race."""

import select
import socket
import time
from typing import Final

from tests.proofs.faults.scene import FaultScene, Workload, scene
from tests.proofs.faults.storms import returns
from watai.loadtest.load.assembly import allow_many_sockets
from watai.loadtest.net.messages import read_message
from watai.loadtest.net.raw_client import RawClient
from watai.loadtest.net.raw_websocket import (
    CHUNK,
    HEAD_END,
    Address,
    RawWebSocket,
    after_handshake,
    request,
)
from watai.loadtest.results.schema import FaultFigures
from watai.protocol.codec import MSGPACK
from watai.protocol.messages import SUBPROTOCOLS, VERSION, Hello

PATIENCE: Final = 60.0


class _Comer(RawWebSocket):
    """A guest on the way back: connected, upgraded, welcomed; nothing here waits."""

    __slots__ = ("head", "token", "upgraded")

    def __init__(self, address: Address, token: str) -> None:
        sock = socket.socket()
        sock.setblocking(False)
        super().__init__(sock)
        self.token, self.head, self.upgraded = token, b"", False
        sock.connect_ex(address)

    def write(self, address: Address) -> None:
        self.sock.send(request(f"{address[0]}:{address[1]}", "/", SUBPROTOCOLS[0]))

    def read(self) -> bool:
        """Take what has come; True once it is welcome."""
        data = self.sock.recv(CHUNK)
        if not data:
            raise ConnectionError("the server closed the connection")
        if not self.upgraded:
            self.head += data
            if HEAD_END not in self.head:
                return False
            data, self.upgraded = after_handshake(self.head), True
            self.send(MSGPACK.encode(Hello(VERSION, "Back", self.token)))
        for _, payload in self.frames(data):
            if read_message(payload)["type"] == "welcome":
                self.token = read_message(payload)["token"]
                return True
        return False


def reconnects(load: Workload, times: int, guests: int) -> FaultFigures:
    """A storm of so many guests, all at once; then once more on a server of its own where nobody plays, for its memory."""
    allow_many_sockets()
    with scene(load) as here:
        here.figures.how = f"{guests} guests cut off and back at once"
        address = here.server.address
        connected: list[RawWebSocket] = []
        tokens = []
        for number in range(guests):
            guest = RawClient(address, f"Guest {number}")
            guest.arrive()
            connected.append(guest)
            tokens.append(guest.token)
        before = here.server.descriptors
        for _ in range(times):
            here.play()
            for each in connected:
                each.close()
            here.crowd.slowest = 0.0
            began = time.monotonic()
            connected, tokens = _storm(here, tokens)
            here.recovered(time.monotonic() - began)
            worst = max(here.figures.slowest_answer_s or 0.0, here.crowd.slowest)
            here.figures.slowest_answer_s = round(worst, 3)
        here.play()
        here.crowd.come_back()
        here.figures.leaked_descriptors = max(0, here.server.descriptors - before)
        for each in connected:
            each.close()
        figures = here.count()
    alone = returns(times, guests)
    figures.rss_before_mb, figures.rss_after_mb = alone.rss_before_mb, alone.rss_after_mb
    return figures


def _storm(here: FaultScene, tokens: list[str]) -> tuple[list[RawWebSocket], list[str]]:
    """Everybody comes back; the players race on meanwhile."""
    address, epoll = here.server.address, select.epoll()
    comers = {comer.sock.fileno(): comer for comer in (_Comer(address, each) for each in tokens)}
    for number in comers:
        epoll.register(number, select.EPOLLOUT)
    welcome: list[_Comer] = []

    def step() -> bool:
        for number, what in epoll.poll(0):
            comer = comers[number]
            try:
                if what & select.EPOLLOUT:
                    comer.write(address)
                    epoll.modify(number, select.EPOLLIN)
                elif comer.read():
                    epoll.unregister(number)
                    welcome.append(comer)
            except ConnectionError as error:
                epoll.unregister(number)
                here.figures.faults.append(f"a guest could not come back: {error}")
        return len(welcome) == len(comers)

    here.crowd.run(PATIENCE, step)
    epoll.close()
    if len(welcome) < len(comers):
        here.figures.faults.append(f"{len(comers) - len(welcome)} guests did not come back")
    return list(welcome), [each.token for each in welcome]
