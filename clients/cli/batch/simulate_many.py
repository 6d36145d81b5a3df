"""Many games by bots, over all seats, options and strengths, each checked after every input if asked."""

import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from watai.clients.cli.batch.pool import spread
from watai.clients.cli.batch.progress import Progress
from watai.clients.cli.exits import FAILURE, OK
from watai.clients.text.catalogue import Text
from watai.engine.catalogue import GAMES
from watai.engine.dice import Dice
from watai.engine.game import Seat
from watai.engine.options import BadOption, OneOf
from watai.engine.playout import playout

LONGEST = 1_000_000
"""After so many inputs a game counts as endless: a hundred times the longest ever seen."""


@dataclass(frozen=True, slots=True)
class SimulatedGame:
    """The result of one game."""

    number: int
    seats: int
    inputs: int
    refused: int
    fault: str


@dataclass(frozen=True, slots=True)
class GameSeries:
    """Which games to play: the numbers from `first` on, of one seed, with what is fixed for all games."""

    name: str
    seed: str
    first: int
    many: int
    seats: int | None
    options: Mapping[str, object]
    check: bool

    def repeat(self, result: SimulatedGame) -> str:
        """Return the command that plays one of the games again."""
        words = [
            "watai simulate",
            self.name,
            "--many 1",
            f"--first {result.number}",
            f"--seed {self.seed}",
        ]
        words += [] if self.seats is None else [f"--players {self.seats}"]
        words += [f"--option {name}={value}" for name, value in self.options.items()]
        return " ".join([*words, "--check"])


def run_many(series: GameSeries, text: Text) -> int:
    """Play the series on all cores; report each fault with the command that repeats it."""
    name, many = series.name, series.many
    if many < 1:
        raise BadOption("many", "play at least one game")
    _draw_options(series, Dice.from_text("try"))
    numbers = range(series.first, series.first + many)
    played = spread(partial(play_one, series), numbers)
    results = list(Progress(sys.stderr).over(played, many, text.say("simulate.games")))
    failed = [result for result in results if result.fault]
    for result in failed[:3]:
        print(result.fault, series.repeat(result), sep="\n    ", file=sys.stderr)
    print(
        text.say(
            "simulate.many",
            games=len(results),
            game=text.say(f"games.{name}"),
            seats=", ".join(f"{seats}×{times}" for seats, times in sorted(_seats(results).items())),
            inputs=sum(result.inputs for result in results),
            refused=sum(result.refused for result in results),
            faults=len(failed),
        )
    )
    return FAILURE if failed else OK


def play_one(series: GameSeries, number: int) -> SimulatedGame:
    """Play one game; what the series does not fix is drawn from the seed."""
    entry = GAMES[series.name]
    dice = Dice.from_text(f"game {number} of {series.seed}")
    seats, options = _draw_options(series, dice)
    game = entry.game(entry.game.options_type.parse(options), seats, dice.fork("game"))
    bots = {
        Seat(seat): entry.bot(
            Seat(seat), dice.choice(entry.bot.strengths), dice.fork(f"bot {seat}")
        )
        for seat in range(seats)
    }
    inputs = refused = 0
    fault = ""
    try:
        for step in playout(game, bots):
            inputs += 1
            refused += step.refused is not None
            if series.check and (fault := "; ".join(game.faults())):
                break
            if inputs > LONGEST:
                fault = "no end in sight"
                break
    except Exception as error:  # report a bug of the engine with its seed; the run goes on
        fault = repr(error)
    return SimulatedGame(number, seats, inputs, refused, fault)


def _draw_options(series: GameSeries, dice: Dice) -> tuple[int, dict[str, object]]:
    """Draw seats and options until the game accepts them together."""
    game = GAMES[series.name].game
    game.options_type.parse(series.options)
    for _ in range(1000):
        seats = dice.choice(game.seats) if series.seats is None else series.seats
        options: dict[str, object] = {
            name: dice.choice(kind.words)
            for name, kind in game.options_type.kinds().items()
            if isinstance(kind, OneOf)
        }
        options.update(series.options)
        try:
            game.options_type.parse(options).check(seats)
        except BadOption:
            continue
        return seats, options
    raise BadOption("option", "these options go with no number of players")


def _seats(results: Sequence[SimulatedGame]) -> Counter[int]:
    return Counter(result.seats for result in results)
