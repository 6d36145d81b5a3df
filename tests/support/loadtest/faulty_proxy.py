"""A proxy between server and players that changes the server's events, as a faulty server would send them."""

import socket
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

import msgspec

from watai.loadtest.net.raw_websocket import Address, frame_at
from watai.protocol.frames import Opcode, frame

Message = dict[str, Any]
Fault = Callable[[Message], Sequence[Message]]
"""What becomes of an event on its way to one player; it is made anew for every player, so it may remember."""


class Proxy:
    """Connections in the order of their coming get the faults that `plant` makes for their number."""

    def __init__(self, server: Address, plant: Callable[[int], Fault | None]) -> None:
        self.server = server
        self.plant = plant
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.sockets: list[socket.socket] = []
        self.threads: list[threading.Thread] = []

    @property
    def url(self) -> str:
        return f"ws://127.0.0.1:{self.listener.getsockname()[1]}"

    def run(self) -> None:
        with suppress(OSError):  # the listener is closed at the end
            for number in range(1_000_000):
                player, _ = self.listener.accept()
                server = socket.create_connection(self.server)
                self.sockets += [player, server]
                self._spawn(self._copy, player, server)
                self._spawn(self._spoil, server, player, self.plant(number))

    def _spawn(self, target: Callable[..., None], *args: object) -> None:
        thread = threading.Thread(target=target, args=args)
        self.threads.append(thread)
        thread.start()

    def _copy(self, source: socket.socket, sink: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65_536):
                sink.sendall(data)
            sink.shutdown(socket.SHUT_WR)

    def _spoil(self, source: socket.socket, sink: socket.socket, fault: Fault | None) -> None:
        if fault is None:
            return self._copy(source, sink)
        data = b""
        with suppress(OSError):
            while b"\r\n\r\n" not in data:
                data += source.recv(4096)
            head, _, data = data.partition(b"\r\n\r\n")
            sink.sendall(head + b"\r\n\r\n")
            while True:
                while (bounds := frame_at(data, 0)) is not None:
                    sink.sendall(_spoilt(data[: bounds[1]], data[bounds[0] : bounds[1]], fault))
                    data = data[bounds[1] :]
                more = source.recv(65_536)
                if not more:
                    break
                data += more
        return None

    def close(self) -> None:
        self.listener.close()
        for each in self.sockets:
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
        for thread in self.threads:
            thread.join()
        for each in self.sockets:
            each.close()


def _spoilt(whole: bytes, payload: bytes, fault: Fault) -> bytes:
    if whole[0] != 0x80 | Opcode.BINARY:
        return whole
    message = msgspec.msgpack.decode(payload)
    if message["type"] != "event":
        return whole
    return b"".join(frame(Opcode.BINARY, msgspec.msgpack.encode(each)) for each in fault(message))


@contextmanager
def proxy(server: Address, plant: Callable[[int], Fault | None]) -> Iterator[Proxy]:
    """A proxy in front of this server, for as long as the block lasts."""
    made = Proxy(server, plant)
    thread = threading.Thread(target=made.run)
    thread.start()
    try:
        yield made
    finally:
        # a listener that is closed while somebody waits on it does not wake them: knock once more
        with suppress(OSError):
            made.listener.shutdown(socket.SHUT_RDWR)
        thread.join()
        made.close()
