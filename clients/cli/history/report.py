"""The history in words: the list of games, and the statistics of each kind of game with a small chart."""

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from watai.clients.cli.config.identities import OWN
from watai.clients.cli.history.played import FinishedGame
from watai.clients.cli.history.statistics import Best, bests, course
from watai.clients.cli.ui.chart import bars
from watai.clients.cli.ui.figures import decimal, duration, length
from watai.clients.cli.ui.lines import cut, left, right, wrap
from watai.clients.text.catalogue import Text
from watai.engine.catalogue import GAMES

LISTED: Final = 20
CHART_LINES: Final = 4
LEAST_BARS: Final = 2
"""A chart of fewer games would say nothing."""
COURSE: Final = {"watai": "cards_a_minute"}
"""Which figure the chart of a game shows; of the others the time to decide."""
NUMBER, DATE, GAME, RESULT, TIME, PLACE = 3, 16, 19, 6, 6, 20
PLACE_CELL: Final = 5

Clock = Callable[[float], time.struct_time]


def listed(text: Text, games: Sequence[FinishedGame], columns: int, clock: Clock) -> list[str]:
    """The newest games, a line each, as wide as the terminal."""
    if not games:
        return [text.say("history.none")]
    rows = [text.say("history.heads").split("|")]
    for number, game in enumerate(games[:LISTED], 1):
        date = time.strftime("%Y-%m-%d %H:%M", clock(game.at))
        others = [name for seat, name in enumerate(game.names) if seat != game.seat]
        result = text.say("history.won" if game.is_won else "history.lost")
        place = text.say("history.here") if game.server == OWN else game.server.partition("//")[2]
        name = text.say(f"games.{game.game}") if game.game in GAMES else game.game
        took = length(game.seconds) if game.seconds else ""
        rows.append([str(number), date, name, result, took, place, ", ".join(others)])
    wide = min(PLACE, max(len(row[PLACE_CELL]) for row in rows))
    lines = [_row(columns, wide, *row) for row in rows]
    if len(games) > LISTED:
        lines.append(text.say("history.more", count=len(games) - LISTED))
    return [*lines, "", *wrap(text.say("history.hint"), max(20, columns))]


def _row(columns: int, place_width: int, *cells: str) -> str:
    number, date, game, result, took, place, others = cells
    start = (
        f"{right(number, NUMBER, '')}  {left(date, DATE, '')} {left(game, GAME, '')}"
        f"{left(result, RESULT, '')}{right(took, TIME, '')}  "
    )
    return cut(f"{start}{left(place, place_width, '')}  {others}".rstrip(), max(20, columns), "…")


def statistics(text: Text, games: Sequence[FinishedGame], *, plain: bool) -> list[str]:
    """Every kind of game that was played: how often it was won, the personal bests, and a chart."""
    lines: list[str] = [] if games else [text.say("history.none")]
    for name in GAMES:
        kind = [game for game in games if game.game == name]
        if kind:
            lines += [*([""] if lines else []), *_kind(text, name, kind, plain)]
    return lines


def _kind(text: Text, name: str, games: Sequence[FinishedGame], plain: bool) -> Iterator[str]:
    won = sum(game.is_won for game in games)
    percent = round(100 * won / len(games))
    title = text.say(f"games.{name}")
    yield text.count("history.played", len(games), game=title, won=won, percent=percent)
    for best in bests(games):
        yield f"  {_best(text, name, best)}"
    figure = COURSE.get(name, "reaction")
    values = course(games, figure)
    chart = bars(values, CHART_LINES, plain=plain) if len(values) >= LEAST_BARS else []
    if chart:
        word = "decision" if figure == "reaction" else figure
        yield text.say(f"history.course.{word}", count=len(values))
        top, low = (_value(text, name, figure, value) for value in (max(values), 0.0))
        for number, line in enumerate(chart):
            label = top if number == 0 else low if number == len(chart) - 1 else ""
            yield f"  {right(label, 8, '')} {'|' if plain else '│'}{line}"


def _best(text: Text, name: str, best: Best) -> str:
    value = _value(text, name, best.figure, getattr(best.game, best.figure))
    date = time.strftime("%Y-%m-%d", time.localtime(best.game.at))
    figure = "decision" if best.figure == "reaction" and name not in COURSE else best.figure
    return text.say(f"history.best.{figure}", value=value, date=date)


def _value(text: Text, name: str, figure: str, value: float) -> str:
    if figure == "reaction":
        return duration(text, round(value))
    return decimal(text, f"{value:g}")
