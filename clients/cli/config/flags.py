"""The flags that several commands share, with their words in the player's language."""

import argparse
from collections.abc import Callable
from difflib import get_close_matches
from typing import Final

from clients.cli.config.settings import COLOURS
from clients.cli.ui.glyphs import plain_letters
from clients.cli.ui.keymap import LAYOUTS
from clients.cli.ui.palette import PALETTES
from clients.state.room_setup import Setup, pairs, usual_seats
from clients.text.catalogue import LANGUAGES, Text
from engine.catalogue import GAMES
from engine.options import BadOption

Told = Callable[[str], str]
NEAR: Final = 0.5
"""How alike a name must be to be meant: names are short, and two letters that changed places are half of one."""


def make_parser(text: Text, command: str, *positional: str) -> argparse.ArgumentParser:
    """A parser with the words of its command and the exit codes that all share.

    Its usage does not repeat the options: a complaint must not drown in them.
    """
    say = told(text)
    return argparse.ArgumentParser(
        prog=f"watai {command}",
        usage=" ".join(["watai", command, *positional, "[OPTIONS]"]),
        description=say(command),
        epilog="\n\n".join([say(f"examples.{command}"), say("exits")]),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )


def told(text: Text) -> Told:
    """Texts as argparse takes them, to which a % means something."""
    return lambda name: text.say(f"commands.{name}").replace("%", "%%")


def add_looks(parser: argparse.ArgumentParser, text: Text) -> None:
    """How it is shown: for every command that shows a table."""
    say = told(text)
    looks = parser.add_argument_group(text.say("commands.looks"))
    looks.add_argument("--name", help=say("name"))
    looks.add_argument("--line", action="store_true", help=say("line"))
    looks.add_argument("--json", action="store_true", help=say("json"))
    add_drawing(looks, text)


def add_drawing(looks: argparse._ActionsContainer, text: Text) -> None:
    """How it is drawn: for every command that has a screen."""
    say = told(text)
    looks.add_argument("--ascii", action="store_true", help=say("ascii"))
    looks.add_argument("--mouse", action="store_true", help=say("mouse"))
    looks.add_argument("--palette", choices=list(PALETTES), help=say("palette"))
    looks.add_argument("--layout", choices=LAYOUTS, help=say("layout"))
    looks.add_argument("--color", choices=COLOURS, help=say("color"))
    looks.add_argument("--lang", choices=LANGUAGES, help=say("lang"))


def add_server(parser: argparse.ArgumentParser, text: Text) -> None:
    parser.add_argument("--server", metavar="URL", help=told(text)("server"))


def add_room(parser: argparse.ArgumentParser, text: Text) -> None:
    """Which room: for commands that open one."""
    say = told(text)
    add_game(parser, text)
    parser.add_argument("--bots", type=int, metavar="N", help=say("bots"))
    parser.add_argument("--strength", choices=_strengths(), help=say("strength"))
    parser.add_argument("--seats", type=int, metavar="N", help=say("seats"))
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help=say("option")
    )


def add_game(parser: argparse.ArgumentParser, text: Text) -> None:
    """Which game, by name, capitals and accents or not; one that is misspelled is answered with the nearest."""

    def known(name: str) -> str:
        plain = plain_letters(name).lower().replace("_", "-")
        if plain in GAMES:
            return plain
        near = get_close_matches(plain, GAMES, 1, NEAR)
        hint = " " + text.say("commands.did_you_mean", name=near[0]) if near else ""
        words = text.say("commands.no_game", name=name, known=", ".join(GAMES))
        raise argparse.ArgumentTypeError(words + hint)

    parser.add_argument("game", nargs="?", metavar="GAME", type=known, help=told(text)("game"))


def _strengths() -> list[str]:
    return sorted({word for entry in GAMES.values() for word in entry.bot.strengths})


def _check_bots(game: str, bots: int | None) -> None:
    """Bots beside one player: complain of what was typed, not of the seats that come of it."""
    seats = GAMES[game].game.seats
    if bots is not None and bots + 1 not in seats:
        raise BadOption(
            "bots",
            "must be a whole number from {least} to {most}, not {given!r}",
            least=seats[0] - 1,
            most=seats[-1] - 1,
            given=bots,
        )


def read_setup(args: argparse.Namespace, *, start: bool) -> Setup:
    """The room the flags ask for; BadOption if there can be none."""
    game = args.game or Setup().game
    seats = args.seats
    if seats is None:
        seats = usual_seats(game) if args.bots is None else args.bots + 1
        _check_bots(game, args.bots)
    strength = args.strength or ""
    if strength and strength not in GAMES[game].bot.strengths:
        known = ", ".join(GAMES[game].bot.strengths)
        raise BadOption("strength", "must be one of {known}", known=known)
    setup = Setup(
        game,
        seats,
        pairs(args.option),
        public=getattr(args, "public", False),
        bots=min(args.bots or 0, seats - 1),
        strength=strength,
        start=start,
    )
    setup.check()
    return setup
