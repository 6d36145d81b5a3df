"""Racers are pinged a few at a time, nobody is forgotten, and each ping counts from its own write."""

import time
from collections import deque

import pytest

from server.ops.rtt_probe import PINGS_A_TICK, take_overdue
from server.settings.limits import LIMITS
from server.transport.connection import NONCE_BYTES, Connection
from tests.support.server.memory_lobby import MemoryJournal
from tests.support.server.memory_server import MemoryServer, MemoryWire

PLENTY = 1_000
MS = 1_000_000  # ns


def ping(connections: list[Connection], now: int) -> None:
    for connection in connections:
        connection.meter.pinged(b"nonce", connection.meter.micros(now))


async def test_a_tick_pings_only_so_many_and_the_next_goes_on_from_there() -> None:
    server = MemoryServer()
    guests = [server.guest(f"Guest {number}") for number in range(PINGS_A_TICK + 2)]
    line = deque(server.game(guest, "watai") for guest in guests)
    now = time.monotonic_ns()
    first = take_overdue(line, PLENTY, now)
    assert first == guests[:PINGS_A_TICK]
    ping(first, now)
    assert take_overdue(line, PLENTY, now) == guests[PINGS_A_TICK:]
    assert not line


async def test_a_tick_looks_at_its_share_of_rooms() -> None:
    server = MemoryServer()
    guests = [server.guest(name) for name in ("Ana", "Bea", "Cleo")]
    line = deque(server.game(guest, "watai") for guest in guests)
    assert take_overdue(line, 2, time.monotonic_ns()) == guests[:2]
    assert len(line) == 1


async def test_who_was_pinged_just_now_is_not_pinged_again() -> None:
    server = MemoryServer()
    guest = server.guest("Ana")
    room = server.game(guest, "watai")
    now = time.monotonic_ns()
    ping([guest], now)
    assert take_overdue(deque([room]), PLENTY, now) == []


async def test_nobody_is_pinged_where_nobody_races() -> None:
    server = MemoryServer()
    calm = server.game(server.guest("Ana"))
    assert take_overdue(deque([calm]), PLENTY, time.monotonic_ns()) == []


class SlowKernel(MemoryWire):
    """A wire whose kernel takes 3 ms to say what it knows."""

    clock = 0

    def tcp_info(self) -> bytes:
        SlowKernel.clock += 3 * MS
        return b""

    def send(self, data: bytes) -> None:
        self.nonce = data[-NONCE_BYTES:]


async def test_each_ping_counts_from_its_own_write(monkeypatch: pytest.MonkeyPatch) -> None:
    wires = [SlowKernel(MemoryJournal()) for _ in range(3)]
    pinged = [Connection(wire, LIMITS, lambda *_: None, lambda _: None) for wire in wires]
    monkeypatch.setattr(time, "monotonic_ns", lambda: SlowKernel.clock)
    for connection in pinged:
        connection.sound()
    assert [_sent(*each) for each in zip(pinged, wires, strict=True)] == [3_000, 6_000, 9_000]


def _sent(connection: Connection, wire: SlowKernel) -> int | None:
    meter = connection.meter
    return meter.ponged(wire.nonce, meter.micros(50 * MS))
