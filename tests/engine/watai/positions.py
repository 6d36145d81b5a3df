"""Positions of Wataï: a running race laid out from texts that say who has which cards where, and what lies in the Arena.

Cards are named by their codes in one text, those that come up first in front; a full stop is a hole.
What is not named is found a place: a Dévidoir is made up to its size with the highest numbers left,
and the rest goes under the Stock, or under the Talon where only the Stock was named.
The picture is laid during the countdown, so the race itself takes stock of it as of any deal.
"""

from collections.abc import Mapping, Sequence
from itertools import count
from typing import TypeVar

from watai.engine.bots.watai import WataiBot
from watai.engine.dice import Dice
from watai.engine.fingerprint import dump
from watai.engine.game import START_OF_TIME, Event, IllegalMove, Millis, Move, Seat
from watai.engine.watai.cards import BACKS, KIND, START, Back, Card
from watai.engine.watai.moves import Call, Go, Open, Place, Shout
from watai.engine.watai.options import WataiOptions
from watai.engine.watai.player import Player
from watai.engine.watai.rules import Watai
from watai.engine.watai.view import PlayerView, WataiView

E = TypeVar("E", bound=Event)


def of(events: Sequence[Event], kind: type[E]) -> list[E]:
    """The events of one kind."""
    return [event for event in events if isinstance(event, kind)]


def only(events: Sequence[Event], kind: type[E]) -> E:
    """The one event of this kind."""
    (event,) = of(events, kind)
    return event


def begin(card: str) -> Open:
    return Open(Card(card))


def lay(card: str, on: int) -> Place:
    return Place(Card(card), on)


def call(player: int, card: str) -> Call:
    return Call(Seat(player), Card(card))


def owner(card: str) -> int:
    """The seat whose back this is, where three or more play with the green box in front."""
    return BACKS.index(Back(card[0]))


def climb(top: str) -> str:
    """A pile from its Start up to this card, all of one deck."""
    suit, last = top[:2], int(top[2:])
    return " ".join([f"{top[0]}+1", *(f"{suit}{number}" for number in range(2, last + 1))])


def bot(strength: str = "strong", seat: int = 0, seed: str = "bot", speed: float = 1.0) -> WataiBot:
    """A bot for this seat."""
    return WataiBot(Seat(seat), strength, Dice.from_text(seed), speed)


class Table:
    """A game and its clock. `play` and `wait` tick what is due first, as every caller of a game must."""

    def __init__(self, game: Watai) -> None:
        self.game = game
        self.now = START_OF_TIME

    def wait(self, millis: int) -> list[Event]:
        """Let time pass."""
        self.now = Millis(self.now + millis)
        return list(self.game.tick(self.now))

    def play(self, seat: int, move: Move) -> list[Event]:
        """Make a move that is accepted."""
        events = list(self.game.play(Seat(seat), move, self.now))
        assert tuple(self.game.faults()) == ()
        return events

    def refused(self, seat: int, move: Move) -> str:
        """Try a move that is refused and changes nothing; return the clause that forbids it."""
        before = dump(self.game)
        try:
            events = self.game.play(Seat(seat), move, self.now)
        except IllegalMove as refusal:
            assert dump(self.game) == before
            return refusal.clause
        raise AssertionError(f"{move} was accepted: {events}")

    def go(self) -> list[Event]:
        """Let the leader say Go and the countdown run out, whatever is to be chosen before it."""
        events: list[Event] = []
        while self.game.phase.name not in ("waiting", "race"):
            events += self._next_due()
        events += self.play(self.game.leader, Go())
        return [*events, *self._next_due()]

    def _next_due(self) -> list[Event]:
        due = self.game.due()
        assert due is not None
        return self.wait(due - self.now)

    def shout(self, seat: int) -> list[Event]:
        return self.play(seat, Shout())

    @property
    def view(self) -> WataiView:
        return self.game.view(None)

    def side(self, seat: int) -> PlayerView:
        """One player's side of the table, as everybody sees it."""
        return self.view.players[seat]


def seed_for(seats: int, leader: int = 0, face: int | None = None) -> str:
    """A seed with which this seat leads round one, and this face of the score die lies up in round two."""
    for number in count():
        dice = Dice.from_text(str(number))
        fits = face is None or dice.fork("round 2").die(8) == face
        if fits and dice.fork("round 1").below(seats) == leader:
            return str(number)
    raise AssertionError


def new(seats: int, seed: str, **options: object) -> Table:
    """A game as it is before the first input."""
    return Table(Watai(WataiOptions.parse(options), seats, Dice.from_text(seed)))


def table(
    seats: int = 3,
    *,
    variant: int = 0,
    leader: int = 0,
    face: int | None = None,
    reels: Mapping[int, str] | None = None,
    talons: Mapping[int, str | int] | None = None,
    stocks: Mapping[int, str] | None = None,
    piles: Sequence[str] = (),
    **options: object,
) -> Table:
    """A race just begun; in round one, or in round two if a face of the score die is asked for."""
    rules = {"variants": str(variant or "off"), **options}
    it = new(seats, seed_for(seats, leader, face), **rules)
    if face is not None:
        pass_round(it, leader)
    while it.game.phase.name not in ("waiting", "countdown"):
        it._next_due()
    arrange(it.game, reels or {}, talons or {}, stocks or {}, piles)
    assert tuple(it.game.faults()) == ()
    it.go()
    return it


def pass_round(it: Table, shouter: int) -> list[Event]:
    """Let a round be over as soon as it begins: nobody has Talon or Dévidoir, and this seat shouts."""
    while it.game.phase.name != "waiting":
        it._next_due()
    everybody = range(len(it.game.players))
    holes = {seat: ". " * len(it.game.players[seat].reel) for seat in everybody}
    arrange(it.game, holes, dict.fromkeys(everybody, 0), {}, ())
    it.go()
    return it.shout(shouter)


def arrange(
    game: Watai,
    reels: Mapping[int, str],
    talons: Mapping[int, str | int],
    stocks: Mapping[int, str],
    piles: Sequence[str],
) -> None:
    """Lay the cards as in the picture; each one not named stays with the player who has it."""
    named = {
        card
        for text in (*reels.values(), *talons.values(), *stocks.values(), *piles)
        for card in str(text).split()
    }
    loose = {
        player.seat: [card for card in _all(player) if card not in named] for player in game.players
    }
    for text in piles:
        first, *others = map(Card, text.split())
        pile = game.race.arena.begin(first, 0)
        for card in others:
            game.race.arena.add(pile, card, 0)
    for player in game.players:
        _lay_out(player, loose[player.seat], reels, talons, stocks)


def _lay_out(
    player: Player,
    loose: list[Card],
    reels: Mapping[int, str],
    talons: Mapping[int, str | int],
    stocks: Mapping[int, str],
) -> None:
    seat = player.seat
    loose.sort(key=lambda card: (KIND[card] < START, _number(card), card), reverse=True)
    reel = [None if code == "." else Card(code) for code in reels.get(seat, "").split()]
    while len(reel) < len(player.reel):
        reel.append(loose.pop(0))
    wanted = talons.get(seat, 0 if seat in stocks else len(player.talon))
    if isinstance(wanted, str):
        talon = list(map(Card, wanted.split()))
    else:
        talon, loose = loose[:wanted], loose[wanted:]
    hand = list(map(Card, stocks.get(seat, "").split()))
    (talon if seat in stocks and seat not in talons else hand).extend(loose)
    player.reel, player.talon, player.stock.hand = reel, talon[::-1], hand[::-1]


def _all(player: Player) -> list[Card]:
    return [*filter(None, player.reel), *player.talon, *player.stock.hand]


def _number(card: Card) -> int:
    return int(card[2:] or 0)
