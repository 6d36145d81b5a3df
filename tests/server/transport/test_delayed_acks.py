"""A client that makes its kernel acknowledge late is no farther away for the server: real sockets, as the kernel is the point."""

import socket
import struct
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass

import pytest
import trio

from tests.support.arbitration.plays import MS
from tests.support.server.server_process import PATIENCE
from watai.protocol.codec import MSGPACK
from watai.protocol.frames import Opcode, frame
from watai.server.arbitration.rtt import read_min_rtt
from watai.server.settings.limits import LIMITS
from watai.server.transport.connection import Connection
from watai.server.transport.tcp import TcpChannel

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux can be asked to delay")

DELAYED = 30 * MS  # Linux delays by 40 ms, give or take some ticks
PROMPT = 20 * MS  # acknowledged at once takes microseconds
UNACKED = 24  # where `struct tcp_info` says how many segments are not acknowledged


@dataclass(frozen=True, slots=True)
class Cheat:
    """A socket of a client that asks for late acknowledgements, and the server's connection to it."""

    sock: socket.socket
    connection: Connection

    def hold_back(self) -> None:
        """Linux forgets this after each late acknowledgement, so a cheat asks again and again."""
        self.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_QUICKACK, 0)

    def shortest(self) -> int:
        return read_min_rtt(self.connection.channel.tcp_info()) or 0

    async def acknowledged(self) -> None:
        while struct.unpack_from("=I", self.connection.channel.tcp_info(), UNACKED)[0]:
            await trio.lowlevel.checkpoint()

    async def hears(self, data: bytes) -> None:
        """The server sends this, and it is acknowledged as late as the cheat wants, if Linux obeys."""
        self.hold_back()
        self.connection.send(data)
        await self.acknowledged()
        self.hold_back()


@asynccontextmanager
async def cheat(receive_buffer: int = 0) -> AsyncIterator[Cheat]:
    """A cheat for whom the kernel measures 30 ms or more; tries again where the kernel did not obey."""
    with trio.fail_after(PATIENCE), socket.create_server(("127.0.0.1", 0)) as listener:
        while True:
            with socket.socket() as sock:
                if receive_buffer:
                    sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
                sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_QUICKACK, 0)
                sock.connect(listener.getsockname())
                served, _ = await trio.to_thread.run_sync(listener.accept)
                with closing(TcpChannel(served, "here", LIMITS.outbox_bytes)) as channel:
                    connection = Connection(channel, LIMITS, lambda *_: None, lambda _: None)
                    connection.open(MSGPACK)
                    found = Cheat(sock, connection)
                    await found.hears(frame(Opcode.BINARY, bytes(100)))
                    if found.shortest() >= DELAYED:
                        yield found
                        return


async def test_late_acknowledgements_do_not_deceive_the_server() -> None:
    async with cheat() as found:
        found.connection.measure_rtt()
        await found.acknowledged()
        assert found.shortest() < PROMPT


async def test_a_client_whose_kernel_takes_little_at_once_is_not_believed() -> None:
    async with cheat(receive_buffer=1) as found:  # the least that Linux gives
        found.connection.measure_rtt()
        assert found.connection.meter.snapshot().base == 0
