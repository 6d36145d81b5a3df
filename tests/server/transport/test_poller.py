"""The ears of the house: everything that came together is read together, and nobody is read who should not be."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

import trio

from server.transport.poller import Ears
from server.transport.tcp import TcpWire
from tests.support.server.server_process import PATIENCE


@contextmanager
def pairs(count: int) -> Iterator[list[tuple[socket.socket, socket.socket]]]:
    made = [socket.socketpair() for _ in range(count)]
    try:
        yield made
    finally:
        for one, other in made:
            one.close()
            other.close()


class Hall:
    """Ears whose passes are written down."""

    def __init__(self) -> None:
        self.ears = Ears()
        self.passes: list[list[bytes]] = []
        self.done = trio.Event()

    def before(self) -> None:
        self.passes.append([])

    def after(self) -> None:
        self.done.set()

    def reader(self, sock: socket.socket) -> None:
        self.ears.listen(sock.fileno(), lambda: self.passes[-1].append(sock.recv(100)))

    async def hear(self) -> None:
        """One pass."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self.ears.run, self.before, self.after)
            with trio.fail_after(PATIENCE):
                await self.done.wait()
            nursery.cancel_scope.cancel()


async def test_what_came_together_is_heard_in_one_pass() -> None:
    hall = Hall()
    with pairs(3) as made:
        for here, there in made:
            hall.reader(here)
            there.send(b"hello")
        await hall.hear()
    assert hall.passes == [[b"hello"] * 3]


async def test_one_who_is_forgotten_is_not_heard() -> None:
    hall = Hall()
    with pairs(2) as made:
        for here, there in made:
            hall.reader(here)
            there.send(str(there.fileno()).encode())
        hall.ears.forget(made[0][0].fileno())
        hall.ears.forget(made[0][0].fileno())  # twice is once
        await hall.hear()
        assert hall.passes == [[str(made[1][1].fileno()).encode()]]


async def test_one_who_leaves_after_the_ears_are_closed_does_no_harm() -> None:
    hall = Hall()
    with pairs(1) as made:
        ((here, there),) = made
        hall.reader(here)
        there.send(b"x")
        await hall.hear()
        hall.ears.forget(here.fileno())
    assert hall.passes == [[b"x"]]


async def test_a_reader_may_have_another_one_closed() -> None:
    hall = Hall()
    heard: list[int] = []
    with pairs(2) as made:
        descriptors = [here.fileno() for here, _ in made]

        def close_the_other(descriptor: int) -> None:
            heard.append(descriptor)
            for each in descriptors:
                hall.ears.forget(each)

        for descriptor in descriptors:
            hall.ears.listen(descriptor, partial(close_the_other, descriptor))
        for _, there in made:
            there.send(b"x")
        await hall.hear()
    assert len(heard) == 1


async def test_a_wire_that_is_closed_says_so_to_its_listener() -> None:
    heard: list[bytes] = []

    def hear(data: bytes, stamp: int) -> bool:
        heard.append(data)
        return True

    with (
        socket.create_server(("127.0.0.1", 0)) as door,
        socket.create_connection(door.getsockname()) as here,
    ):
        wire = TcpWire(here, "peer", 1000)
        assert wire.listen(Ears(), hear)
        wire.close()
        wire.close()
    assert heard == [b""]
