"""Every kind of card that can be held in hand, by name."""

from collections.abc import Mapping
from typing import Final

from watai.engine.waka_waka import words
from watai.engine.waka_waka.cards.chimpanzee import Chimpanzee
from watai.engine.waka_waka.cards.drummer import Drummer
from watai.engine.waka_waka.cards.elder import Elder
from watai.engine.waka_waka.cards.gatherer import Gatherer
from watai.engine.waka_waka.cards.juggler import Juggler
from watai.engine.waka_waka.cards.merchant import Merchant
from watai.engine.waka_waka.cards.porter import Porter
from watai.engine.waka_waka.cards.rainmaker import Rainmaker
from watai.engine.waka_waka.cards.seer import Seer
from watai.engine.waka_waka.cards.sorcerer import Sorcerer
from watai.engine.waka_waka.choice import Kind

KINDS: Final[Mapping[str, Kind]] = {
    words.MERCHANT: Merchant(),
    words.ELDER: Elder(),
    words.JUGGLER: Juggler(),
    words.RAINMAKER: Rainmaker(),
    words.SORCERER: Sorcerer(),
    words.CHIMPANZEE: Chimpanzee(),
    words.GATHERER: Gatherer(),
    words.PORTER: Porter(),
    words.DRUMMER: Drummer(),
    words.SEER: Seer(),
}
