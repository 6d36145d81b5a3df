"""The only list of games: name → rules, bot, and earlier editions of the rules."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from watai.engine.bots.bot import Bot
from watai.engine.bots.duel.bot import DuelBot
from watai.engine.bots.waka_tanka.bot import WakaTankaBot
from watai.engine.bots.waka_waka.bot import WakaWakaBot
from watai.engine.bots.wapi.bot import WapiBot
from watai.engine.bots.watai import WataiBot
from watai.engine.duel.rules import Duel
from watai.engine.game import Game
from watai.engine.waka_tanka.rules import WakaTanka
from watai.engine.waka_waka.rules import WakaWaka
from watai.engine.wapi.rules import Wapi
from watai.engine.watai.rules import Watai


class UnknownEdition(LookupError):
    """These rules are newer than this program."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A game of the house, and who plays it when people are few.

    New matches are played by the newest edition of the rules; records of earlier matches are replayed by theirs.
    """

    game: type[Game]
    bot: type[Bot]
    earlier: tuple[type[Game], ...] = ()

    def rules(self, edition: int) -> type[Game]:
        """The rules as they were in this edition; UnknownEdition if there is none."""
        for rules in (self.game, *self.earlier):
            if rules.edition == edition:
                return rules
        raise UnknownEdition(edition)


_HOUSE = (
    Entry(Watai, WataiBot),
    Entry(WakaTanka, WakaTankaBot),
    Entry(Wapi, WapiBot),
    Entry(Duel, DuelBot),
    Entry(WakaWaka, WakaWakaBot),
)

GAMES: Mapping[str, Entry] = MappingProxyType({entry.game.name: entry for entry in _HOUSE})
