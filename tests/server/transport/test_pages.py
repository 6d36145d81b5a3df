"""Pages over real sockets, on the port of the WebSockets: one after another, slowly, encrypted, too many, and then a game."""

import socket
import ssl
from pathlib import Path

import pytest
import trio
from trio.testing import MockClock

from tests.support.server.memory_connection import UnservedChannel
from tests.support.server.raw_client import RawClient
from tests.support.server.server_process import PATIENCE, serving
from watai.protocol.messages import Done, Ping
from watai.server.clock import Nanos
from watai.server.settings.limits import LIMITS, Limits
from watai.server.transport import pages
from watai.server.transport.handshake import Request
from watai.server.transport.pages import DOWNLOAD_SECONDS, PIECE, Pages
from watai.server.transport.rate_limit import TokenBucket
from watai.server.transport.reader import Reader
from watai.server.transport.tcp import TcpChannel
from watai.server.web.qr_code import PRICE
from watai.server.web.site import Site

CERT, KEY = (
    (Path(__file__).parents[2] / "data" / "tls" / name) for name in ("cert.pem", "key.pem")
)
PATIENT = Limits(handshake_seconds=PATIENCE, stop_seconds=PATIENCE)
GET = b"GET /build.json HTTP/1.1\r\nHost: test\r\n\r\n"
LAST = b"GET /build.json HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n"
LARGE = Site({"/index.html": bytes(4_000_000)})


async def test_pages_then_a_game_on_one_connection(tmp_path: Path) -> None:
    """As a proxy does that keeps its connections."""
    async with serving(tmp_path, PATIENT) as server:
        peer = await RawClient.dial(server)
        for _ in range(3):
            assert await peer.request("Connection: keep-alive\r\n", upgrade=False) == 200
            await peer.take_body()
        await peer.shake_hands()
        await peer.hello()
        assert isinstance(await peer.ask(Ping), Done)
        await peer.aclose()


async def test_requests_that_come_together_are_answered_in_their_order(tmp_path: Path) -> None:
    async with serving(tmp_path, PATIENT) as server:
        peer = await RawClient.dial(server)
        await peer.send(GET + GET.replace(b"/build.json", b"/nothing") + LAST)
        answers = await peer.rest()
        assert [part[:3] for part in answers.split(b"HTTP/1.1 ")[1:]] == [b"200", b"404", b"200"]
        await peer.aclose()
        while server.app.loop.accepted:
            await trio.lowlevel.checkpoint()
        assert server.app.loop.counters.pages == {200: 2, 404: 1}
        assert not server.app.loop.counters.handshakes_failed


async def test_more_requests_than_any_page_needs_are_too_many(tmp_path: Path) -> None:
    limits = Limits(handshake_seconds=PATIENCE, burst_messages=3, messages_per_second=0.001)
    async with serving(tmp_path, limits) as server:
        peer = await RawClient.dial(server)
        await peer.send(GET * 5)
        answers = await peer.rest()
        statuses = [part[:3] for part in answers.split(b"HTTP/1.1 ")[1:]]
        assert statuses == [b"200", b"200", b"200", b"429"]
        await peer.aclose()


async def test_a_code_costs_as_much_as_many_files(tmp_path: Path) -> None:
    burst = 2 * PRICE + 1
    limits = Limits(handshake_seconds=PATIENCE, burst_messages=burst, messages_per_second=0.001)
    async with serving(tmp_path, limits) as server:
        peer = await RawClient.dial(server)
        await peer.send(GET.replace(b"/build.json", b"/qr/http/test/bako-timu-rane.png") * 3)
        statuses = [part[:3] for part in (await peer.rest()).split(b"HTTP/1.1 ")[1:]]
        assert statuses == [b"200", b"200", b"429"]
        await peer.aclose()


async def test_all_peers_together_have_only_so_many_codes_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are drawn in the loop in which races are decided."""
    monkeypatch.setattr(pages, "DRAWINGS", TokenBucket(0.001, 3))
    async with serving(tmp_path, PATIENT) as server:
        statuses = []
        for _ in range(4):
            peer = await RawClient.dial(server)
            await peer.send(GET.replace(b"/build.json", b"/qr/http/test/bako-timu-rane.png"))
            statuses.append(await peer.status())
            await peer.aclose()
        assert statuses == [200, 200, 200, 429]


async def test_pages_are_encrypted_where_the_server_is(tmp_path: Path) -> None:
    async with serving(tmp_path, PATIENT, tls_cert=str(CERT), tls_key=str(KEY)) as server:
        peer = await RawClient.dial_tls(server, ssl.create_default_context(cafile=str(CERT)))
        await peer.send(GET + LAST)
        assert (await peer.rest()).count(b"HTTP/1.1 200") == 2
        await peer.aclose()


async def test_a_browser_that_keeps_its_connection_does_not_hold_up_the_end(tmp_path: Path) -> None:
    async with serving(tmp_path, PATIENT) as server:
        peer = await RawClient.dial(server)
        await peer.send(GET)
        assert await peer.status() == 200
        server.app.stop()
        await server.ended.wait()
        await peer.aclose()


async def test_little_of_a_large_file_waits_in_memory() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        theirs = socket.create_connection(listener.getsockname())
        ours, _ = listener.accept()
    ours.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)  # less than a piece
    channel = TcpChannel(ours, "test", LIMITS.outbox_bytes)
    pages = Pages(LARGE, channel, Reader(channel, None, lambda data, stamp: None), LIMITS)
    got, most = 0, 0
    async with trio.open_nursery() as nursery:
        nursery.start_soon(channel.drain)
        nursery.start_soon(pages.serve, Request(b"GET / HTTP/1.0\r\n\r\n", b"", Nanos(0)))
        theirs.setblocking(False)
        with trio.socket.from_stdlib_socket(theirs) as reader:
            while got < 4_000_000:
                got += len(await reader.recv(4096))
                most = max(most, channel.waiting)
        nursery.cancel_scope.cancel()
    channel.close()
    assert 0 < most <= PIECE + 2048  # one piece and the head


class Stuck(UnservedChannel):
    """A peer that reads nothing."""

    def send(self, data: bytes) -> None:
        self._keep(data)


async def test_a_peer_that_does_not_read_is_given_up(autojump_clock: MockClock) -> None:
    channel = Stuck()
    pages = Pages(LARGE, channel, Reader(channel, None, lambda data, stamp: None), LIMITS)
    begin = trio.current_time()
    assert await pages.serve(Request(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", b"", Nanos(0))) is None
    assert trio.current_time() - begin == DOWNLOAD_SECONDS
    assert channel.waiting <= PIECE + 2048
