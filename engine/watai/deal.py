"""Dealing: every player's cards shuffled and laid out (WATAI-3, 4)."""

from collections.abc import Sequence

from watai.engine.dice import Dice
from watai.engine.game import Seat
from watai.engine.watai.cards import CUT, FULL, Back, Format, deck
from watai.engine.watai.player import Player
from watai.engine.watai.stock import Stock
from watai.engine.watai.variants.plain import TALON_SIZE, Plain


def format_for(seats: int) -> Format:
    """Two players have cut decks, two each."""
    return CUT if seats == 2 else FULL


def deal(backs: Sequence[tuple[Back, ...]], variant: Plain, dice: Dice) -> list[Player]:
    """Each seat's cards, off the shuffled pack: Dévidoir, then Talon, then Stock."""
    made = format_for(len(backs))
    players = []
    for seat, own in enumerate(map(tuple, backs)):
        extras = variant.extra_stops(Seat(seat), own)
        cards = dice.shuffle([*(card for back in own for card in deck(back, made)), *extras])
        reel_end = variant.reel_size(Seat(seat))
        talon_end = reel_end + TALON_SIZE
        stock = Stock(cards[talon_end:], variant.turned_at_once)
        players.append(Player(Seat(seat), own, cards[:reel_end], cards[reel_end:talon_end], stock))
    return players
