"""`watai completions SHELL`: prints the completion script of a shell, made from the parsers of all commands."""

import argparse

import shtab

from watai.clients.cli.config.flags import help_text, make_parser
from watai.clients.cli.exits import OK
from watai.clients.cli.registry import command_lines
from watai.clients.text.catalogue import LANGUAGES, Text
from watai.engine.catalogue import GAMES

SHELLS = ("bash", "zsh", "fish")


def command_line(text: Text) -> argparse.ArgumentParser:
    """Return the parser of this command."""
    parser = make_parser(text, "completions")
    parser.add_argument("shell", metavar="SHELL", choices=SHELLS, help=help_text(text, "shell"))
    parser.add_argument("--lang", choices=LANGUAGES, help=help_text(text, "lang"))
    return parser


def main(argv: list[str], text: Text) -> int:
    """Run the command."""
    args = command_line(text).parse_args(argv)
    print(shtab.complete(_tree(text), args.shell))
    return OK


def _tree(text: Text) -> argparse.ArgumentParser:
    """Return one parser with every command as a subparser. It is read by shtab and never parses anything."""
    tree = argparse.ArgumentParser(prog="watai")
    tree.add_argument("--version", action="store_true")
    commands = tree.add_subparsers()
    for name, parser in command_lines(text).items():
        about = text.say(f"main.commands.{name}")
        commands.add_parser(name, parents=[parser], add_help=False, help=about, description=about)
        for action in parser._actions:
            if (
                action.metavar == "GAME"
            ):  # its parser takes other spellings too, so it has no choices
                action.choices = tuple(GAMES)
            elif str(action.metavar).startswith("FILE"):
                action.complete = shtab.FILE  # type: ignore[attr-defined]
    return tree
