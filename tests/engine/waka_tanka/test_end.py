"""The end: four tokens, and the pending win of an empty hand (TANKA-8, TANKA-9)."""

import pytest

from tests.engine.waka_tanka.positions import NOON, act, asked, kinds, position
from watai.engine.dice import Dice
from watai.engine.game import IllegalMove, Move, Outcome, Revealed, Seat
from watai.engine.waka_tanka.events import Denounced, Laid, Rewarded, Taken, TimedOut, Won
from watai.engine.waka_tanka.moves import Denounce, Incant, Lay
from watai.engine.waka_tanka.rules import WakaTanka
from watai.engine.waka_tanka.view import LastTurn

SEED = Revealed(Dice.from_text("table").reveal())


def emptied(pile: str, tokens: tuple[int, ...] = (0, 0, 0), **others: str) -> WakaTanka:
    """Seat 2 has just laid the last card of the coyote's pile and of its own hand; seat 0 is to move."""
    piles = {"coyote": pile, **others}
    return position("bear mouse", "bison", "", piles=piles, tokens=tokens, ask="last")


def test_tanka_8_the_fourth_token_wins_at_once_by_incantation() -> None:
    game = position("bear", "bison", "puma", piles={"owl": "owl owl"}, tokens=(3, 3, 3))
    events = act(game, Incant("owl"))
    assert events[-3:] == [Rewarded(Seat(0), 4), Won(Seat(0), "four tokens"), SEED]
    assert game.outcome() == Outcome("four tokens", (Seat(0),))
    assert (game.prompts(), game.due(), game.moves(Seat(1))) == ((), None, ())


def test_tanka_8_the_fourth_token_wins_at_once_by_denunciation() -> None:
    game = position(
        "bear", "bison", "puma", piles={"coyote": "mouse"}, tokens=(3, 0, 0), ask="answer"
    )
    assert kinds(act(game, Denounce())) == ["Denounced", "Taken", "Rewarded", "Won", "Revealed"]
    assert game.outcome() == Outcome("four tokens", (Seat(0),))


def test_tanka_8_three_tokens_do_not_win() -> None:
    game = position("bear", "bison", "puma", piles={"owl": "owl owl"}, tokens=(2, 3, 3))
    act(game, Incant("owl"))
    assert game.outcome() is None


def test_tanka_8_nothing_can_be_done_afterwards() -> None:
    game = position("bear", "bison", "puma", piles={"owl": "owl owl"}, tokens=(3, 0, 0))
    act(game, Incant("owl"))
    for seat in range(3):
        with pytest.raises(IllegalMove) as refused:
            game.play(Seat(seat), Lay("puma", "bison"), NOON)
        assert (refused.value.clause, refused.value.why) == ("TANKA-8", "The game is over.")


def test_tanka_9_laying_the_last_card_is_not_yet_a_win() -> None:
    game = position("puma", "bear bison", "owl")
    assert act(game, Lay("puma", "puma")) == [Laid(Seat(0), "puma", "puma", left=0)]
    assert game.outcome() is None
    assert asked(game) == (1, "last")


def test_tanka_9_the_next_player_still_has_every_kind_of_turn() -> None:
    game = emptied("coyote", owl="owl owl")
    assert {type(move) for move in game.moves(Seat(0))} == {Lay, Denounce, Incant}


def test_tanka_9_a_last_bluff_caught_lets_the_game_go_on() -> None:
    game = emptied("owl coyote mouse")
    assert act(game, Denounce()) == [
        Denounced(Seat(0), Seat(2), "coyote", ("owl", "coyote", "mouse"), bluff=True),
        Taken(Seat(2), "coyote", 3),
        Rewarded(Seat(0), 1),
    ]
    assert game.outcome() is None
    assert asked(game) == (1, "turn")
    assert game.view(Seat(2)).hand == ("coyote", "owl", "mouse")


def test_tanka_9_a_single_last_bluff_comes_back_as_a_single_card() -> None:
    game = emptied("mouse")
    act(game, Denounce())
    assert game.view(None).hands == (2, 1, 1)
    act(game, Lay("eagle", "bison"))
    assert asked(game) == (2, "last")


def test_tanka_9_a_last_bluff_caught_for_a_fourth_token_wins_for_the_accuser() -> None:
    game = emptied("owl coyote mouse", tokens=(3, 0, 3))
    events = act(game, Denounce())
    assert kinds(events) == ["Denounced", "Taken", "Rewarded", "Won", "Revealed"]
    assert game.outcome() == Outcome("four tokens", (Seat(0),))


def test_tanka_9_a_last_card_denounced_wrongly_wins_before_the_pile_is_taken() -> None:
    game = emptied("owl mouse coyote", tokens=(3, 3, 0))
    assert act(game, Denounce()) == [
        Denounced(Seat(0), Seat(2), "coyote", ("owl", "mouse", "coyote"), bluff=False),
        Won(Seat(2), "empty hand"),
        SEED,
    ]
    assert game.outcome() == Outcome("empty hand", (Seat(2),))
    view = game.view(None)
    assert view.hands == (2, 1, 0)
    assert view.last == LastTurn(Seat(0), "denounced", "coyote", ("owl", "mouse", "coyote"))


@pytest.mark.parametrize("last_card", ["coyote", "mouse"])
@pytest.mark.parametrize("move", [Lay("puma", "bear"), Lay("eagle", "mouse"), Incant("coyote")])
def test_tanka_9_a_last_card_not_denounced_wins_true_or_not(last_card: str, move: Move) -> None:
    game = emptied(last_card)
    before = game.view(Seat(0))
    assert act(game, move) == [Won(Seat(2), "empty hand"), SEED]
    after = game.view(Seat(0))
    assert game.outcome() == Outcome("empty hand", (Seat(2),))
    assert (after.hand, after.piles, after.pawn) == (before.hand, before.piles, before.pawn)


def test_tanka_9_the_win_comes_before_a_fourth_token_by_incantation() -> None:
    game = emptied("coyote", tokens=(3, 0, 0), owl="owl owl")
    assert act(game, Incant("owl")) == [Won(Seat(2), "empty hand"), SEED]
    assert game.view(None).tokens == (3, 0, 0)


def test_tanka_9_the_win_comes_before_the_next_player_s_own_last_card() -> None:
    game = position("puma", "bison", "", piles={"coyote": "mouse"}, ask="last")
    assert act(game, Lay("puma", "puma")) == [Won(Seat(2), "empty hand"), SEED]
    assert game.view(None).hands == (1, 1, 0)


def test_tanka_9_an_illegal_turn_is_refused_and_the_win_stays_pending() -> None:
    game = emptied("mouse")
    for move in (Lay("owl", "bear"), Lay("puma", "owl"), Incant("owl"), Incant("mouse")):
        with pytest.raises(IllegalMove):
            game.play(Seat(0), move, NOON)
    assert asked(game) == (0, "last")
    act(game, Denounce())
    assert game.outcome() is None


def test_tanka_9_only_the_next_player_may_denounce_the_last_card() -> None:
    game = emptied("mouse")
    with pytest.raises(IllegalMove) as refused:
        game.play(Seat(1), Denounce(), NOON)
    assert refused.value.clause == "TANKA-4"


def test_tanka_9_a_next_player_out_of_time_has_not_denounced() -> None:
    game = emptied("mouse")
    due = game.due()
    assert due is not None
    assert game.tick(due) == [TimedOut(Seat(0)), Won(Seat(2), "empty hand"), SEED]


def test_tanka_9_two_last_bluffs_in_a_row_are_both_pending_in_their_turn() -> None:
    game = position("mouse", "mouse", "bear owl", pawn="coyote")
    act(game, Lay("puma", "mouse"))
    act(game, Denounce())
    act(game, Lay("bear", "bear"))
    act(game, Lay("owl", "mouse"))
    assert asked(game) == (1, "last")
    act(game, Denounce())
    assert game.outcome() is None
    assert game.view(None).tokens == (0, 2, 0)
