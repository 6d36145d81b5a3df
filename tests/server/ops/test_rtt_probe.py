"""Racers are pinged a few at a time, nobody is forgotten, and each ping counts from its own write."""

from collections import deque
from collections.abc import Iterable

from tests.proofs.storm.memory_journal import MemoryJournal
from tests.support.server.memory_server import MemoryChannel, MemoryServer
from watai.protocol.codec import MSGPACK
from watai.server import clock
from watai.server.clock import Nanos
from watai.server.match.broadcast import Listener
from watai.server.ops.rtt_probe import PINGS_A_TICK, take_overdue
from watai.server.settings.limits import LIMITS
from watai.server.transport.connection import NONCE_BYTES, Connection

PLENTY = 1_000
MS = 1_000_000  # ns


def ping(players: Iterable[Listener], now: Nanos) -> None:
    for player in players:
        player.meter.pinged(b"nonce", player.meter.micros(now))


async def test_a_tick_pings_only_so_many_and_the_next_goes_on_from_there() -> None:
    server = MemoryServer()
    guests = [server.guest(f"Guest {number}") for number in range(PINGS_A_TICK + 2)]
    racing = deque(server.game(guest, "watai") for guest in guests)
    now = clock.now()
    first = take_overdue(racing, PLENTY, now)
    players = [server.guest_of(guest) for guest in guests]
    assert first == players[:PINGS_A_TICK]
    ping(first, now)
    assert take_overdue(racing, PLENTY, now) == players[PINGS_A_TICK:]
    assert not racing


async def test_a_tick_looks_at_its_share_of_rooms() -> None:
    server = MemoryServer()
    guests = [server.guest(name) for name in ("Ana", "Bea", "Cleo")]
    racing = deque(server.game(guest, "watai") for guest in guests)
    players = [server.guest_of(guest) for guest in guests[:2]]
    assert take_overdue(racing, 2, clock.now()) == players
    assert len(racing) == 1


async def test_who_was_pinged_just_now_is_not_pinged_again() -> None:
    server = MemoryServer()
    guest = server.guest("Ana")
    room = server.game(guest, "watai")
    now = clock.now()
    ping([server.guest_of(guest)], now)
    assert take_overdue(deque([room]), PLENTY, now) == []


async def test_nobody_is_pinged_where_nobody_races() -> None:
    server = MemoryServer()
    calm = server.game(server.guest("Ana"))
    assert take_overdue(deque([calm]), PLENTY, clock.now()) == []


class SlowKernel(MemoryChannel):
    """A channel whose kernel takes 3 ms to say what it knows."""

    clock = 0

    def tcp_info(self) -> bytes:
        SlowKernel.clock += 3 * MS
        return b""

    def send(self, data: bytes) -> None:
        self.nonce = data[-NONCE_BYTES:]


async def test_each_ping_counts_from_its_own_write() -> None:
    channels = [SlowKernel(MemoryJournal()) for _ in range(3)]
    pinged = [Connection(channel, LIMITS, lambda *_: None, lambda _: None) for channel in channels]
    with clock.simulated(lambda: SlowKernel.clock, lambda: 0.0):
        for connection in pinged:
            connection.open(MSGPACK)  # or nothing is sent to it
            connection.measure_rtt()
    assert [_sent(*each) for each in zip(pinged, channels, strict=True)] == [3_000, 6_000, 9_000]


def _sent(connection: Connection, channel: SlowKernel) -> int | None:
    meter = connection.meter
    return meter.ponged(channel.nonce, meter.micros(Nanos(50 * MS)))
