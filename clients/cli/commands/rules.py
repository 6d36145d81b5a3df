"""`watai rules`: prints the rules of a game, through a pager if there is a terminal."""

import argparse
from shutil import get_terminal_size
from typing import Final

from watai.clients.cli.config.flags import add_game, help_text, make_parser
from watai.clients.cli.exits import OK
from watai.clients.cli.ui.markdown import pages
from watai.clients.state.room_setup import FIRST_GAME
from watai.clients.text.catalogue import LANGUAGES, Text
from watai.clients.text.rulebooks import book

WIDEST: Final = 100
"""Longer lines are hard to read."""


def command_line(text: Text) -> argparse.ArgumentParser:
    """Return the parser of this command."""
    parser = make_parser(text, "rules", "[GAME]")
    add_game(parser, text)
    parser.add_argument("--lang", choices=LANGUAGES, help=help_text(text, "lang"))
    return parser


def main(argv: list[str], text: Text) -> int:
    """Run the command."""
    parser = command_line(text)
    args = parser.parse_args(argv)
    import pydoc  # slow to import

    columns = min(get_terminal_size().columns, WIDEST)
    lines = pages(book(args.game or FIRST_GAME, text.language), columns)
    told = "".join("".join(words for _, words in line) + "\n" for line in lines)
    pydoc.pager(told)  # without a terminal it only prints
    return OK
