"""Racers are pinged a few at a time, and nobody is forgotten."""

import time
from collections import deque

from server.connection import Connection
from server.sounding import PINGS_A_TICK, take_overdue
from tests.server.hall import Hall

PLENTY = 1_000


def ping(connections: list[Connection], now: int) -> None:
    for connection in connections:
        connection.meter.pinged(b"nonce", connection.meter.micros(now))


async def test_a_tick_pings_only_so_many_and_the_next_goes_on_from_there() -> None:
    hall = Hall()
    guests = [hall.guest(f"Guest {number}") for number in range(PINGS_A_TICK + 2)]
    line = deque(hall.game(guest, "watai") for guest in guests)
    now = time.monotonic_ns()
    first = take_overdue(line, PLENTY, now)
    assert first == guests[:PINGS_A_TICK]
    ping(first, now)
    assert take_overdue(line, PLENTY, now) == guests[PINGS_A_TICK:]
    assert not line


async def test_a_tick_looks_at_its_share_of_rooms() -> None:
    hall = Hall()
    guests = [hall.guest(name) for name in ("Ana", "Bea", "Cleo")]
    line = deque(hall.game(guest, "watai") for guest in guests)
    assert take_overdue(line, 2, time.monotonic_ns()) == guests[:2]
    assert len(line) == 1


async def test_who_was_pinged_just_now_is_not_pinged_again() -> None:
    hall = Hall()
    guest = hall.guest("Ana")
    room = hall.game(guest, "watai")
    now = time.monotonic_ns()
    ping([guest], now)
    assert take_overdue(deque([room]), PLENTY, now) == []


async def test_nobody_is_pinged_where_nobody_races() -> None:
    hall = Hall()
    calm = hall.game(hall.guest("Ana"))
    assert take_overdue(deque([calm]), PLENTY, time.monotonic_ns()) == []
