"""Accepts sockets within the limits, and serves each as a connection until it is over."""

import logging
import socket
import ssl

import trio

from protocol.errors import ProtocolError
from server.dispatch.loop import Loop
from server.listeners import tls_context
from server.settings.config import Config
from server.transport.address_limits import network
from server.transport.channel import Channel
from server.transport.connection import Connection
from server.transport.tcp import TcpChannel
from server.transport.tls import TlsChannel

log = logging.getLogger("watai.acceptor")

FULL_PAUSE = 0.1  # seconds before the next try when the process is out of descriptors


class Acceptor:
    """From a listening socket to a connection of the loop."""

    def __init__(self, config: Config, loop: Loop) -> None:
        self._config = config
        self._loop = loop
        self._tls = tls_context(config)

    async def accept(self, listener: socket.socket, connections: trio.Nursery) -> None:
        """Accept every peer at this address; each is served in the nursery `connections`."""
        while True:
            await trio.lowlevel.wait_readable(listener)
            try:
                peer, address = listener.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                continue
            except OSError as error:  # out of descriptors: some will be closed
                log.warning("cannot accept", extra={"error": str(error)})
                await trio.sleep(FULL_PAUSE)
                continue
            self._admit(peer, str(address[0]), connections)

    def _admit(self, peer: socket.socket, host: str, connections: trio.Nursery) -> None:
        if (full := self._full(host)) is not None:
            self._loop.counters.turned_away[full] += 1
            peer.close()
        else:
            self._loop.addresses[network(host)] += 1
            connections.start_soon(self._serve, peer, host)

    def _full(self, host: str) -> str | None:
        """The limit that forbids one more connection from this address, if one does."""
        limits = self._config.limits
        if len(self._loop.connections) >= limits.connections:
            return "connections"
        if self._loop.addresses[network(host)] >= limits.connections_per_address:
            return "connections_per_address"
        return None

    async def _serve(self, peer: socket.socket, host: str) -> None:
        loop = self._loop
        connection: Connection | None = None
        try:
            channel = await self._channel(peer, host)
            if channel is None:
                return
            proxied = self._config.behind_proxy == "yes"
            connection = Connection(
                channel, loop.limits, loop.receive, loop.flush_later, loop.poller, proxied
            )
            loop.opened(connection)
            log.debug("connection opened", extra={"peer": host})
            await connection.serve()
        except* Exception:  # a bug of ours: this connection dies, and no other
            log.exception("a connection broke", extra={"peer": host})
        finally:
            if connection is not None:
                connection.channel.close()
                loop.closed(connection)
                self._record_end(connection.fault, host)
                connection.release()
            address = network(host)
            loop.addresses[address] -= 1
            if not loop.addresses[address]:
                del loop.addresses[address]

    def _record_end(self, fault: ProtocolError | None, host: str) -> None:
        if fault is not None:
            self._loop.counters.ended(fault)
            details = {"peer": host, "code": fault.close_code, "why": fault.why}
            log.debug("connection closed", extra=details)

    async def _channel(self, peer: socket.socket, host: str) -> Channel | None:
        buffer = self._config.limits.send_buffer_bytes
        peer.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, buffer)
        outbox = self._config.limits.outbox_bytes
        if self._tls is None:
            return TcpChannel(peer, host, outbox)
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
            return TlsChannel(stream, host, outbox)
        peer.close()
        return None
