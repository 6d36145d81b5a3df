"""Peers that use the server up rather than break its rules: hello and goodbye, doors that turn, empty rooms, bots for nobody, handshakes without end."""

import socket
from contextlib import suppress
from typing import ClassVar

from watai.loadtest.load.misbehaving_group import MisbehavingGroup, MisbehavingPeer, given_up
from watai.loadtest.net.raw_client import RawClient
from watai.loadtest.net.raw_websocket import Address, connect
from watai.protocol.messages import (
    SUBPROTOCOLS,
    VERSION,
    AddBot,
    ClientMessage,
    Create,
    Hello,
    Leave,
    ListRooms,
    Look,
    Start,
    Watch,
)

USED = 100
"""Numbers of messages from here on are more than any peer has used while it was prepared."""


class Nobody(MisbehavingGroup):
    """Nobody misbehaves: how far this ratio is from 1 is what chance makes of any other."""

    every_ns = 1_000_000_000

    def prepare(self, address: Address, room: str, peers: int) -> list[MisbehavingPeer]:
        return []

    def misbehave(self) -> None:
        pass


class HelloAndClose(MisbehavingGroup):
    """Ever new guests say hello and close at once. Their connections wait open: making one takes too long."""

    every_ns = 20_000_000
    EACH: ClassVar[int] = 25

    def prepare(self, address: Address, room: str, peers: int) -> list[MisbehavingPeer]:
        return [
            MisbehavingPeer(*connect(address, "/", SUBPROTOCOLS[0]))
            for _ in range(self.EACH * peers)
        ]

    def misbehave(self) -> None:
        if self.peers:
            peer = self.peers.pop()
            with suppress(ConnectionError):
                peer.tell(Hello(VERSION, f"Gone {self.closed}"))
            peer.close()
            self.closed += 1


class RevolvingDoor(MisbehavingGroup):
    """Spectators of the measured room leave it and watch again in turn, as often as the limit of each allows."""

    every_ns = 2_000_000
    EACH: ClassVar[int] = 8

    def prepare(self, address: Address, room: str, peers: int) -> list[MisbehavingPeer]:
        self.room, self.number = room, USED
        made = []
        for number in range(self.EACH * peers):
            client = RawClient(address, f"Door {number}")
            client.ask(lambda n: Watch(n, room))
            made.append(MisbehavingPeer(client.sock, client.rest))
        return made

    def misbehave(self) -> None:
        if not self.peers:
            return
        self.number += 1
        peer = self.peers.pop(0)
        try:
            peer.tell(Leave(2 * self.number))
            peer.tell(Watch(2 * self.number + 1, self.room))
            peer.behave()
        except ConnectionError:
            self.closed += 1
            peer.close()
        else:
            self.peers.append(peer)


class Lookers(MisbehavingGroup):
    """Spectators of the measured room ask for the whole table, and read it, nearly as often as each may."""

    EACH: ClassVar[int] = 6
    every_ns = 460_000  # with 48 peers, 45 a second each

    def prepare(self, address: Address, room: str, peers: int) -> list[MisbehavingPeer]:
        self.number = USED
        made = []
        for number in range(self.EACH * peers):
            client = RawClient(address, f"Looker {number}")
            self.enter(client, room)
            made.append(MisbehavingPeer(client.sock, client.rest))
        return made

    def enter(self, client: RawClient, room: str) -> None:
        client.ask(lambda n: Watch(n, room))

    def question(self) -> ClientMessage:
        return Look(self.number)

    def misbehave(self) -> None:
        if not self.peers:
            return
        self.number += 1
        peer = self.peers.pop(0)
        try:
            peer.tell(self.question())
            peer.behave()
        except ConnectionError:
            self.closed += 1
            peer.close()
        else:
            self.peers.append(peer)


class Listers(Lookers):
    """Guests ask for the list of rooms, a hundred of which are their own."""

    PUBLIC: ClassVar[int] = 100

    def prepare(self, address: Address, room: str, peers: int) -> list[MisbehavingPeer]:
        made = super().prepare(address, room, peers)
        for number in range(self.PUBLIC):
            host = RawClient(address, f"Public {number}")
            host.ask(lambda n: Create(n, "wapi", 2, {}, True))
            made.append(MisbehavingPeer(host.sock, host.rest))
        return made

    def enter(self, client: RawClient, room: str) -> None:
        client.arrive()

    def question(self) -> ClientMessage:
        return ListRooms(self.number)


class EmptyRooms(MisbehavingGroup):
    """Guests open rooms and leave them, as many as they may."""

    every_ns = 5_000_000
    EACH: ClassVar[int] = 8

    def prepare(self, address: Address, room: str, peers: int) -> list[MisbehavingPeer]:
        self.number = USED
        made = []
        for number in range(self.EACH * peers):
            client = RawClient(address, f"Opener {number}")
            client.arrive()
            made.append(MisbehavingPeer(client.sock, client.rest))
        return made

    def misbehave(self) -> None:
        if not self.peers:
            return
        self.number += 1
        peer = self.peers.pop(0)
        try:
            peer.tell(Create(2 * self.number, "wapi", 2))
            peer.tell(Leave(2 * self.number + 1))
            peer.behave()
        except ConnectionError:
            self.closed += 1
            peer.close()
        else:
            self.peers.append(peer)


class BotsForNobody(MisbehavingGroup):
    """Games of strong bots are started one after the other: every second host leaves, the others stay and do nothing."""

    every_ns = 50_000_000
    EACH: ClassVar[int] = 3

    def prepare(self, address: Address, room: str, peers: int) -> list[MisbehavingPeer]:
        self.started: list[MisbehavingPeer] = []
        made = []
        for number in range(self.EACH * peers):
            client = RawClient(address, f"Host {number}")
            client.ask(lambda n: Create(n, "wapi", 5, {"turn_seconds": 5}))
            for _ in range(4):
                client.ask(lambda n: AddBot(n, "strong"))
            made.append(MisbehavingPeer(client.sock, client.rest))
        return made

    def misbehave(self) -> None:
        for peer in self.started:
            peer.behave()
        if not self.peers:
            return
        peer = self.peers.pop()
        with suppress(ConnectionError):
            peer.tell(Start(USED))
            if len(self.peers) % 2:
                self.started.append(peer)
            else:
                peer.tell(Leave(USED + 1))
                peer.close()
                self.closed += 1

    def close(self) -> None:
        super().close()
        for peer in self.started:
            peer.close()


class IdleHandshakes(MisbehavingGroup):
    """Peers connect and say nothing."""

    every_ns = 100_000_000
    EACH: ClassVar[int] = 25

    def prepare(self, address: Address, room: str, peers: int) -> list[MisbehavingPeer]:
        return [
            MisbehavingPeer(socket.create_connection(address), b"")
            for _ in range(self.EACH * peers)
        ]

    def misbehave(self) -> None:
        """Do nothing but count the connections that the server gave up."""
        self.closed = sum(given_up(peer.sock) for peer in self.peers)


class SlowHandshakes(IdleHandshakes):
    """Peers connect and send a header of their request letter by letter."""

    every_ns = 500_000
    _turn = 0

    def misbehave(self) -> None:
        self._turn += 1
        peer = self.peers[self._turn % len(self.peers)]
        with suppress(ConnectionError):
            peer.sock.send(b"GET"[self._turn % 3 : self._turn % 3 + 1])
        if self._turn % 200 == 0:
            super().misbehave()
