"""`watai bench bots`: how much better one strength plays than another, and how long it thinks.

Both sides have half the seats and change places from game to game, so seats favour nobody.
A shared victory counts in parts; a draw counts half for each side.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

from watai.clients.cli.batch.pool import spread
from watai.clients.cli.batch.progress import Progress
from watai.engine.bots.bot import Bot, Plan
from watai.engine.catalogue import GAMES
from watai.engine.dice import Dice
from watai.engine.game import Game, Millis, Seat, View
from watai.engine.playout import playout
from watai.loadtest.results.files import dumps
from watai.loadtest.results.percentile import percentile

SCHEMA = 1
RANDOM = "random"


class RandomBot(Bot):
    """Makes any legal move: the yardstick that every bot must beat."""

    strengths = (RANDOM,)

    def __init__(self, seat: Seat, dice: Dice, game: Game) -> None:
        super().__init__(seat, RANDOM, dice)
        self.game = game

    def think(self, view: View, at: Millis) -> Plan | None:
        moves = self.game.moves(self.seat)
        return self.plan(self.dice.choice(moves), 1000) if moves else None


@dataclass(frozen=True, slots=True)
class Pairing:
    """One side against the other in one game with these options."""

    game: str
    options: Mapping[str, object]
    seats: int
    side: str
    other: str
    seed: str


@dataclass(frozen=True, slots=True)
class GameScore:
    """What the first side won of one game, and how long its decisions took."""

    won: float
    millis: tuple[float, ...]


class Stopwatch(Bot):
    """A bot whose thinking is timed, in processor time."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.millis: list[float] = []

    def think(self, view: View, at: Millis) -> Plan | None:
        started = time.process_time()
        plan = self.bot.think(view, at)
        if plan is not None:
            self.millis.append((time.process_time() - started) * 1000)
        return plan


def play_match(pairing: Pairing, number: int) -> GameScore:
    """Play one game; odd numbers swap the sides."""
    entry = GAMES[pairing.game]
    dice = Dice.from_text(f"{pairing.seed} {pairing.game} {number}")
    game = entry.game(
        entry.game.options_type.parse(pairing.options), pairing.seats, dice.fork("game")
    )
    bots: dict[Seat, Stopwatch] = {}
    for seat in map(Seat, range(pairing.seats)):
        strength = pairing.side if (seat + number) % 2 == 0 else pairing.other
        own = dice.fork(f"bot {seat}")
        bot = RandomBot(seat, own, game) if strength == RANDOM else entry.bot(seat, strength, own)
        bots[seat] = Stopwatch(bot)
    for _ in playout(game, bots):
        pass
    outcome = game.outcome()
    assert outcome is not None
    mine = [seat for seat, timed in bots.items() if timed.bot.strength == pairing.side]
    shares = len(outcome.winners)
    won = sum(seat in mine for seat in outcome.winners) / shares if shares else 0.5
    return GameScore(won, tuple(each for seat in mine for each in bots[seat].millis))


def report(pairing: Pairing, games: int) -> dict[str, object]:
    """Play the match and sum it up."""
    label = f"{pairing.game}: {pairing.side} against {pairing.other}"
    results = spread(partial(play_match, pairing), range(games))
    played = list(Progress(sys.stderr).over(results, games, label))
    millis = Counter(each for one in played for each in one.millis)
    return {
        "schema": SCHEMA,
        "bench": "bots",
        "game": pairing.game,
        "options": dict(pairing.options),
        "seats": pairing.seats,
        "side": pairing.side,
        "other": pairing.other,
        "games": games,
        "won": round(sum(one.won for one in played) / games, 3),
        "decision_ms_p99": round(percentile(millis, 0.99) or 0, 2),
        "decision_ms_max": round(max(millis, default=0), 2),
    }


def main(argv: list[str]) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="watai bench bots", description=__doc__)
    parser.add_argument("game", choices=list(GAMES))
    parser.add_argument("--games", type=int, default=500, help="games per pairing (default: 500)")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--seats", type=int, help="an even number (default: the fewest)")
    parser.add_argument("--seed", default="bots", help="any word; fixes every game")
    parser.add_argument("--json", action="store_true", help="one JSON object per pairing")
    args = parser.parse_args(argv)
    entry = GAMES[args.game]
    seats = args.seats or next(each for each in entry.game.seats if each % 2 == 0)
    options: dict[str, object] = dict(pair.partition("=")[::2] for pair in args.option)
    if args.games < 1 or seats % 2 or seats not in entry.game.seats:
        parser.error("--games must be at least 1, --seats even and fit for the game")
    ladder = [*reversed(entry.bot.strengths), *([RANDOM] if args.game != "watai" else [])]
    for side, other in pairwise(ladder):
        result = report(Pairing(args.game, options, seats, side, other, args.seed), args.games)
        print(dumps(result) if args.json else _row(result), flush=True)
    return 0


def _row(result: Mapping[str, object]) -> str:
    return (
        "{game} {options} {seats} seats: {side} wins {won:.1%} of {games} against {other}; "
        "decisions p99 {decision_ms_p99} ms, longest {decision_ms_max} ms"
    ).format_map(result)
