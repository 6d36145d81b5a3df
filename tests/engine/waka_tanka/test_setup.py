"""The box, the deal and the start: TANKA-1 to TANKA-3."""

from collections import Counter

import pytest

from tests.engine.waka_tanka.positions import kinds, new
from watai.engine.dice import Dice, opens
from watai.engine.game import Committed, Seat
from watai.engine.waka_tanka.box import ANIMALS, KINDS, TOKENS, TOKENS_TO_WIN, neighbours
from watai.engine.waka_tanka.events import Begun, Dealt


def dealt(seats: int, seed: str) -> list[Dealt]:
    return [event for event in new(seats, seed).opening if isinstance(event, Dealt)]


def test_tanka_1_six_animals_in_a_circle_and_mice() -> None:
    assert ANIMALS == ("coyote", "puma", "bear", "owl", "bison", "eagle")
    assert neighbours("bear") == ("puma", "owl")
    assert neighbours("coyote") == ("eagle", "puma")
    assert neighbours("eagle") == ("bison", "coyote")
    cards = Counter(card for hand in dealt(6, "box") for card in hand.cards)
    assert cards == dict.fromkeys([*ANIMALS, "mouse"], 6)


def test_tanka_1_there_are_tokens_for_every_game() -> None:
    everybody_but_the_winner = 6 * (TOKENS_TO_WIN - 1)
    assert everybody_but_the_winner + 1 == TOKENS == 19


@pytest.mark.parametrize(("seats", "copies"), [(3, 4), (4, 5), (5, 6), (6, 6)])
def test_tanka_2_fewer_cards_for_fewer_players(seats: int, copies: int) -> None:
    cards = Counter(card for hand in dealt(seats, "few") for card in hand.cards)
    assert cards == dict.fromkeys(KINDS, copies)


@pytest.mark.parametrize(
    ("seats", "sizes"),
    [(3, [10, 9, 9]), (4, [9, 9, 9, 8]), (5, [9, 9, 8, 8, 8]), (6, [7, 7, 7, 7, 7, 7])],
)
def test_tanka_2_hands_are_dealt_from_the_first_player(seats: int, sizes: list[int]) -> None:
    for seed in "abcdef":
        game = new(seats, seed)
        first = game.prompts()[0].seat
        counts = [event.count for event in game.opening if isinstance(event, Dealt)]
        assert [counts[(first + place) % seats] for place in range(seats)] == sizes
        assert game.view(None).hands == tuple(counts)


def test_tanka_2_hands_are_shuffled() -> None:
    assert dealt(4, "one") != dealt(4, "two")


def test_tanka_3_chance_picks_the_first_player_and_the_tile_of_the_pawn() -> None:
    starts = [new(3, f"start {number}").opening[-1] for number in range(100)]
    assert {start.first for start in starts if isinstance(start, Begun)} == {0, 1, 2}
    assert {start.pawn for start in starts if isinstance(start, Begun)} == set(ANIMALS)


def test_tanka_3_the_player_begun_with_is_asked_and_play_goes_to_the_left() -> None:
    game = new(5, "left")
    begun = game.opening[-1]
    assert isinstance(begun, Begun)
    assert game.view(None).pawn == begun.pawn
    for turn in range(7):
        seat = game.prompts()[0].seat
        assert seat == (begun.first + turn) % 5
        game.play(seat, game.moves(seat)[0], game.turn_time)


def test_tanka_3_chance_is_committed_to_before_it_is_used() -> None:
    game = new(3, "commit")
    assert kinds(game.opening) == ["Committed", "Dealt", "Dealt", "Dealt", "Begun"]
    committed = game.opening[0]
    assert isinstance(committed, Committed)
    assert opens(committed.commitment, Dice.from_text("commit").reveal())


def test_tanka_3_a_hand_is_listed_in_the_order_of_the_kinds() -> None:
    hand = new(3, "order").view(Seat(1)).hand
    assert list(hand) == sorted(hand, key=KINDS.index)
