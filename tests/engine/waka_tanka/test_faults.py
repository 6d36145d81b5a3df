"""The engine's own check notices every way in which a table can be wrong."""

from collections.abc import Callable

import pytest

from tests.engine.waka_tanka.positions import position
from watai.engine.game import Outcome, Prompt, Seat
from watai.engine.waka_tanka.rules import WakaTanka
from watai.engine.waka_tanka.view import PiledCard


def lose_a_card(game: WakaTanka) -> None:
    game.table.hands[1]["owl"] -= 1


def forge_a_card(game: WakaTanka) -> None:
    game.table.hands[1]["owl"] += 1


def owe_a_card(game: WakaTanka) -> None:
    game.table.hands[0]["puma"] -= 1
    game.table.hands[1]["puma"] += 1


def erase_a_face(game: WakaTanka) -> None:
    game.table.piles["coyote"][0] = PiledCard(Seat(2), None)


def let_a_stranger_lay(game: WakaTanka) -> None:
    game.table.piles["coyote"][0] = PiledCard(Seat(3), "mouse")


def add_a_tile(game: WakaTanka) -> None:
    game.table.piles["mouse"] = []


def hoard_tokens(game: WakaTanka) -> None:
    game.table.tokens[0] = 5


def go_on_after_four_tokens(game: WakaTanka) -> None:
    game.table.tokens[0] = 4


def lose_the_pawn(game: WakaTanka) -> None:
    game.pawn = "mouse"


def ask_nobody(game: WakaTanka) -> None:
    game.pending.clear()


def ask_two_players(game: WakaTanka) -> None:
    game.pending.append(Prompt(Seat(1), "answer", game.turn_time))


def ask_after_the_end(game: WakaTanka) -> None:
    game.ended = Outcome("empty hand", (Seat(0),))


def forget_the_pending_win(game: WakaTanka) -> None:
    game.table.removed += game.table.hands[2].elements()
    game.table.hands[2].clear()


def claim_a_pending_win(game: WakaTanka) -> None:
    game.pending = [Prompt(Seat(0), "last", game.turn_time)]


def take_away_what_was_laid(game: WakaTanka) -> None:
    game.table.remove("coyote")


@pytest.mark.parametrize(
    "spoil",
    [
        lose_a_card,
        forge_a_card,
        owe_a_card,
        erase_a_face,
        let_a_stranger_lay,
        add_a_tile,
        hoard_tokens,
        go_on_after_four_tokens,
        lose_the_pawn,
        ask_nobody,
        ask_two_players,
        ask_after_the_end,
        forget_the_pending_win,
        claim_a_pending_win,
        take_away_what_was_laid,
    ],
)
def test_a_spoilt_table_is_noticed(spoil: Callable[[WakaTanka], None]) -> None:
    game = position("bear", "owl", "bison", piles={"coyote": "mouse"}, ask="answer")
    assert game.faults() == ()
    spoil(game)
    assert game.faults() != ()


def test_more_tokens_than_there_are_would_be_noticed() -> None:
    game = position("bear", "owl", "bison", "bear", "owl", "bison", tokens=[3] * 6)
    game.table.tokens = [4, 4, 3, 3, 3, 3]
    assert "More tokens were won than there are." in game.faults()
