"""The keys of Wataï. One hand has the cards in its home row, the other the Stock; variant 1 mirrors them.

Three scopes: `watai` in a race, `mirror` with priority over it where the other hand plays, `start` while a round waits for Go.
"""

from typing import Final

from watai.clients.cli.ui.keymap import Key

MARKS: Final = 10
"""How many cards of rivals have a digit at the same time."""
_DIGITS: Final = "1234567890"
_DIGITS_AZERTY: Final = "&é\"'(-è_çà"

KEYS: Final = (
    Key("watai.card.1", ("a",), azerty=("q",)),
    Key("watai.card.2", ("s",)),
    Key("watai.card.3", ("d",)),
    Key("watai.card.4", ("f",)),
    Key("watai.card.5", ("g",)),
    Key("watai.card.6", ("t",)),
    Key("watai.stock", ("j",)),
    Key("watai.turn", (" ",)),
    Key("watai.shout", ("enter",)),
    Key("watai.slap", ("k",)),
    Key("watai.say", ("l",)),
    Key("watai.call", ("c",)),
    Key("watai.races", ("tab",)),
    *(
        Key(f"watai.pile.{number}", (digit,), azerty=(digit, other))
        for number, (digit, other) in enumerate(zip(_DIGITS, _DIGITS_AZERTY, strict=True), 1)
    ),
    Key("mirror.card.1", (";",), azerty=("m",), qwertz=("ö",)),
    Key("mirror.card.2", ("l",)),
    Key("mirror.card.3", ("k",)),
    Key("mirror.card.4", ("j",)),
    Key("mirror.card.5", ("h",)),
    Key("mirror.card.6", ("y",), qwertz=("z",)),
    Key("mirror.stock", ("f",)),
    Key("mirror.slap", ("d",)),
    Key("mirror.say", ("s",)),
    Key("start.go", (" ", "enter")),
)
MIRRORED: Final = frozenset(
    row.command.removeprefix("mirror.") for row in KEYS if row.scope == "mirror"
)
"""Commands that the other hand has in variant 1."""
