"""The token bucket, on a clock of its own."""

from server.settings.limits import Limits
from server.transport.rate_limit import Bucket

SECOND = 1_000_000_000


def test_a_burst_and_no_more() -> None:
    bucket = Bucket(10, 5, 0)
    assert [bucket.spend(0) for _ in range(7)] == [True] * 5 + [False] * 2


def test_tokens_come_back_at_their_rate() -> None:
    limits = Limits(messages_per_second=10, burst_messages=5)
    bucket = Bucket(limits.messages_per_second, limits.burst_messages, 0)
    for _ in range(5):
        assert bucket.spend(0)
    assert not bucket.spend(SECOND // 10 - 1)
    assert bucket.spend(SECOND // 10)
    assert not bucket.spend(SECOND // 10)
    assert [bucket.spend(10 * SECOND) for _ in range(6)] == [True] * 5 + [False]


def test_a_steady_rate_is_kept_for_ever() -> None:
    bucket = Bucket(50, 200, 0)
    assert all(bucket.spend(number * SECOND // 50) for number in range(10_000))


def test_several_at_once() -> None:
    bucket = Bucket(10, 5, 0)
    assert not bucket.spend(0, 6)
    assert bucket.spend(0, 5)
    assert not bucket.spend(0)


def test_a_clock_that_steps_back_gives_nothing_away() -> None:
    bucket = Bucket(10, 5, 5 * SECOND)
    for _ in range(5):
        assert bucket.spend(5 * SECOND)
    assert not bucket.spend(4 * SECOND)
