"""What server and clients agree on about names and chat: text that is seen as it is, and names that look alike."""

import unicodedata
from typing import Final

_HIDDEN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Control, format (bidi overrides among them), surrogate, private, unassigned, and line separators."""
_MARKS: Final = frozenset({"Mn", "Me"})
"""Signs that are drawn into the letter before them."""
MARKS_IN_A_ROW: Final = 3
"""How many of them one letter may carry: no writing needs more, and more would cover the lines around it."""
_BLANK: Final = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
    "\U00013441\U00013442\U00016fe4\U0001d159"
)
"""Signs without a shape that Unicode counts as letters, marks or symbols."""
_OVERLAYS: Final = frozenset(
    "\u0334\u0335\u0336\u0337\u0338\u20d2\u20d3\u20d8\u20d9\u20da\u20e5\u20e6\u20ea\u20eb"
)
"""Strokes, rings and arrows through the letter before them: no language writes with them, and they cover it."""
_SELECTORS: Final = dict.fromkeys((*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)))
"""Signs that choose between two drawings of the letter before them, such as U+FE0F behind a heart."""

_TWINS: Final = str.maketrans(
    # Cyrillic, Greek and others that are drawn like a Latin letter, upper case before lower case
    "АВЕЅЗІЈКМНОРСТУХҮԚԜӀаеѕіјорсухүһԁԛԝӏгпѵΑΒΕΖΗΙΚΜΝΟΡΤΥΧαγικνορτυχϲϳıɑɡɩʟɴʀʏℓ∣ǀ‐‑‒–—−’‘ʼ´`I1|0",
    "ABES3IJKMHOPCTYXYQWIaesijopcyxyhdqwlrnvABEZHIKMNOPTYXayiknoptuxcjiagilnrylll------'''''lllO",
)
_DRAWN_TOGETHER: Final = (("rn", "m"), ("vv", "w"))


def is_seen(text: str) -> bool:
    """Whether everything in a text is visible, and nothing in it covers or turns round what stands beside it."""
    row = MARKS_IN_A_ROW  # a mark needs a letter before it
    for character in text:
        category = unicodedata.category(character)
        if category in _HIDDEN or character in _BLANK or character in _OVERLAYS:
            return False
        row = row + 1 if category in _MARKS else 0
        if row > MARKS_IN_A_ROW:
            return False
    return True


def tidy(name: str) -> str:
    """A name as it is compared and shown: one way to write each letter, one space between words."""
    return " ".join(unicodedata.normalize("NFC", name).split())


def seen_part(name: str) -> str:
    """What is left of a name without the characters that would make it be refused."""
    kept = ""
    for character in unicodedata.normalize("NFC", name):
        if character.isspace():
            kept += " "
        elif is_seen(kept + character):
            kept += character
    return tidy(kept)


def looks(name: str) -> frozenset[str]:
    """What a name looks like, in upper and lower case and drawn: two names that share one of these are taken for each other."""
    plain = unicodedata.normalize("NFKC", name.translate(_SELECTORS))
    shape = plain.translate(_TWINS).casefold()
    for letters, letter in _DRAWN_TOGETHER:
        shape = shape.replace(letters, letter)
    return frozenset({tidy(plain).casefold(), tidy(shape)})
