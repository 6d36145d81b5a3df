"""`watai bench engine`: how many inputs a second the rules of Wataï take, alone on one core.

Bots play whole games first, which is not timed; their accepted inputs are then fed to fresh engines.
Dealing, dice, counts and ticks are part of the time, exactly as in a room.
"""

import argparse
import platform
import statistics
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass

from watai.engine.catalogue import GAMES
from watai.engine.dice import Dice
from watai.engine.game import Game, Millis, Move, Seat
from watai.engine.playout import playout
from watai.loadtest.results.files import write_json

SCHEMA = 1
PARTS = 10  # of a long game, whose first and last are compared


@dataclass(frozen=True, slots=True)
class InputLog:
    """The accepted inputs of one game; seat and move are None for a tick."""

    seed: str
    seats: int
    target: int
    inputs: Sequence[tuple[Millis, Seat | None, Move | None]]

    def new(self) -> Game:
        """A fresh game, as it was before the first input."""
        rules = GAMES["watai"].game
        options = rules.options_type.parse({"target": self.target})
        return rules(options, self.seats, Dice.from_text(self.seed))


def record(seed: str, seats: int, target: int) -> InputLog:
    """Let strong bots play a game and keep what they did."""
    blank = InputLog(seed, seats, target, ())
    bot = GAMES["watai"].bot
    bots = {
        Seat(seat): bot(Seat(seat), "strong", Dice.from_text(f"{seed} {seat}"))
        for seat in range(seats)
    }
    steps = list(playout(blank.new(), bots))[1:]
    inputs = [(step.at, step.seat, step.move) for step in steps if step.refused is None]
    return InputLog(seed, seats, target, inputs)


def feed(game: Game, inputs: Sequence[tuple[Millis, Seat | None, Move | None]]) -> float:
    """Play the inputs as a room would and return the processor seconds it took.

    The engine does no I/O, so processor time is what it costs, and does not depend on what else the machine does.
    """
    started = time.process_time()
    for at, seat, move in inputs:
        due = game.due()
        if due is not None and due <= at:
            game.tick(at)
        if seat is not None and move is not None:
            game.play(seat, move, at)
    return time.process_time() - started


def growth(recording: InputLog) -> float:
    """What an input costs in the last tenth of a long game, over what it costs in the first."""
    size = len(recording.inputs) // PARTS
    ratios = []
    for _ in range(5):
        game = recording.new()
        times = [
            feed(game, recording.inputs[part * size : (part + 1) * size]) for part in range(PARTS)
        ]
        ratios.append(times[-1] / times[0])
    return statistics.median(ratios)


def measure(players: int, games: int, runs: int, seed: str) -> dict[str, object]:
    """Everything the command reports."""
    recordings = [record(f"{seed}-{number}", players, 150) for number in range(games)]
    inputs = sum(len(recording.inputs) for recording in recordings)
    rates = []
    for _ in range(runs):
        seconds = 0.0
        for recording in recordings:
            seconds += feed(recording.new(), recording.inputs)
        rates.append(inputs / seconds)
    rate = statistics.median(rates)
    return {
        "schema": SCHEMA,
        "bench": "engine",
        "game": "watai",
        "players": players,
        "games": games,
        "inputs": inputs,
        "runs": runs,
        "inputs_per_s": round(rate),
        "inputs_per_s_best": round(max(rates)),
        "us_per_input": round(1e6 / rate, 2),
        "late_over_early": round(growth(record(f"{seed}-long", players, 1000)), 2),
        "python": platform.python_version(),
        "machine": platform.machine(),
    }


def main(argv: list[str]) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="watai bench engine", description=__doc__)
    parser.add_argument("--players", type=int, default=8, choices=range(2, 9), metavar="2-8")
    parser.add_argument("--games", type=int, default=5, help="games recorded (default: 5)")
    parser.add_argument(
        "--runs", type=int, default=7, help="timed runs; the median counts (default: 7)"
    )
    parser.add_argument("--seed", default="bench", help="any word; fixes the games played")
    parser.add_argument(
        "--json", metavar="FILE", help="write one JSON object; - for standard output"
    )
    args = parser.parse_args(argv)
    if args.games < 1 or args.runs < 1:
        parser.error("--games and --runs must be at least 1")
    result = measure(args.players, args.games, args.runs, args.seed)
    if write_json(result, args.json):
        return 0
    for name, value in result.items():
        print(f"{name:<20} {value}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
