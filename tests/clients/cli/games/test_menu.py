"""The menu: steps, digits, the cursor in a list and on a board."""

from dataclasses import dataclass

from watai.clients.cli.games.menu import Menu, Part, Way
from watai.clients.cli.games.sight import marks
from watai.engine.game import Move


@dataclass(frozen=True, slots=True)
class Go(Move):
    where: str


def menu(*paths: str) -> Menu:
    """A menu of moves named by their paths, « a b » and « a c » sharing a first step."""
    ways = [
        Way(tuple(Part(word) for word in path.split()), f"Go {path}.", Go(path)) for path in paths
    ]
    return Menu.of(tuple(way.move for way in ways), ways)


def cells(*places: tuple[int, int]) -> Menu:
    ways = [
        Way((Part(f"{row}{column}", row * 3 + column, (row, column)),), "", Go(f"{row}{column}"))
        for row, column in places
    ]
    return Menu.of(tuple(way.move for way in ways), ways)


def labels(menu: Menu) -> list[str]:
    return [entry.label for entry in menu.entries]


def pointed(menu: Menu) -> str:
    assert menu.pointed is not None
    return menu.pointed.label


def test_moves_that_begin_alike_share_an_entry() -> None:
    whole = menu("a b", "a c", "d")
    assert labels(whole) == ["a", "d"]
    assert [entry.number for entry in whole.entries] == [1, 2]
    assert [entry.move for entry in whole.entries] == [None, Go("d")]
    assert labels(whole.picked(whole.entries[0])) == ["b", "c"]


def test_an_entry_that_leaves_one_move_is_that_move_in_full() -> None:
    whole = menu("a b c", "d e", "d f g")
    assert labels(whole) == ["Go a b c.", "d"]
    assert whole.entries[0].move == Go("a b c")
    assert labels(whole.picked(whole.entries[1])) == ["e", "f, g"]


def test_what_has_a_number_on_the_board_is_picked_by_it_and_the_rest_is_counted_after_all_such() -> (
    None
):
    boats = [Way((Part(f"Buy boat {n}", n),), f"Buy boat {n}", Go(str(n))) for n in (2, 3)]
    ways = [Way((Part("Sell"),), "Sell", Go("sell")), *boats]
    whole = Menu.of(tuple(way.move for way in ways), ways, numbers=4)
    assert {entry.number: entry.label for entry in whole.entries} == {
        2: "Buy boat 2",
        3: "Buy boat 3",
        5: "Sell",
    }
    assert whole.numbered(4) is None


def test_a_step_without_a_choice_is_taken_and_skipped_on_the_way_back() -> None:
    whole = menu("a b c", "a b d", "e")
    further = whole.picked(whole.entries[0])
    assert labels(further) == ["c", "d"]
    assert further.back() == whole


def test_the_way_back_leaves_the_cursor_where_it_was() -> None:
    whole = menu("a b", "a c", "d e", "d f").moved("down")
    further = whole.picked(whole.entries[1])
    assert labels(further) == ["e", "f"]
    assert pointed(further.back()) == "d"
    assert whole.back() == whole


def test_a_move_may_be_said_in_two_orders() -> None:
    move = Go("swap")
    one, two, three = Part("one"), Part("two"), Part("three")
    ways = [
        Way((one, two), "", move),
        Way((two, one), "", move),
        Way((one, three), "", Go("other")),
        Way((three, one), "", Go("other")),
    ]
    whole = Menu.of((move, Go("other")), ways)
    assert [entry.move for entry in whole.entries] == [None, move, Go("other")]


def test_the_cursor_stops_at_the_ends_of_a_list() -> None:
    whole = menu("a", "b", "c")
    assert pointed(whole.moved("up")) == "a"
    assert pointed(whole.moved("down").moved("down").moved("down")) == "c"


def test_digits_are_those_of_the_board_in_their_order() -> None:
    board = cells((2, 2), (1, 1))
    assert [entry.number for entry in board.entries] == [4, 8]
    entry = board.numbered(8)
    assert entry is not None
    assert entry.move == Go("22")
    assert board.numbered(5) is None


def test_the_arrows_walk_the_board_over_gaps_and_not_beyond_it() -> None:
    board = cells((1, 1), (1, 3), (3, 1), (3, 3))
    assert pointed(board.moved("right")) == "13"
    assert pointed(board.moved("right").moved("down")) == "33"
    assert pointed(board.moved("up")) == "11"
    assert pointed(board.moved("left")) == "11"


def test_marks_are_initials_unless_two_are_alike() -> None:
    assert marks(("Ana", "Bo", "élan")) == ["A", "B", "É"]
    assert marks(("Ana", "Bo", "Alex")) == ["A", "B", "C"]
    assert marks(("日本", "Bo")) == ["A", "B"]
