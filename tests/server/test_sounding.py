"""How far away players are is counted from the write of each ping, however many go out together."""

import time

import pytest

from server.connection import NONCE_BYTES, Connection
from server.limits import LIMITS
from server.links import Meter
from tests.server.table import MemoryJournal
from tests.server.test_house import MemoryWire

MS = 1_000_000  # ns


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
    meter: Meter = connection.meter
    return meter.ponged(wire.nonce, meter.micros(50 * MS))
