"""`watai watch`: enters a room as a spectator."""

import argparse

from watai.clients.cli.commands import join
from watai.clients.text.catalogue import Text


def command_line(text: Text) -> argparse.ArgumentParser:
    """Return the parser of this command."""
    return join.command_line(text, watching=True)


def main(argv: list[str], text: Text) -> int:
    """Run the command."""
    return join.enter(argv, text, watching=True)
