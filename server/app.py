"""The nursery tree of a server, and the order in which it starts and stops.

serve
├─ loop            passes: read, answer, submit, write
├─ slow replies    replays, made in a thread
├─ public rooms    what changes in their list, to those who follow it
├─ bots            processes in which slow bots think
├─ health          measures how late the loop wakes a timer
├─ heartbeat       pings silent peers, closes dead ones
├─ RTT probe       pings racers, to measure their round trips
├─ maintenance     checkpoints and retention of the journal, in a thread
├─ garbage         a thorough garbage collection when nobody says anything
├─ signals         SIGTERM and SIGINT ask for a graceful stop
└─ acceptor        one accept loop per address, and the anteroom for requests that are not whole
   └─ connection ×n
"""

import logging
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import trio

from watai.server import clock
from watai.server.acceptor import Acceptor
from watai.server.dispatch.loop import Loop
from watai.server.listeners import CannotStart, cannot_listen, listen
from watai.server.ops.distance_updates import tell_distances
from watai.server.ops.gc_policy import GcPolicy
from watai.server.ops.health import Health
from watai.server.ops.heartbeat import heartbeat
from watai.server.ops.http import serve_status
from watai.server.ops.prometheus import Exposition
from watai.server.ops.rtt_probe import probe_rtts
from watai.server.settings.config import Config
from watai.server.storage.journal import Journal, JournalError, JournalGone, OtherVersion
from watai.server.storage.sqlite.writer import SqliteJournal
from watai.server.transport import closing
from watai.server.transport.closing import Ending
from watai.server.transport.poller import open_poller

if TYPE_CHECKING:
    from watai.server.cluster.node import Node

log = logging.getLogger("watai.app")

MAINTENANCE_SECONDS = 1.0
TIDYING_SECONDS = 3600.0


class App:
    """One server process."""

    def __init__(self, config: Config, journal: Journal, gc_policy: GcPolicy | None = None) -> None:
        self.config = config
        self.node = _open_node(config, journal)
        """This server's part in a cluster, if it has one."""
        if self.node is not None:
            journal = self.node.journal
        proxied, processes = config.behind_proxy == "yes", config.limits.bot_processes
        self.loop = Loop(journal, config.limits, config.moved_to, open_poller(), proxied, processes)
        if self.node is not None:
            self.node.attach(self.loop)
        self.health = Health(self.loop)
        self.status_address: tuple[str, int] | None = None
        """Where /metrics and /healthz are served, while they are."""
        self._gc_policy = gc_policy
        if gc_policy is not None:
            self.loop.counters.longest_collections = gc_policy.longest
        self._acceptor = Acceptor(config, self.loop)
        if self.node is not None:
            self.node.sites.tell = self._acceptor.tell_nodes
        self._stop = trio.Event()
        self._fault: JournalError | None = None

    async def run(self, ready: Callable[[list[tuple[str, int]]], None]) -> None:
        """Serve until `stop` is called; `ready` is called with the addresses."""
        recovered = self.loop.recover()
        if missing := self.loop.journal.missing:
            log.error(
                "the journal ends before what the last server had stored: "
                "its end was lost, or an older copy was put in its place",
                extra={"records": missing},
            )
        if recovered:
            log.info("rooms recovered", extra={"rooms": recovered})
        with ExitStack() as open_sockets:
            sockets = [open_sockets.enter_context(each) for each in await listen(self.config)]
            open_sockets.enter_context(self._status())
            try:
                await self._serve_all(sockets, ready)
            except* OtherVersion as group:  # of the Redis
                self._fault = _first(group)
        if self._fault is not None:
            raise self._fault
        self.loop.run_pass()

    async def _serve_all(
        self, sockets: list[socket.socket], ready: Callable[[list[tuple[str, int]]], None]
    ) -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._run_loop)
            nursery.start_soon(self.loop.dispatcher.slow_replies.run)
            nursery.start_soon(self.loop.lobby.public.run)
            if self.loop.lobby.bots is not None:
                nursery.start_soon(self.loop.lobby.bots.run)
            nursery.start_soon(self.health.measure)
            nursery.start_soon(heartbeat, self.loop)
            nursery.start_soon(probe_rtts, self.loop.lobby, self.loop.counters)
            nursery.start_soon(tell_distances, self.loop.lobby)
            nursery.start_soon(self._maintain)
            if self._gc_policy is not None:
                nursery.start_soon(self._gc_policy.run, lambda: self.loop.messages_answered)
            if self.node is not None:
                await nursery.start(self.node.run, self._advertised(sockets))
                nursery.start_soon(self._drain)
            await nursery.start(self._heed_signals)
            async with trio.open_nursery() as connections:
                async with trio.open_nursery() as acceptors:
                    acceptors.start_soon(self._acceptor.run, sockets, connections)
                    ready([each.getsockname()[:2] for each in sockets])
                    await self._stop.wait()
                    acceptors.cancel_scope.cancel()  # or peers sent away would come straight back
                await self._say_goodbye()
                connections.cancel_scope.cancel()
            if self.node is not None:
                self.loop.run_pass()
                with trio.move_on_after(closing.GOODBYE_SECONDS):
                    await self.node.leave()
            nursery.cancel_scope.cancel()

    def _advertised(self, sockets: list[socket.socket]) -> str:
        """Where clients reach this server."""
        host, port = sockets[0].getsockname()[:2]
        scheme = "wss" if self.config.tls_cert else "ws"
        near = f"[{host}]" if ":" in host else host
        return self.config.advertise or f"{scheme}://{near}:{port}"

    async def _drain(self) -> None:
        """When a signal or an operator asks for it, hand all rooms over to the other servers of the cluster, and stop."""
        assert self.node is not None
        await self.node.draining.run()
        self.stop()

    def stop(self) -> None:
        """Ask for a graceful end."""
        self.loop.lobby.stopping = True
        self._stop.set()

    @contextmanager
    def _status(self) -> Iterator[None]:
        """Serve /metrics and /healthz if a port is configured."""
        host, port = self.config.metrics_host, self.config.metrics_port
        if port < 0:
            yield
            return
        try:
            server = serve_status(Exposition(self.loop).registry, self.health, host, port)
        except OSError as error:
            raise cannot_listen(host, port, "--metrics-port", error) from None
        self.status_address = (host, server.server_port)
        try:
            yield
        finally:
            server.shutdown()
            server.server_close()

    async def _run_loop(self) -> None:
        """Run passes until the journal fails; what it did not take is never sent to anybody."""
        try:
            await self.loop.run()
        except JournalError as error:
            self._journal_failed(error)

    def _journal_failed(self, error: JournalError) -> None:
        """Stop the server: nothing can be acknowledged any more."""
        if self._fault is None:
            log.critical("the journal has failed", extra={"error": str(error)})
            self.loop.standstill.fault = str(error)
            self._fault = error
        self.stop()

    async def _maintain(self) -> None:
        tidied = trio.current_time()
        while True:
            await trio.sleep(MAINTENANCE_SECONDS)
            self.loop.login.forget_absent(clock.unix())
            try:
                await trio.to_thread.run_sync(self.loop.journal.maintain, clock.unix())
            except JournalGone as gone:
                self._journal_failed(gone)
                return
            except JournalError as error:  # tried again; the loop finds out if it is serious
                self.loop.counters.maintenance_failures += 1
                log.warning("journal maintenance failed", extra={"error": str(error)})
            if trio.current_time() - tidied > TIDYING_SECONDS:
                tidied = trio.current_time()
                self.loop.lobby.session_journal.write_all()

    async def _heed_signals(self, task_status: trio.TaskStatus[None]) -> None:
        """A signal stops the server. A node of a cluster drains first, unless there is a second signal."""
        with trio.open_signal_receiver(signal.SIGTERM, signal.SIGINT) as signals:
            task_status.started()  # before `ready` lets anybody send one
            draining = False
            async for number in signals:
                log.info("stopping", extra={"signal": signal.Signals(number).name})
                if self.node is None or draining:
                    self.stop()
                else:
                    draining = True
                    self.node.draining.ask(self.config.drain_seconds)

    async def _say_goodbye(self) -> None:
        """Tell every peer, and wait a little for their close frames."""
        others = [] if self.node is None else self.node.addresses()
        ending = Ending(
            *(1001, "the server is stopping; come back in a moment"), others[0] if others else None
        )
        for connection in list(self.loop.connections):
            connection.end(ending)
        with trio.move_on_after(self.config.limits.stop_seconds):
            await self.loop.empty()


def _open_node(config: Config, games: Journal) -> "Node | None":
    """This server's part in a cluster. Only then coredis is needed."""
    if not config.redis:
        return None
    try:
        from watai.server.cluster.node import Node
        from watai.server.cluster.redis_client import RedisClient
    except ImportError:
        raise CannotStart("--redis needs a library: pip install 'watai-arena[redis]'") from None
    return Node(RedisClient(config.redis), games)


def _first(error: BaseException) -> JournalError:
    """What a task has failed with, out of the groups that its nurseries have put around it."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    assert isinstance(error, JournalError)
    return error


def open_journal(config: Config) -> Journal:
    """The journal the configuration asks for."""
    return SqliteJournal(
        Path(config.journal),
        durability="power" if config.durability == "power" else "process",
        keep_days=config.keep_days,
        keep_games=config.keep_games,
    )
