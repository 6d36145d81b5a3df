"""A real Redis for tests, on a free port and in a folder of its own; it can be killed, stopped and started again."""

import os
import signal
import socket
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trio

from tests.support.programs import require
from tests.support.server.server_process import PATIENCE, reserved_port
from watai.server.cluster import redis_client
from watai.server.cluster.redis import Redis
from watai.server.cluster.redis_client import connect

POLL = 0.01
"""Seconds between two looks at what cannot be waited for. Nothing depends on how long it is."""


class RedisServer:
    """One redis-server that keeps everything it acknowledges, as far as its process is concerned."""

    def __init__(self, program: str, port: int, folder: Path) -> None:
        self.port = port
        self._program = program
        self._folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}"

    async def start(self) -> None:
        """Returns when it answers."""
        self._process = process = self._launch()
        while not await trio.to_thread.run_sync(self._answers):
            assert process.poll() is None, self._log()
            await trio.sleep(POLL)

    def _launch(self) -> subprocess.Popen[bytes]:
        where = ["--port", str(self.port), "--bind", "127.0.0.1", "--dir", str(self._folder)]
        # with `everysec`, Redis answers before it has written anything while it syncs
        how = ["--appendonly", "yes", "--appendfsync", "always", "--save", "", "--daemonize", "no"]
        with (self._folder / "redis.log").open("ab") as log:
            return subprocess.Popen(
                [self._program, *where, *how], stdout=log, stderr=log, cwd=self._folder
            )

    def _log(self) -> str:
        return (self._folder / "redis.log").read_text()

    def _answers(self) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=1) as probe:
                probe.sendall(b"PING\r\n")
                return probe.recv(16).startswith(b"+PONG")
        except OSError:
            return False

    @asynccontextmanager
    async def connect(self) -> AsyncIterator[Redis]:
        """A client that is open within the block."""
        async with connect(self.url) as client:
            yield client

    async def lose_last(self, stream: str) -> None:
        """Forget the last record of a stream."""
        async with connect(self.url) as client:
            (last,) = await client._pool.xrevrange(stream, count=1)
            await client._pool.xdel(stream, [last.identifier])

    async def write(self, key: str, value: str) -> None:
        """Set a string to something else, or take it away if the value is empty."""
        async with connect(self.url) as client:
            await (client._pool.set(key, value) if value else client._pool.delete([key]))

    def kill(self) -> None:
        """kill -9."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()
        self._process = None

    def stall(self, stalled: bool) -> None:
        """Let it answer nothing, or answer again."""
        assert self._process is not None
        os.kill(self._process.pid, signal.SIGSTOP if stalled else signal.SIGCONT)

    @property
    def running(self) -> bool:
        return self._process is not None


@asynccontextmanager
async def redis_server(folder: Path) -> AsyncIterator[RedisServer]:
    """A running Redis, killed at the end. Bounds the test's time; skips the test if there is no Redis.

    However slow this machine is, nobody in this process takes a Redis that runs for one that is away.
    """
    program = require("redis")
    with (
        trio.fail_after(PATIENCE),
        reserved_port() as port,
        pytest.MonkeyPatch.context() as patch,
    ):
        for deadline in "CONNECT_SECONDS", "ANSWER_SECONDS", "QUESTION_SECONDS":
            patch.setattr(redis_client, deadline, PATIENCE)
        server = RedisServer(program, port, folder)
        await server.start()
        try:
            yield server
        finally:
            if server.running:
                server.kill()
