"""`watai games`: the player's own finished games, wherever they were played: listed, counted, replayed, exported, verified."""

import argparse
import io
import shutil
import sys
import time
from contextlib import redirect_stderr
from importlib import import_module
from pathlib import Path
from typing import Final

import msgspec
import trio

from watai.clients.cli.commands import replay
from watai.clients.cli.commands.record import RecordMode
from watai.clients.cli.commands.start import read_all, say_last_words
from watai.clients.cli.config.flags import add_drawing, help_text, make_parser
from watai.clients.cli.config.identities import OWN, kept_commitment, state_folder, take, unfinished
from watai.clients.cli.exits import FAILURE, OK
from watai.clients.cli.history.history import History
from watai.clients.cli.history.played import FinishedGame
from watai.clients.cli.history.report import listed, statistics
from watai.clients.cli.registry import COMMANDS
from watai.clients.cli.session.program import program
from watai.clients.cli.session.visit import Visit
from watai.clients.cli.ui.glyphs import harmless, plain_letters
from watai.clients.text.catalogue import Text

ACTIONS: Final = ("list", "stats", "replay", "export", "verify")
MOST_RECORDS: Final = 30
"""Fetched records that are kept, some hundred KB each; the oldest go first."""


def command_line(text: Text) -> argparse.ArgumentParser:
    """Return the parser of this command."""
    parser = make_parser(text, "games", f"[{'|'.join(ACTIONS)}]", "[WHICH]")
    parser.add_argument(
        "action", nargs="?", choices=ACTIONS, default="list", help=help_text(text, "games_action")
    )
    parser.add_argument(
        "which", nargs="?", metavar="WHICH", default="1", help=help_text(text, "games_which")
    )
    parser.add_argument("--output", metavar="FILE", help=help_text(text, "games_output"))
    parser.add_argument("--line", action="store_true", help=help_text(text, "line"))
    parser.add_argument("--json", action="store_true", help=help_text(text, "games_json"))
    add_drawing(parser, text)
    return parser


def main(argv: list[str], text: Text) -> int:
    """Run the command."""
    parser = command_line(text)
    args = parser.parse_args(argv)
    games = History(state_folder()).games()
    if args.action == "list":
        return _list(parser, args, text, games)
    if args.action == "stats":
        return _print(parser, args, text, statistics(text, games, plain=_plain(parser, args, text)))
    game = _find(games, args.which)
    if game is None:
        word = "games_unknown" if games else "games_none"
        print(text.say(f"commands.{word}", which=args.which), file=sys.stderr)
        return FAILURE
    file = _record(parser, args, text, game)
    if file is None:
        return FAILURE
    return _use(args, text, game, file)


def _use(args: argparse.Namespace, text: Text, game: FinishedGame, file: Path) -> int:
    """Do with the record of a game what was asked for."""
    if args.action == "export":
        output = args.output or f"{game.match}.json"
        Path(output).write_bytes(file.read_bytes())
        print(text.say("commands.games_exported", file=output, program=program()))
        return OK
    if args.action == "replay":
        flags = [f"--{name}" for name in ("line", "json", "ascii", "mouse") if getattr(args, name)]
        chosen = ((name, getattr(args, name)) for name in ("palette", "layout", "color", "lang"))
        flags += [f"--{name}={value}" for name, value in chosen if value]
        return replay.main([str(file), *flags], text)
    kept = kept_commitment(state_folder(), game.match)
    flags = [*(["--json"] if args.json else []), *(["--commitment", kept] if kept else [])]
    code: int = import_module(COMMANDS["verify"]).main([str(file), *flags], text)
    return code


def _find(games: list[FinishedGame], which: str) -> FinishedGame | None:
    """The game with this number in the list, or of this match."""
    if which.isdecimal() and len(which) <= 4 and 1 <= int(which) <= len(games):
        return games[int(which) - 1]
    return next((game for game in games if game.match == which), None)


# the record of a game, from wherever it was played


def _record(
    parser: argparse.ArgumentParser, args: argparse.Namespace, text: Text, game: FinishedGame
) -> Path | None:
    """The file with the record, fetched now unless it is kept; None if it cannot be had, which is told."""
    folder = state_folder() / "records"
    file = folder / f"{game.match}.json"
    if file.exists():
        return file
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    new = file.with_suffix(".new")
    if game.server == OWN:
        code = _from_journal(text, game, new)
    else:
        _, settings, scene = read_all(parser, args, text, start=False)
        with take(state_folder(), game.server, settings.name) as identity:
            visit = Visit(identity, settings.name, game.server)
            mode = RecordMode(scene, visit, game.match, str(new), kept=str(file))
            code = say_last_words(mode, trio.run(mode.run), json=False)
    if code != OK or not new.exists():
        return None
    new.replace(file)
    _forget_old(folder)
    return file


def _from_journal(text: Text, game: FinishedGame, output: Path) -> int:
    """Take the game out of the journal of the player's local server, which may be running."""
    journal = state_folder() / "guests" / game.guest / "journal.sqlite"
    words = [game.match, "--journal", str(journal), "--output", str(output)]
    told = io.StringIO()
    with redirect_stderr(told):
        code: int = import_module(COMMANDS["export"]).main(words, text)
    if code != OK:
        print(told.getvalue(), end="", file=sys.stderr)
    return code


def _forget_old(folder: Path) -> None:
    kept = sorted(folder.glob("*.json"), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in kept[MOST_RECORDS:]:
        path.unlink(missing_ok=True)


# telling


def _list(
    parser: argparse.ArgumentParser, args: argparse.Namespace, text: Text, games: list[FinishedGame]
) -> int:
    if args.json:
        for game in games:
            print(msgspec.json.encode(game).decode())
        return OK
    waiting = [
        text.say("commands.games_waiting", command=f"{program()} join {code}")
        for code in unfinished(state_folder())
    ]
    columns = shutil.get_terminal_size().columns
    return _print(parser, args, text, [*listed(text, games, columns, time.localtime), *waiting])


def _plain(parser: argparse.ArgumentParser, args: argparse.Namespace, text: Text) -> bool:
    _, settings, _ = read_all(parser, args, text, start=False)
    return settings.ascii


def _print(
    parser: argparse.ArgumentParser, args: argparse.Namespace, text: Text, lines: list[str]
) -> int:
    plain = _plain(parser, args, text)
    for line in lines:
        shown = harmless(line)
        print(plain_letters(shown) if plain else shown)
    return OK
