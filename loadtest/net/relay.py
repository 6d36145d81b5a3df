"""A TCP relay between a client and its server: reports what passes, with its instant, and can hold the server's bytes back."""

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from watai.loadtest.net.raw_websocket import Address

OnData = Callable[[float, bytes], None]
"""Called with an instant of the monotonic clock in seconds, and the bytes that had come by then."""


def _ignore(at: float, data: bytes) -> None:
    pass


class Relay:
    """Copies between one client and its server."""

    def __init__(self, server: Address, up: OnData = _ignore, down: OnData = _ignore) -> None:
        self._server = server
        self._on_data = {True: up, False: down}
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._sockets: list[socket.socket] = []
        self._threads: list[threading.Thread] = []
        self._open = threading.Event()
        self._open.set()

    @property
    def port(self) -> int:
        port: int = self._listener.getsockname()[1]
        return port

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    def hold(self) -> None:
        """Hold back what the server sends from now on."""
        self._open.clear()

    def release(self) -> None:
        """Pass on what the server sent meanwhile, and everything after it."""
        self._open.set()

    def run(self) -> None:
        """Accept connections until closed."""
        with suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                server = socket.create_connection(self._server)
                for each in (client, server):
                    each.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                self._sockets += [client, server]
                self._spawn(client, server, up=True)
                self._spawn(server, client, up=False)

    def _spawn(self, source: socket.socket, sink: socket.socket, *, up: bool) -> None:
        thread = threading.Thread(target=self._copy, args=(source, sink, up))
        self._threads.append(thread)
        thread.start()

    def _copy(self, source: socket.socket, sink: socket.socket, up: bool) -> None:
        with suppress(OSError):
            while data := source.recv(65_536):
                if not up:
                    self._open.wait()
                self._on_data[up](time.monotonic(), data)
                sink.sendall(data)
            sink.shutdown(socket.SHUT_WR)

    def close(self) -> None:
        """Cut every connection."""
        self._open.set()
        # closing a listener does not wake the thread that waits in accept; shutting it down does
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        for each in self._sockets:
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join()
        for each in (self._listener, *self._sockets):
            each.close()


@contextmanager
def relay(server: Address, up: OnData = _ignore, down: OnData = _ignore) -> Iterator[Relay]:
    """A relay in front of this server, for as long as the block lasts."""
    made = Relay(server, up, down)
    thread = threading.Thread(target=made.run)
    thread.start()
    try:
        yield made
    finally:
        made.close()
        thread.join()
