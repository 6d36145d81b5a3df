"""Every kind of card that can be held in hand, by name."""

from collections.abc import Mapping
from typing import Final

from engine.waka_waka import words
from engine.waka_waka.cards.chimpanzee import Chimpanzee
from engine.waka_waka.cards.drummer import Drummer
from engine.waka_waka.cards.elder import Elder
from engine.waka_waka.cards.gatherer import Gatherer
from engine.waka_waka.cards.juggler import Juggler
from engine.waka_waka.cards.merchant import Merchant
from engine.waka_waka.cards.porter import Porter
from engine.waka_waka.cards.rainmaker import Rainmaker
from engine.waka_waka.cards.seer import Seer
from engine.waka_waka.cards.sorcerer import Sorcerer
from engine.waka_waka.choice import Kind

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
