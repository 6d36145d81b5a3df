"""Waka Tanka on the screen: the six tiles with their piles, the pawn, the players, the hand and the last reveal."""

from collections.abc import Iterator, Sequence

from watai.clients.cli.games.calm import CalmFace, Lines
from watai.clients.cli.games.menu import Part, Parts
from watai.clients.cli.games.panels import Score
from watai.clients.cli.games.sight import TableSight, counted
from watai.clients.cli.ui.face import Line, Piece
from watai.clients.cli.ui.lines import left, wrap
from watai.engine.game import Move, Seat
from watai.engine.waka_tanka.box import ANIMALS, TOKENS_TO_WIN, neighbours
from watai.engine.waka_tanka.moves import Denounce, Incant, Lay
from watai.engine.waka_tanka.view import Pile, TankaView

TILE = 13
OWN_CARDS = 2
"""Lines for the player's own cards in a pile."""
PLAYER = 26
NAME = 9


class WakaTankaFace(CalmFace[TankaView]):
    """The circle of tiles, drawn as a row whose ends are neighbours."""

    game = "waka-tanka"

    # What a move is made of

    def paths(self, move: Move, sentence: str, sight: TableSight[TankaView]) -> Iterator[Parts]:
        match move:
            case Lay(animal, card):
                side = neighbours(sight.view.pawn).index(animal)
                words = sight.say(("lay_left", "lay_right")[side], animal=sight.word(animal))
                yield (Part(words, None, (0, (-1, 1)[side])), _card_part(sight, animal, card))
            case Incant(animal):
                yield (Part(sight.say("incant")), _pile_part(sight, animal))
            case _:
                yield (Part(sight.say("denounce", name=_previous(sight))),)

    def is_rash(self, move: Move, sight: TableSight[TankaView]) -> bool:
        """Before a player without cards everything but a denunciation loses the game (TANKA-9)."""
        last = any(prompt.ask == "last" for prompt in sight.table.prompts)
        return last and not isinstance(move, Denounce)

    # The board

    def board(self, sight: TableSight[TankaView], columns: int) -> Sequence[Lines]:
        tile = min(TILE, columns // len(ANIMALS))
        piles = map(_joined, zip(*_piles(sight, tile), strict=True))
        return [
            [self._names(sight, tile), _pawn(sight, tile), *piles],
            [*_players(sight, columns // PLAYER), *_legend(sight, columns)],
            [*_hand(sight, columns), *_last(sight, columns)],
        ]

    def _names(self, sight: TableSight[TankaView], tile: int) -> Line:
        line: list[Piece] = []
        for number, animal in enumerate(ANIMALS, 1):
            pointed = _is_pointed(sight, animal)
            sign = sight.glyphs.pointer if pointed else " "
            words = left(sight.word(animal), tile - 2, sight.glyphs.ellipsis)
            line += [("key", f" {sign}"), ("selected" if pointed else f"tone.{number}", words)]
        return line

    def scores(self, sight: TableSight[TankaView]) -> Sequence[Score]:
        view, outcome = sight.view, sight.outcome
        assert outcome is not None

        def worth(seat: Seat) -> tuple[bool, int, int]:
            return seat not in outcome.winners, -view.tokens[seat], view.hands[seat]

        seats = sorted(_seats(sight), key=worth)
        return [(seat, _possessions(sight, seat)) for seat in seats]


def _seats(sight: TableSight[TankaView]) -> Sequence[Seat]:
    return [Seat(number) for number in range(len(sight.view.hands))]


def _previous(sight: TableSight[TankaView]) -> str:
    last = sight.view.last
    return "" if last is None else sight.names[last.seat]


def _card_part(sight: TableSight[TankaView], animal: str, card: str) -> Part:
    name = "true_card" if card == animal else "false_card"
    count = sight.view.hand.count(card)
    return Part(sight.say(name, card=sight.word(card), count=count))


def _pile_part(sight: TableSight[TankaView], animal: str) -> Part:
    pile = next(each for each in sight.view.piles if each.animal == animal)
    words = sight.say("pile", animal=sight.word(animal), count=len(pile.cards))
    return Part(words, None, (0, ANIMALS.index(animal) + 1))


def _is_pointed(sight: TableSight[TankaView], animal: str) -> bool:
    """Whether the entry under the cursor means this tile."""
    entry = sight.menu.pointed
    place = sight.menu.said[0].place if sight.menu.said else None
    place = place or (entry.part.place if entry else None)
    if place is None:
        return False
    if sight.menu.said and sight.menu.said[0].place is None:
        return place == (0, ANIMALS.index(animal) + 1)
    return animal == neighbours(sight.view.pawn)[place[1] > 0]


def _pawn(sight: TableSight[TankaView], tile: int) -> Line:
    words = [sight.say("pawn") if animal == sight.view.pawn else "" for animal in ANIMALS]
    return [("warning", "".join(f"  {left(each, tile - 2, '')}" for each in words))]


def _piles(sight: TableSight[TankaView], tile: int) -> Iterator[Sequence[Piece]]:
    for pile in sight.view.piles:
        words = [_count(sight, pile), _layers(sight, pile, tile), *_own(sight, pile)]
        yield [("plain", f"  {left(each, tile - 2, sight.glyphs.ellipsis)}") for each in words]


def _joined(pieces: Sequence[Piece]) -> Line:
    return list(pieces)


def _count(sight: TableSight[TankaView], pile: Pile) -> str:
    count = len(pile.cards)
    if not count:
        return sight.glyphs.hole
    return sight.count("cards", count)


def _layers(sight: TableSight[TankaView], pile: Pile, tile: int) -> str:
    """Which players laid the cards of a pile, the last one at the right."""
    marks = "".join(sight.mark(each.layer) for each in pile.cards)
    room = tile - 3
    return marks if len(marks) <= room else sight.glyphs.ellipsis + marks[-room + 1 :]


def _own(sight: TableSight[TankaView], pile: Pile) -> Sequence[str]:
    """The player's own cards in the pile, which the other players do not see."""
    mine = counted([each.card for each in pile.cards if each.card is not None])
    words = [sight.narrator.things(count, card) for card, count in mine.items()]
    if len(words) > OWN_CARDS:
        words[OWN_CARDS - 1 :] = [", ".join(words[OWN_CARDS - 1 :])]
    return [*words, *[""] * (OWN_CARDS - len(words))]


def _legend(sight: TableSight[TankaView], columns: int) -> Iterator[Line]:
    words = sight.say("legend", sign=sight.glyphs.back)
    yield from ([("dim", f"  {each}")] for each in wrap(words, columns - 2))


def _players(sight: TableSight[TankaView], per_line: int) -> Iterator[Line]:
    seats = _seats(sight)
    for first in range(0, len(seats), per_line):
        line: list[Piece] = []
        for seat in seats[first : first + per_line]:
            name = left(sight.names[seat], NAME, sight.glyphs.ellipsis)
            words = f"{name} {_possessions(sight, seat)}"
            line += [
                ("key", sight.turn(seat)),
                ("strong", f"{sight.mark(seat)} "),
                (sight.style(seat), left(words, PLAYER - 3, sight.glyphs.ellipsis)),
            ]
        yield line


def _possessions(sight: TableSight[TankaView], seat: Seat) -> str:
    tokens = sight.view.tokens[seat]
    signs = sight.glyphs.back * tokens + sight.glyphs.hole * (TOKENS_TO_WIN - tokens)
    return f"{sight.say('in_hand', count=f'{sight.view.hands[seat]:>2}')} {signs}"


def _hand(sight: TableSight[TankaView], columns: int) -> Iterator[Line]:
    if sight.table.seat is None:
        return
    cards = counted(sight.view.hand)
    words = "  ".join(sight.narrator.things(count, card) for card, count in cards.items())
    yield [("dim", f"  {sight.say('hand')} "), ("strong", words)]


def _last(sight: TableSight[TankaView], columns: int) -> Iterator[Line]:
    """What was played last: the card to believe or to denounce, or the revealed cards of a pile."""
    last = sight.view.last
    if last is None:
        return
    cards = ", ".join(map(sight.word, last.revealed))
    name = "laid" if not last.revealed else "gone" if last.taker is None else "taken"
    words = sight.say(
        name,
        name=sight.names[last.seat],
        animal=sight.word(last.animal),
        cards=cards,
        taker="" if last.taker is None else sight.names[last.taker],
    )
    yield from ([("warning", f"  {each}")] for each in wrap(words, columns - 4)[:2])
