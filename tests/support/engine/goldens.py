"""What the engine does today, in files people can read: exhaustive counts and whole games.

`make golden` writes them anew; the difference is then reviewed like code.
A perft file has a line per setup: seed, seats, options, and the number of ways to play 1, 2, … inputs from the start.
A transcript is a whole game by bots: every input, and under it every event it caused.
"""

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.support.engine.snapshot import Snapshot
from watai.engine.catalogue import GAMES
from watai.engine.dice import Dice
from watai.engine.game import START_OF_TIME, Game, Millis, Seat
from watai.engine.playout import playout

DATA = Path(__file__).parents[2] / "data"


@dataclass(frozen=True, slots=True)
class Golden:
    """One setup worth keeping: how deep to count, and whether a whole game is kept as well."""

    game: str
    seats: int
    options: Mapping[str, object]
    depth: int
    transcript: bool = True

    def new(self) -> Game:
        rules = GAMES[self.game].game
        return rules(rules.options_type.parse(self.options), self.seats, Dice.from_text("golden"))

    def title(self) -> str:
        return "-".join(
            [
                self.game,
                f"{self.seats}p",
                *(f"{name}-{value}" for name, value in self.options.items()),
            ]
        )


GOLDENS: Sequence[Golden] = (
    Golden("watai", 2, {"target": 1}, 2),
    *(Golden("watai", 3, {"target": 1, "variants": number}, 1) for number in range(1, 17)),
    Golden("watai", 4, {"target": 1, "refill": "manual", "shout": "auto"}, 2),
    Golden("watai", 8, {}, 1, transcript=False),
    Golden("duel", 2, {"variant": "base"}, 2),
    Golden("duel", 2, {"variant": "memory"}, 2),
    Golden("duel", 2, {"variant": "professional"}, 1),
    Golden("waka-tanka", 3, {}, 3),
    Golden("waka-tanka", 6, {}, 2, transcript=False),
    Golden("wapi", 2, {"scoring": "basic"}, 4),
    Golden("wapi", 5, {"scoring": "advanced"}, 4),
    Golden("waka-waka", 2, {"orders": "board"}, 2),
    *(Golden("waka-waka", 3, {"orders": f"tile{tile}"}, 1) for tile in range(1, 5)),
)


def perft(game: Game, seats: int, depth: int, now: Millis = START_OF_TIME) -> int:
    """How many ways there are to play that many inputs; where nobody can move, time passes."""
    if depth == 0 or game.outcome() is not None:
        return 1
    nodes, before = 0, Snapshot(game)
    for seat in map(Seat, range(seats)):
        for move in game.moves(seat):
            branch = before.again()
            branch.play(seat, move, now)
            nodes += perft(branch, seats, depth - 1, now)
    if nodes == 0 and (due := game.due()) is not None:
        branch = before.again()
        branch.tick(due)
        return perft(branch, seats, depth, due)
    return nodes


def perft_start(golden: Golden) -> tuple[Game, Millis]:
    """The first position worth counting from: a race is counted from its start, other games from the deal."""
    game, now = golden.new(), START_OF_TIME
    while game.name == "watai" and game.view(None).phase != "race":  # type: ignore[attr-defined]
        due = game.due()
        assert due is not None
        now = due
        game.tick(now)
    return game, now


def perft_lines(name: str) -> Iterator[str]:
    for golden in GOLDENS:
        if golden.game == name:
            game, now = perft_start(golden)
            counts = [perft(game, golden.seats, depth, now) for depth in range(1, golden.depth + 1)]
            yield f"{golden.title()}: {' '.join(map(str, counts))}"


def transcript_lines(golden: Golden) -> Iterator[str]:
    game = golden.new()
    bot = GAMES[golden.game].bot
    bots = {
        Seat(seat): bot(
            Seat(seat), bot.strengths[seat % len(bot.strengths)], Dice.from_text(f"golden {seat}")
        )
        for seat in range(golden.seats)
    }
    for step in playout(game, bots):
        if step.refused is not None:
            yield f"{step.at} {step.seat} {step.move} refused: {step.refused}"
            continue
        yield f"{step.at} tick" if step.move is None else f"{step.at} {step.seat} {step.move}"
        yield from (f"    {event}" for event in step.events)
    yield str(game.outcome())


def files() -> Iterator[tuple[Path, str]]:
    """Every golden file with what it should say."""
    for name in GAMES:
        yield DATA / "perft" / f"{name}.txt", "\n".join(perft_lines(name)) + "\n"
    for golden in GOLDENS:
        if golden.transcript:
            path = DATA / "transcripts" / f"{golden.title()}.txt"
            yield path, "\n".join(transcript_lines(golden)) + "\n"


def write() -> None:
    """Write all of them anew."""
    for folder in ("perft", "transcripts"):
        for stale in (DATA / folder).glob("*.txt"):
            stale.unlink()
    for path, content in files():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
        print(path.relative_to(DATA), file=sys.stderr)


if __name__ == "__main__":
    write()
