"""`watai replay FILE`: shows a finished game again by replaying its inputs."""

import argparse
import sys
import time
from pathlib import Path

import msgspec
import trio

from watai.clients.cli.commands.start import on_terminal, read_all
from watai.clients.cli.config.flags import add_drawing
from watai.clients.cli.exits import FAILURE, OK
from watai.clients.cli.replay.timeline import ReplayTimeline
from watai.clients.cli.replay.viewer import ReplayViewer
from watai.clients.cli.ui.glyphs import harmless
from watai.clients.text.catalogue import Text
from watai.clients.text.seats import player_names
from watai.clients.text.story import json_line, tell_story
from watai.protocol.recording import NEVER
from watai.protocol.replay import BadReplay, Replay, Rerun, read_replay


def main(argv: list[str], text: Text) -> int:
    """Run the command."""
    parser = command_line(text)
    args = parser.parse_args(argv)
    try:
        data = sys.stdin.buffer.read() if args.file == "-" else Path(args.file).read_bytes()
    except OSError as error:
        print(text.say("replay.unreadable", file=args.file, error=error.strerror), file=sys.stderr)
        return FAILURE
    try:
        replay = read_replay(data)
        if args.json:
            _print_events(Rerun(replay))
        elif on_terminal(args) and not args.plays:
            return _show(parser, args, text, replay)
        else:
            _print_story(Rerun(replay), text, plays=args.plays)
    except BadReplay as bad:
        why = bad.told(text.find("replay.why") or {})
        sys.stdout.flush()
        print(text.say("replay.bad", file=args.file, why=why), file=sys.stderr)
        return FAILURE
    return OK


def _show(
    parser: argparse.ArgumentParser, args: argparse.Namespace, text: Text, replay: Replay
) -> int:
    _, settings, scene = read_all(parser, args, text, start=False)
    timeline = ReplayTimeline(replay, _names(replay, text))
    return trio.run(ReplayViewer(settings, scene, timeline, f"{_date(replay, text)} ").run)


def _print_events(rerun: Rerun) -> None:
    out = sys.stdout.buffer
    for step, events in rerun:
        for each in events:
            told = rerun.game.tell(each.event, None)
            if told is not None:
                race = {} if each.race is None else {"race": msgspec.to_builtins(each.race)}
                out.write(json_line(told, seq=each.seq, t=each.t, at=step.at, **race))
    out.flush()


def _print_story(rerun: Rerun, text: Text, *, plays: bool) -> None:
    print(harmless(_title(rerun.replay, text)))
    steps = (step for step, _ in rerun)
    names = _names(rerun.replay, text)
    for line in tell_story(rerun.game, steps, text, names, plays=plays):
        print(harmless(line))


def _title(replay: Replay, text: Text) -> str:
    return text.say(
        "replay.title",
        game=text.say(f"games.{replay.game}"),
        players=", ".join(_names(replay, text)),
        date=_date(replay, text),
        match=replay.match,
    )


def _names(replay: Replay, text: Text) -> tuple[str, ...]:
    return player_names(text, (each.name for each in replay.names))


def _date(replay: Replay, text: Text) -> str:
    if replay.started == NEVER:
        return text.say("replay.simulated")
    return time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(replay.started))


def command_line(text: Text) -> argparse.ArgumentParser:
    """Return the parser of this command."""

    def about(name: str) -> str:
        return text.say(f"replay.help.{name}").replace("%", "%%")

    parser = argparse.ArgumentParser(
        prog="watai replay",
        description=about("about"),
        epilog=about("examples"),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("file", metavar="FILE", help=about("file"))
    parser.add_argument("--plays", action="store_true", help=about("plays"))
    parser.add_argument("--json", action="store_true", help=about("json"))
    parser.add_argument("--line", action="store_true", help=about("line"))
    add_drawing(parser, text)
    return parser
