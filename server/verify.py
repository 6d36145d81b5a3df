"""`watai verify`: a finished game gone through again, from its file or from the journal, and whether it all holds."""

import argparse
import dataclasses
import json
import sys
from pathlib import Path

from protocol.problem import Problem
from protocol.replay import BadReplay, Replay, read_replay
from server.config import BadConfig
from server.export import FAILURE, OK, USAGE, find, open_reader
from server.recheck import Counts, recheck
from server.words import Text, Words


class CannotVerify(Problem):
    """The game cannot be read, and what to do about it."""


def command_line(text: Text | None = None) -> argparse.ArgumentParser:
    """What may be typed."""
    return _parser(Words(text))


def main(argv: list[str], text: Text | None = None) -> int:
    """Run the command; 0 if everything holds, 1 if something does not, 2 for a wrong setting."""
    words = Words(text)
    args = _parser(words).parse_args(argv)
    try:
        counts = recheck(_replay(args))
    except BadConfig as bad:
        print(f"watai verify: {words.explain(bad)}", file=sys.stderr)
        return USAGE
    except Problem as problem:
        why = (text and isinstance(problem, BadReplay) and text.find("replay.why")) or {}
        said = problem.told(why) if why else words.explain(problem)
        if args.json:
            print(json.dumps({"ok": False, "why": str(problem)}))
        print(f"watai verify: {said}", file=sys.stderr)
        return FAILURE
    _tell(counts, args.json, words)
    return OK


def _replay(args: argparse.Namespace) -> Replay:
    if args.game == "-":
        return read_replay(sys.stdin.buffer.read())
    path = Path(args.game)
    if path.is_file():
        try:
            return read_replay(path.read_bytes())
        except OSError as error:
            raise CannotVerify(
                "cannot read {file}: {error}", file=path, error=error.strerror
            ) from None
    with open_reader(args) as journal:
        return find(journal, args.game)


def _tell(counts: Counts, as_json: bool, words: Words) -> None:
    if as_json:
        print(json.dumps({"ok": True, **dataclasses.asdict(counts)}))
        return
    print(
        words.say(
            "OK. Inputs: {inputs}, shuffles: {shuffles}, races decided: {decisions}, late plays: {late}",
            **dataclasses.asdict(counts),
        )
    )


def _parser(words: Words) -> argparse.ArgumentParser:
    examples = (
        "watai verify game.json",
        "watai verify 5a1e0c9d3b7f2846 --journal /var/lib/watai/journal.sqlite",
    )
    codes = words.say("exit codes: 0 everything holds, 1 something does not, 2 wrong usage")
    parser = argparse.ArgumentParser(
        prog="watai verify",
        description=words.say(
            "Play a finished game again and check every shuffle against its commitment and every race against its "
            "records; says OK, or the first difference."
        ),
        epilog="\n  ".join([words.say("examples:"), *examples]) + f"\n\n{codes}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    game = words.help("a file of “watai export”, - for standard input, or the game's number")
    parser.add_argument("game", metavar="FILE|GAME", help=game)
    parser.add_argument("--json", action="store_true", help=words.help("one JSON object"))
    parser.add_argument("--journal", metavar="FILE", help=words.help("the journal of the server"))
    parser.add_argument(
        "--config", metavar="FILE", help=words.help("the configuration of the server")
    )
    parser.add_argument("--lang", help=argparse.SUPPRESS)
    return parser
