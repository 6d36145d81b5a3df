"""Accepts sockets within the limits, and serves each as a connection until it is over."""

import logging
import socket
import sys
from collections.abc import Sequence
from functools import partial
from math import inf

import trio

from watai.server.certificate import tls_context
from watai.server.dispatch.loop import Loop
from watai.server.settings.config import Config
from watai.server.transport import handshake
from watai.server.transport.address_limits import network
from watai.server.transport.anteroom import (
    Anteroom,
    Caller,
    has_anteroom,
    whole_record,
    whole_request,
)
from watai.server.transport.channel import Channel
from watai.server.transport.connection import Connection
from watai.server.transport.outboxes import Outboxes
from watai.server.transport.tcp import TcpChannel
from watai.server.transport.tls import TlsChannel
from watai.server.transport.visit import PeerVisit
from watai.server.web.policy import origins
from watai.server.web.site import Site

if sys.platform != "win32":
    import resource

log = logging.getLogger("watai.acceptor")

FULL_PAUSE = 0.1  # seconds before the next try when the process is out of descriptors
RESERVED_DESCRIPTORS = 32
"""Not for connections: a server that is full still answers /healthz and /metrics, writes its journal and reads replays."""

MOST_NAMED = 100
"""Nodes to which a page may follow: their addresses are in the head of every page."""


def most_descriptors() -> float:
    """How many files this process may have open. The system gives a new one the lowest free number below this."""
    if sys.platform == "win32":
        return inf
    most, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return inf if most == resource.RLIM_INFINITY else most


class Acceptor:
    """From a listening socket to a connection of the loop."""

    def __init__(self, config: Config, loop: Loop) -> None:
        self._config = config
        self._loop = loop
        self._tls = tls_context(config)
        self._first_stage = "request" if self._tls is None else "tls"
        self._listed = frozenset(config.origin.lower().split())
        self._origins = set(self._listed)
        """The sites whose pages may connect, besides the host itself."""
        self._site = Site.read() if config.web == "on" else None
        if self._site is not None and config.moved_to:
            self._site.name_nodes([config.moved_to])
        self._outboxes = Outboxes(config.limits.outbox_total_bytes)
        self._handshakes: dict[Caller, None] = {}
        """The newest sockets, the oldest first."""
        self._anteroom: Anteroom | None = None

    def tell_nodes(self, addresses: Sequence[str]) -> None:
        """The addresses of the cluster's nodes have changed: pages come from all of them, and follow to the first."""
        self._origins.clear()
        self._origins |= self._listed | origins(addresses)
        if self._site is not None:
            self._site.name_nodes(addresses[:MOST_NAMED])

    async def run(self, listeners: Sequence[socket.socket], connections: trio.Nursery) -> None:
        """Accept every peer at these addresses; each is served in the nursery `connections`."""
        async with trio.open_nursery() as nursery:
            if has_anteroom():
                self._anteroom = self._open_anteroom(connections)
                nursery.start_soon(self._anteroom.run)
            for each in listeners:
                nursery.start_soon(self._accept, each, connections)

    def _open_anteroom(self, connections: trio.Nursery) -> Anteroom:
        limits = self._config.limits
        return Anteroom(
            whole_request if self._tls is None else whole_record,
            handshake.HEAD_BYTES + 1,
            limits.silence_seconds,
            partial(self._start, connections),
            self._turn_away,
        )

    async def _accept(self, listener: socket.socket, connections: trio.Nursery) -> None:
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
            if peer.fileno() >= most_descriptors() - RESERVED_DESCRIPTORS:
                self._loop.counters.turned_away["descriptors"] += 1
                peer.close()
            else:
                self._admit(peer, str(address[0]), connections)

    def _admit(self, peer: socket.socket, host: str, connections: trio.Nursery) -> None:
        if (full := self._full(host)) is not None:
            self._loop.counters.turned_away[full] += 1
            peer.close()
        else:
            self._loop.addresses[network(host)] += 1
            self._loop.accepted += 1
            self._make_room()
            now = trio.current_time()
            caller = Caller(peer, host, now, now + self._config.limits.handshake_seconds)
            self._handshakes[caller] = None
            if self._anteroom is None:
                self._start(connections, caller)
            else:
                self._anteroom.add(caller)

    def _full(self, host: str) -> str | None:
        """The limit that forbids one more connection from this address, if one does."""
        limits = self._config.limits
        if self._loop.accepted >= limits.connections:
            return "connections"
        if self._loop.addresses[network(host)] >= limits.connections_per_address:
            return "connections_per_address"
        return None

    def _make_room(self) -> None:
        """Cut off the oldest handshakes if there are too many: an honest peer's is over in no time."""
        while len(self._handshakes) >= self._config.limits.handshakes:
            oldest = next(iter(self._handshakes))
            if self._anteroom is not None and self._anteroom.remove(oldest):
                self._turn_away(oldest, "evicted")
                continue
            del self._handshakes[oldest]
            stage = self._stage(oldest)
            if stage != "done":
                self._loop.counters.handshakes_failed[stage, "evicted"] += 1
                if oldest.scope is not None:
                    oldest.scope.cancel()

    def _stage(self, caller: Caller) -> str:
        return self._first_stage if caller.visit is None else caller.visit.stage

    def _turn_away(self, caller: Caller, why: str) -> None:
        """A peer leaves the anteroom without having said what it wants; `why` is empty if that was its own doing."""
        if why:
            self._loop.counters.handshakes_failed[self._first_stage, why] += 1
        caller.socket.close()
        self._left(caller)

    def _left(self, caller: Caller) -> None:
        """A socket is closed."""
        self._handshakes.pop(caller, None)
        loop, address = self._loop, network(caller.host)
        loop.accepted -= 1
        loop.addresses[address] -= 1
        if not loop.addresses[address]:
            del loop.addresses[address]

    def _start(self, connections: trio.Nursery, caller: Caller) -> None:
        caller.scope = trio.CancelScope()
        connections.start_soon(self._serve, caller, caller.scope)

    async def _serve(self, caller: Caller, scope: trio.CancelScope) -> None:
        """Serve a peer from its first byte to its last."""
        loop, host = self._loop, caller.host
        visit: PeerVisit | None = None
        try:
            with scope:
                channel = await self._channel(caller.socket, host, caller.deadline)
                if channel is not None:
                    visit = caller.visit = self._visit(channel)
                    loop.opened(visit.connection)
                    log.debug("connection opened", extra={"peer": host})
                    await visit.serve(caller.deadline)
        except* Exception:  # a bug of ours: this connection dies, and no other
            log.exception("a connection broke", extra={"peer": host})
        finally:
            if visit is None:
                caller.socket.close()
            else:
                visit.connection.channel.close()
                loop.closed(visit.connection)
                self._record_end(visit, host)
                visit.connection.release()
            caller.visit = caller.scope = None
            self._left(caller)

    def _visit(self, channel: Channel) -> PeerVisit:
        loop, proxied = self._loop, self._config.behind_proxy == "yes"
        connection = Connection(
            channel, loop.limits, loop.receive, loop.flush_later, loop.poller, proxied
        )
        return PeerVisit(connection, loop.limits, self._origins, loop.settle, self._site)

    def _record_end(self, visit: PeerVisit, host: str) -> None:
        fault, failure = visit.connection.fault, visit.handshake_failure
        if visit.pages is not None:
            self._loop.counters.pages.update(visit.pages.answered)
        if failure:
            self._loop.counters.handshakes_failed[visit.stage, failure] += 1
        if fault is not None:
            self._loop.counters.ended(fault)
            details = {"peer": host, "code": fault.close_code, "why": fault.why}
            log.debug("connection closed", extra=details)

    async def _channel(self, peer: socket.socket, host: str, deadline: float) -> Channel | None:
        """The peer's bytes, after the TLS handshake if there is one; None if that fails."""
        buffer = self._config.limits.send_buffer_bytes
        peer.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, buffer)
        outbox = self._config.limits.outbox_bytes
        if self._tls is None:
            return TcpChannel(peer, host, outbox, self._outboxes)
        channel = TlsChannel(peer, host, outbox, self._tls, self._outboxes)
        failed = self._loop.counters.handshakes_failed
        done = False
        try:
            with trio.move_on_at(deadline):
                done = await channel.shake_hands()
                if not done:
                    failed["tls", "broken"] += 1
                return channel if done else None
            failed["tls", "timeout"] += 1
            return None
        finally:
            if not done:
                channel.close()  # or its memory would wait for the garbage collector
