"""`watai watch`: a room without a seat in it."""

import argparse

from clients.cli.commands import join
from clients.text.catalogue import Text


def command_line(text: Text) -> argparse.ArgumentParser:
    """What may be typed."""
    return join.command_line(text, watching=True)


def main(argv: list[str], text: Text) -> int:
    """Run the command."""
    return join.enter(argv, text, watching=True)
