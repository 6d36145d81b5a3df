"""The signs a screen is drawn with: Unicode ones of a single column, or plain ASCII."""

import unicodedata
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Glyphs:
    """One set of signs. None is wide, ambiguous in width, or an emoji."""

    horizontal: str
    vertical: str
    corners: str
    """Top left, top right, bottom left, bottom right."""
    back: str
    """A card face down."""
    hole: str
    pointer: str
    ellipsis: str
    yes: str
    no: str


UNICODE: Final = Glyphs("╌", "╎", "╌╌╌╌", "▪", "⋅", "›", "⋯", "✓", "✗")
ASCII: Final = Glyphs("-", "|", "++++", "#", ".", ">", "~", "y", "x")


def harmless(words: str) -> str:
    """The words without anything that a terminal would obey: names and chat come from strangers, by way of any server or file."""
    if words.isprintable():
        return words
    return "".join("?" if unicodedata.category(each) in _OBEYED else each for each in words)


_OBEYED: Final = ("Cc", "Cf", "Cs")
"""Control characters, marks that turn the direction of writing, halves of pairs."""


def plain_letters(words: str) -> str:
    """The words in ASCII, one letter for one: accents go, signs become the nearest plain ones."""
    if words.isascii():
        return words
    bare = unicodedata.normalize("NFKD", words.translate(_PLAIN_SIGNS))
    bare = "".join(each for each in bare if not unicodedata.combining(each))
    return bare.encode("ascii", "replace").decode()


_PLAIN_SIGNS: Final = str.maketrans(
    "“”«»‘’—–−·…×✓✗›←→↑↓↔Œœ\u00a0\u202f", '""""\'\'---..xyx><>^v-Oo  '
)
