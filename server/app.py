"""The nursery tree of a server, and the order in which it starts and stops.

serve
├─ passes        the house commits
├─ heartbeat     silent peers are pinged, dead ones closed
├─ maintenance   checkpoints and retention, in a thread
├─ signals       SIGTERM and SIGINT ask for a graceful stop
└─ listener ×n   one accept loop per address
   └─ connection ×n
"""

import errno
import logging
import signal
import socket
import ssl
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import trio

from protocol.errors import ProtocolError
from server.collector import Collector
from server.config import Config
from server.connection import Connection, Ending
from server.house import House
from server.journal import Journal, JournalError
from server.journal_sqlite import SqliteJournal
from server.metrics import Metrics, serve_metrics
from server.wire import TcpWire, TlsWire, Wire

log = logging.getLogger("watai.app")

BACKLOG = 1024
MAINTENANCE_SECONDS = 1.0
TIDYING_SECONDS = 3600.0


class CannotStart(Exception):
    """The server cannot run like this: one line that says why and what to do."""


class App:
    """One server process."""

    def __init__(
        self, config: Config, journal: Journal, collector: Collector | None = None
    ) -> None:
        self.config = config
        self._collector = collector
        self.metrics = Metrics()
        self.house = House(journal, config.limits, self.metrics)
        self.metrics.watch(self.house)
        self._tls = _tls_context(config)
        self._per_address: Counter[str] = Counter()
        self._stop = trio.Event()
        self._failure: JournalError | None = None

    async def run(self, ready: Callable[[list[tuple[str, int]]], None]) -> None:
        """Serve until somebody asks for the end; `ready` is told the addresses."""
        recovered = self.house.recover()
        if recovered:
            log.info("rooms recovered", extra={"rooms": recovered})
        sockets = await self._listen()
        if self.config.metrics_port:
            self._serve_metrics()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._pass)
            nursery.start_soon(self._beat)
            nursery.start_soon(self._maintain)
            nursery.start_soon(self._heed_signals)
            async with trio.open_nursery() as guests:
                async with trio.open_nursery() as doors:
                    for each in sockets:
                        doors.start_soon(self._accept, each, guests)
                    ready([each.getsockname()[:2] for each in sockets])
                    await self._stop.wait()
                    doors.cancel_scope.cancel()  # or those sent away would come straight back
                await self._say_goodbye()
                guests.cancel_scope.cancel()
            nursery.cancel_scope.cancel()
        if self._failure is not None:
            raise self._failure
        self.house.commit()

    def stop(self) -> None:
        """Ask for a graceful end."""
        self.house.lobby.stopping = True
        self._stop.set()

    async def _listen(self) -> list[socket.socket]:
        config = self.config
        try:
            listeners = await trio.open_tcp_listeners(
                config.port, host=config.host, backlog=BACKLOG
            )
        except OSError as error:
            if error.errno == errno.EADDRINUSE or "in use" in str(error):
                why = "something listens there already; choose another --port"
            else:
                why = error.strerror or str(error)
            raise CannotStart(f"cannot listen on {config.host} port {config.port}: {why}") from None
        return [_take_socket(each) for each in listeners]

    def _serve_metrics(self) -> None:
        port = self.config.metrics_port
        try:
            serve_metrics(self.metrics, "127.0.0.1", port)
        except OSError as error:
            raise CannotStart(f"cannot serve metrics on port {port}: {error.strerror}") from None

    async def _accept(self, listener: socket.socket, guests: trio.Nursery) -> None:
        with listener:
            while True:
                await trio.lowlevel.wait_readable(listener)
                try:
                    peer, address = listener.accept()
                except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                    continue
                except OSError as error:  # out of descriptors: wait for some to come back
                    log.warning("cannot accept", extra={"error": str(error)})
                    await trio.sleep(0.1)
                    continue
                self._admit(peer, str(address[0]), guests)

    def _admit(self, peer: socket.socket, host: str, guests: trio.Nursery) -> None:
        limits = self.config.limits
        full = len(self.house.connections) >= limits.connections
        if full or self._per_address[host] >= limits.connections_per_address:
            peer.close()
        else:
            self._per_address[host] += 1
            guests.start_soon(self._serve, peer, host)

    async def _serve(self, peer: socket.socket, host: str) -> None:
        house, limits = self.house, self.config.limits
        connection: Connection | None = None
        try:
            wire = await self._wire(peer, host)
            if wire is None:
                return
            connection = Connection(wire, limits, house.receive, house.flush_later)
            house.arrived(connection)
            await connection.serve()
        except* Exception:  # our bug: this connection dies, and only this connection
            log.exception("a connection broke", extra={"peer": host})
        finally:
            if connection is not None:
                connection.wire.close()
                house.gone(connection)
                if connection.fault is not None:
                    self.metrics.closed.labels(connection.fault.close_code).inc()
            self._per_address[host] -= 1
            if not self._per_address[host]:
                del self._per_address[host]

    async def _wire(self, peer: socket.socket, host: str) -> Wire | None:
        outbox = self.config.limits.outbox_bytes
        if self._tls is None:
            return TcpWire(peer, host, outbox)
        stream = trio.SSLStream(
            trio.SocketStream(trio.socket.from_stdlib_socket(peer)),
            self._tls,
            server_side=True,
            https_compatible=True,
        )
        with trio.move_on_after(self.config.limits.handshake_seconds):
            try:
                await stream.do_handshake()
            except (trio.BrokenResourceError, ssl.SSLError):
                peer.close()
                return None
            return TlsWire(stream, host, outbox)
        peer.close()
        return None

    # what goes on beside

    async def _pass(self) -> None:
        """Commit until the journal fails; what it did not take is never told to anybody."""
        try:
            await self.house.run()
        except JournalError as error:
            log.critical("the journal has failed", extra={"error": str(error)})
            self._failure = error
            self.stop()

    async def _beat(self) -> None:
        """Ping who is silent, close who is dead. One timer for all."""
        limits = self.config.limits
        pause = limits.heartbeat_seconds / 2
        while True:
            due = trio.current_time() + pause
            await trio.sleep_until(due)
            self.metrics.loop_lag.set(trio.current_time() - due)
            now = time.monotonic_ns()
            for connection in list(self.house.connections):
                silence = (now - connection.heard) / 1e9
                idle = (now - connection.spoke) / 1e9
                if silence > limits.silence_seconds:
                    connection.end(Silent("no sign of life from you"))
                elif connection.room is None and idle > limits.idle_seconds:
                    connection.end(Ending(1000, "you have said nothing for a long time"))
                elif silence > limits.heartbeat_seconds:
                    connection.ping(now)

    async def _maintain(self) -> None:
        tidied, decided = trio.current_time(), 0
        while True:
            await trio.sleep(MAINTENANCE_SECONDS)
            try:
                await trio.to_thread.run_sync(self.house.journal.maintain, int(time.time()))
            except JournalError as error:  # what matters is whether it still takes commits
                log.warning("cannot tidy the journal", extra={"error": str(error)})
            if self._collector is not None:
                busy, decided = self.house.decided > decided, self.house.decided
                self._collector.tend(trio.current_time(), busy=busy)
            if trio.current_time() - tidied > TIDYING_SECONDS:
                tidied = trio.current_time()
                self.house.tidy()

    async def _heed_signals(self) -> None:
        with trio.open_signal_receiver(signal.SIGTERM, signal.SIGINT) as signals:
            async for number in signals:
                log.info("stopping", extra={"signal": signal.Signals(number).name})
                self.stop()

    async def _say_goodbye(self) -> None:
        """Tell everybody, and wait a little for their close frames."""
        ending = Ending(1001, "the server is stopping; come back in a moment")
        for connection in list(self.house.connections):
            connection.end(ending)
        with trio.move_on_after(self.config.limits.stop_seconds):
            await self.house.empty()


class Silent(ProtocolError):
    """A peer that is no longer there."""

    close_code = 4008


def _take_socket(listener: trio.SocketListener) -> socket.socket:
    """The listener's socket for our own accept loop, which never waits for a task to run."""
    own = socket.socket(fileno=socket.dup(listener.socket.fileno()))
    own.setblocking(False)
    listener.socket.close()
    return own


def _tls_context(config: Config) -> ssl.SSLContext | None:
    if not config.tls_cert and not config.tls_key:
        return None
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    try:
        context.load_cert_chain(config.tls_cert, config.tls_key or None)
    except (OSError, ssl.SSLError) as error:
        raise CannotStart(f"cannot use the TLS certificate {config.tls_cert}: {error}") from None
    return context


def open_journal(config: Config) -> Journal:
    """The journal the configuration asks for."""
    return SqliteJournal(
        Path(config.journal),
        durability="power" if config.durability == "power" else "process",
        keep_days=config.keep_days,
        keep_games=config.keep_games,
    )
