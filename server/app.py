"""The nursery tree of a server, and the order in which it starts and stops.

serve
├─ passes        the house commits
├─ pulse         how late the loop is
├─ heartbeat     silent peers are pinged, dead ones closed
├─ maintenance   checkpoints and retention, in a thread
├─ signals       SIGTERM and SIGINT ask for a graceful stop
└─ listener ×n   one accept loop per address
   └─ connection ×n
"""

import logging
import signal
import socket
import ssl
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import trio

from protocol.errors import ProtocolError
from server.collector import Collector
from server.config import Config
from server.connection import Connection, Ending
from server.door import cannot_listen, listen, tls_context
from server.health import Health
from server.house import House
from server.journal import Journal, JournalError
from server.journal_sqlite import SqliteJournal
from server.metrics import Metrics
from server.status import serve_status
from server.wire import TcpWire, TlsWire, Wire

log = logging.getLogger("watai.app")

MAINTENANCE_SECONDS = 1.0
TIDYING_SECONDS = 3600.0


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
        self.health = Health(self.house, self.metrics)
        self.status_address: tuple[str, int] | None = None
        """Where /metrics and /healthz are, while they are."""
        self._tls = tls_context(config)
        self._stop = trio.Event()
        self._fault: JournalError | None = None

    async def run(self, ready: Callable[[list[tuple[str, int]]], None]) -> None:
        """Serve until somebody asks for the end; `ready` is told the addresses."""
        recovered = self.house.recover()
        if recovered:
            log.info("rooms recovered", extra={"rooms": recovered})
        with ExitStack() as doors:
            sockets = [doors.enter_context(each) for each in await listen(self.config)]
            doors.enter_context(self._status())
            await self._serve_all(sockets, ready)
        if self._fault is not None:
            raise self._fault
        self.house.commit()

    async def _serve_all(
        self, sockets: list[socket.socket], ready: Callable[[list[tuple[str, int]]], None]
    ) -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._pass)
            nursery.start_soon(self.health.beat)
            nursery.start_soon(self._beat)
            nursery.start_soon(self._maintain)
            await nursery.start(self._heed_signals)
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

    def stop(self) -> None:
        """Ask for a graceful end."""
        self.house.lobby.stopping = True
        self._stop.set()

    @contextmanager
    def _status(self) -> Iterator[None]:
        """/metrics and /healthz, if they are wanted."""
        host, port = self.config.metrics_host, self.config.metrics_port
        if port < 0:
            yield
            return
        try:
            server = serve_status(self.metrics.registry, self.health, host, port)
        except OSError as error:
            raise cannot_listen(host, port, "--metrics-port", error) from None
        self.status_address = (host, server.server_port)
        try:
            yield
        finally:
            server.shutdown()
            server.server_close()

    async def _pass(self) -> None:
        """Commit until the journal fails; what it did not take is never told to anybody."""
        try:
            await self.house.run()
        except JournalError as error:
            log.critical("the journal has failed", extra={"error": str(error)})
            self._fault = error
            self.stop()

    async def _accept(self, listener: socket.socket, guests: trio.Nursery) -> None:
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
        if (full := self._full(host)) is not None:
            self.metrics.turned_away[full] += 1
            peer.close()
        else:
            self.house.addresses[host] += 1
            guests.start_soon(self._serve, peer, host)

    def _full(self, host: str) -> str | None:
        """The limit that forbids one more connection from there, if one does."""
        limits = self.config.limits
        if len(self.house.connections) >= limits.connections:
            return "connections"
        if self.house.addresses[host] >= limits.connections_per_address:
            return "connections_per_address"
        return None

    async def _serve(self, peer: socket.socket, host: str) -> None:
        house, limits = self.house, self.config.limits
        connection: Connection | None = None
        try:
            wire = await self._wire(peer, host)
            if wire is None:
                return
            connection = Connection(wire, limits, house.receive, house.flush_later)
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
            self.metrics.ended(fault)
            details = {"peer": host, "code": fault.close_code, "why": fault.why}
            log.debug("connection closed", extra=details)

    async def _wire(self, peer: socket.socket, host: str) -> Wire | None:
        buffer = self.config.limits.send_buffer_bytes
        peer.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, buffer)
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

    async def _beat(self) -> None:
        """Ping who is silent, close who is dead. One timer for all."""
        limits = self.config.limits
        pause = limits.heartbeat_seconds / 2
        while True:
            await trio.sleep(pause)
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
            except JournalError as error:  # it comes again; the passes find out if it is serious
                self.metrics.maintenance_failures += 1
                log.warning("journal maintenance failed", extra={"error": str(error)})
            if self._collector is not None:
                busy, decided = self.house.decided > decided, self.house.decided
                self._collector.tend(trio.current_time(), busy=busy)
            if trio.current_time() - tidied > TIDYING_SECONDS:
                tidied = trio.current_time()
                self.house.tidy()

    async def _heed_signals(self, task_status: trio.TaskStatus[None]) -> None:
        with trio.open_signal_receiver(signal.SIGTERM, signal.SIGINT) as signals:
            task_status.started()  # before anybody hears that we run, and sends us one
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


def open_journal(config: Config) -> Journal:
    """The journal the configuration asks for."""
    return SqliteJournal(
        Path(config.journal),
        durability="power" if config.durability == "power" else "process",
        keep_days=config.keep_days,
        keep_games=config.keep_games,
    )
