"""What the engine does today, in files people can read: exhaustive counts and whole games.

`make golden` writes them anew; the difference is then reviewed like code.
A perft file has a line per setup: seed, seats, options, and the number of ways to play 1, 2, … inputs from the start.
A transcript is a whole game by bots: every input, and under it every event it caused. Kept are its hash, and one
excerpt for each game; `--show NAME` prints it whole, `--against REVISION` what has changed since that commit.
"""

import hashlib
import os
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import unified_diff
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.support.engine.snapshot import Snapshot
from watai.engine.catalogue import GAMES
from watai.engine.dice import Dice
from watai.engine.game import START_OF_TIME, Game, Millis, Seat
from watai.engine.playout import playout

ROOT = Path(__file__).parents[3]
DATA = ROOT / "tests" / "data"
PROGRAM = "tests.support.engine.goldens"

EXCERPT = (90, 30)
"""The lines of an excerpt from a long game: so many from its beginning, so many from its end."""


@dataclass(frozen=True, slots=True)
class Golden:
    """One setup worth keeping: how deep to count, and whether a whole game is played as well."""

    game: str
    seats: int
    options: Mapping[str, object]
    depth: int
    transcript: bool = True

    def new(self, edition: int | None = None) -> Game:
        entry = GAMES[self.game]
        rules = entry.game if edition is None else entry.rules(edition)
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


def transcript_lines(golden: Golden, edition: int) -> Iterator[str]:
    game = golden.new(edition)
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


def transcripts() -> Mapping[str, tuple[Golden, int]]:
    """Every whole game by its name, `SETUP@EDITION`: each setup under each edition of its rules."""
    return {
        f"{golden.title()}@{rules.edition}": (golden, rules.edition)
        for golden in GOLDENS
        if golden.transcript
        for rules in (GAMES[golden.game].game, *GAMES[golden.game].earlier)
    }


def hash_line(name: str) -> str:
    lines = list(transcript_lines(*transcripts()[name]))
    inputs = sum(not line.startswith(" ") for line in lines) - 1  # the last line is the outcome
    digest = hashlib.blake2b("\n".join(lines).encode(), digest_size=16).hexdigest()
    return f"{name}: {inputs} inputs, {digest}"


def excerpt(game: str) -> Iterator[str]:
    """The first setup of this game to read: whole, or its beginning and end."""
    golden = next(golden for golden in GOLDENS if golden.game == game)
    lines = list(transcript_lines(golden, GAMES[game].game.edition))
    first, last = EXCERPT
    left_out = len(lines) - first - last
    if left_out > last:
        lines[first:-last] = [f"… {left_out} lines …"]
    yield from lines


def files() -> Iterator[tuple[Path, str]]:
    """Every golden file with what it should say."""
    for name in GAMES:
        yield DATA / "perft" / f"{name}.txt", "\n".join(perft_lines(name)) + "\n"
        yield DATA / "transcripts" / f"{name}.txt", "\n".join(excerpt(name)) + "\n"
    yield DATA / "transcripts.txt", "".join(f"{hash_line(name)}\n" for name in transcripts())


def write() -> None:
    """Write all of them anew."""
    for folder in ("perft", "transcripts"):
        for stale in (DATA / folder).glob("*.txt"):
            stale.unlink()
    for path, content in files():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
        print(path.relative_to(DATA), file=sys.stderr)


def show_at(revision: str, name: str) -> list[str]:
    """The lines of a whole game as the code of another commit plays it."""
    with TemporaryDirectory() as folder:
        archive = subprocess.run(
            ["git", "-C", ROOT, "archive", revision], check=True, stdout=subprocess.PIPE
        )
        subprocess.run(["tar", "-x", "-C", folder], check=True, input=archive.stdout)
        shown = subprocess.run(
            [sys.executable, "-P", "-m", PROGRAM, "--show", name],
            check=True,
            cwd=folder,
            env={**os.environ, "PYTHONPATH": folder},
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )
    return shown.stdout.splitlines()


def main(words: Sequence[str] | None = None) -> None:
    parser = ArgumentParser(PROGRAM, description="Without options: write all golden files anew.")
    parser.add_argument("--show", metavar="NAME", help="print a whole game: SETUP@EDITION")
    parser.add_argument("--against", metavar="REVISION", help="print how it went otherwise then")
    asked = parser.parse_args(words)
    if asked.show is None:
        write()
        return
    if asked.show not in transcripts():
        parser.error(f"{asked.show} is none of {', '.join(transcripts())}")
    lines = list(transcript_lines(*transcripts()[asked.show]))
    if asked.against is not None:
        before = show_at(asked.against, asked.show)
        lines = list(unified_diff(before, lines, asked.against, "now", lineterm=""))
    print("\n".join(lines))


if __name__ == "__main__":
    main()
