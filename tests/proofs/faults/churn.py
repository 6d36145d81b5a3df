"""A long run at 70 % of the knee, with guests who come and go: does anything grow?"""

import os
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Final
from urllib.request import urlopen

from prometheus_client.parser import text_string_to_metric_families

from tests.proofs.faults.restarted_server import LIMITS
from watai.loadtest.load.fleet import RawRun, race
from watai.loadtest.load.plan import Plan
from watai.loadtest.net.raw_client import RawClient
from watai.loadtest.net.raw_websocket import Refusal
from watai.loadtest.results.knee import find_knee
from watai.loadtest.results.race_result import race_result
from watai.loadtest.results.schema import FaultFigures, RaceResult, Usage
from watai.loadtest.systems.measured_server import METRICS, MeasuredServer, own_server
from watai.protocol.messages import Create, Leave, ListRooms

PART: Final = 0.7
RATE: Final = 5.0
"""Plays a second of each player."""
COMING: Final = 0.05
"""Seconds between two guests who come and go."""
BUDGET_MS: Final = 10.0
KNEE_MS: Final = 20.0
FIRST_ROOMS: Final = 120
MOST_ROOMS: Final = 1_000
SETTLING: Final = 30.0
"""Seconds for a server to close what its peers have left."""
OWN_LIMITS: Final = (*LIMITS, "empty_room_seconds=1", "hold_seconds=1", "history_events=2048")


def churn(minutes: float) -> FaultFigures:
    """Find the knee, then have the server do 70 % of that for so long."""
    knee = _knee()
    rooms = max(1, int(PART * knee))
    plan = Plan(rooms=rooms, rate=RATE, seconds=minutes * 60, check="sample", seed="churn")
    figures = FaultFigures(times=1)
    figures.how = (
        f"{rooms} rooms of eight, {RATE:g} plays a second each (the knee: {knee} rooms);"
        f" a guest every {COMING:g} s"
    )
    with own_server("process", OWN_LIMITS, METRICS) as server:
        first = _idle(server)
        coming = _Coming(server)
        try:
            raw = race(server, plan, coming.watch)
        finally:
            coming.stop()
        result = race_result(plan, raw, BUDGET_MS)
        last = _settled(server, first)
    _count(figures, result, coming.samples, first, last)
    figures.seconds = round(minutes * 60, 1)
    return figures


def _knee() -> int:
    """The most rooms with an open-loop p99 of the server's own share within the budget of `bench knee`."""

    def meets(rooms: int) -> bool:
        plan = Plan(rooms=rooms, rate=RATE, seconds=2.0, warm_up=1.0, check="off", seed="knee")
        with own_server("process") as server:
            raw = race(server, plan, lambda second, run: None)
        p99 = race_result(plan, raw, BUDGET_MS).own_ms.p99
        return p99 is not None and p99 <= KNEE_MS

    def holds(rooms: int) -> bool:
        return meets(rooms) or meets(rooms)  # a pause of the machine is no fault of the server

    rooms, _ = find_knee(holds, FIRST_ROOMS, MOST_ROOMS, factor=1.5)
    return rooms


def _count(
    figures: FaultFigures, result: RaceResult, samples: Sequence[Usage], first: Usage, last: Usage
) -> None:
    figures.acknowledged = sum(each.plays for each in result.series)
    figures.faults, figures.invalid_because = result.faults, result.invalid_because
    figures.lost = result.violations
    figures.series = list(samples)
    figures.rss_before_mb = round(first.rss_mb, 1)
    figures.rss_after_mb = round(last.rss_mb, 1)
    figures.rss_slope_kb_per_s = slope([(each.second, each.rss_mb * 1024) for each in samples])
    figures.leaked_descriptors = max(0, last.descriptors - first.descriptors)
    figures.leaked_tasks = max(0, last.tasks - first.tasks)
    figures.slowest_answer_s = None if result.ack_ms.max is None else result.ack_ms.max / 1000


def slope(points: Sequence[tuple[float, float]]) -> float | None:
    """By how much the second half of the values grows a second: the first half is warming up."""
    half = points[len(points) // 2 :]
    if len(half) < 3:
        return None
    x = sum(each[0] for each in half) / len(half)
    y = sum(each[1] for each in half) / len(half)
    spread = sum((each[0] - x) ** 2 for each in half)
    return round(sum((a - x) * (b - y) for a, b in half) / spread, 3) if spread else None


def _usage(server: MeasuredServer, second: float) -> Usage:
    assert server.metrics is not None
    with urlopen(server.metrics, timeout=10) as page:
        families = text_string_to_metric_families(page.read().decode())
        samples = [sample for each in families for sample in each.samples]
    found = {sample.name: sample.value for sample in samples}
    return Usage(
        second=round(second, 1),
        rss_mb=round(server.rss_mb(), 2),
        descriptors=len(os.listdir(f"/proc/{server.pid}/fd")),
        tasks=int(found["watai_tasks"]),
        connections=int(found["watai_connections"]),
        rooms=int(sum(each.value for each in samples if each.name == "watai_rooms")),
    )


def _idle(server: MeasuredServer) -> Usage:
    """What it uses before anybody comes; it counts its tasks four times a second."""
    while not (now := _usage(server, 0.0)).tasks:
        time.sleep(0.1)
    return now


def _settled(server: MeasuredServer, first: Usage) -> Usage:
    """What it uses once everybody has left and their rooms are closed; whatever is open then stays open."""
    until = time.monotonic() + SETTLING
    while (now := _usage(server, 0.0)).connections or now.rooms or now.tasks > first.tasks:
        if time.monotonic() > until:
            break
        time.sleep(0.25)
    return now


class _Coming:
    """Guests who come, look around, open a room or not, and go: in a thread beside the race."""

    def __init__(self, server: MeasuredServer) -> None:
        self._server = server
        self._end = threading.Event()
        self.samples: list[Usage] = []
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def watch(self, second: float, run: RawRun) -> None:
        """Sample what the server uses, about once a second."""
        if second >= 0:
            with suppress(OSError):
                self.samples.append(_usage(self._server, second))

    def stop(self) -> None:
        self._end.set()
        self._thread.join()

    def _run(self) -> None:
        number = 0
        while not self._end.wait(COMING):
            number += 1
            with suppress(OSError, Refusal):
                guest = RawClient(self._server.address, f"Passing {number}")
                try:
                    guest.say(ListRooms)
                    guest.wait(lambda said: said["type"] == "rooms")
                    if number % 3 == 1:
                        guest.ask(lambda n: Create(n, "wapi", 2))
                        if number % 2:
                            guest.ask(Leave)
                finally:
                    guest.close()
