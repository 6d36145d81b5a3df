"""The poller: everything that came together is read together, and no socket is read that should not be."""

import resource
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from functools import partial

import pytest
import trio

from tests.support.server.server_process import PATIENCE
from watai.server.clock import Nanos
from watai.server.transport.poller import Poller
from watai.server.transport.tcp import TcpChannel


@contextmanager
def pairs(count: int) -> Iterator[list[tuple[socket.socket, socket.socket]]]:
    made = [socket.socketpair() for _ in range(count)]
    try:
        yield made
    finally:
        for one, other in made:
            one.close()
            other.close()


class Pass:
    """A poller, and what it has read."""

    def __init__(self) -> None:
        self.poller = Poller()
        self.read: list[bytes] = []

    def add(self, sock: socket.socket) -> None:
        self.poller.add(sock.fileno(), lambda: self.read.append(sock.recv(100)))

    async def run(self) -> None:
        """Wait for a readable socket, and read all that are."""
        with trio.fail_after(PATIENCE):
            await self.poller.wait()
        self.poller.read_ready()


@pytest.fixture
async def one_pass() -> AsyncIterator[Pass]:
    one_pass = Pass()
    yield one_pass
    one_pass.poller.close()


@pytest.fixture
def _many_descriptors() -> Iterator[None]:
    """Leave to open 2,000 files."""
    usual, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(usual, min(most, 2_000)), most))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (usual, most))


async def test_what_came_together_is_read_in_one_pass(one_pass: Pass) -> None:
    with pairs(3) as made:
        for here, there in made:
            one_pass.add(here)
            there.send(b"hello")
        await one_pass.run()
    assert one_pass.read == [b"hello"] * 3


@pytest.mark.usefixtures("_many_descriptors")
async def test_hole_12_more_sockets_than_epoll_reports_by_default_are_read_in_one_pass() -> None:
    """After a pause everybody's moves are there; those that were left for the next pass would be late."""
    read: list[int] = []
    here, there = socket.socketpair()
    poller = Poller()
    with here, there:
        copies = [here.dup() for _ in range(1_100)]  # all become readable by one byte
        for copy in copies:
            poller.add(copy.fileno(), partial(read.append, copy.fileno()))
        there.send(b"x")
        poller.read_ready()
        poller.close()
        for copy in copies:
            copy.close()
    assert len(read) == 1_100


async def test_a_removed_socket_is_not_read(one_pass: Pass) -> None:
    with pairs(2) as made:
        for here, there in made:
            one_pass.add(here)
            there.send(str(there.fileno()).encode())
        one_pass.poller.remove(made[0][0].fileno())
        one_pass.poller.remove(made[0][0].fileno())  # twice is once
        await one_pass.run()
        assert one_pass.read == [str(made[1][1].fileno()).encode()]


async def test_a_socket_removed_after_the_poller_is_closed_does_no_harm() -> None:
    one_pass = Pass()
    with pairs(1) as made:
        ((here, there),) = made
        one_pass.add(here)
        there.send(b"x")
        await one_pass.run()
        one_pass.poller.close()
        one_pass.poller.remove(here.fileno())
    assert one_pass.read == [b"x"]


async def test_a_reader_may_have_another_socket_closed(one_pass: Pass) -> None:
    read: list[int] = []
    with pairs(2) as made:
        descriptors = [here.fileno() for here, _ in made]

        def close_the_other(descriptor: int) -> None:
            read.append(descriptor)
            for each in descriptors:
                one_pass.poller.remove(each)

        for descriptor in descriptors:
            one_pass.poller.add(descriptor, partial(close_the_other, descriptor))
        for _, there in made:
            there.send(b"x")
        await one_pass.run()
    assert len(read) == 1


@pytest.mark.parametrize("closed", ["before", "meanwhile"])
async def test_a_channel_that_is_closed_says_so_to_its_reader(one_pass: Pass, closed: str) -> None:
    read: list[bytes] = []

    def on_data(data: bytes, stamp: Nanos) -> bool:
        read.append(data)
        return True

    with (
        socket.create_server(("127.0.0.1", 0)) as listener,
        socket.create_connection(listener.getsockname()) as here,
    ):
        channel = TcpChannel(here, "peer", 1000)
        if closed == "before":
            channel.close()
        assert channel.poll(one_pass.poller, on_data)
        channel.close()
        channel.close()
    assert read == [b""]


async def test_a_readable_socket_is_found_outside_trio_and_stays_unread(one_pass: Pass) -> None:
    with pairs(1) as [(one, other)]:
        one_pass.add(other)
        assert not one_pass.poller.wait_outside(linger=False)
        assert not one_pass.poller.wait_outside(linger=True)
        one.send(b"here")
        assert one_pass.poller.wait_outside(linger=True)
        assert one_pass.read == []
