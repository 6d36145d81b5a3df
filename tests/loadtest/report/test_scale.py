"""Scales put numbers where readers expect them."""

from math import inf

import pytest

from watai.loadtest.report.scale import even, logarithmic, nines, rarity
from watai.loadtest.results.digits import number


def test_an_even_scale_starts_at_zero_and_ends_on_a_round_number() -> None:
    scale = even([3, 93])
    assert (scale.low, scale.high) == (0, 100)
    assert [tick.label for tick in scale.ticks] == ["0", "20", "40", "60", "80", "100"]
    assert [scale.part(value) for value in (0, 50, 100, 400)] == [0, 0.5, 1, 1]
    assert even([]).high == 1


def test_seconds_have_no_halves() -> None:
    assert [tick.label for tick in even([4], 10, least=1).ticks] == ["0", "1", "2", "3", "4"]


def test_a_scale_of_ratios_spans_what_there_is() -> None:
    scale = logarithmic([0.3, 0, 40])
    assert (scale.low, scale.high) == (0.2, 50)
    assert [tick.label for tick in scale.ticks] == ["0.2", "0.5", "1", "2", "5", "10", "20", "50"]
    assert scale.part(10**0.5) == pytest.approx(0.5)  # 0.2 × 50 = √10²
    assert [tick.at for tick in logarithmic([0.01, 9000]).ticks] == [
        0.01,
        0.1,
        1,
        10,
        100,
        1000,
        10000,
    ]
    assert logarithmic([5, 5]).high > logarithmic([5, 5]).low
    assert logarithmic([]).low > 0


def test_the_nines_of_the_percentile_axis_are_evenly_spaced_and_end_with_the_data() -> None:
    assert [rarity(each) for each in (0, 90, 99, 100)] == pytest.approx([0, 1, 2, inf])
    labels = [tick.label for tick in nines(6400).ticks]
    assert labels == ["0 %", "50 %", "90 %", "99 %", "99.9 %"]
    assert nines(6400).part(inf) == 1
    assert nines(0).high == 2
    assert nines(10**9).high == 6


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (0, "0"),
        (0.0512, "0.0512"),
        (0.05, "0.05"),
        (2.5, "2.5"),
        (40, "40"),
        (12345.6, "12,346"),
        (-0.7, "-0.7"),
    ],
)
def test_numbers_are_said_in_few_digits(value: float, said: str) -> None:
    assert number(value) == said
