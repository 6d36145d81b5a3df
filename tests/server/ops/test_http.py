"""/metrics and /healthz when things go wrong: a killed server, and a process without descriptors."""

import os
import resource
import socket
import urllib.request
from pathlib import Path

import pytest
import trio

from tests.support.server.raw_client import RawClient
from tests.support.server.server_process import NO_LIMITS, PATIENCE, server_process
from watai.server.ops import http

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


async def test_a_peer_that_falls_silent_on_the_status_port_is_no_error(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """It wrote a traceback, which is no line of a log."""
    monkeypatch.setattr(http._Quiet, "timeout", 0.05)
    server = http.serve_http(lambda environ, start: [], "127.0.0.1", 0)
    try:
        with socket.create_connection(("127.0.0.1", server.server_port)) as peer:
            peer.sendall(b"GET /metrics HTTP/1.1\r\nX: ")
            assert await trio.to_thread.run_sync(peer.recv, 99) == b""
    finally:
        server.shutdown()
        server.server_close()
    assert capfd.readouterr().err == ""


async def test_a_bug_behind_the_status_port_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level("ERROR", logger="watai.status"):
        server = http._Threads(("127.0.0.1", 0), http._Quiet)
        try:
            raise ValueError("a bug")
        except ValueError:
            server.handle_error(None, ("127.0.0.1", 1))
        server.server_close()
    assert "a status request broke the server" in caplog.text


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
