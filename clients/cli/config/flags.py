"""The flags that several commands share, with their help in the player's language."""

import argparse
from collections.abc import Iterator
from difflib import get_close_matches
from textwrap import fill
from typing import Final

from watai.clients.cli.config.settings import COLOURS, CUES, MOTION
from watai.clients.cli.config.tables import own_tables
from watai.clients.cli.ui.glyphs import plain_letters
from watai.clients.cli.ui.keymap import LAYOUTS
from watai.clients.cli.ui.palette import PALETTES
from watai.clients.state.room_setup import Setup, pairs, usual_seats
from watai.clients.text.catalogue import LANGUAGES, Text
from watai.engine.catalogue import GAMES
from watai.engine.options import BadOption, Kind, OneOf, Whole, Written

HELP_COLUMNS: Final = 80
NEAR: Final = 0.5
"""How similar a misspelled name must be for a hint. Names are short: two swapped letters are half of one."""


def make_parser(text: Text, command: str, *positional: str) -> argparse.ArgumentParser:
    """Return a parser with the texts of its command and the exit codes that all commands share.

    Its usage line leaves the options out, so that an error message stays short.
    """
    return argparse.ArgumentParser(
        prog=f"watai {command}",
        usage=" ".join(["watai", command, *positional, "[OPTIONS]"]),
        description=help_text(text, command),
        epilog="\n\n".join([help_text(text, name) for name in (f"examples.{command}", "exits")]),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )


def help_text(text: Text, name: str) -> str:
    """Return a text for argparse, which formats with %: a percent sign is doubled."""
    return text.say(f"commands.{name}").replace("%", "%%")


def add_looks(parser: argparse.ArgumentParser, text: Text) -> None:
    """Add the flags of every command that shows a game."""
    looks = parser.add_argument_group(text.say("commands.looks"))
    looks.add_argument("--name", help=help_text(text, "name"))
    looks.add_argument("--line", action="store_true", help=help_text(text, "line"))
    looks.add_argument("--json", action="store_true", help=help_text(text, "json"))
    add_drawing(looks, text)


def add_drawing(looks: argparse._ActionsContainer, text: Text) -> None:
    """Add the flags of every command that draws a screen."""
    looks.add_argument("--ascii", action="store_true", help=help_text(text, "ascii"))
    looks.add_argument("--mouse", action="store_true", help=help_text(text, "mouse"))
    looks.add_argument("--palette", choices=list(PALETTES), help=help_text(text, "palette"))
    looks.add_argument("--layout", choices=LAYOUTS, help=help_text(text, "layout"))
    looks.add_argument("--cues", choices=CUES, help=help_text(text, "cues"))
    looks.add_argument("--motion", choices=MOTION, help=help_text(text, "motion"))
    looks.add_argument("--color", choices=COLOURS, help=help_text(text, "color"))
    looks.add_argument("--lang", choices=LANGUAGES, help=help_text(text, "lang"))


def add_server(parser: argparse.ArgumentParser, text: Text) -> None:
    """Add the flag that names a server."""
    parser.add_argument("--server", metavar="URL", help=help_text(text, "server"))


def add_room(parser: argparse.ArgumentParser, text: Text) -> None:
    """Add the flags of every command that opens a room."""
    add_game(parser, text)
    parser.add_argument("--bots", type=int, metavar="N", help=help_text(text, "bots"))
    parser.add_argument("--strength", choices=_strengths(), help=help_text(text, "strength"))
    parser.add_argument("--seats", type=int, metavar="N", help=help_text(text, "seats"))
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help=help_text(text, "option"),
    )
    parser.add_argument("--tables", metavar="FILE", help=help_text(text, "tables"))
    rules = "\n".join([help_text(text, "room_options"), *_option_lines()])
    parser.epilog = f"{rules}\n\n{parser.epilog}"


def add_game(parser: argparse.ArgumentParser, text: Text) -> None:
    """Add the GAME argument. Case and accents do not matter, and the beginning of a name or `tanka` will do; a misspelled name is refused with the nearest one."""

    def known(name: str) -> str:
        plain = plain_letters(name).lower().replace("_", "-")
        if plain in GAMES:
            return plain
        begun = [game for game in GAMES if game.startswith(plain) or game.endswith(f"-{plain}")]
        if plain and len(begun) == 1:
            return begun[0]
        near = get_close_matches(plain, GAMES, 1, NEAR)
        hint = " " + text.say("commands.did_you_mean", name=near[0]) if near else ""
        words = text.say("commands.no_game", name=name, known=", ".join(GAMES))
        raise argparse.ArgumentTypeError(words + hint)

    parser.add_argument("game", nargs="?", metavar="GAME", type=known, help=help_text(text, "game"))


def _option_lines() -> Iterator[str]:
    """What --option takes, game by game: the names, each with its values."""
    for game, entry in GAMES.items():
        kinds = entry.game.options_type.kinds().items()
        told = [f"{name}={_values(kind)}" for name, kind in kinds if not isinstance(kind, Written)]
        yield from fill(
            " ".join(told), HELP_COLUMNS, initial_indent=f"  {game:<11}", subsequent_indent=" " * 13
        ).splitlines()


def _values(kind: Kind) -> str:
    if isinstance(kind, Whole):
        return f"{kind.least}-{kind.most}"
    return "|".join(kind.words) if isinstance(kind, OneOf) else "TEXT"


def _strengths() -> list[str]:
    return sorted({word for entry in GAMES.values() for word in entry.bot.strengths})


def _check_bots(game: str, bots: int | None) -> None:
    """Refuse a number of bots beside one player that the game has no seats for, naming the bots that were typed."""
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
    """Return the room that the flags ask for; BadOption if it could never start."""
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
        pairs(args.option) | own_tables(game, args.tables),
        public=getattr(args, "public", False),
        bots=min(args.bots or 0, seats - 1),
        strength=strength,
        start=start,
    )
    setup.check()
    return setup
