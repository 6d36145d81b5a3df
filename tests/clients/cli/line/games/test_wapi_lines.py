"""Wapi in lines: sentences that can be read aloud, without a drawn table."""

import pytest

from tests.support.clients.client_game import ClientGame
from tests.support.screens.around_games import a_scene
from watai.clients.cli.line.games import make_lines
from watai.engine.game import Seat


@pytest.mark.parametrize(
    ("language", "section", "player"),
    [
        ("en", "Owl: worth ", "Ana: 0 points if it ended now, 3 totems in hand."),
        (
            "fr",
            "Hibou : vaut ",
            "Ana : 0 point si la partie finissait maintenant, 3 totems en main.",
        ),
    ],
)
def test_the_board_is_told_in_sentences(language: str, section: str, player: str) -> None:
    game = ClientGame("wapi", 3, "s", {})
    model = game.model(Seat(0))
    lines = make_lines("wapi", a_scene(language, model=model))
    assert model.table is not None
    told = list(lines.table(model.table, 0.0))
    assert told[0].startswith(section)
    assert player in told
    assert all(line.endswith((".", "?")) for line in told), "a line is no sentence"
    assert not any("  " in line for line in told), "a line is drawn"
