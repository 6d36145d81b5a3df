"""The nursery tree of a server, and the order in which it starts and stops.

serve
├─ ears          all that came together is read, and committed
├─ passes        the house commits what is due, or came otherwise
├─ errands       what takes long is told, in a thread
├─ pulse         how late the loop is
├─ heartbeat     silent peers are pinged, dead ones closed
├─ sounding      racers are pinged, to know how far away they are
├─ maintenance   checkpoints and retention, in a thread
├─ collector     Python's garbage, in small portions
├─ signals       SIGTERM and SIGINT ask for a graceful stop
└─ reception ×n  one accept loop per address
   └─ connection ×n
"""

import logging
import signal
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import trio

from server.acceptor import Reception
from server.dispatch.loop import House
from server.listeners import cannot_listen, listen
from server.ops.gc_policy import Collector
from server.ops.health import Health
from server.ops.heartbeat import beat
from server.ops.http import serve_status
from server.ops.prometheus import Metrics
from server.ops.rtt_probe import sound
from server.settings.config import Config
from server.storage.journal import Journal, JournalError
from server.storage.sqlite.writer import SqliteJournal
from server.transport.closing import Ending
from server.transport.poller import ears

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
        self.house = House(journal, config.limits, self.metrics, config.moved_to)
        self.metrics.watch(self.house)
        self.health = Health(self.house, self.metrics)
        self.status_address: tuple[str, int] | None = None
        """Where /metrics and /healthz are, while they are."""
        self._ears = self.house.ears = ears()
        self._reception = Reception(config, self.house)
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
            if self._ears is not None:
                nursery.start_soon(self._ears.run, self.house.listen, self.house.decide)
            nursery.start_soon(self.house.errands.run, self.house.connections)
            nursery.start_soon(self.health.beat)
            nursery.start_soon(beat, self.house)
            nursery.start_soon(sound, self.house.lobby)
            nursery.start_soon(self._maintain)
            if self._collector is not None:
                nursery.start_soon(self._collector.run, lambda: self.house.decided)
            await nursery.start(self._heed_signals)
            async with trio.open_nursery() as guests:
                async with trio.open_nursery() as doors:
                    for each in sockets:
                        doors.start_soon(self._reception.accept, each, guests)
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

    # what goes on beside

    async def _maintain(self) -> None:
        tidied = trio.current_time()
        while True:
            await trio.sleep(MAINTENANCE_SECONDS)
            try:
                await trio.to_thread.run_sync(self.house.journal.maintain, int(time.time()))
            except JournalError as error:  # it comes again; the passes find out if it is serious
                self.metrics.maintenance_failures += 1
                log.warning("journal maintenance failed", extra={"error": str(error)})
            if trio.current_time() - tidied > TIDYING_SECONDS:
                tidied = trio.current_time()
                self.house.guests.tidy()

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


def open_journal(config: Config) -> Journal:
    """The journal the configuration asks for."""
    return SqliteJournal(
        Path(config.journal),
        durability="power" if config.durability == "power" else "process",
        keep_days=config.keep_days,
        keep_games=config.keep_games,
    )
