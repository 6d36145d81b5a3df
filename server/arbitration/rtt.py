"""How long a connection's round trip takes: from pongs the client sends, and from the kernel, which it cannot deceive.

A client can answer a ping late, never early: the nonce is not known before. So pongs give an upper estimate, and the
kernel's own shortest round trip (of acknowledgements, which no program sends by itself) says how far above the truth
it can be. Behind a proxy the kernel knows the proxy only, and is not asked.
"""

import struct
from bisect import insort
from collections import OrderedDict, deque
from typing import Final

from msgspec import Struct

from server.arbitration.view_time import POLICY, Link, Play, Policy, read_claim, settle, view
from server.clock import Micros

WINDOW: Final = 64
"""Round trips remembered: three seconds while slots are hot, a minute otherwise."""
OUTSTANDING: Final = 64
"""Pings that may wait for their pong; older ones are forgotten, so a client that never answers costs nothing."""
WRITES: Final = 128
"""Writes remembered with the events they carried: a claim about an older one is none."""
PING_EVERY: Final = Micros(1_000_000)
PING_EVERY_HOT: Final = Micros(50_000)
"""While two or more players show a card that fits the same slot."""

_RTT_OFFSET: Final = 68
_MIN_RTT_OFFSET: Final = 148
_UNKNOWN: Final = 0xFFFF_FFFF
_u32 = struct.Struct("=I").unpack_from


class TcpInfo(Struct, frozen=True, array_like=True):
    """What is used of the kernel's `struct tcp_info`, in µs; None where this kernel does not say."""

    rtt: Micros | None
    min_rtt: Micros | None


def read_tcp_info(data: bytes) -> TcpInfo:
    """The kernel's answer to `getsockopt(IPPROTO_TCP, TCP_INFO)`. Older kernels give shorter structs."""
    return TcpInfo(_field(data, _RTT_OFFSET), _field(data, _MIN_RTT_OFFSET))


def _field(data: bytes, offset: int) -> Micros | None:
    if len(data) < offset + 4:
        return None
    value: int = _u32(data, offset)[0]
    return Micros(value) if 0 < value < _UNKNOWN else None


class Meter:
    """One connection's round trips, quota and frontier. It knows no clock: every moment is told, in µs of the match."""

    def __init__(
        self, behind_proxy: bool = False, tokens: Micros | None = None, policy: Policy = POLICY
    ) -> None:
        self.tokens = policy.token_start if tokens is None else tokens
        self.epoch = 0
        """When the match began, in ns of the monotonic clock."""
        self.frontier = Micros(0)
        """The view time of this player's latest play: the next one cannot be earlier."""
        self.shown = Micros(0)
        """The latest moment that a frame of this player proves it had reached without playing."""
        self._policy = policy
        self._behind_proxy = behind_proxy
        self._kernel: Micros | None = None
        self._recent: deque[int] = deque()
        self._sorted: list[int] = []
        self._waiting: OrderedDict[bytes, Micros] = OrderedDict()
        self._last_ping: Micros | None = None
        self._writes: deque[tuple[int, int]] = deque(maxlen=WRITES)
        self.last_written = -1
        """The newest event that went out."""
        self._latest_act: tuple[Micros, int | None, int | None] | None = None
        self._estimate: tuple[Micros, Micros, Micros, Micros] | None = None

    def begin(self, epoch: int) -> None:
        """A match begins, or this connection comes to it; what is known of the link stays."""
        self.epoch = epoch
        self.frontier = self.shown = Micros(0)
        self._waiting.clear()
        self._writes.clear()
        self.last_written = -1
        self._latest_act = None
        self._last_ping = None

    def micros(self, now: int) -> Micros:
        """An instant of the monotonic clock in µs of the match."""
        return Micros((now - self.epoch) // 1_000)

    # what is measured

    def pinged(self, nonce: bytes, at: Micros) -> None:
        """A ping with this nonce was written."""
        self._last_ping = at
        self._waiting[nonce] = at
        if len(self._waiting) > OUTSTANDING:
            self._waiting.popitem(last=False)

    def ponged(self, nonce: bytes, at: Micros) -> Micros | None:
        """A pong arrived: the moment its sender had seen, or None for one that answers no ping of ours."""
        sent = self._waiting.get(nonce)
        if sent is None or at < sent:
            return None
        while self._waiting and self._waiting.popitem(last=False)[0] != nonce:
            pass  # a client may answer only the latest of several pings (RFC 6455, 5.5.3)
        self._sample(at - sent)
        self.shown = max(self.shown, sent)
        return sent

    def _sample(self, rtt: int) -> None:
        self._recent.append(rtt)
        insort(self._sorted, rtt)
        if len(self._recent) > WINDOW:
            self._sorted.remove(self._recent.popleft())
        self._estimate = None

    def told_by_kernel(self, info: TcpInfo) -> None:
        """The kernel's figures, asked for now and then."""
        if not self._behind_proxy and info.min_rtt is not None:
            self._kernel = info.min_rtt
            self._estimate = None

    def wrote(self, seq: int, now: int) -> None:
        """Everything up to this event has been written, for the first time; in ns, for this is said with every write."""
        self.last_written = seq
        self._writes.append((seq, now))

    def written(self, seq: int | None) -> Micros | None:
        """When an event was written; None if it never was, or too long ago to be remembered."""
        if seq is None or seq > self.last_written:
            return None
        before = None
        for last, now in self._writes:
            if last >= seq:
                return self.micros(now) if last == seq or before is not None else None
            before = last
        return None

    def heard(self, arrived: Micros, seen: int | None, el: int | None) -> None:
        """An act has arrived; its view time is worked out when somebody needs it."""
        self._latest_act = (arrived, seen, el)

    def play(self, seat: int, n: int, arrived: Micros, seen: int | None, el: int | None) -> Play:
        """An act with everything its view time depends on."""
        claim = read_claim(seen, el)
        sent = None if claim is None else self.written(claim.seen)
        return Play(seat, n, arrived, self.link(), self.frontier, claim, sent)

    def catch_up(self) -> None:
        """Take the latest act into account."""
        if self._latest_act is not None:
            arrived, seen, el = self._latest_act
            self._latest_act = None
            self.acted(view(self.play(0, 0, arrived, seen, el), self._policy).w)

    def acted(self, w: Micros) -> None:
        """This player made a play with this view time."""
        self.frontier = max(self.frontier, w)
        self.shown = max(self.shown, w)

    def spend(self, spent: int) -> None:
        """A contested play is paid for."""
        self.tokens = settle(self.tokens, spent, self._policy)

    # what is known

    def link(self) -> Link:
        """The connection as it is now, for the record of a decision."""
        if self._estimate is None:
            self._estimate = self._estimated()
        base, low, high, dev = self._estimate
        return Link(base, low, high, dev, self.tokens)

    def _estimated(self) -> tuple[Micros, Micros, Micros, Micros]:
        known = self._sorted
        policy = self._policy
        bounds: list[int] = [policy.longest]
        if self._kernel is not None:
            slack = max(policy.slack, self._kernel * policy.slack_percent // 100)
            bounds.append(self._kernel + slack if known else self._kernel)
        if not known:
            base = Micros(
                min(bounds) if len(bounds) > 1 else 0
            )  # nothing known: as if it were here
            return base, base, base, Micros(0)
        median = _middle(known)
        dev = _middle(sorted(abs(each - median) for each in known))
        low = known[0] if self._kernel is None else min(known[0], self._kernel)
        return Micros(min(median, *bounds)), Micros(low), Micros(known[-1]), Micros(dev)

    def next_ping(self, hot: bool) -> Micros:
        """When to ping again."""
        if self._last_ping is None:
            return Micros(0)
        return Micros(self._last_ping + (PING_EVERY_HOT if hot else PING_EVERY))


def _middle(ordered: list[int]) -> int:
    return ordered[(len(ordered) - 1) // 2]
