"""A whole game as text: a line for each event that has a sentence, a table for each count."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import orjson

from watai.clients.text.catalogue import Text, subject_of
from watai.clients.text.narrator import Narrator
from watai.clients.text.outcome import outcome_sentence
from watai.engine.game import Event, Game, Millis
from watai.engine.playout import Step
from watai.engine.watai.events import RoundOpened, Scored, ScoreLine
from watai.engine.watai.scoring import TALON_COST

NAMES = ("Ana", "Bo", "Chloé", "Dan", "Eva", "Félix", "Gil", "Hana")
COUNT = ("laid", "talon", "shout", "slaps", "omissions", "penalties", "points", "total")
"""The columns of a Wataï count: fields of ScoreLine."""


def tell_story(
    game: Game, steps: Iterator[Step], text: Text, names: Sequence[str], *, plays: bool
) -> Iterator[str]:
    """Yield the lines of a game as a spectator sees it."""
    narrator = Narrator(text, game.name, names, plays=plays)
    for step in steps:
        for event in step.events:
            told = game.tell(event, None)
            if told is not None:
                yield from _lines(told, narrator, step.at)
    outcome = game.outcome()
    if outcome is not None:
        reason = text.find(f"{subject_of(game.name)}.reasons.{outcome.reason}")
        yield ""
        yield f"{outcome_sentence(text, names, outcome)} {reason}"


def json_line(event: Event, **head: object) -> bytes:
    """Return an event as one line of JSON: its place in the game, its name, and its fields."""
    first = orjson.dumps({**head, "event": type(event).__name__})
    body = orjson.dumps(event)
    return first[:-1] + (b"," if len(body) > 2 else b"") + body[1:] + b"\n"


def clock(at: Millis) -> str:
    """Format game time as minutes, seconds and tenths."""
    tenths = at // 100
    return f"{tenths // 600}:{tenths // 10 % 60:02}.{tenths % 10}"


def _lines(event: Event, narrator: Narrator, at: Millis) -> Iterator[str]:
    sentence = narrator.tell(event)
    if sentence:
        if isinstance(event, RoundOpened):
            yield ""
        yield f"{clock(at):>8}  {sentence}"
    if (table := TABLES.get(type(event))) is not None:
        yield from table(event, narrator)


def count_cell(line: ScoreLine, column: str, width: int) -> str:
    """A cell of a Wataï count, so that a row adds up: 17, −2×6, 5; of a doubled round 2×5. Formulas only where they fit."""
    value = getattr(line, column)
    written, formula = str(value), ""
    if column == "talon" and value:
        written, formula = f"-{TALON_COST * value}", f"-{TALON_COST}×{value}"
    elif column in ("omissions", "penalties") and value:
        written = f"-{value}"
    elif column == "points":
        gained = line.laid - TALON_COST * line.talon + line.shout + line.slaps
        single = gained - line.omissions - line.penalties
        formula = f"2×{single}" if value != single else ""
    shown = formula if formula and len(formula) < width else written
    return shown.replace("-", "−")


def _watai_count(event: Scored, narrator: Narrator) -> Iterator[str]:
    heads = [narrator.text.say(f"watai.columns.{column}") for column in COUNT]
    name_width = max(map(len, narrator.names))
    yield "  " + " " * name_width + "".join(f"{head:>9}" for head in heads)
    for line in event.lines:
        cells = "".join(f"{count_cell(line, column, 9):>9}" for column in COUNT)
        yield f"  {narrator.names[line.seat]:<{name_width}}{cells}"


TABLES: dict[type[Event], Callable[[Any, Narrator], Iterator[str]]] = {Scored: _watai_count}
