"""Who is let in: accepting sockets, within the limits, and serving each as a connection until it is over."""

import logging
import socket
import ssl

import trio

from protocol.errors import ProtocolError
from server.dispatch.loop import House
from server.listeners import tls_context
from server.settings.config import Config
from server.transport.channel import Wire
from server.transport.connection import Connection
from server.transport.tcp import TcpWire
from server.transport.tls import TlsWire

log = logging.getLogger("watai.reception")

FULL_PAUSE = 0.1  # seconds, after which there may be descriptors again


class Reception:
    """The way from a listening socket into the house."""

    def __init__(self, config: Config, house: House) -> None:
        self._config = config
        self._house = house
        self._tls = tls_context(config)

    async def accept(self, listener: socket.socket, guests: trio.Nursery) -> None:
        """Let everybody in who comes to this address; each is served in `guests`."""
        while True:
            await trio.lowlevel.wait_readable(listener)
            try:
                peer, address = listener.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                continue
            except OSError as error:  # out of descriptors: wait for some to come back
                log.warning("cannot accept", extra={"error": str(error)})
                await trio.sleep(FULL_PAUSE)
                continue
            self._admit(peer, str(address[0]), guests)

    def _admit(self, peer: socket.socket, host: str, guests: trio.Nursery) -> None:
        if (full := self._full(host)) is not None:
            self._house.metrics.turned_away[full] += 1
            peer.close()
        else:
            self._house.addresses[host] += 1
            guests.start_soon(self._serve, peer, host)

    def _full(self, host: str) -> str | None:
        """The limit that forbids one more connection from there, if one does."""
        limits = self._config.limits
        if len(self._house.connections) >= limits.connections:
            return "connections"
        if self._house.addresses[host] >= limits.connections_per_address:
            return "connections_per_address"
        return None

    async def _serve(self, peer: socket.socket, host: str) -> None:
        house = self._house
        connection: Connection | None = None
        try:
            wire = await self._wire(peer, host)
            if wire is None:
                return
            proxied = self._config.behind_proxy == "yes"
            connection = Connection(
                wire, house.limits, house.receive, house.flush_later, house.ears, proxied
            )
            house.arrived(connection)
            log.debug("connection opened", extra={"peer": host})
            await connection.serve()
        except* Exception:  # our bug: this connection dies, and only this connection
            log.exception("a connection broke", extra={"peer": host})
        finally:
            if connection is not None:
                connection.wire.close()
                house.gone(connection)
                self._tell_end(connection.fault, host)
            house.addresses[host] -= 1
            if not house.addresses[host]:
                del house.addresses[host]

    def _tell_end(self, fault: ProtocolError | None, host: str) -> None:
        if fault is not None:
            self._house.metrics.ended(fault)
            details = {"peer": host, "code": fault.close_code, "why": fault.why}
            log.debug("connection closed", extra=details)

    async def _wire(self, peer: socket.socket, host: str) -> Wire | None:
        buffer = self._config.limits.send_buffer_bytes
        peer.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, buffer)
        outbox = self._config.limits.outbox_bytes
        if self._tls is None:
            return TcpWire(peer, host, outbox)
        stream = trio.SSLStream(
            trio.SocketStream(trio.socket.from_stdlib_socket(peer)),
            self._tls,
            server_side=True,
            https_compatible=True,
        )
        with trio.move_on_after(self._config.limits.handshake_seconds):
            try:
                await stream.do_handshake()
            except (trio.BrokenResourceError, ssl.SSLError):
                peer.close()
                return None
            return TlsWire(stream, host, outbox)
        peer.close()
        return None
