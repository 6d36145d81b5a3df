"""Measures the round-trip time of a connection from the client's pongs and from the kernel.

A client can answer a ping late but not early, since it cannot guess the nonce: pongs give an upper bound. The kernel's
shortest round trip is one of TCP acknowledgements, which the client's kernel sends: it limits how far pongs may lie above
the truth. A client program can make its kernel acknowledge late, but not when more than a full segment has come: so now
and then the server sends that much (`wants_prompt_ack`). A client whose kernel would not take that much can delay every
acknowledgement, and counts as being next to the server. Behind a proxy the kernel measures the way to the proxy, so its
figure is ignored.
"""

import struct
from bisect import bisect_left, insort
from collections import OrderedDict, deque
from operator import itemgetter
from typing import Final

from watai.server.arbitration.view_time import (
    LinkSnapshot,
    Play,
    read_claim,
    timing_of,
    tokens_after,
)
from watai.server.clock import MICROSECOND, SECOND, Micros, Nanos

SLACK: Final = Micros(4_700)
"""How far the average RTT may exceed the kernel's shortest: the most a client gains by delaying its pongs. It is the same on
every link: as a part of the round trip it would give most to far players."""
LONGEST: Final = Micros(200_000)
"""The longest RTT that is compensated. More would make the whole table wait."""
TOKEN_START: Final = Micros(10_000)
"""The tokens of a new player: enough for usual jitter before any were earned. With more, each new name wins a liar a race."""
WINDOW: Final = 64
"""Round trips remembered: those of three seconds while slots are hot, of a minute otherwise."""
OUTSTANDING: Final = 64
"""Pings without a pong that are remembered. Older ones are forgotten, so a client that never answers costs no memory."""
WRITES: Final = 128
"""Writes remembered with the last event of each. A claim about an older event is ignored."""
PING_EVERY: Final = Micros(1_000_000)
PING_EVERY_HOT: Final = Micros(50_000)
"""While at least two players show a card that fits the same slot."""
STANDSTILL: Final = Micros(1_000_000)
"""No network on Earth takes this long for a round trip: the connection stood still for a while."""
PERHAPS_DELAYED: Final = Micros(2_000)
"""A kernel's shortest round trip of this or more may be one of delayed acknowledgements. Linux delays them by 40 ms, and
whoever asks it to acknowledge earlier than that has any shorter delay. What a shorter one gains is not worth the trouble."""
PROMPT_ACK_EVERY: Final = Nanos(60 * SECOND)
"""The kernel keeps its shortest round trip for five minutes; if a prompt acknowledgement was lost, there are more."""

SMALL_WINDOW: Final = 4_096
"""A client's kernel that takes fewer bytes than this at once (honest ones take 64,000) may never have to acknowledge promptly.
Measured: a filler of 1,524 bytes fails up to a window of 1,009, and does its work from 1,608 on."""

_MIN_RTT_OFFSET: Final = 148
_WINDOW_OFFSET: Final = 228
_UNKNOWN: Final = 0xFFFF_FFFF
_u32 = struct.Struct("=I").unpack_from


def read_min_rtt(tcp_info: bytes) -> Micros | None:
    """The kernel's shortest round trip, from `getsockopt(IPPROTO_TCP, TCP_INFO)`.

    None if the kernel has measured none yet, or is so old that its struct ends before this field.
    """
    if len(tcp_info) < _MIN_RTT_OFFSET + 4:
        return None
    value: int = _u32(tcp_info, _MIN_RTT_OFFSET)[0]
    return Micros(value) if 0 < value < _UNKNOWN else None


def read_window(tcp_info: bytes) -> int | None:
    """How many bytes the client's kernel takes at once. None if our kernel is older than Linux 5.4, and does not say."""
    if len(tcp_info) < _WINDOW_OFFSET + 4:
        return None
    window: int = _u32(tcp_info, _WINDOW_OFFSET)[0]
    return window


class RttMeter:
    """The round trips, quota and latest view time of one connection. It has no clock: callers say when things happened."""

    __slots__ = (
        "_behind_proxy",
        "_estimate",
        "_kernel",
        "_last_ping",
        "_latest_act",
        "_prompted",
        "_recent",
        "_sorted",
        "_waiting",
        "epoch",
        "frontier",
        "last_written",
        "seen_until",
        "tokens",
        "writes",
    )

    def __init__(self, behind_proxy: bool = False, tokens: Micros | None = None) -> None:
        self.tokens = TOKEN_START if tokens is None else tokens
        self.epoch = Nanos(0)
        """When the match began."""
        self.frontier = Micros(0)
        """The view time of this player's latest play: the next one cannot be earlier."""
        self.seen_until = Micros(0)
        """The latest moment this player is proven to have seen."""
        self.last_written = -1
        """The newest event that was written to this connection."""
        self._behind_proxy = behind_proxy
        self._kernel: Micros | None = None
        self._prompted: Nanos | None = None
        self._recent: deque[int] = deque()
        self._sorted: list[int] = []
        self._waiting: OrderedDict[bytes, Micros] = OrderedDict()
        self._last_ping: Micros | None = None
        self.writes: deque[tuple[int, Nanos]] = deque(maxlen=WRITES)
        """The newest event of each write, and when that was."""
        self._latest_act: tuple[Micros, int | None, int | None] | None = None
        self._estimate: tuple[Micros, Micros, Micros, Micros] | None = None

    def begin(self, epoch: Nanos) -> None:
        """A match begins, or this connection comes to one. What is known about the link stays."""
        self.epoch = epoch
        self.frontier = self.seen_until = Micros(0)
        self._waiting.clear()
        self.writes.clear()
        self.last_written = -1
        self._latest_act = None
        self._last_ping = None

    def skip(self, epoch: Nanos, since: Nanos) -> None:
        """The clock of the match has stood still since then, and goes on from this epoch. What the player has seen stays;
        which events were written before, and which pings, cannot be claimed any more."""
        self.epoch = epoch
        self._waiting.clear()
        while self.writes and self.writes[0][1] < since:
            self.writes.popleft()
        self._latest_act = None
        self._last_ping = None

    def micros(self, now: Nanos) -> Micros:
        """An instant of the monotonic clock on the clock of the match."""
        return Micros((now - self.epoch) // MICROSECOND)

    # measuring

    def pinged(self, nonce: bytes, at: Micros) -> None:
        """The server wrote a ping with this nonce."""
        self._last_ping = at
        self._waiting[nonce] = at
        if len(self._waiting) > OUTSTANDING:
            self._waiting.popitem(last=False)

    def ponged(self, nonce: bytes, at: Micros) -> Micros | None:
        """A pong arrived. Returns the moment its sender had seen, or None if it answers no ping of ours."""
        sent = self._waiting.get(nonce)
        if sent is None or at < sent:
            return None
        while self._waiting and self._waiting.popitem(last=False)[0] != nonce:
            pass  # a client may answer only the latest of several pings (RFC 6455, 5.5.3)
        self._sample(at - sent)
        self.seen_until = max(self.seen_until, sent)
        return sent

    def _sample(self, rtt: int) -> None:
        self._recent.append(rtt)
        insort(self._sorted, rtt)
        if len(self._recent) > WINDOW:
            self._sorted.remove(self._recent.popleft())
        self._estimate = None

    def kernel_measured(self, min_rtt: Micros | None, window: int | None = None) -> None:
        """The server asked the kernel for its shortest round trip, and how many bytes the client's kernel takes at once."""
        if not self._behind_proxy and min_rtt is not None:
            small = window is not None and window < SMALL_WINDOW
            self._kernel = Micros(0) if small else min_rtt
            self._estimate = None

    def wants_prompt_ack(self, now: Nanos) -> bool:
        """Whether to make the client's kernel acknowledge at once, because its shortest round trip may be too long.

        The caller then does: the next time is `PROMPT_ACK_EVERY` later.
        """
        if self._kernel is None or self._kernel < PERHAPS_DELAYED:
            return False
        if self._prompted is not None and now - self._prompted < PROMPT_ACK_EVERY:
            return False
        self._prompted = now
        return True

    def wrote(self, seq: int, now: Nanos) -> None:
        """The server wrote events up to this one for the first time. `Connection.flush_all` does the same by itself."""
        self.last_written = seq
        self.writes.append((seq, now))

    def written(self, seq: int | None) -> Micros | None:
        """When an event was written to this connection; None if it never was, or is too long ago."""
        if seq is None or seq > self.last_written:
            return None
        index = bisect_left(self.writes, seq, key=itemgetter(0))
        if index == len(self.writes):
            return None
        last, now = self.writes[index]
        # the oldest write kept may not be the one that had this event
        return self.micros(now) if last == seq or index else None

    # plays

    def act_arrived(self, arrived: Micros, seen: int | None, elapsed: int | None) -> None:
        """An uncontested act arrived. Its view time is computed lazily, by `catch_up`."""
        self._latest_act = (arrived, seen, elapsed)

    def catch_up(self) -> None:
        """Take the latest uncontested act into account."""
        if self._latest_act is not None:
            arrived, seen, elapsed = self._latest_act
            self._latest_act = None
            self.acted(timing_of(self.play(0, 0, arrived, seen, elapsed)).view_time)

    def play(
        self, seat: int, n: int, arrived: Micros, seen: int | None, elapsed: int | None
    ) -> Play:
        """An act with everything its view time depends on."""
        claim = read_claim(seen, elapsed)
        sent = None if claim is None else self.written(claim.seen)
        return Play(seat, n, arrived, self.snapshot(), self.frontier, claim, sent)

    def acted(self, view_time: Micros) -> None:
        """This player made a play with this view time."""
        self.frontier = max(self.frontier, view_time)
        self.seen_until = max(self.seen_until, view_time)

    def spend(self, spent: Micros) -> None:
        """This player made a contested play, which costs or earns tokens."""
        self.tokens = tokens_after(self.tokens, spent)

    # estimating

    @property
    def distance(self) -> int | None:
        """The usual round trip in ms, to be shown to people; None if nothing is known yet.

        Pongs that took longer than STANDSTILL are left out: the connection stood still, and its player is no farther away.
        """
        known = self._sorted[: bisect_left(self._sorted, STANDSTILL)]
        usual = _middle(known) if known else self._kernel
        return None if usual is None else round(usual / 1_000)

    def snapshot(self) -> LinkSnapshot:
        """What is known about the link now."""
        if self._estimate is None:
            self._estimate = self._estimated()
        base, low, high, dev = self._estimate
        return LinkSnapshot(base, low, high, dev, self.tokens)

    def _estimated(self) -> tuple[Micros, Micros, Micros, Micros]:
        known, kernel = self._sorted, self._kernel
        if not known:  # without any figure, the player counts as being next to the server
            base = Micros(0 if kernel is None else min(LONGEST, kernel))
            return base, base, base, Micros(0)
        median = _middle(known)
        usual, low = min(median, LONGEST), known[0]
        if kernel is not None:
            usual, low = min(usual, kernel + SLACK), min(low, kernel)
        dev = _middle(sorted(abs(each - median) for each in known))
        return Micros(usual), Micros(low), Micros(known[-1]), Micros(dev)

    def next_ping(self, hot: bool) -> Micros:
        """When to ping this connection again."""
        if self._last_ping is None:
            return Micros(0)
        return Micros(self._last_ping + (PING_EVERY_HOT if hot else PING_EVERY))


def _middle(ordered: list[int]) -> int:
    return ordered[(len(ordered) - 1) // 2]
