"""Assertions are read as users write them, and none is met by a figure that was not measured."""

import pytest

from watai.loadtest.results.assertions import BadAssertion, parse_assertion

RESULT = {
    "plays_per_s": 900,
    "violations": 0,
    "valid": True,
    "play": "real",
    "ack_ms": {"p99": 12.5, "max": None},
    "generator": {"lag_ms": {"p99": 0.4}},
}


@pytest.mark.parametrize(
    ("text", "passed"),
    [
        ("ack.p99<25ms", True),
        ("ack.p99 < 12.5 ms", False),
        ("ack.p99<=12500us", True),
        ("ack.p99<0.01s", False),
        ("ack_ms.p99>12", True),
        ("violations==0", True),
        ("plays_per_s>=1000", False),
        ("generator.lag.p99<1ms", True),
        ("ack.max<1000ms", False),
        ("valid==1", True),
    ],
)
def test_assertions_are_judged(text: str, passed: bool) -> None:
    assert parse_assertion(text).judge(RESULT).passed is passed


@pytest.mark.parametrize("text", ["", "fast", "ack.p99", "ack.p99<", "ack.p99<5m", "p99=3", "<3ms"])
def test_what_is_no_assertion_is_refused(text: str) -> None:
    with pytest.raises(BadAssertion):
        parse_assertion(text)


@pytest.mark.parametrize("text", ["wishes<1", "ack.p77<1ms", "play==1", "violations.p99<1"])
def test_a_figure_that_there_is_not_is_refused(text: str) -> None:
    with pytest.raises(BadAssertion):
        parse_assertion(text).judge(RESULT)
