"""A room of Wataï in which one player is about to open a place for which exactly two others show a card."""

import copy
from itertools import count, islice

from tests.support.server.latency_room import GAME, MS, DistantPlayer, LatencyRoom
from tests.support.server.memory_lobby import MemoryGuest
from watai.engine.game import Seat
from watai.engine.watai.moves import Place
from watai.engine.watai.rules import Watai
from watai.protocol.messages import Done, ServerMessage
from watai.server.clock import Nanos
from watai.server.match.match import Match

CHEAT, HONEST = 0, 1
OPENERS = (2, 3)


class OpeningPlace:
    """Seats 0 and 1 race for the place that `open` opens. Nobody else plays on by then."""

    def __init__(self, cheat: int, honest: int, seed: str = "opening", **options: int) -> None:
        chosen = {**GAME, "variants": "12", **options}
        games = (LatencyRoom([cheat, honest, 30, 40], chosen, seed=f"{seed} {n}") for n in count())
        next(game for game in games if self._stops_before(game))
        self.cheat, self.honest, *_ = self.simulation.players
        self.table.later(2)  # what happened before is long ago
        self.mark_written()

    def _stops_before(self, simulation: LatencyRoom) -> bool:
        """Play until such a place is about to open; False if the game has none."""
        self.simulation, self.table, self.room = simulation, simulation.table, simulation.room
        while not self.match.over:
            if self._found():
                return True
            simulation.run(1)
        return False

    @property
    def match(self) -> Match:
        assert self.room.match is not None
        return self.room.match

    @property
    def game(self) -> Watai:
        assert isinstance(self.match.game, Watai)
        return self.match.game

    def _found(self) -> bool:
        game = self.game
        if self.room.holding or game.phase is not game.race:
            return False
        for seat in OPENERS:
            for move in game.moves(Seat(seat)):
                stake = game.stake(Seat(seat), move)
                if isinstance(move, Place) and stake is not None and not stake.rivals:
                    after = copy.deepcopy(game)
                    after.play(Seat(seat), move, self.match.clock(self.table.now))
                    cards = [_card(after, each, move.pile) for each in range(4)]
                    mine, theirs, *others = cards
                    if mine is not None and theirs is not None and not any(others):
                        self.opener, self.opening = self.simulation.players[seat], move
                        self.moves = (mine, theirs)
                        return True
        return False

    def open(self, unread: MemoryGuest | None = None) -> None:
        """Open the place; the event is written to everybody but a peer who does not read."""
        assert isinstance(self.say(self.opener, self.opening), Done)
        self.opened_at = self.table.now
        self.mark_written(unread)

    def mark_written(self, unread: MemoryGuest | None = None) -> None:
        """Note when the newest event was written, as connections with sockets do."""
        for player in self.simulation.players:
            if player.guest is not unread and player.guest.meter.last_written != self.match.seq:
                player.guest.meter.wrote(self.match.seq, self.table.now)

    def say(
        self, who: DistantPlayer, move: Place, claim: tuple[int, int] | None = None
    ) -> ServerMessage:
        """A move that arrives now; a claim is the event seen, and µs since."""
        seen, elapsed = claim or (None, None)
        said = who.guest.codec.act(next(self.simulation.numbers), move, seen, elapsed)
        answer = who.guest.say(said)
        self.table.settle()
        return answer

    def until(self, millis: float) -> None:
        """Let time pass until so many ms after the opening, and the room do what is due at each instant."""
        then = Nanos(self.opened_at + int(millis * MS))
        while (due := self.room.next_due()) is not None and due <= then:
            self.table.now = max(due, self.table.now)
            self.table.later(0)
            self.mark_written()
        self.table.now = then

    def react(self, who: DistantPlayer, millis: int) -> None:
        """An honest play, `millis` after its player has seen the opening; it arrives a round trip later."""
        self.until(millis + who.rtt / MS)
        self.say(who, self.moves[who.seat], (self.match.seq, millis * 1_000))

    def winner(self) -> int:
        """Who got the place, once all are heard."""
        self.until(2_000)
        laid = self.game.race.arena.piles[self.opening.pile].cards
        above = laid[laid.index(self.opening.card) + 1]
        return next(seat for seat, move in enumerate(self.moves) if move.card == above)


def _card(game: Watai, seat: int, pile: int) -> Place | None:
    """The first card that a seat could lay on a pile."""
    moves = (each for each in game.moves(Seat(seat)) if isinstance(each, Place))
    return next(islice((each for each in moves if each.pile == pile), 1), None)
