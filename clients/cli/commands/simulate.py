"""`watai simulate`: bots play whole games in virtual time, narrated, printed as JSON, recorded, or checked by the thousand."""

import argparse
import sys
from collections.abc import Iterator, Mapping
from importlib.metadata import version
from itertools import chain
from pathlib import Path

from watai.clients.cli.batch.simulate_many import GameSeries, run_many
from watai.clients.cli.config.tables import own_tables
from watai.clients.cli.exits import FAILURE, OK, USAGE
from watai.clients.state.room_setup import pairs, usual_seats
from watai.clients.text.catalogue import LANGUAGES, Text
from watai.clients.text.options import why_not
from watai.clients.text.story import NAMES, json_line, tell_story
from watai.engine.bots.bot import Bot
from watai.engine.catalogue import GAMES, Entry
from watai.engine.dice import Dice
from watai.engine.game import Game, Seat
from watai.engine.options import BadOption
from watai.engine.playout import Step, playout
from watai.protocol.recording import Recording
from watai.protocol.replay import Replay


def main(argv: list[str], text: Text) -> int:
    """Run the command."""
    parser = command_line(text)
    args = parser.parse_args(argv)
    try:
        options = pairs(args.option)
        if args.many is not None:
            series = GameSeries(
                args.game, args.seed, args.first, args.many, args.players, options, args.check
            )
            return run_many(series, text)
        entry = GAMES[args.game]
        seats = usual_seats(args.game) if args.players is None else args.players
        options |= own_tables(args.game, args.tables)
        dice = Dice.from_text(args.seed)
        game = entry.game(entry.game.options_type.parse(options), seats, dice)
        steps = playout(game, hire(entry, seats, args.seed, args.strength, args.speed))
    except BadOption as bad:
        why = why_not(text, bad)
        print(text.say("simulate.bad_option", option=bad.option, why=why), file=sys.stderr)
        return USAGE
    server = f"watai-arena/{version('watai-arena')} (simulated)"
    recording = Recording(game, options, NAMES[:seats], dice, server)
    first = next(steps)
    rest = recording.follow(_checked(game, steps) if args.check else steps)
    try:
        _print(args, text, game, seats, chain([first], rest))
    except AssertionError as fault:
        print(text.say("simulate.fault", fault=fault), file=sys.stderr)
        return FAILURE
    return OK if args.record is None else _write(recording.finish(), args.record, text)


def _write(record: Replay, file: str, text: Text) -> int:
    try:
        Path(file).write_bytes(record.to_json())
    except OSError as error:
        print(text.say("commands.record_unwritten", why=error.strerror or ""), file=sys.stderr)
        return FAILURE
    print(text.say("commands.record_verify", command=f"watai verify {file}"), file=sys.stderr)
    return OK


def hire(
    entry: Entry, seats: int, seed: str, strength: str | None, speed: float = 1.0
) -> Mapping[Seat, Bot]:
    """Return a bot for every seat; without a strength, the seats get all strengths in turn."""
    strengths = entry.bot.strengths
    return {
        Seat(seat): entry.bot(
            Seat(seat),
            strength or strengths[seat % len(strengths)],
            Dice.from_text(f"bot {seat} of {seed}"),
            speed,
        )
        for seat in range(seats)
    }


def _checked(game: Game, steps: Iterator[Step]) -> Iterator[Step]:
    for step in steps:
        faults = game.faults()
        assert not faults, "; ".join(faults)
        yield step


def _print(
    args: argparse.Namespace, text: Text, game: Game, seats: int, steps: Iterator[Step]
) -> None:
    if args.json:
        out = sys.stdout.buffer
        for step in steps:
            for event in step.events:
                told = game.tell(event, None)
                if told is not None:
                    out.write(json_line(told, at=step.at))
        out.flush()
        return
    names = NAMES[:seats]
    title = text.say(f"games.{game.name}")
    print(text.say("simulate.title", game=title, players=", ".join(names), seed=args.seed))
    for line in tell_story(game, steps, text, names, plays=args.plays):
        print(line)


def command_line(text: Text) -> argparse.ArgumentParser:
    """Return the parser of this command."""

    def about(name: str) -> str:
        return text.say(f"simulate.help.{name}").replace("%", "%%")

    parser = argparse.ArgumentParser(
        prog="watai simulate",
        description=about("about"),
        epilog=about("examples"),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    strengths = sorted({word for entry in GAMES.values() for word in entry.bot.strengths})
    parser.add_argument("game", nargs="?", default="watai", choices=list(GAMES), help=about("game"))
    parser.add_argument("--players", type=int, metavar="N", help=about("players"))
    parser.add_argument("--seed", default="7", help=about("seed"))
    parser.add_argument("--strength", choices=strengths, help=about("strength"))
    parser.add_argument("--speed", type=float, default=1.0, metavar="X", help=about("speed"))
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help=about("option")
    )
    parser.add_argument("--tables", metavar="FILE", help=about("tables"))
    parser.add_argument("--plays", action="store_true", help=about("plays"))
    parser.add_argument("--json", action="store_true", help=about("json"))
    one_or_many = parser.add_mutually_exclusive_group()
    one_or_many.add_argument("--record", metavar="FILE", help=about("record"))
    one_or_many.add_argument("--many", type=int, metavar="N", help=about("many"))
    parser.add_argument("--first", type=int, default=0, metavar="N", help=about("first"))
    parser.add_argument("--check", action="store_true", help=about("check"))
    parser.add_argument("--lang", choices=LANGUAGES, help=about("lang"))
    return parser
