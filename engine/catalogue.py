"""The only list of games: name → rules and bot."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from engine.bots.bot import Bot
from engine.bots.waka_waka import WakaWakaBot
from engine.game import Game
from engine.waka_waka.rules import WakaWaka


@dataclass(frozen=True, slots=True)
class Entry:
    """A game of the house, and who plays it when people are few."""

    game: type[Game]
    bot: type[Bot]


GAMES: Mapping[str, Entry] = MappingProxyType(
    {entry.game.name: entry for entry in (Entry(WakaWaka, WakaWakaBot),)}
)
