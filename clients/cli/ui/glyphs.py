"""The signs a screen is drawn with, in Unicode or plain ASCII, each one column wide."""

import unicodedata
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Glyphs:
    """One set of signs, each with one meaning. None is wide, ambiguous in width, or an emoji."""

    horizontal: str
    vertical: str
    back: str
    """A card face down."""
    hole: str
    pointer: str
    """Where the cursor is: the chosen entry, card or place."""
    ellipsis: str
    yes: str
    no: str
    contested: str
    """A place that players race for."""
    takes: str
    """Between a pile and the card that it takes next."""
    goes: str
    """Between a card and the pile that it can go on."""
    turn: str
    """A player who is to decide something now."""
    leader: str
    """The player who leads the round."""
    own: str
    """The player's own row among those of the others."""
    before: str
    """Between a player and the one who was slower."""
    drawn: str
    """What was just drawn."""


UNICODE: Final = Glyphs(*"╌╎▪⋅›⋯✓✗↯⇠⇡▸✦✱≻◂")
ASCII: Final = Glyphs(*"-|#.>~yx%<^=@*:&")


def harmless(words: str) -> str:
    """The words without control characters: names and chat come from strangers and must not steer the terminal."""
    if words.isprintable():
        return words
    return "".join("?" if unicodedata.category(each) in _OBEYED else each for each in words)


_OBEYED: Final = ("Cc", "Cf", "Cs")
"""Control characters, marks that change the writing direction, lone surrogates."""


def plain_letters(words: str) -> str:
    """The words in ASCII, letter for letter: without accents, signs replaced by the nearest plain ones."""
    if words.isascii():
        return words
    bare = unicodedata.normalize("NFKD", words.translate(_PLAIN_SIGNS))
    bare = "".join(each for each in bare if not unicodedata.combining(each))
    return bare.encode("ascii", "replace").decode()


_PLAIN_SIGNS: Final = str.maketrans(
    "“”«»‘’—–−·…×✓✗›⇠⇡▸✦✱≻◂←→↑↓↔Œœ\u00a0\u202f", '""""\'\'---..xyx><^=@*:&<>^v-Oo  '
)
