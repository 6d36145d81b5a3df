"""An encrypted channel: the poller reads it, the kernel stamps it, and it ends as the peer ends it."""

import socket
import ssl
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import trio

from tests.support.server.server_process import PATIENCE
from watai.server import clock
from watai.server.clock import Nanos
from watai.server.transport.poller import Poller
from watai.server.transport.tls import TlsChannel

TLS = Path(__file__).parents[2] / "data" / "tls"
CERT, KEY = TLS / "cert.pem", TLS / "key.pem"
BIG = bytes(range(256)) * 20_000


class Pair:
    """The server's channel, and its peer's stream; their handshake is done."""

    def __init__(self, context: ssl.SSLContext) -> None:
        with socket.create_server(("127.0.0.1", 0)) as listener:
            near = socket.create_connection(listener.getsockname())
            accepted, _ = listener.accept()
        self.near = trio.socket.from_stdlib_socket(near)
        trusting = ssl.create_default_context(cafile=str(CERT))
        self.stream = trio.SSLStream(
            trio.SocketStream(self.near), trusting, server_hostname="localhost"
        )
        self.channel = TlsChannel(accepted, "peer", 20 << 20, context)
        self.poller = Poller()
        self.got: list[tuple[bytes, Nanos]] = []

    def take(self, data: bytes, stamp: Nanos) -> bool:
        self.got.append((data, stamp))
        return bool(data)

    async def read_until(self, count: int) -> None:
        """Poll until so many bytes have come, or the end."""
        while sum(len(data) for data, _ in self.got) < count and b"" not in dict(self.got):
            await self.poller.wait()
            self.poller.read_ready()


@pytest.fixture
async def pair() -> AsyncIterator[Pair]:
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(CERT, KEY)
    pair = Pair(context)
    with trio.fail_after(PATIENCE):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(pair.stream.do_handshake)
            assert await pair.channel.shake_hands()
        yield pair
    pair.channel.close()
    pair.poller.close()
    pair.near.close()


async def test_the_poller_reads_it_and_the_kernel_stamps_it(pair: Pair) -> None:
    assert pair.channel.poll(pair.poller, pair.take)
    # the kernel begins to stamp a little after it was asked to; from then on a stamp is older than the reading
    while True:
        before = clock.now()
        await pair.stream.send_all(b"a play")
        sent = clock.now()
        pair.got.clear()
        await pair.read_until(6)
        assert pair.got[0][0] == b"a play"
        assert before < pair.got[0][1]
        if pair.got[0][1] < sent:
            return


async def test_long_messages_arrive_whole_both_ways(pair: Pair) -> None:
    assert pair.channel.poll(pair.poller, pair.take)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(pair.channel.drain)
        nursery.start_soon(pair.stream.send_all, BIG)
        await pair.read_until(len(BIG))
        assert b"".join(data for data, _ in pair.got) == BIG
        pair.channel.send(BIG)
        back = b""
        while len(back) < len(BIG):
            back += await pair.stream.receive_some()
        assert back == BIG
        nursery.cancel_scope.cancel()


async def test_a_peer_that_says_it_is_done_has_ended_though_its_socket_is_open(pair: Pair) -> None:
    assert pair.channel.poll(pair.poller, pair.take)
    pair.channel.finish()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(pair.stream.unwrap)  # sends the last play's close, and keeps the socket
        await pair.read_until(1)
    assert pair.got == [(b"", pair.got[0][1])]


async def test_bytes_that_are_no_tls_end_the_channel(pair: Pair) -> None:
    assert pair.channel.poll(pair.poller, pair.take)
    await pair.near.send(b"GET / HTTP/1.1\r\n\r\n")
    await pair.read_until(1)
    assert [data for data, _ in pair.got] == [b""]


async def test_a_request_that_comes_with_the_handshake_is_not_left_waiting(pair: Pair) -> None:
    """What was received while shaking hands is read without anything more from the socket."""
    await pair.stream.send_all(b"early")
    received = b""
    while received != b"early":
        data, _ = await pair.channel.read()
        received += data
    assert pair.channel._decrypt() is None
