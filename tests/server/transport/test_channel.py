"""One peer's bytes over real sockets: when they arrived, what waits, and what is never lost."""

import socket
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager

import pytest
import trio
import trio.testing

from tests.support.server.server_process import PATIENCE
from watai.protocol.errors import TooSlow
from watai.server.transport.outboxes import Outboxes
from watai.server.transport.tcp import TcpChannel

BIG = bytes(range(256)) * 40_000  # ten megabytes: no kernel takes them at once


@pytest.fixture
async def sockets() -> AsyncIterator[list[tuple[TcpChannel, socket.socket]]]:
    """Two channels, each with its peer's end."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        ends = []
        for _ in range(2):
            peer = socket.create_connection(listener.getsockname())
            accepted, _ = listener.accept()
            ends.append((TcpChannel(accepted, "peer", 20 << 20), peer))
        yield ends
        for channel, peer in ends:
            channel.close()
            peer.close()


Ends = list[tuple[TcpChannel, socket.socket]]


@contextmanager
def bounded() -> Iterator[None]:
    with trio.fail_after(PATIENCE):
        yield


async def stamps_are_the_kernels(channel: TcpChannel, peer: socket.socket) -> None:
    """The kernel begins to stamp a little after it was asked to; from then on a stamp is older than the read."""
    while True:
        peer.send(b"?")
        sent = time.monotonic_ns()
        if (await channel.read())[1] < sent:
            return


async def test_the_order_is_that_of_arrival_not_of_reading(sockets: Ends) -> None:
    (one, peer_of_one), (two, peer_of_two) = sockets
    with bounded():
        await stamps_are_the_kernels(one, peer_of_one)
        await stamps_are_the_kernels(two, peer_of_two)
        for _ in range(20):
            peer_of_two.send(b"first")
            peer_of_one.send(b"second")
            second, second_stamp = await one.read()
            first, first_stamp = await two.read()
            assert (first, second) == (b"first", b"second")
            assert first_stamp < second_stamp <= time.monotonic_ns()


async def everything(peer: socket.socket, size: int) -> bytes:
    stream = trio.SocketStream(trio.socket.from_stdlib_socket(peer.dup()))
    got = bytearray()
    while len(got) < size and (data := await stream.receive_some()):
        got += data
    await trio.aclose_forcefully(stream)
    return bytes(got)


@pytest.fixture
async def draining(sockets: Ends) -> AsyncIterator[tuple[TcpChannel, socket.socket]]:
    """The first channel, with its drain running."""
    async with trio.open_nursery() as nursery:
        nursery.start_soon(sockets[0][0].drain)
        yield sockets[0]
        nursery.cancel_scope.cancel()


async def test_what_the_kernel_does_not_take_follows_in_order(
    draining: tuple[TcpChannel, socket.socket],
) -> None:
    channel, peer = draining
    with bounded():
        channel.send(BIG)
        assert channel.waiting > 0
        channel.send(b"and more")
        assert await everything(peer, len(BIG) + 8) == BIG + b"and more"
        while channel.waiting:
            await trio.lowlevel.checkpoint()
        channel.send(b"at once")
        assert channel.waiting == 0
        assert await everything(peer, 7) == b"at once"


async def test_the_end_comes_after_everything_that_waits(
    draining: tuple[TcpChannel, socket.socket],
) -> None:
    channel, peer = draining
    with bounded():
        channel.send(BIG)
        channel.finish()
        assert await everything(peer, len(BIG) + 1) == BIG


async def test_an_end_with_nothing_waiting_comes_at_once(sockets: Ends) -> None:
    (channel, peer), _ = sockets
    channel.send(b"bye")
    channel.finish()
    with bounded():
        assert await everything(peer, 99) == b"bye"


async def test_a_full_outbox_is_too_slow() -> None:
    with (
        socket.create_server(("127.0.0.1", 0)) as listener,
        socket.create_connection(listener.getsockname()),
    ):
        channel = TcpChannel(listener.accept()[0], "peer", 1_000)
        with pytest.raises(TooSlow):
            channel.send(BIG)
        channel.close()
        channel.send(b"nobody is there")


async def test_a_peer_that_is_gone_ends_the_reading(sockets: Ends) -> None:
    (channel, peer), _ = sockets
    peer.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\0\0\0\0\0\0\0")  # reset, no FIN
    peer.close()
    with bounded():
        assert (await channel.read())[0] == b""
    channel.send(b"anybody?")
    channel.send(b"anybody?")
    assert channel.closed
    channel.close()


async def test_a_closed_wire_wakes_its_reader(sockets: Ends) -> None:
    (channel, _), _ = sockets
    with bounded():
        async with trio.open_nursery() as nursery:
            read: list[bytes] = []

            async def reading() -> None:
                read.append((await channel.read())[0])

            nursery.start_soon(reading)
            await trio.testing.wait_all_tasks_blocked()
            channel.close()
        assert read == [b""]
        assert (await channel.read())[0] == b""


async def test_hole_16_the_fullest_of_all_outboxes_is_cut_off() -> None:
    outboxes = Outboxes(3 * len(BIG))
    with socket.create_server(("127.0.0.1", 0)) as listener:
        peers = [socket.create_connection(listener.getsockname()) for _ in range(3)]
        channels = [TcpChannel(listener.accept()[0], "peer", 1 << 30, outboxes) for _ in peers]
        one, two, three = channels
        for channel in (one, two, two):
            channel.send(BIG)
        assert 2 * len(BIG) < outboxes.total == one.waiting + two.waiting <= 3 * len(BIG)
        three.send(BIG)
        three.send(b"x" * (3 * len(BIG) - outboxes.total))
        assert outboxes.total == 3 * len(BIG)
        assert not any(channel.closed for channel in channels)
        one.send(b"x")
        assert [channel.closed for channel in channels] == [False, True, False]
        assert outboxes.total == one.waiting + three.waiting
        for channel in channels:
            channel.close()
        assert outboxes.total == 0
        for peer in peers:
            peer.close()
