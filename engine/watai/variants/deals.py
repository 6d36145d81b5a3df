"""Variants that change what lies before the players when the race begins: V2, V3, V4, V6, V10."""

from collections.abc import Sequence

from watai.engine.dice import Dice
from watai.engine.game import Event, Seat
from watai.engine.watai.events import PacksChanged, StocksPassed
from watai.engine.watai.player import Player
from watai.engine.watai.variants.plain import REEL_SIZE, Plain

MOVED = 3  # cards that V3, V4 and V10 move


def _sizes(player: Player) -> PacksChanged:
    return PacksChanged(player.seat, len(player.talon), len(player.stock))


class SixCardReel(Plain):
    """WATAI-V2: the leader has a Dévidoir of six."""

    number = 2

    def reel_size(self, seat: Seat) -> int:
        return REEL_SIZE + 1 if seat == self.leader else REEL_SIZE


class ThreeMore(Plain):
    """WATAI-V3: the leader names a player whose Talon grows by the top three Stock cards."""

    number = 3
    names_a_player = True

    def may_name(self, seat: Seat) -> bool:
        return True

    def name(self, players: Sequence[Player], named: Seat) -> Sequence[Event]:
        player = players[named]
        player.talon += player.stock.hand[-MOVED:]
        del player.stock.hand[-MOVED:]
        return [_sizes(player)]


class ThreeFewer(Plain):
    """WATAI-V4: the leader names a player whose top three Talon cards go under the Stock."""

    number = 4
    names_a_player = True

    def may_name(self, seat: Seat) -> bool:
        return True

    def name(self, players: Sequence[Player], named: Seat) -> Sequence[Event]:
        player = players[named]
        player.stock.hand[:0] = player.talon[-MOVED:]
        del player.talon[-MOVED:]
        return [_sizes(player)]


class PassedStocks(Plain):
    """WATAI-V6: everybody hands the Stock to the left neighbour."""

    number = 6

    def dealt(self, players: Sequence[Player], dice: Dice) -> Sequence[Event]:
        stocks = [player.stock for player in players]
        for seat, player in enumerate(players):
            player.stock = stocks[seat - 1]
        return [StocksPassed()]


class ThreeGiven(Plain):
    """WATAI-V10: the leader puts three own Talon cards on another player's Talon."""

    number = 10
    names_a_player = True

    def may_name(self, seat: Seat) -> bool:
        return seat != self.leader

    def name(self, players: Sequence[Player], named: Seat) -> Sequence[Event]:
        giver, taker = players[self.leader], players[named]
        taker.talon += giver.talon[-MOVED:]
        del giver.talon[-MOVED:]
        return [_sizes(giver), _sizes(taker)]
