"""The cards and goods of Waka Waka: their names, and how many of each there are (WAKA-1)."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

MERCHANT: Final = "merchant"
FIRE: Final = "fire"
ELDER: Final = "elder"
JUGGLER: Final = "juggler"
RAINMAKER: Final = "rainmaker"
SORCERER: Final = "sorcerer"
CHIMPANZEE: Final = "chimpanzee"
GATHERER: Final = "gatherer"
PORTER: Final = "porter"
DRUMMER: Final = "drummer"
SEER: Final = "seer"

CARDS: Final[Mapping[str, int]] = MappingProxyType(
    {
        MERCHANT: 20,
        FIRE: 3,
        ELDER: 4,
        JUGGLER: 4,
        RAINMAKER: 4,
        SORCERER: 7,
        CHIMPANZEE: 8,
        GATHERER: 4,
        PORTER: 4,
        DRUMMER: 4,
        SEER: 4,
    }
)

GOODS: Final = ("fruit", "hides", "salt", "tea", "cloth", "jewel")
GOODS_OF_A_KIND: Final = 14
