"""Counts become histograms without losing a value or more than the third digit."""

from random import Random

import pytest
from hdrh.histogram import HdrHistogram  # type: ignore[import-untyped]

from watai.loadtest.load.recorder import Recorder, pack, unpack
from watai.loadtest.results.latency import brief, encoded, histogram, spectrum, summary
from watai.loadtest.results.schema import Brief


def recorded(values: list[int]) -> Recorder:
    recorder = Recorder()
    for us in values:
        recorder.add("ack", us * 1000)
    return recorder


def test_percentiles_are_those_of_an_hdr_histogram() -> None:
    chance = Random("latencies")
    values = [int(chance.lognormvariate(7, 2)) + 1 for _ in range(5_000)]
    direct = HdrHistogram(1, 60_000_000, 3)
    for value in values:
        direct.record_value(value)
    ours = histogram([recorded(values).counts["ack"]])
    for part in (1, 50, 90, 99, 99.9, 100):
        assert ours.get_value_at_percentile(part) == direct.get_value_at_percentile(part)
    assert ours.get_total_count() == 5_000


def test_processes_are_added_up_not_averaged() -> None:
    quick, slow = recorded([100] * 99), recorded([50_000])
    whole = summary(histogram([quick.counts["ack"], slow.counts["ack"]]))
    assert whole.count == 100
    assert whole.p50 == 0.1
    assert whole.max == pytest.approx(50, rel=0.001)


def test_a_second_in_brief_agrees_with_the_whole() -> None:
    counts = recorded(list(range(1, 1001))).counts["ack"]
    assert brief([counts]) == Brief(0.5, 0.99, 1.0)
    assert brief([]) == Brief()


def test_counts_survive_packing() -> None:
    counts = recorded([1, 1, 2047, 2049, 60_000_000]).counts["ack"]
    assert unpack(pack(counts)) == counts
    assert unpack(pack({})) == {}


def test_nothing_measured_is_said_so() -> None:
    nothing = histogram([])
    assert summary(nothing).p99 is None
    assert spectrum(nothing) == []


def test_a_histogram_survives_its_text() -> None:
    hdr = histogram([recorded([1, 10, 100, 1000]).counts["ack"]])
    assert HdrHistogram.decode(encoded(hdr)).get_total_count() == 4
    assert spectrum(hdr)[-1] == (100.0, 1.0)


def test_more_than_a_minute_counts_as_a_minute() -> None:
    longest = summary(histogram([recorded([70_000_000]).counts["ack"]])).max
    assert longest == pytest.approx(60_000, rel=0.001)
