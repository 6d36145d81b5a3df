"""The only list of games: name → rules and bot."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from engine.bots.bot import Bot
from engine.bots.duel.bot import DuelBot
from engine.bots.waka_tanka.bot import WakaTankaBot
from engine.bots.waka_waka.bot import WakaWakaBot
from engine.bots.wapi.bot import WapiBot
from engine.bots.watai import WataiBot
from engine.duel.rules import Duel
from engine.game import Game
from engine.waka_tanka.rules import WakaTanka
from engine.waka_waka.rules import WakaWaka
from engine.wapi.rules import Wapi
from engine.watai.rules import Watai


@dataclass(frozen=True, slots=True)
class Entry:
    """A game of the house, and who plays it when people are few."""

    game: type[Game]
    bot: type[Bot]


_HOUSE = (
    Entry(Watai, WataiBot),
    Entry(WakaTanka, WakaTankaBot),
    Entry(Wapi, WapiBot),
    Entry(Duel, DuelBot),
    Entry(WakaWaka, WakaWakaBot),
)

GAMES: Mapping[str, Entry] = MappingProxyType({entry.game.name: entry for entry in _HOUSE})
