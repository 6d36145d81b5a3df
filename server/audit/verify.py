"""`watai verify`: checks finished games, from files or from the journal, and tells whether each holds."""

import argparse
import dataclasses
import json
import sys
from pathlib import Path

from watai.protocol.problem import Problem
from watai.protocol.replay import BadReplay, Replay, read_replay
from watai.protocol.settings import BadSetting
from watai.server.audit.export import FAILURE, OK, USAGE, find, make_parser, open_reader
from watai.server.audit.recheck import Counts, recheck
from watai.server.settings.translations import TextTable, Translations


class CannotVerify(Problem):
    """The game cannot be read; the message says why and what to do."""


def command_line(text: TextTable | None = None) -> argparse.ArgumentParser:
    """The parser of `watai verify`."""
    return _parser(Translations(text))


def main(argv: list[str], text: TextTable | None = None) -> int:
    """Run the command. Returns 0 if every game holds, 1 if one does not, 2 for a wrong setting."""
    words = Translations(text)
    args = _parser(words).parse_args(argv)
    try:
        held = [_holds(game, args, text) for game in args.games]
    except BadSetting as bad:
        print(f"watai verify: {words.explain(bad)}", file=sys.stderr)
        return USAGE
    return OK if all(held) else FAILURE


def _holds(game: str, args: argparse.Namespace, text: TextTable | None) -> bool:
    """Check one game and print the result, with its name if there are several games."""
    words, several = Translations(text), len(args.games) > 1
    try:
        counts = recheck(_replay(game, args), args.commitment)
    except BadSetting:
        raise
    except Problem as problem:
        why = (text and isinstance(problem, BadReplay) and text.find("replay.why")) or {}
        said = problem.told(why) if why else words.explain(problem)
        if args.json:
            told = {"game": game} if several else {}
            print(json.dumps({**told, "ok": False, "why": str(problem)}))
        print(f"watai verify: {f'{game}: ' if several else ''}{said}", file=sys.stderr)
        return False
    _tell(counts, game if several else None, args.json, words)
    return True


def _replay(game: str, args: argparse.Namespace) -> Replay:
    if game == "-":
        return read_replay(sys.stdin.buffer.read())
    path = Path(game)
    if path.is_file():
        try:
            return read_replay(path.read_bytes())
        except OSError as error:
            raise CannotVerify(
                "cannot read {file}: {error}", file=path, error=error.strerror
            ) from None
    with open_reader(args) as journal:
        return find(journal, game)


def _tell(counts: Counts, game: str | None, as_json: bool, words: Translations) -> None:
    if as_json:
        told = {} if game is None else {"game": game}
        print(json.dumps({**told, "ok": True, **dataclasses.asdict(counts)}))
        return
    said = words.say(
        "OK. Inputs: {inputs}, shuffles: {shuffles}, races decided: {decisions}, late plays: {late}",
        **dataclasses.asdict(counts),
    )
    gone = [
        words.say("the name of seat {seat} has been taken out", seat=seat + 1)
        for seat in counts.unnamed
    ]
    for each in (said, *gone):
        print(each if game is None else f"{game}: {each}")


def _parser(words: Translations) -> argparse.ArgumentParser:
    parser = make_parser(
        words,
        "verify",
        words.say(
            "Play a finished game again and check every shuffle against its commitment and every race against its "
            "records; says OK, or the first difference."
        ),
        words.say("exit codes: 0 everything holds, 1 something does not, 2 wrong usage"),
        (
            "watai verify game.json",
            "watai verify 5a1e0c9d3b7f2846 --journal /var/lib/watai/journal.sqlite",
        ),
    )
    game = words.help(
        "a file of “watai export”, “watai record” or “watai simulate --record”, - for standard input, or the game's number"
    )
    parser.add_argument("games", metavar="FILE|GAME", nargs="+", help=game)
    commitment = words.help("the commitment that your client was told when the game began")
    parser.add_argument("--commitment", metavar="HEX", default="", help=commitment)
    parser.add_argument("--json", action="store_true", help=words.help("one JSON object"))
    return parser
