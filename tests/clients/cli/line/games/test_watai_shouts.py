"""Shouting in lines: the player is told once that a shout is possible, and warned once before it costs points."""

from tests.support.screens.watai import laid
from tests.support.screens.watai_positions import position
from watai.clients.cli.line.games.watai.shouts import Shouts
from watai.engine.watai.moves import Shout, Turn


def test_a_shout_too_soon_is_typed_twice() -> None:
    table = position(3, laid(10)).model.table
    shouts = Shouts()
    assert [shouts.is_rash(Shout(), table) for _ in range(3)] == [True, False, True]
    assert not shouts.is_rash(Turn(), table)
    assert shouts.is_rash(Shout(), table), "something else was done in between"
    assert not shouts.is_rash(Shout(), None)


def test_a_shout_in_time_is_told_of_once_and_made_at_once() -> None:
    early = position(3, laid(10)).model.table
    late = position(3, lambda view: view.phase == "race" and view.players[0].may_shout).model.table
    shouts = Shouts()
    assert [shouts.is_news(table) for table in (None, early, late, late)] == [False] * 2 + [
        True,
        False,
    ]
    assert not shouts.is_rash(Shout(), late)
