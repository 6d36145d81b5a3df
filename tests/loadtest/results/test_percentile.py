"""A percentile is a value that occurred, by the nearest rank."""

from collections import Counter

from watai.loadtest.results.percentile import percentile


def test_percentiles_are_values_that_occurred() -> None:
    assert [percentile(Counter([3, 1, 2]), part) for part in (0, 0.5, 0.99, 1)] == [1, 2, 3, 3]


def test_a_part_that_a_value_just_reaches_is_that_value() -> None:
    counts = {0.001: 99, 0.005: 1}
    assert percentile(counts, 0.99) == 0.001
    assert percentile(counts, 0.991) == 0.005


def test_nothing_has_no_percentile() -> None:
    assert percentile({}, 0.5) is None
    assert percentile({7: 0}, 0.5) is None
