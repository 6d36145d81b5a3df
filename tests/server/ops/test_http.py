"""/metrics and /healthz when things go wrong: a killed server, and a process without descriptors."""

import os
import resource
import urllib.request
from pathlib import Path

import pytest
import trio

from tests.support.server.raw_client import RawClient
from tests.support.server.server_process import NO_LIMITS, PATIENCE, server_process

pytestmark = pytest.mark.slow

PORT = 9777


def own_address() -> str:
    """A loopback address that no other process of the tests uses, so that PORT is free there."""
    return f"127.{1 + os.getpid() // 65_536 % 200}.{os.getpid() // 256 % 256}.{os.getpid() % 256}"


def fetch(url: str) -> bytes:
    with urllib.request.urlopen(url, timeout=PATIENCE) as answer:
        body: bytes = answer.read()
        return body


async def test_hole_1_the_metrics_port_is_free_at_once_after_a_scrape_and_a_kill(
    tmp_path: Path,
) -> None:
    host = own_address()
    flags = [f"--metrics-host={host}", f"--metrics-port={PORT}"]
    async with server_process(tmp_path, NO_LIMITS, *flags) as server:
        for end in (server.kill, server.stop, server.kill):
            body = await trio.to_thread.run_sync(fetch, f"http://{host}:{PORT}/metrics")
            assert b"watai_connections" in body
            await end()
            await server.start()


async def test_hole_16_healthz_answers_when_connections_have_used_up_the_descriptors(
    tmp_path: Path,
) -> None:
    where = f"http://{own_address()}:{PORT}"
    flags = [f"--metrics-host={own_address()}", f"--metrics-port={PORT}"]
    async with server_process(tmp_path, {"handshake_seconds": PATIENCE}, *flags) as server:
        resource.prlimit(server.pid, resource.RLIMIT_NOFILE, (64, 64))
        crowd = [await RawClient.dial(server) for _ in range(80)]
        assert await crowd[-1].rest() == b""  # turned away
        assert await trio.to_thread.run_sync(fetch, f"{where}/healthz") == b"ok\n"
        metrics = await trio.to_thread.run_sync(fetch, f"{where}/metrics")
        assert b'watai_connections_turned_away_total{limit="descriptors"}' in metrics
        assert b"process_open_fds" in metrics
        for peer in crowd:
            await peer.aclose()
        while True:
            peer = await RawClient.dial(server)
            if await peer.request(subprotocol=peer.codec.name) == 101:
                break
            await peer.aclose()
        await peer.hello()
        await peer.aclose()
