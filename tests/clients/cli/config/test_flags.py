"""How a game is named on the command line."""

import argparse

import pytest

from watai.clients.cli.config.flags import add_game
from watai.clients.text.catalogue import Text


@pytest.mark.parametrize(
    ("typed", "game"),
    [("du", "duel"), ("tanka", "waka-tanka"), ("WAKA_W", "waka-waka"), ("wap", "wapi")],
)
def test_a_name_is_enough_that_fits_one_game(typed: str, game: str) -> None:
    parser = argparse.ArgumentParser(exit_on_error=False)
    add_game(parser, Text("en"))
    assert parser.parse_args([typed]).game == game


@pytest.mark.parametrize("typed", ["wa", "waka-", "w", "-"])
def test_a_name_that_fits_several_games_or_none_is_refused(typed: str) -> None:
    parser = argparse.ArgumentParser(exit_on_error=False)
    add_game(parser, Text("en"))
    with pytest.raises(argparse.ArgumentError, match="there is no game"):
        parser.parse_args([typed])
