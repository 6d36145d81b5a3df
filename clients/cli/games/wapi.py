"""Wapi on the screen: six sections with their totems and coins, the players, and what is left in the bag."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from watai.clients.cli.games.calm import BOARD_COLUMNS, CalmFace, Lines
from watai.clients.cli.games.menu import Part, Parts
from watai.clients.cli.games.panels import Score
from watai.clients.cli.games.sight import TableSight
from watai.clients.cli.ui.face import Line, Piece
from watai.clients.cli.ui.lines import beside, filled, left, right, wrap
from watai.engine.game import Move, Seat
from watai.engine.wapi.moves import Decline, Place
from watai.engine.wapi.view import SectionView, WapiView

WIDTHS = (4, 10, 9, 11, 7, 7)
"""Of the columns: pointer and key, section, totems, coins, worth, in the bag."""
NAME = 13
SHORT = 8
"""Columns of a name where two players share a line."""


class WapiFace(CalmFace[WapiView]):
    """The board as a table, a section a line."""

    game = "wapi"
    ways_out = (Decline,)

    def paths(self, move: Move, sentence: str, sight: TableSight[WapiView]) -> Iterator[Parts]:
        if isinstance(move, Place):
            row = [section.symbol for section in sight.view.sections].index(move.symbol) + 1
            yield (Part(sentence, row, (row, 1)),)
        else:
            yield (Part(sentence),)

    def board(self, sight: TableSight[WapiView], columns: int) -> Sequence[Lines]:
        sections = [_heads(sight), *(self._section(sight, row) for row in sight.view.sections)]
        if columns < BOARD_COLUMNS:
            return [
                sections,
                [_drawn(sight)],
                _short_players(sight, columns),
                _coins_below(sight, columns),
            ]
        players = [_player_heads(sight), *(_player(sight, seat) for seat in _seats(sight))]
        return [
            list(beside(sections, players, sum(WIDTHS) + 1)),
            [_coins_left(sight), _drawn(sight)],
        ]

    def _section(self, sight: TableSight[WapiView], section: SectionView) -> Line:
        row = sight.view.sections.index(section) + 1
        entry, holes = sight.menu.at((row, 1)), sight.glyphs.hole
        pointed = entry is not None and entry is sight.menu.pointed
        drawn = section.symbol == sight.view.symbol
        key = "" if entry is None else self.keymap.label(f"menu.{row}")
        sign = sight.glyphs.pointer if pointed else sight.glyphs.drawn if drawn else " "
        tokens = [
            sight.glyphs.back if each is None else sight.mark(each) for each in section.tokens
        ]
        empty = [holes] * (section.coin_spaces - len(section.coins))
        left_in_bag = next(each.left for each in sight.view.bag if each.symbol == section.symbol)
        return [
            ("key", f"{sign}{key:>2} "),
            ("selected" if pointed else f"tone.{row}", _left(sight, sight.word(section.symbol), 1)),
            ("strong", _left(sight, " ".join(tokens), 2)),
            ("plain", _left(sight, " ".join([*map(str, section.coins), *empty]), 3)),
            ("strong", f"{sum(section.coins):>{WIDTHS[4]}}"),
            ("dim", f"{left_in_bag:>{WIDTHS[5]}}"),
        ]

    def scores(self, sight: TableSight[WapiView]) -> Sequence[Score]:
        points = sight.view.points
        order = sorted(_seats(sight), key=lambda seat: -Fraction(points[seat]))
        return [
            (seat, sight.count("score", Fraction(points[seat]), points=mixed(points[seat])))
            for seat in order
        ]


def mixed(points: str) -> str:
    """Points as people say them: « 4 1/3 » for 13/3."""
    exact = Fraction(points)
    whole, rest = divmod(exact, 1)
    if not rest:
        return str(whole)
    return f"{whole} {rest}" if whole else str(rest)


def _seats(sight: TableSight[WapiView]) -> Sequence[Seat]:
    return [Seat(number) for number in range(len(sight.view.totems))]


def _left(sight: TableSight[WapiView], words: str, column: int) -> str:
    return left(words, WIDTHS[column], sight.glyphs.ellipsis)


def _heads(sight: TableSight[WapiView]) -> Line:
    words = " " * WIDTHS[0]
    for column, name in enumerate(("section", "totems", "coins"), 1):
        words += _left(sight, sight.say(name), column)
    for column, name in enumerate(("worth", "left"), 4):
        words += right(sight.say(name), WIDTHS[column], sight.glyphs.ellipsis)
    return [("dim", words)]


def _player_heads(sight: TableSight[WapiView]) -> Line:
    heads = "".join(right(sight.say(name), 7, sight.glyphs.ellipsis) for name in ("hand", "points"))
    return [("dim", " " * (NAME + 3) + heads)]


def _player(sight: TableSight[WapiView], seat: Seat) -> Line:
    view = sight.view
    return [
        ("key", sight.turn(seat)),
        ("strong", f"{sight.mark(seat)} "),
        (sight.style(seat), left(sight.name(seat), NAME, sight.glyphs.ellipsis)),
        ("plain", f"{view.totems[seat]:>7}"),
        ("strong", f"{mixed(view.points[seat]):>7}"),
    ]


def _short_players(sight: TableSight[WapiView], columns: int) -> list[Line]:
    """The players with their totems and points, several in a line."""
    lines: list[list[Piece]] = []
    each = columns // 2
    for seat in _seats(sight):
        view, name = sight.view, left(sight.names[seat], SHORT, sight.glyphs.ellipsis)
        told = sight.say("short", totems=view.totems[seat], points=mixed(view.points[seat]))
        parts: Line = [
            ("key", sight.turn(seat)),
            ("strong", f"{sight.mark(seat)} "),
            (sight.style(seat), f"{name} "),
            ("plain", told),
        ]
        if seat % 2 == 0:
            lines.append([])
        lines[-1].extend(filled(parts, each))
    return [*lines]


def _coins_below(sight: TableSight[WapiView], columns: int) -> list[Line]:
    """The coins in the bag, in as many lines as they need."""
    words = "".join(words for _, words in _coins_left(sight)).strip()
    return [[("dim", f"    {each}")] for each in wrap(words, columns - 5)]


def _coins_left(sight: TableSight[WapiView]) -> Line:
    coins = [each for each in sight.view.bag if each.value is not None]
    kinds = "   ".join(sight.say("coin_left", value=each.value, left=each.left) for each in coins)
    return [("dim", f"    {sight.say('coins_left')} "), ("plain", kinds)]


def _drawn(sight: TableSight[WapiView]) -> Line:
    view = sight.view
    if view.symbol is not None:
        return [("warning", "    " + sight.say("drew_symbol", symbol=sight.word(view.symbol)))]
    if view.coin is not None:
        return [("warning", "    " + sight.say("drew_coin", value=view.coin))]
    return [("dim", "    " + sight.say(view.scoring))]
