"""Delays packets: server and players are in network namespaces of their own, joined by a relay of packets.

Every packet between them, acknowledgements too, goes through two TUN devices and this relay, which delays it by the
player's path. So the server's kernel measures the round trips that the players have; it would not see a delay inside a
program. The relay tells players apart by the port they come from.

    server's namespace   TUN ◀──▶ relay ◀──▶ TUN   players' namespace

It needs /dev/net/tun, and root or user namespaces.
"""

import ctypes
import fcntl
import os
import signal
import socket
import struct
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Final

from watai.engine.dice import Dice
from watai.loadtest.fairness.network.lateness import Lateness
from watai.loadtest.net.netsim import LinkLane, Path, Wire
from watai.loadtest.net.pacer import Do, Pacer, no_gc

SERVER: Final = "10.77.0.1"
PLAYERS: Final = "10.77.0.2"
FIRST_PORT: Final = 10_000
PACKET: Final = 2_048  # more than the largest a TUN device hands over
BEHIND: Final = 5  # niceness of the relay: on two cores it shares one with the players
AT_ONCE: Final = 64  # packets read before due ones are written

_NEW_NETWORK, _NEW_USER = 0x4000_0000, 0x1000_0000
_TUNSETIFF, _TUN_WITHOUT_INFO = 0x4004_54CA, 0x1001
_SET_ADDRESS, _SET_MASK, _SET_FLAGS = 0x8916, 0x891C, 0x8914
_UP_AND_RUNNING = 0x41
_DIE_WITH_PARENT = 1


class NoTunnel(Exception):
    """Why this machine does not allow a tunnel."""


def enter_namespace() -> int:
    """Enter an empty network namespace with a TUN device; returns its descriptor. Later children are in it too."""
    libc = ctypes.CDLL(None, use_errno=True)
    flags = _NEW_NETWORK if os.geteuid() == 0 else _NEW_NETWORK | _NEW_USER
    if libc.unshare(flags):
        raise NoTunnel(f"no network namespace: {os.strerror(ctypes.get_errno())}")
    try:
        tun = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
        fcntl.ioctl(tun, _TUNSETIFF, struct.pack("16sH22x", b"race", _TUN_WITHOUT_INFO))
    except OSError as error:
        raise NoTunnel(f"no TUN device: {error}") from None
    return tun


def configure(address: str) -> None:
    """Give this namespace's device its address, and switch it and the loopback on."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        for request, text in ((_SET_ADDRESS, address), (_SET_MASK, "255.255.255.0")):
            where = struct.pack("=HH4s8x", socket.AF_INET, 0, socket.inet_aton(text))
            fcntl.ioctl(sock, request, struct.pack("16s", b"race") + where)
        for name in (b"race", b"lo"):
            fcntl.ioctl(sock, _SET_FLAGS, struct.pack("16sH14x", name, _UP_AND_RUNNING))


class PacketRelay:
    """Both directions of every player's link."""

    def __init__(
        self, server: int, players: int, paths: Mapping[int, Path], seed: str, lateness: Lateness
    ) -> None:
        self._pacer = Pacer()
        self._paths = paths
        self._dice = Dice.from_text(seed)
        self._wires: dict[int, Wire] = {}
        self._lateness = lateness
        self._pacer.watch(server, self._reader(server, players, down=True))
        self._pacer.watch(players, self._reader(players, server, down=False))

    def run(self, until: Callable[[], bool] = lambda: False) -> None:
        """Carry packets until the condition holds."""
        with no_gc():
            self._pacer.run(until)

    def close(self) -> None:
        self._pacer.close()

    def _reader(self, source: int, target: int, down: bool) -> Do:
        def read(time: float) -> None:
            for _ in range(AT_ONCE):
                try:
                    packet = os.read(source, PACKET)
                except BlockingIOError:
                    return
                lane = self._lane(packet, down)
                if lane is not None:
                    due = lane.arrival(time)
                    self._pacer.at(due, self._writer(target, packet, due))

        return read

    def _lane(self, packet: bytes, down: bool) -> LinkLane | None:
        """The lane of a packet, by the player's port; None if it is not TCP over IPv4."""
        if packet[0] >> 4 != 4 or packet[9] != socket.IPPROTO_TCP:
            return None
        at = (packet[0] & 15) * 4 + (2 if down else 0)
        port = int.from_bytes(packet[at : at + 2], "big")
        wire = self._wires.get(port)
        if wire is None:
            wire = Wire(self._paths[port], self._dice.fork(f"port {port}"))
            self._wires[port] = wire
        return wire.down if down else wire.up

    def _writer(self, target: int, packet: bytes, due: float) -> Do:
        def write(time: float) -> None:
            self._lateness.add(time - due)
            with suppress(BlockingIOError):  # a full device loses packets, as a full router does
                os.write(target, packet)

        return write


def _go_first() -> None:
    """A process with a real-time priority gets a higher one than the relay: a packet may be late, a key may not."""
    policy = os.sched_getscheduler(0)
    if policy in (os.SCHED_FIFO, os.SCHED_RR):
        higher = os.sched_getparam(0).sched_priority + 1
        with suppress(OSError):
            os.sched_setscheduler(0, policy, os.sched_param(higher))


@contextmanager
def relaying(server: int, players: int, paths: Mapping[int, Path], seed: str) -> Iterator[Lateness]:
    """A relay process that ends with the block; yields how late it carried packets."""
    lateness = Lateness()
    pid = os.fork()
    if pid == 0:
        ctypes.CDLL(None).prctl(_DIE_WITH_PARENT, signal.SIGKILL)
        os.nice(BEHIND)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            PacketRelay(server, players, paths, seed, lateness).run()
        finally:
            os._exit(1)
    _go_first()
    try:
        yield lateness
    finally:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
