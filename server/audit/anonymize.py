"""`watai anonymize`: takes a player's name out of a finished game in the journal; the game verifies without it."""

import argparse
import sys

from watai.protocol.problem import Problem
from watai.protocol.replay import Replay
from watai.protocol.settings import BadSetting
from watai.server.audit.export import FAILURE, OK, USAGE, find, journal_path, make_parser
from watai.server.settings.translations import TextTable, Translations
from watai.server.storage.archive import take_out_name
from watai.server.storage.sqlite.writer import SqliteJournal


class CannotAnonymize(Problem):
    """The game has no such seat; the message says which it has."""


def command_line(text: TextTable | None = None) -> argparse.ArgumentParser:
    """The parser of `watai anonymize`."""
    return _parser(Translations(text))


def main(argv: list[str], text: TextTable | None = None) -> int:
    """Run the command. Returns 0 if the name is gone, 1 if it cannot be taken out, 2 for a wrong setting."""
    words = Translations(text)
    args = _parser(words).parse_args(argv)
    try:
        with SqliteJournal(journal_path(args)) as journal:
            finished = find(journal, args.game)
            take_out_name(journal, finished, _seat(finished, args.seat))
            journal.submit()
            journal.rewrite()
    except BadSetting as bad:
        print(f"watai anonymize: {words.explain(bad)}", file=sys.stderr)
        return USAGE
    except Problem as problem:
        print(f"watai anonymize: {words.explain(problem)}", file=sys.stderr)
        return FAILURE
    print(words.say("the name of seat {seat} has been taken out", seat=args.seat))
    return OK


def _seat(finished: Replay, number: int) -> int:
    """The seat of this number, which people count from 1."""
    if not 1 <= number <= len(finished.names):
        raise CannotAnonymize(
            "the game {match} has no seat {seat}, only 1 to {seats}",
            match=finished.match,
            seat=number,
            seats=len(finished.names),
        )
    return number - 1


def _parser(words: Translations) -> argparse.ArgumentParser:
    parser = make_parser(
        words,
        "anonymize",
        words.say(
            "Take the name of one player out of a finished game in the journal, for good. "
            "Stop the server first. “watai verify” still checks the game."
        ),
        words.say("exit codes: 0 done, 1 no such game or journal, 2 wrong usage"),
        ("watai anonymize 5a1e0c9d3b7f2846 2 --journal /var/lib/watai/journal.sqlite",),
    )
    parser.add_argument("game", metavar="GAME", help=words.help("the game's number"))
    seat = words.help("whose name: 1 for the first that “watai export --list” shows")
    parser.add_argument("seat", metavar="SEAT", type=int, help=seat)
    return parser
