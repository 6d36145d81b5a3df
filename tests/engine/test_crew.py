"""The bots at a table: hired, dismissed, and asked again when something has happened."""

from tests.support.engine.toy_game import Add, Script, Tally
from watai.engine.bots.crew import Crew
from watai.engine.game import START_OF_TIME, Millis, Seat

ONE, TWO = Seat(0), Seat(1)


def test_nothing_is_planned_before_anybody_has_looked() -> None:
    assert Crew({ONE: Script((1, 10))}).due() is None


def test_the_earliest_plan_is_taken_first() -> None:
    crew = Crew({ONE: Script((1, 20)), TWO: Script((2, 10))})
    crew.wake(Tally(2), START_OF_TIME)
    assert crew.due() == 10
    assert [crew.take() for _ in range(2)] == [(10, TWO, Add(2)), (20, ONE, Add(1))]
    assert crew.due() is None


def test_a_plan_is_counted_from_the_moment_of_looking() -> None:
    crew = Crew({ONE: Script((1, 20))})
    crew.wake(Tally(1), Millis(500))
    assert crew.due() == 520


def test_whoever_acted_looks_again_and_those_with_a_plan_do_not() -> None:
    one, two = Script((1, 10)), Script((1, 20))
    crew = Crew({ONE: one, TWO: two})
    game = Tally(2)
    crew.wake(game, START_OF_TIME)
    at, seat, _ = crew.take()
    crew.wake(game, at, seat)
    assert [len(each.shown) for each in (one, two)] == [2, 1]


def test_a_bot_hired_later_looks_when_something_happens_next() -> None:
    crew = Crew({})
    crew.hire(TWO, Script((1, 5)))
    assert crew.due() is None
    crew.wake(Tally(2), Millis(100))
    assert crew.take() == (105, TWO, Add(1))


def test_a_bot_dismissed_takes_its_plan_with_it() -> None:
    crew = Crew({ONE: Script((1, 10)), TWO: Script((1, 20))})
    crew.wake(Tally(2), START_OF_TIME)
    crew.dismiss(ONE)
    assert crew.take() == (20, TWO, Add(1))
    assert crew.due() is None


def test_a_bot_dismissed_is_not_asked_again_even_if_its_move_was_the_last() -> None:
    gone = Script((1, 10))
    crew = Crew({ONE: gone})
    game = Tally(1)
    crew.wake(game, START_OF_TIME)
    at, seat, _ = crew.take()
    crew.dismiss(ONE)
    crew.wake(game, at, seat)
    assert len(gone.shown) == 1


def test_dismissing_nobody_is_no_mistake() -> None:
    crew = Crew({ONE: Script((1, 10))})
    crew.dismiss(TWO)
    crew.wake(Tally(1), START_OF_TIME)
    assert crew.due() == 10
