"""The three kinds of turn: TANKA-4 to TANKA-7."""

import pytest

from tests.engine.waka_tanka.positions import NOON, act, asked, new, position
from watai.engine.game import IllegalMove, Move, Seat
from watai.engine.waka_tanka.box import ANIMALS, KINDS
from watai.engine.waka_tanka.events import Denounced, Incanted, Laid, Removed, Rewarded, Taken
from watai.engine.waka_tanka.moves import Denounce, Incant, Lay
from watai.engine.waka_tanka.rules import WakaTanka


def refusal(game: WakaTanka, move: Move, seat: int = 0) -> tuple[str, str]:
    with pytest.raises(IllegalMove) as refused:
        game.play(Seat(seat), move, NOON)
    return refused.value.clause, refused.value.why


def moves(game: WakaTanka, kind: type[Move]) -> list[Move]:
    return [move for move in game.moves(Seat(0)) if isinstance(move, kind)]


def test_tanka_4_the_very_first_turn_is_a_play() -> None:
    game = new(4)
    seat, ask = asked(game)
    assert ask == "lay"
    assert {type(move) for move in game.moves(Seat(seat))} == {Lay}
    sentence = "The very first turn is to lay a card."
    assert refusal(game, Denounce(), seat) == ("TANKA-4", sentence)
    assert refusal(game, Incant("bear"), seat) == ("TANKA-4", sentence)


def test_tanka_4_only_the_player_whose_turn_it_is_moves() -> None:
    game = position("bear", "owl", "owl puma")
    assert refusal(game, Lay("puma", "owl"), seat=1) == ("TANKA-4", "It is not your turn.")
    assert game.moves(Seat(1)) == ()


def test_tanka_4_there_is_no_other_kind_of_turn() -> None:
    game = position("bear", "owl", "owl puma")
    sentence = "A turn is to lay a card, to denounce or to incant."
    assert refusal(game, Move()) == ("TANKA-4", sentence)


def test_tanka_4_one_turn_is_one_thing_and_then_the_left_neighbour_s() -> None:
    game = position("bear owl", "owl", "owl puma", pawn="puma")
    act(game, Lay("bear", "bear"))
    assert asked(game) == (1, "answer")
    act(game, Incant("bear"))
    assert asked(game) == (2, "turn")


def test_tanka_5_the_pawn_moves_one_tile_to_either_side() -> None:
    game = position("bear", "owl", "owl puma", pawn="eagle")
    assert moves(game, Lay) == [Lay("bison", "bear"), Lay("coyote", "bear")]
    sentence = "The pawn moves to one of the two neighbouring tiles."
    for tile in ("eagle", "puma", "bear", "owl", "mouse", "", "beaver"):
        assert refusal(game, Lay(tile, "bear")) == ("TANKA-5", sentence)
    act(game, Lay("coyote", "bear"))
    assert game.view(None).pawn == "coyote"


def test_tanka_5_a_card_is_announced_as_the_animal_of_its_tile_true_or_not() -> None:
    for card in ("puma", "owl", "mouse"):
        game = position("puma owl mouse", "owl", "bear", pawn="coyote")
        (laid,) = act(game, Lay("puma", card))
        assert laid == Laid(Seat(0), "puma", card, left=2)
        assert game.tell(laid, Seat(1)) == Laid(Seat(0), "puma", None, left=2)


def test_tanka_5_only_a_card_of_one_s_hand_can_be_laid() -> None:
    game = position("bear", "owl", "owl puma")
    for card in ("owl", "mouse", "", "beaver", "-1"):
        assert refusal(game, Lay("puma", card)) == ("TANKA-5", "You do not hold that card.")


def test_tanka_5_cards_are_piled_on_those_before() -> None:
    game = position("bear owl", "owl mouse", "puma", pawn="bison")
    act(game, Lay("eagle", "bear"))
    act(game, Lay("coyote", "owl"))
    act(game, Lay("eagle", "puma"))
    eagles = game.view(None).piles[ANIMALS.index("eagle")]
    assert [piled.layer for piled in eagles.cards] == [0, 2]


@pytest.mark.parametrize("tile", ANIMALS)
def test_tanka_5_a_mouse_is_never_true(tile: str) -> None:
    game = position("owl", "owl", "bear", piles={tile: "mouse"}, pawn=tile, ask="answer")
    denounced = act(game, Denounce())[0]
    assert isinstance(denounced, Denounced)
    assert denounced.bluff


def test_tanka_6_only_a_play_can_be_denounced() -> None:
    game = position("bear owl", "owl puma", "owl puma", piles={"coyote": "mouse"}, ask="turn")
    assert moves(game, Denounce) == []
    assert refusal(game, Denounce()) == ("TANKA-6", "The previous player did not lay a card.")


def test_tanka_6_after_a_denunciation_or_an_incantation_nobody_can_be_denounced() -> None:
    for move in (Denounce(), Incant("coyote")):
        game = position("bear", "owl", "puma", piles={"coyote": "mouse"}, ask="answer")
        act(game, move)
        assert asked(game) == (1, "turn")


def test_tanka_6_a_true_card_makes_the_accuser_take_the_whole_pile() -> None:
    game = position("bear", "owl", "puma", piles={"coyote": "mouse owl coyote"}, ask="answer")
    assert act(game, Denounce()) == [
        Denounced(Seat(0), Seat(2), "coyote", ("mouse", "owl", "coyote"), bluff=False),
        Taken(Seat(0), "coyote", 3),
    ]
    view = game.view(Seat(0))
    assert view.hand == ("coyote", "bear", "owl", "mouse")
    assert view.tokens == (0, 0, 0)
    assert view.piles[0].cards == ()


def test_tanka_6_a_bluff_makes_the_bluffer_take_the_whole_pile_and_wins_a_token() -> None:
    game = position("bear", "owl", "puma", piles={"coyote": "coyote coyote owl"}, ask="answer")
    assert act(game, Denounce()) == [
        Denounced(Seat(0), Seat(2), "coyote", ("coyote", "coyote", "owl"), bluff=True),
        Taken(Seat(2), "coyote", 3),
        Rewarded(Seat(0), 1),
    ]
    assert game.view(Seat(2)).hand == ("coyote", "coyote", "puma", "owl")
    assert game.view(None).tokens == (1, 0, 0)


def test_tanka_6_the_pawn_stays_where_it_is() -> None:
    game = position("bear", "owl", "puma", piles={"owl": "mouse"}, pawn="owl", ask="answer")
    act(game, Denounce())
    assert game.view(None).pawn == "owl"
    assert {move.animal for move in game.moves(Seat(1)) if isinstance(move, Lay)} == {
        "bear",
        "bison",
    }


def test_tanka_7_any_pile_that_is_not_empty_can_be_named() -> None:
    piles = {"coyote": "mouse", "owl": "bear bear"}
    game = position("bear", "owl", "puma", piles=piles, pawn="coyote")
    assert moves(game, Incant) == [Incant("coyote"), Incant("owl")]
    for tile in ("puma", "bear", "bison", "eagle"):
        clause, why = refusal(game, Incant(tile))
        assert (clause, why) == ("TANKA-7", "There is no card in front of that tile.")
    for tile in ("mouse", "", "-1"):
        assert refusal(game, Incant(tile)) == ("TANKA-7", "There is no such tile.")


@pytest.mark.parametrize("pile", ["owl owl", "mouse owl owl", "owl puma owl owl"])
def test_tanka_7_two_true_cards_win_a_token_and_leave_the_game(pile: str) -> None:
    game = position("bear", "bison", "puma", piles={"owl": pile}, pawn="coyote")
    cards = tuple(pile.split())
    removed = game.view(None).removed
    assert act(game, Incant("owl")) == [
        Incanted(Seat(0), "owl", cards, success=True),
        Removed("owl", len(cards)),
        Rewarded(Seat(0), 1),
    ]
    view = game.view(None)
    assert view.removed == removed + len(cards)
    assert view.hands == (1, 1, 1)
    assert view.pawn == "coyote"


@pytest.mark.parametrize("pile", ["owl", "mouse", "owl mouse", "bear bear mouse owl"])
def test_tanka_7_fewer_are_taken_in_hand(pile: str) -> None:
    game = position("bear", "bison", "puma", piles={"owl": pile}, pawn="coyote")
    cards = tuple(pile.split())
    assert act(game, Incant("owl")) == [
        Incanted(Seat(0), "owl", cards, success=False),
        Taken(Seat(0), "owl", len(cards)),
    ]
    view = game.view(Seat(0))
    assert view.hand == tuple(sorted((*cards, "bear"), key=KINDS.index))
    assert view.tokens == (0, 0, 0)


def test_tanka_7_the_pile_of_the_card_just_laid_may_be_named_as_well() -> None:
    game = position("bear", "owl", "puma", piles={"owl": "owl owl"}, pawn="owl", ask="answer")
    act(game, Incant("owl"))
    assert game.view(None).tokens == (1, 0, 0)
