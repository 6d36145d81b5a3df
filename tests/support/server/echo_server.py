"""An echo server made of our own connections, for the Autobahn test suite.

    python -m tests.support.server.echo_server 9001 &
    wstest -m fuzzingclient -s tests/data/autobahn.json

The suite (PyPI: autobahntestsuite) needs Python 2.7, so it is not part of `make test`; CONTRIBUTING.md has its result.
What it tests is the road a frame takes: poller, lane, wsproto. Limits are out of the way, and so are
our own words: it expects nothing but echoes.
"""

import socket
import sys
from functools import partial

import msgspec
import trio

from watai.protocol.codec import JSON, Codec
from watai.protocol.frames import Message, frame
from watai.protocol.messages import ServerMessage
from watai.server.clock import Nanos
from watai.server.settings.limits import Limits
from watai.server.transport import connection
from watai.server.transport.connection import Connection
from watai.server.transport.poller import Poller
from watai.server.transport.tcp import TcpChannel
from watai.server.transport.visit import PeerVisit

LIMITS = Limits(
    messages_per_second=1e6,
    burst_messages=1 << 30,
    outbox_bytes=256 << 20,
    handshake_seconds=60.0,
)


class Quiet(Codec):
    """Has no words."""

    def frame(self, message: ServerMessage) -> bytes:
        return b""


class Echo(Connection):
    """A guest by birth, who hears everything said back, whichever lane it came by."""

    def _on_message(self, message: Message, stamp: Nanos) -> None:
        self.send(frame(message.opcode, message.payload))

    def say_goodbye(self) -> None:
        self.codec = Quiet(JSON.name, JSON.opcode, msgspec.json)
        super().say_goodbye()


async def serve(port: int) -> None:
    """Echo until somebody has enough."""
    poller = Poller()
    with socket.create_server(("127.0.0.1", port), backlog=100) as listener:
        listener.setblocking(False)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(_read_ready, poller)
            while True:
                await trio.lowlevel.wait_readable(listener)
                peer, _ = listener.accept()
                connection = Echo(
                    TcpChannel(peer, "peer", LIMITS.outbox_bytes),
                    LIMITS,
                    _nothing,
                    _nothing,
                    poller,
                )
                connection.admitted = True
                nursery.start_soon(PeerVisit(connection, LIMITS).serve, float("inf"))


async def _read_ready(poller: Poller) -> None:
    while True:
        await poller.wait()
        poller.read_ready()


def _nothing(*_: object) -> None:
    """No loop takes the messages."""


if __name__ == "__main__":
    connection.MESSAGE_BYTES = 64 << 20  # type: ignore[misc]  # the suite sends more than a client may
    trio.run(partial(serve, int(sys.argv[1])))
