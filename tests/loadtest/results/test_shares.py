"""Shares of equals, against the tables in the books."""

import pytest

from watai.loadtest.results.shares import chi2_p, chi2_tail, slope_z, spread


@pytest.mark.parametrize(
    ("chi2", "freedom", "chance"),
    [
        (3.841, 1, 0.05),
        (5.991, 2, 0.05),
        (7.815, 3, 0.05),
        (14.067, 7, 0.05),
        (18.475, 7, 0.01),
        (15.507, 8, 0.05),
        (0, 7, 1),
    ],
)
def test_the_tail_of_chi_squared_is_that_of_the_tables(
    chi2: float, freedom: int, chance: float
) -> None:
    assert chi2_tail(chi2, freedom) == pytest.approx(chance, abs=2e-5)


def test_equals_that_differ_little_may_be_equals() -> None:
    assert chi2_p([10, 10, 10]) == 1
    assert chi2_p([20, 30, 10]) == pytest.approx(chi2_tail(10, 2))


def test_the_spread_is_the_most_over_the_fewest() -> None:
    assert spread([10, 12]) == 1.2
    assert spread([0, 3]) == float("inf")


def test_a_slope_shows_only_where_there_is_one() -> None:
    assert slope_z([10, 10, 10], [1, 2, 3]) == 0
    assert slope_z([5, 10, 15], [1, 2, 3]) > 2
    assert slope_z([15, 10, 5], [1, 2, 3]) < -2
