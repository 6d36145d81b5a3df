"""The relay of packets, with pairs of sockets in place of the TUN devices: whole packets in, the same packets out, later."""

import os
import socket
import struct
from collections.abc import Iterator
from contextlib import ExitStack, suppress

import pytest

from watai.loadtest.fairness.network.lateness import Lateness
from watai.loadtest.fairness.network.tunnel import PacketRelay
from watai.loadtest.net.netsim import Path
from watai.loadtest.net.pacer import now

NEAR, FAR = 10_000, 10_001
PATHS = {NEAR: Path(1, 1, jitter=0, spikes=0), FAR: Path(60, 20, jitter=0, spikes=0)}
SERVER_PORT = 7777


def packet(source: int, target: int, content: bytes, protocol: int = socket.IPPROTO_TCP) -> bytes:
    head = struct.pack("!BBHHHBBHII", 0x45, 0, 0, 0, 0, 64, protocol, 0, 1, 2)
    return head + struct.pack("!HH", source, target) + content


def device() -> tuple[socket.socket, socket.socket]:
    """One end for a kernel, the other for the relay."""
    kernel, ours = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    ours.setblocking(False)
    return kernel, ours


@pytest.fixture
def ends() -> Iterator[tuple[socket.socket, socket.socket, PacketRelay]]:
    with ExitStack() as stack:
        server, players = device(), device()
        for end in (*server, *players):
            stack.enter_context(end)
        relay = PacketRelay(server[1].fileno(), players[1].fileno(), PATHS, "relay", Lateness())
        yield server[0], players[0], relay
        relay.close()


def carried(relay: PacketRelay, to: socket.socket, count: int) -> list[tuple[bytes, float]]:
    """The packets that come out there, each with its instant."""
    to.setblocking(False)
    found: list[tuple[bytes, float]] = []

    def enough() -> bool:
        with suppress(BlockingIOError):
            while len(found) < count:
                found.append((os.read(to.fileno(), 2048), now()))
        return len(found) == count

    relay.run(enough)
    return found


def test_a_near_players_packet_overtakes_a_far_ones(
    ends: tuple[socket.socket, socket.socket, PacketRelay],
) -> None:
    server, players, relay = ends
    far, near = packet(SERVER_PORT, FAR, b"far"), packet(SERVER_PORT, NEAR, b"near")
    began = now()
    server.send(far)
    server.send(near)
    came = carried(relay, players, 2)
    assert [each for each, _ in came] == [near, far]
    assert came[1][1] - began >= 0.060


def test_the_ways_up_and_down_differ_and_keep_their_order(
    ends: tuple[socket.socket, socket.socket, PacketRelay],
) -> None:
    server, players, relay = ends
    sent = [packet(FAR, SERVER_PORT, bytes([number])) for number in range(5)]
    began = now()
    for each in sent:
        players.send(each)
    came = carried(relay, server, 5)
    assert [each for each, _ in came] == sent
    assert came[0][1] - began >= 0.020


def test_what_is_no_tcp_is_dropped(ends: tuple[socket.socket, socket.socket, PacketRelay]) -> None:
    server, players, relay = ends
    server.send(packet(SERVER_PORT, NEAR, b"", socket.IPPROTO_UDP))
    server.send(b"\x60" + bytes(60))
    server.send(tcp := packet(SERVER_PORT, NEAR, b"tcp"))
    assert [each for each, _ in carried(relay, players, 1)] == [tcp]
