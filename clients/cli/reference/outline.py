"""Every command with all it takes, read from its command line. Completions and the man page are made from it."""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module

from clients.cli.registry import COMMANDS
from clients.text.catalogue import Text
from engine.catalogue import GAMES


@dataclass(frozen=True, slots=True)
class Flag:
    """Something that may be typed: a flag, or, without names, a word in its place."""

    names: tuple[str, ...]
    takes: str
    """What the value is called; empty if it has none."""
    choices: tuple[str, ...]
    about: str
    is_file: bool = False


@dataclass(frozen=True, slots=True)
class Command:
    """A command with everything it takes."""

    name: str
    about: str
    """In a few words."""
    description: str
    flags: tuple[Flag, ...]
    epilog: str = ""


def commands(text: Text) -> Iterator[Command]:
    """All of them, in one language."""
    for name, module in COMMANDS.items():
        about = text.say(f"main.commands.{name}")
        command_line = getattr(import_module(module), "command_line", None)
        if command_line is None:
            yield Command(name, about, "", ())
            continue
        parser: argparse.ArgumentParser = command_line(text)
        flags = tuple(map(_flag, parser._actions))
        yield Command(name, about, _plain(parser.description), flags, _plain(parser.epilog))


def _flag(action: argparse.Action) -> Flag:
    choices: Sequence[str] = tuple(map(str, action.choices or ()))
    if action.metavar == "GAME":
        choices = tuple(GAMES)
    takes = ""
    if action.nargs != 0:
        metavar = action.metavar if isinstance(action.metavar, str) else None
        takes = metavar or action.dest.upper()
    return Flag(
        names=tuple(action.option_strings),
        takes=takes,
        choices=tuple(choices),
        about=_plain(action.help if action.help != argparse.SUPPRESS else ""),
        is_file=takes.startswith("FILE"),
    )


def _plain(words: str | None) -> str:
    """As a person reads it: to argparse a % means something."""
    return (words or "").replace("%%", "%")
