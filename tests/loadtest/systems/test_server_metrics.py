"""The server's own share of latency, from two pages of its metrics."""

from watai.loadtest.systems.server_metrics import read, share

PAGE = """\
# HELP watai_ack_seconds From a message's arrival to its answer
# TYPE watai_ack_seconds histogram
watai_ack_seconds_bucket{le="0.0001"} 10
watai_ack_seconds_bucket{le="0.0003"} 110
watai_ack_seconds_bucket{le="0.001"} 130
watai_ack_seconds_bucket{le="+Inf"} 131
watai_ack_seconds_count 131
watai_ack_seconds_sum 0.1
# TYPE watai_rooms gauge
watai_rooms 3
"""


def test_the_histogram_is_read_from_the_page() -> None:
    assert read(PAGE) == {0.0001: 10, 0.0003: 110, 0.001: 130, float("inf"): 131}


def test_what_was_before_does_not_count() -> None:
    before = {0.0001: 10.0, 0.0003: 10.0, 0.001: 30.0, float("inf"): 31.0}
    assert share(before, read(PAGE)) == {"p50": 0.2, "p90": 0.28, "p99": 0.298}


def test_beyond_the_last_step_nothing_is_known_but_the_step() -> None:
    slow = {0.001: 0.0, float("inf"): 4.0}
    assert share({}, slow) == {"p50": 1.0, "p90": 1.0, "p99": 1.0}


def test_nothing_answered_is_no_share() -> None:
    assert share(read(PAGE), read(PAGE)) == {"p50": None, "p90": None, "p99": None}
