"""What a run of `watai bench browser` hears on the wire, the figures it makes of that, and when it does not believe them."""

import os
import re
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

from watai.loadtest.net.masked_frames import payloads

if TYPE_CHECKING:
    from watai.loadtest.systems.page_probe import Instants

FEWEST: Final = 100
"""Keys and events of which a p99 can be told."""
MOST_LOST: Final = 0.01
MOST_BUSY: Final = 0.1
"""The part of this machine that others may use before the run."""
_EVENT: Final = re.compile(rb'"type":"event","seq":(\d+),"t":\d+,"event":"(\w*)"')
_TURN: Final = b'"move":"Turn"'
_RACE: Final = {b"Started": True, b"Shouted": False, b"Blocked": False}


@dataclass(slots=True)
class WireLog:
    """What the relay has heard."""

    turned: float = 0.0
    """When the last turn of the Stock had left the browser."""
    came: dict[int, float] = field(default_factory=dict)
    """When each event of a race went to the browser, by its number."""
    racing: bool = False
    news: threading.Condition = field(default_factory=threading.Condition)

    def up(self, at: float, data: bytes) -> None:
        """The browser sent bytes."""
        if any(_TURN in each for each in payloads(data)):
            with self.news:
                self.turned = at
                self.news.notify_all()

    def down(self, at: float, data: bytes) -> None:
        """The server sent bytes."""
        for seq, event in _EVENT.findall(data):
            if self.racing:
                self.came[int(seq)] = at
            if event in _RACE:
                with self.news:
                    self.racing = _RACE[event]
                    self.news.notify_all()


def key_to_wire(key: tuple[float, float], noted: "Instants") -> float | None:
    """Seconds from the key's own instant to the wire."""
    pressed, sent = key
    return next((sent - at for at in reversed(noted.keys) if pressed <= at <= sent), None)


def invalid(
    noted: "Instants", keys: int, to_wire: list[float], to_paint: list[float], busy: float
) -> list[str]:
    """Why these figures cannot be believed."""
    found = {
        f"others used {busy:.0%} of this machine before the run": busy > MOST_BUSY
        and not goes_first(),
        f"the page's clock is {noted.clock_error * 1000:.3f} ms off": noted.clock_error > 0,
        "the page has no exact timers": not noted.exact,
        f"{keys - len(to_wire)} of {keys} keys went down at no known instant": (
            keys - len(to_wire) > MOST_LOST * keys
        ),
        f"{sum(each <= 0 for each in to_paint)} events were painted before they came": (
            any(each <= 0 for each in to_paint)
        ),
        f"only {len(to_wire)} keys and {len(to_paint)} events": (
            min(len(to_wire), len(to_paint)) < FEWEST
        ),
    }
    return [why for why, true in found.items() if true]


def goes_first() -> bool:
    """Whether this process and all it starts go before others: then others cannot keep the browser waiting."""
    return os.sched_getscheduler(0) in (os.SCHED_FIFO, os.SCHED_RR)


def busy_part() -> float:
    """The part of this machine that is used now, over a second."""
    before, began = _idle(), time.monotonic()
    time.sleep(1.0)
    idle = (_idle() - before) / os.sysconf("SC_CLK_TCK")
    return max(0.0, 1 - idle / (time.monotonic() - began) / (os.cpu_count() or 1))


def _idle() -> int:
    return int(Path("/proc/stat").read_text().split()[4])
