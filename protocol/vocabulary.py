"""The words that can stand in text fields of each game, for the reference pages: every one of them."""

from collections.abc import Mapping, Sequence
from typing import Final

from watai.engine.duel.options import DuelOptions
from watai.engine.options import OneOf, Options
from watai.engine.waka_tanka.box import ANIMALS, KINDS
from watai.engine.waka_tanka.rules import ANSWER, EMPTY_HAND, FOUR_TOKENS, LAST, LAY, TURN
from watai.engine.waka_waka.words import CARDS, GOODS
from watai.engine.wapi.options import WapiOptions
from watai.engine.wapi.tables import SYMBOLS
from watai.engine.watai.accents import ACCENTS
from watai.engine.watai.cards import BACKS
from watai.engine.watai.rules import STANDSTILL, TARGET_REACHED
from watai.engine.watai.view import FACES


def _words(options: type[Options], name: str) -> Sequence[str]:
    kind = options.kinds()[name]
    assert isinstance(kind, OneOf)
    return kind.words


VOCABULARY: Final[Mapping[str, Mapping[str, Sequence[str]]]] = {
    "watai": {
        "`ask` of a prompt": ("go", "name", "accent"),
        "`phase`": ("naming", "picking", "waiting", "countdown", "race", "over"),
        "`reason` of the end": (TARGET_REACHED, STANDSTILL),
        "faces: `opens`, `takes`": FACES,
        "`backs`": BACKS,
        "`accent`": tuple(ACCENTS),
    },
    "waka-tanka": {
        "`ask` of a prompt": (LAY, TURN, ANSWER, LAST),
        "`reason` of the end": (EMPTY_HAND, FOUR_TOKENS),
        "animals: `animal`, `pawn`": ANIMALS,
        "cards: `card`, `cards`, `hand`, `revealed`": KINDS,
        "`did`": ("laid", "denounced", "incanted"),
    },
    "wapi": {
        "`ask` of a prompt": ("totem", "coin"),
        "`reason` of the end": ("every coin space is taken", "the bag is empty"),
        "`symbol`, `places`": SYMBOLS,
        "`scoring`": _words(WapiOptions, "scoring"),
    },
    "duel": {
        "`ask` of a prompt": ("place", "mask", "exchange"),
        "`reason` of the end; `limit`": ("all shells", "duel limit", "time limit"),
        "`variant`": _words(DuelOptions, "variant"),
        "`exchange`": _words(DuelOptions, "exchange"),
    },
    "waka-waka": {
        "`ask` of a prompt": (
            *("turn", "merchant", "stock", "elder", "loan", "change", "chimpanzee"),
            *("gatherer", "porter", "drummer", "offer", "resupply", "hand"),
        ),
        "`reason` of the end": (
            *("alone at the top", "most gold at the top"),
            *("last to reach the top", "nobody plays any more"),
        ),
        "cards: `card`, `cards`, `hand`, `slots` and others": (*CARDS, "face down"),
        "goods: `good`, `goods`, `stock`, `village`, `cells` and others": GOODS,
        "`what` is reshuffled": ("cards", "goods"),
    },
}
"""By game, then by where they stand. Texts that are no such words: seeds and commitments, cards of Wataï, points and orders."""

GRAMMARS: Final[Mapping[str, str]] = {
    "watai": "Cards are written as [protocol-watai.md](protocol-watai.md) says.",
    "wapi": "`points` are whole numbers or fractions in lowest terms: `12`, `7/2`.",
    "waka-waka": "`orders` are a letter for each good: a capital is that good (F fruit, H hides, S salt, T tea, C cloth, J jewel), "
    "a small letter any good, the same letter always the same good: `HST`, `aabb`.",
}
"""What else can stand in a text field of a game."""
