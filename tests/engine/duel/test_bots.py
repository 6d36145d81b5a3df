"""The bots: the matrix game solved, whole games from views alone, and memory that is a person's."""

import pytest

from tests.engine.duel.positions import asked, fight, laid, new, play
from watai.engine.bots.duel.belief import Belief
from watai.engine.bots.duel.bot import DuelBot
from watai.engine.bots.duel.matrix import Mix, solve, worth
from watai.engine.bots.duel.outlook import chance, chances
from watai.engine.bots.duel.placement import Layout, choose
from watai.engine.dice import Dice
from watai.engine.duel.events import Fought
from watai.engine.duel.moves import Choose, Exchange, Place
from watai.engine.duel.rules import Duel
from watai.engine.duel.tables import BISON, CELLS, PLACEMENT_ORDER, WOLF
from watai.engine.game import START_OF_TIME, Millis, Seat
from watai.engine.playout import playout


@pytest.mark.parametrize(
    ("matrix", "value", "rows", "columns"),
    [
        ((0, -1, 1, 1, 0, -1, -1, 1, 0), 0, (1 / 3, 1 / 3, 1 / 3), (1 / 3, 1 / 3, 1 / 3)),
        ((0, -1, 2, 1, 0, -1, -2, 1, 0), 0, (1 / 4, 1 / 2, 1 / 4), (1 / 4, 1 / 2, 1 / 4)),
        ((4, 5, 6, 1, 9, 2, 3, 7, 8), 4, (1, 0, 0), (1, 0, 0)),
        ((1, -1, 9, -1, 1, 9, -5, -5, 9), 0, (1 / 2, 1 / 2, 0), (1 / 2, 1 / 2, 0)),
        ((6, 0, 0, 0, 3, 0, 0, 0, 2), 1, (1 / 6, 1 / 3, 1 / 2), (1 / 6, 1 / 3, 1 / 2)),
        ((5, 5, 5, 5, 5, 5, 5, 5, 5), 5, (1, 0, 0), (1, 0, 0)),
    ],
    ids=["rock-paper-scissors", "weighted", "saddle", "pennies", "diagonal", "flat"],
)
def test_known_games_are_solved(
    matrix: tuple[float, ...], value: float, rows: Mix, columns: Mix
) -> None:
    solved = solve(matrix)
    assert solved[0] == pytest.approx(value)
    assert solved[1] == pytest.approx(rows)
    assert solved[2] == pytest.approx(columns)


def test_no_choice_beats_a_solution() -> None:
    dice = Dice.from_text("matrices")
    for spread in (2, 3, 5, 17, 1000):
        for _ in range(400):
            matrix = [dice.below(spread) - spread / 2 for _ in CELLS]
            value, rows, columns = solve(matrix)
            assert sum(rows) == pytest.approx(1)
            assert sum(columns) == pytest.approx(1)
            for one in range(3):
                assert sum(rows[r] * matrix[3 * r + one] for r in range(3)) >= value - 1e-6
                assert sum(columns[c] * matrix[3 * one + c] for c in range(3)) <= value + 1e-6


@pytest.mark.parametrize("scale", [1e-5, 1e-9, 1e-14])
def test_payoffs_that_hardly_differ_are_solved_as_well(scale: float) -> None:
    stone_paper_scissors = [0.5 + scale * payoff for payoff in (0, -1, 1, 1, 0, -1, -1, 1, 0)]
    value, rows, columns = solve(stone_paper_scissors)
    assert value == pytest.approx(0.5)
    assert sum(rows) == pytest.approx(1)
    assert sum(columns) == pytest.approx(1)
    if scale > 1e-12:  # below that the payoffs themselves are rounded
        assert rows == pytest.approx((1 / 3, 1 / 3, 1 / 3), rel=1e-3)


def test_shells_are_worth_what_is_left_to_play_for() -> None:
    assert chances(0)[8:11] == (0, 0.5, 1)  # at the limit only the majority counts
    assert chance(12, 0) == 0
    assert chance(12, 18) == 1
    assert chance(12, 9) == pytest.approx(0.5)
    for left in (1, 5, 40):
        assert list(chances(left)) == sorted(chances(left))


@pytest.mark.parametrize("exchange", ["compulsory", "optional"])
@pytest.mark.parametrize("variant", ["base", "memory", "professional"])
@pytest.mark.parametrize("strengths", [("strong", "easy"), ("easy", "strong")], ids="-".join)
def test_bots_play_whole_games_from_their_views(
    variant: str, exchange: str, strengths: tuple[str, str]
) -> None:
    game = new(seed=f"{variant} {strengths}", variant=variant, exchange=exchange)
    bots = {
        Seat(seat): DuelBot(Seat(seat), strength, Dice.from_text(f"{seat} {variant}"))
        for seat, strength in enumerate(strengths)
    }
    for step in playout(game, bots):
        assert step.refused is None
        assert game.faults() == ()
    assert game.outcome() is not None


def test_a_bot_that_is_asked_nothing_waits() -> None:
    game = new()
    assert DuelBot(WOLF, "strong", Dice.from_text("wait")).think(game.view(WOLF), Millis(0)) is None


def _masks(
    strength: str,
    picture: str,
    seat: Seat,
    shells: tuple[int, int],
    at: Millis = START_OF_TIME,
    **options: object,
) -> set[int]:
    """The masks this bot chooses from in forty tries."""
    game = laid(picture, **options)
    game.state.shells[:] = shells
    chosen = set()
    for number in range(40):
        plan = DuelBot(seat, strength, Dice.from_text(f"mask {number}")).think(game.view(seat), at)
        assert plan is not None
        assert isinstance(plan.move, Choose)
        chosen.add(plan.move.mask)
    return chosen


ROW_OF_NINES = """
7-1  8-2  9-3
1-7  2-8  3-9
4-5  5-6  6-4
"""


def test_the_strong_bot_takes_a_line_that_wins_everywhere() -> None:
    assert _masks("strong", ROW_OF_NINES, BISON, (9, 9)) == {1}


def test_the_strong_bot_mixes_where_a_fixed_choice_could_be_read() -> None:
    circle = "5-4 4-5 3-2  2-3 7-6 6-7  9-8 1-9 8-1"
    assert len(_masks("strong", circle, BISON, (9, 9))) > 1
    assert len(_masks("strong", circle, WOLF, (9, 9))) > 1


def test_the_strong_bot_plays_for_the_majority_in_the_last_duel() -> None:
    """Two shells behind with one duel to go: winning by two or less is losing."""
    narrow = "2-1 3-2 4-3  9-5 1-6 5-9  6-7 7-8 8-4"
    assert 1 not in _masks("strong", narrow, BISON, (7, 11), duel_limit=1)


def test_the_strong_bot_plays_for_the_majority_when_the_minutes_run_out() -> None:
    """The clock leaves time for one duel, as a limit of duels would."""
    narrow = "2-1 3-2 4-3  9-5 1-6 5-9  6-7 7-8 8-4"
    late = Millis(60_000 - 1)
    assert 1 not in _masks("strong", narrow, BISON, (7, 11), at=late, minute_limit=1)


def test_the_last_placements_are_chosen_exactly() -> None:
    """Three stones to go: which of two ends is better can be told from the boards they lead to."""
    layout = Layout(
        mine=[9, 1, 2, 3, 8, 4, 7, 0, 0],
        theirs=[8, 4, 7, 6, 3, 5, 1, 2, 0],
        my_hand={5, 6},
        their_hand={9},
        order=[True, True, False],
        any_colour=False,
        equals_barred=True,
    )
    five_first = [1, -3, -5, -3, 5, -1, 6, 5 - 2, 6 - 9]
    six_first = [1, -3, -5, -3, 5, -1, 6, 6 - 2, 5 - 9]
    better = 5 if worth(five_first) > worth(six_first) else 6
    assert worth(five_first) != worth(six_first)
    assert choose(layout, [(True, 5, 7), (True, 6, 7)]) == (True, better, 7)
    assert layout.my_hand == {5, 6}, "a search leaves the position as it was"


def test_a_placement_that_ends_in_an_equal_pair_is_never_chosen() -> None:
    layout = Layout(
        mine=[7, 8, 9, 1, 2, 3, 4, 0, 0],
        theirs=[1, 2, 3, 7, 8, 9, 5, 4, 0],
        my_hand={5, 6},
        their_hand={6},
        order=[True, True, False],
        any_colour=False,
        equals_barred=True,
    )
    assert choose(layout, [(True, 5, 7), (True, 6, 7)]) == (True, 6, 7)


def test_a_belief_holds_what_was_placed_shown_and_moved() -> None:
    game = laid("1-1 2-3 3-2 4-4 5-6 6-5 7-8 8-7 9-9", variant="memory")
    belief = Belief(BISON)
    for cell in CELLS[:8]:
        belief.known[BISON][cell] = 3 * cell[0] + cell[1] - 3
    fight(game, 1, 2)
    belief.update(game.view(BISON))
    assert belief.known[WOLF] == {(1, 2): 3}
    assert belief.exposed == {(1, 2)}
    play(game, BISON, Exchange(1, 2, 3, 1))
    belief.update(game.view(BISON))
    assert (belief.known[BISON][1, 2], belief.known[BISON][3, 1]) == (7, 2)
    assert belief.exposed == {(3, 1)}
    assert belief.unknown(WOLF) == (1, 2, 4, 5, 6, 7, 8, 9)
    assert belief.mean(WOLF, (1, 2)) == 3


def test_a_belief_learns_its_own_stones_from_hand_and_board() -> None:
    game = new(variant="memory")
    belief = Belief(WOLF)
    for seat in PLACEMENT_ORDER:
        move = game.moves(seat)[-1]
        assert isinstance(move, Place)
        play(game, seat, move)
        belief.update(game.view(WOLF))
    assert belief.known[WOLF] == {cell: game.state.board.worth(WOLF, cell) for cell in CELLS}
    assert belief.known[BISON] == {}


def test_a_belief_that_missed_an_exchange_knows_nothing_any_more() -> None:
    game = laid("1-1 2-3 3-2 4-4 5-6 6-5 7-8 8-7 9-9", variant="memory")
    belief = Belief(WOLF)
    fight(game, 1, 2)
    belief.update(game.view(WOLF))
    for _ in range(2):
        seat = asked(game)[0][0]
        play(game, seat, Exchange(1, 1, 1, 2))
        fight(game, 3, 3)
    belief.update(game.view(WOLF))
    assert game.view(WOLF).last == Fought(3, 3, 3, 9, 9)
    assert belief.known == ({(3, 3): 9}, {(3, 3): 9})


def test_a_bot_that_cannot_tell_its_stones_apart_still_places_on_free_cells() -> None:
    """The clock placed two at once while it looked away, in the memory variant."""
    game = new(variant="memory", turn_seconds=5)
    bot = DuelBot(WOLF, "strong", Dice.from_text("asleep"))
    bot.think(game.view(WOLF), Millis(0))
    game.tick(Millis(15_000))  # Bison one, Wolf two
    play(game, BISON, *(Place(BISON, *each) for each in _free(game, BISON, 2)), at=15_000)
    plan = bot.think(game.view(WOLF), Millis(15_000))
    assert plan is not None
    assert plan.move in game.moves(WOLF)


def _free(game: Duel, side: Seat, count: int) -> list[tuple[int, int, int]]:
    stones = sorted(game.state.hands[side])[:count]
    cells = game.state.board.free_cells(side)[:count]
    return [(stone, *cell) for stone, cell in zip(stones, cells, strict=True)]
