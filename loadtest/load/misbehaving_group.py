"""A group of peers that misbehave in one way, and behave until its turn comes.

Nothing here waits: the generator's loop calls `step` between plays. Connections are made before the race, because
making one takes longer than a schedule allows.
"""

import socket
from abc import ABC, abstractmethod
from contextlib import suppress
from typing import ClassVar, Final

from watai.loadtest.net.raw_websocket import BINARY, CHUNK, PING, Address, RawWebSocket
from watai.protocol.codec import MSGPACK
from watai.protocol.messages import ClientMessage

TCP_ESTABLISHED: Final = 1


class MisbehavingPeer(RawWebSocket):
    """A connection that behaves until its turn comes: it reads, and answers pings."""

    __slots__ = ()

    def behave(self) -> list[bytes]:
        """Read what is there; returns the messages."""
        data, messages = b"", []
        with suppress(BlockingIOError, ConnectionError):
            data = self.sock.recv(CHUNK)
        for first, payload in self.frames(data):
            if first == PING:
                with suppress(ConnectionError):
                    self.pong(payload)
            elif first == BINARY:
                messages.append(payload)
        return messages

    def tell(self, message: ClientMessage) -> None:
        self.send(MSGPACK.encode(message))


class MisbehavingGroup(ABC):
    """Peers that misbehave in one way."""

    every_ns: ClassVar[int]
    """The time between two steps."""

    def __init__(self, address: Address, room: str, peers: int) -> None:
        self.closed = 0
        """How many of the peers the server has closed, as far as they noticed."""
        self._next = 0
        self.peers = self.prepare(address, room, peers)
        for peer in self.peers:
            peer.sock.setblocking(False)

    @abstractmethod
    def prepare(self, address: Address, room: str, peers: int) -> list[MisbehavingPeer]:
        """Connect, before the race."""

    @abstractmethod
    def misbehave(self) -> None:
        """Take one step; it takes a few µs."""

    def close(self) -> None:
        for peer in self.peers:
            peer.close()

    def step(self, now: int) -> None:
        """Misbehave, if it is time to."""
        if now >= self._next:
            self._next = now + self.every_ns
            with suppress(BlockingIOError):
                self.misbehave()


def given_up(sock: socket.socket) -> bool:
    """Whether the server has closed this connection, even if unread bytes wait on it."""
    state: int = sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 1)[0]
    return state != TCP_ESTABLISHED
