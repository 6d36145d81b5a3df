"""`watai replay FILE`: a finished game told again, by playing it again."""

import argparse
import sys
import time
from pathlib import Path

from clients.cli.account import account, json_line
from clients.cli.exits import FAILURE, OK
from clients.cli.text import LANGUAGES, Text
from protocol.replay import BadReplay, Replay, Rerun, read_replay


def main(argv: list[str], text: Text) -> int:
    """Run the command."""
    args = _parser(text).parse_args(argv)
    try:
        data = sys.stdin.buffer.read() if args.file == "-" else Path(args.file).read_bytes()
    except OSError as error:
        print(text.say("replay.unreadable", file=args.file, error=error.strerror), file=sys.stderr)
        return FAILURE
    try:
        rerun = Rerun(read_replay(data))
        if args.json:
            _print_events(rerun)
        else:
            _print_account(rerun, text, plays=args.plays)
    except BadReplay as bad:
        why = bad.told(text.find("replay.why") or {})
        sys.stdout.flush()
        print(text.say("replay.bad", file=args.file, why=why), file=sys.stderr)
        return FAILURE
    return OK


def _print_events(rerun: Rerun) -> None:
    out = sys.stdout.buffer
    for step, events in rerun:
        for each in events:
            told = rerun.game.tell(each.event, None)
            if told is not None:
                out.write(json_line(told, seq=each.seq, t=each.t, at=step.at))
    out.flush()


def _print_account(rerun: Rerun, text: Text, *, plays: bool) -> None:
    print(_title(rerun.replay, text))
    steps = (step for step, _ in rerun)
    for line in account(rerun.game, steps, text, rerun.replay.names, plays=plays):
        print(line)


def _title(replay: Replay, text: Text) -> str:
    return text.say(
        "replay.title",
        game=text.say(f"games.{replay.game}"),
        players=", ".join(replay.names),
        date=time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(replay.started)),
        match=replay.match,
    )


def _parser(text: Text) -> argparse.ArgumentParser:
    def told(name: str) -> str:
        return text.say(f"replay.help.{name}").replace("%", "%%")

    parser = argparse.ArgumentParser(
        prog="watai replay",
        description=told("about"),
        epilog=told("examples"),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("file", metavar="FILE", help=told("file"))
    parser.add_argument("--plays", action="store_true", help=told("plays"))
    parser.add_argument("--json", action="store_true", help=told("json"))
    parser.add_argument("--lang", choices=LANGUAGES, help=told("lang"))
    return parser
