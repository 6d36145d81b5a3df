"""A token bucket: so many messages a second, with some saved up for a burst."""

from watai.server.clock import SECOND, Nanos


class TokenBucket:
    """One peer's allowance. `spend` is called for every message."""

    __slots__ = ("_full_at", "_nanos_each", "_span")

    def __init__(self, per_second: float, burst: int) -> None:
        self._nanos_each = int(SECOND / per_second)
        self._span = self._nanos_each * burst
        self._full_at = 0

    def may_spend(self, now: Nanos) -> bool:
        """Whether there is a token."""
        return max(self._full_at, now) + self._nanos_each - now <= self._span

    def spend(self, now: Nanos, tokens: int = 1) -> bool:
        """Take tokens if there are enough. The only state is the instant at which the bucket would be full."""
        full_at = max(self._full_at, now) + tokens * self._nanos_each
        if full_at - now > self._span:
            return False
        self._full_at = full_at
        return True

    def next_token(self) -> Nanos:
        """When there is a token to spend: an instant that may have passed."""
        return Nanos(self._full_at + self._nanos_each - self._span)
