"""The token bucket, on a clock of its own."""

from watai.server.clock import SECOND, Nanos
from watai.server.settings.limits import Limits
from watai.server.transport.rate_limit import TokenBucket

START = Nanos(0)


def after(tenths: float) -> Nanos:
    return Nanos(int(tenths * SECOND / 10))


def test_a_burst_and_no_more() -> None:
    bucket = TokenBucket(10, 5)
    assert [bucket.spend(START) for _ in range(7)] == [True] * 5 + [False] * 2


def test_tokens_come_back_at_their_rate() -> None:
    limits = Limits(messages_per_second=10, burst_messages=5)
    bucket = TokenBucket(limits.messages_per_second, limits.burst_messages)
    for _ in range(5):
        assert bucket.spend(START)
    assert not bucket.spend(Nanos(after(1) - 1))
    assert bucket.spend(after(1))
    assert not bucket.spend(after(1))
    assert [bucket.spend(after(100)) for _ in range(6)] == [True] * 5 + [False]


def test_a_steady_rate_is_kept_for_ever() -> None:
    bucket = TokenBucket(50, 200)
    assert all(bucket.spend(Nanos(number * SECOND // 50)) for number in range(10_000))


def test_several_at_once() -> None:
    bucket = TokenBucket(10, 5)
    assert not bucket.spend(START, 6)
    assert bucket.spend(START, 5)
    assert not bucket.spend(START)


def test_a_clock_that_steps_back_gives_nothing_away() -> None:
    bucket = TokenBucket(10, 5)
    for _ in range(5):
        assert bucket.spend(after(50))
    assert not bucket.spend(after(40))
