"""`watai export`: writes a finished game from the journal to a file that can be replayed and verified."""

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import msgspec

from watai.protocol.problem import Problem
from watai.protocol.replay import Replay
from watai.protocol.settings import BadSetting
from watai.server.settings.config import read_config
from watai.server.settings.translations import TextTable, Translations
from watai.server.storage.archive import Archive
from watai.server.storage.journal import JournalReader
from watai.server.storage.sqlite.reader import SqliteReader

LISTED = 20
OK, FAILURE, USAGE = 0, 1, 2


class CannotExport(Problem):
    """The game cannot be exported; the message says why and what to do."""


def command_line(text: TextTable | None = None) -> argparse.ArgumentParser:
    """The parser of `watai export`."""
    return _parser(Translations(text))


def main(argv: list[str], text: TextTable | None = None) -> int:
    """Run the command. Returns 0 if the game was exported, 1 if it cannot be, 2 for a wrong setting."""
    words = Translations(text)
    parser = _parser(words)
    args = parser.parse_args(argv)
    if not args.list and args.match is None:
        parser.error(words.say("name a game, or see them with --list"))
    try:
        with open_reader(args) as journal:
            if args.list:
                _list(Archive(journal), words)
            else:
                _write(find(journal, args.match).to_json(), args.output, words)
    except BadSetting as bad:
        print(f"watai export: {words.explain(bad)}", file=sys.stderr)
        return USAGE
    except Problem as problem:
        print(f"watai export: {words.explain(problem)}", file=sys.stderr)
        return FAILURE
    return OK


def open_reader(args: argparse.Namespace) -> JournalReader:
    """Open the journal that a server with the same settings would use. That server may be running."""
    return SqliteReader(journal_path(args))


def journal_path(args: argparse.Namespace) -> Path:
    """Where a server with the same settings would have its journal. Raises CannotExport if there is none."""
    flags = [("--config", args.config), ("--journal", args.journal)]
    given = [word for flag, value in flags if value is not None for word in (flag, value)]
    path = Path(read_config(given).journal)
    if not path.exists():
        raise CannotExport(
            "there is no journal {path}: name the one of your server with --journal", path=path
        )
    return path


def find(journal: JournalReader, match: str) -> Replay:
    """A finished game of the journal. Raises CannotExport if it is not there or cannot be read."""
    try:
        found = Archive(journal).find(match)
    except msgspec.DecodeError as error:
        raise CannotExport(
            "the journal keeps the game {match} in a way not known here ({error}): use the watai of its server",
            match=match,
            error=error,
        ) from None
    if found is None:
        raise CannotExport(
            "no finished game {match} is kept here: “watai export --list” shows the newest",
            match=match,
        )
    return found


def _write(data: bytes, output: str, words: Translations) -> None:
    if output == "-":
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    try:
        Path(output).write_bytes(data)
    except OSError as error:
        raise CannotExport(
            "cannot write {file}: {error}", file=output, error=error.strerror
        ) from None
    print(words.say("written; “watai replay {file}” tells it", file=output), file=sys.stderr)


def _list(archive: Archive, words: Translations) -> None:
    games = archive.newest(LISTED)
    if not games:
        print(words.say("no game has been finished here yet"), file=sys.stderr)
    for match, at, summary in games:
        date = time.strftime("%Y-%m-%d %H:%M", time.gmtime(at))
        names = [name or "–" for name in summary.names]
        winners = ", ".join(names[seat] for seat in summary.winners) or "–"
        print(f"{match}  {date}  {summary.game:<10}  {', '.join(names)}  → {winners}")


def make_parser(
    words: Translations, name: str, about: str, codes: str, examples: Sequence[str]
) -> argparse.ArgumentParser:
    """The parser of a command that reads a journal, with the server's flags that say which journal."""
    parser = argparse.ArgumentParser(
        prog=f"watai {name}",
        description=about,
        epilog="\n  ".join([words.say("examples:"), *examples]) + f"\n\n{codes}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--journal", metavar="FILE", help=words.help("the journal of the server"))
    parser.add_argument(
        "--config", metavar="FILE", help=words.help("the configuration of the server")
    )
    parser.add_argument("--lang", help=argparse.SUPPRESS)
    return parser


def _parser(words: Translations) -> argparse.ArgumentParser:
    parser = make_parser(
        words,
        "export",
        words.say(
            "Take a finished game out of the journal as one JSON file with its rules, seed and every input. "
            "The server may be running."
        ),
        words.say("exit codes: 0 done, 1 no such game or journal, 2 wrong usage"),
        (
            "watai export --list",
            "watai export 5a1e0c9d3b7f2846 > game.json",
            "watai export 5a1e0c9d3b7f2846 --journal /var/lib/watai/journal.sqlite --output game.json",
        ),
    )
    parser.add_argument("match", nargs="?", metavar="MATCH", help=words.help("the game's number"))
    listed = words.help(
        "show the {count} newest games: number, end (UTC), players, winners", count=LISTED
    )
    parser.add_argument("--list", action="store_true", help=listed)
    parser.add_argument(
        "--output", metavar="FILE", default="-", help=words.help("where to (default: shown)")
    )
    return parser
