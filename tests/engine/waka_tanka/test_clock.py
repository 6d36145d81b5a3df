"""The turn clock: TANKA-11."""

from collections import Counter

from tests.engine.waka_tanka.positions import act, asked, new, position
from watai.engine.game import Millis, Seat
from watai.engine.waka_tanka.box import neighbours
from watai.engine.waka_tanka.events import Laid, TimedOut
from watai.engine.waka_tanka.moves import Lay


def test_tanka_11_a_turn_has_sixty_seconds_or_what_the_host_chose() -> None:
    assert new(3).due() == 60_000
    assert new(3, turn_seconds=5).due() == 5_000


def test_tanka_11_the_clock_starts_again_with_every_turn() -> None:
    game = new(3)
    seat = game.prompts()[0].seat
    game.play(seat, game.moves(seat)[0], Millis(12_345))
    assert game.due() == 72_345
    assert game.prompts()[0].until == 72_345


def test_tanka_11_out_of_time_a_card_is_laid_by_chance() -> None:
    game = new(3)
    seat, pawn, hand = asked(game)[0], game.view(None).pawn, game.view(Seat(asked(game)[0])).hand
    timed_out, laid = game.tick(Millis(60_000))
    assert timed_out == TimedOut(Seat(seat))
    assert isinstance(laid, Laid)
    assert laid.animal in neighbours(pawn)
    assert laid.card in hand
    assert Counter(hand) - Counter([laid.card]) == Counter(game.view(Seat(seat)).hand)
    assert asked(game) == ((seat + 1) % 3, "answer")
    assert game.due() == 120_000


def test_tanka_11_chance_lays_any_card_on_either_side() -> None:
    seen = set()
    for number in range(60):
        game = position("bear mouse", "owl", "puma", pawn="bear", seed=f"late {number}")
        laid = game.tick(Millis(60_000))[1]
        assert isinstance(laid, Laid)
        seen.add((laid.animal, laid.card))
    assert seen == {(tile, card) for tile in ("puma", "owl") for card in ("bear", "mouse")}


def test_tanka_11_a_last_card_laid_by_the_clock_is_pending_like_any_other() -> None:
    game = position("bear", "owl", "puma", pawn="bear")
    game.tick(Millis(60_000))
    assert asked(game) == (1, "last")
    act(game, Lay("bear", "owl"))
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.winners == (0,)


def test_tanka_11_a_move_in_time_stops_the_clock() -> None:
    game = position("bear owl", "owl", "puma", pawn="bear")
    act(game, Lay("owl", "owl"))
    assert game.tick(Millis(60_000)) == []
    assert asked(game) == (1, "answer")
