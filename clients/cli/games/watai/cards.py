"""Wataï cards as they are drawn: a letter for the suit and a number, or a word. The colour only repeats the suit."""

from watai.clients.cli.ui.face import Piece
from watai.clients.text.catalogue import Text
from watai.engine.watai.cards import SUITS, Card
from watai.engine.watai.view import FACE_OF, FACES

EXTRA_FACE = "!"
MANY_SUITS = 3  # with so many suits or more, only the number is named


class Cards:
    """The cards in one language: « R7 », « Start »."""

    def __init__(self, text: Text) -> None:
        words = text.find("watai.words")
        self.letters = {suit: str(words[suit])[0].upper() for suit in SUITS}
        ends = {"+": words["+"], "-": words["-"], EXTRA_FACE: text.say("watai.face.extra")}
        self._names = {
            face: ends[face] if face in ends else self.letters[face[0]] + face[1:] for face in FACES
        }
        self._wanted: dict[tuple[str, ...], str] = {}

    def figure(self, card: Card) -> str:
        """The number of a card; empty for one without a number."""
        face = FACE_OF[card]
        return face[1:] if face[0] in SUITS else ""

    def name(self, card: Card) -> str:
        """A card in at most five columns."""
        return self._names[FACE_OF[card]]

    def style(self, card: Card) -> str:
        """The style of a card's suit; `strong` for one without a suit."""
        return _style(FACE_OF[card])

    def piece(self, card: Card, columns: int = 0) -> Piece:
        """A card in its colour, filled up to so many columns."""
        face = FACE_OF[card]
        return _style(face), f"{self._names[face]:<{columns}}"

    def wanted(self, takes: tuple[str, ...]) -> str:
        """What a pile takes next, in short: « R8 », « 2 » for any suit, « R6/5 » where the suit may change."""
        known = self._wanted.get(takes)
        if known is None:
            known = self._wanted[takes] = self._say_wanted(takes)
        return known

    def wish(self, takes: tuple[str, ...]) -> Piece:
        """What a pile takes next, in the colour of its suit if it is one suit's."""
        suits = {face[0] for face in takes if face != EXTRA_FACE}
        return _style(suits.pop()) if len(suits) == 1 else "strong", self.wanted(takes)

    def _say_wanted(self, takes: tuple[str, ...]) -> str:
        suits: dict[str, list[str]] = {}
        for face in takes:
            if face != EXTRA_FACE:  # goes on every pile; the line about the variant says so
                suits.setdefault(face[1:], []).append(face)
        return "/".join(
            number if len(faces) >= MANY_SUITS else "/".join(map(self._names.__getitem__, faces))
            for number, faces in suits.items()
        )


def now(style: str) -> str:
    """The style in which something of this colour is drawn that can be played now."""
    return f"now{style.removeprefix('suit')}" if style.startswith("suit") else "now"


def _style(face: str) -> str:
    return f"suit.{face[0]}" if face[0] in SUITS else "strong"
