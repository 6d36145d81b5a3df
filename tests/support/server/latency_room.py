"""A room of Wataï without sockets whose players have latency: bots that see events late and whose plays arrive late.

Virtual time jumps from one event to the next; the same seed gives the same game.
"""

import heapq
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from typing import Any

from tests.proofs.storm.memory_journal import MemoryJournal
from tests.support.server.memory_lobby import MemoryGuest, MemoryLobby
from watai.engine.bots.bot import Bot
from watai.engine.catalogue import GAMES
from watai.engine.dice import Dice
from watai.engine.game import Move, Seat
from watai.protocol.messages import (
    AddBot,
    Create,
    Done,
    Happened,
    Join,
    OptionValue,
    Pending,
    Ready,
    Refused,
    ServerMessage,
    Start,
)
from watai.protocol.replay import Replay
from watai.server import chance
from watai.server.clock import Micros, Nanos
from watai.server.rooms.room import Room
from watai.server.storage.archive import Archive

MS = 1_000_000  # ns
GAME: Mapping[str, OptionValue] = {"target": 5, "variants": "off", "shout": "manual"}


@dataclass
class DistantPlayer:
    """A player: a guest, the bot that plays for it, and its round trip time in ns."""

    guest: MemoryGuest
    seat: Seat
    bot: Bot
    rtt: int
    seen: int = 0
    looked: int = 0


class LatencyRoom:
    """The room, and every message under way to or from it."""

    def __init__(
        self,
        rtts: Sequence[int],
        options: Mapping[str, OptionValue] = GAME,
        bots: int = 0,
        seed: str = "latency room",
        journal: MemoryJournal | None = None,
    ) -> None:
        self.table = MemoryLobby(journal=journal)
        self.answers: list[tuple[int, ServerMessage]] = []
        self._events: list[tuple[int, int, DistantPlayer, Move | None]] = []
        self._count = count()
        dice = Dice.from_text(seed)
        guests = self.table.guests(*(f"Player {number}" for number in range(len(rtts))))
        with _chance(dice):
            self.room = self._start(guests, dict(options), bots)
            bot = GAMES["watai"].bot
            self.players = [
                DistantPlayer(
                    guest, Seat(seat), bot(Seat(seat), "strong", dice.fork(f"{seat}")), rtt * MS
                )
                for seat, (guest, rtt) in enumerate(zip(guests, rtts, strict=True))
            ]
        self.numbers = count(100)
        for player in self.players:
            self._measure(player)
            self.look(player)

    def _start(
        self, guests: Sequence[MemoryGuest], options: dict[str, OptionValue], bots: int
    ) -> Room:
        host, *others = guests
        code = host.do(Create, "watai", len(guests) + bots, options).code or ""
        for guest in others:
            guest.do(Join, code)
            guest.do(Ready)
        for _ in range(bots):
            host.do(AddBot)
        host.do(Start)
        return self.table.lobby.rooms[code]

    def _measure(self, player: DistantPlayer) -> None:
        meter, rtt = player.guest.meter, Micros(player.rtt // 1_000)
        meter.kernel_measured(rtt)
        for number in range(5):
            nonce = bytes([number])
            meter.pinged(nonce, Micros(0))
            meter.ponged(nonce, rtt)
        meter.seen_until = Micros(0)

    @property
    def now(self) -> Nanos:
        return self.table.now

    def look(self, player: DistantPlayer) -> None:
        """Let a player look at the table as it is, and plan."""
        match = self.room.match
        if match is None or match.over:
            return
        player.seen, player.looked = match.seq, self.now
        plan = player.bot.think(match.game.view(player.seat), match.clock(self.now))
        if plan is None:
            self._later(self.now + 50 * MS, player, None)
        else:
            self._later(self.now + plan.after * MS + player.rtt, player, plan.move)

    def _later(self, at: int, player: DistantPlayer, move: Move | None) -> None:
        heapq.heappush(self._events, (at, next(self._count), player, move))

    def run(self, steps: int = 1_000_000) -> None:
        """Play until the game is over, or for so many steps."""
        match = self.room.match
        assert match is not None
        while not match.over and steps:
            steps -= 1
            wake = self.room.next_due()
            idle = not self._events  # nobody plans anything while a race is frozen (WATAI-V13)
            if wake is not None and (idle or wake <= self._events[0][0]):
                self.table.now = max(wake, self.now)
                self.table.later(0)
            else:
                self._happen()
            self._hear()

    def _happen(self) -> None:
        at, _, player, move = heapq.heappop(self._events)
        self.table.now = Nanos(max(at, self.now))
        if move is None:
            self.look(player)
            return
        el = (at - player.rtt - player.looked) // 1_000
        act = player.guest.codec.act(next(self.numbers), move, player.seen, el)
        self._note(player, player.guest.say(act, Nanos(at)))
        self.table.settle()

    def _hear(self) -> None:
        for player in self.players:
            for answer in player.guest.heard(Done) + player.guest.heard(Refused):
                self._note(player, answer)
            match = self.room.match
            if match is not None and match.seq != player.guest.meter.last_written:
                player.guest.meter.wrote(match.seq, self.now)

    def _note(self, player: DistantPlayer, answer: ServerMessage) -> None:
        self.answers.append((player.seat, answer))
        if not isinstance(answer, Pending):
            self.look(player)

    def told(self, player: int) -> list[Happened]:
        return [each for each in self.players[player].guest.told if isinstance(each, Happened)]

    def replay(self) -> Replay:
        """The finished game as the archive has it."""
        self.table.later(0)
        assert self.room.match is not None
        found = Archive(self.table.journal).find(self.room.match.id)
        assert found is not None
        return found


@contextmanager
def _chance(dice: Dice) -> Iterator[None]:
    """Take seeds and names from these dice instead of the system's randomness."""

    def fall(size: int) -> bytes:
        return b"".join(dice.word().to_bytes(8, "little") for _ in range(4))[:size]

    with chance.simulated(fall):
        yield


def races(simulation: LatencyRoom) -> list[Any]:
    """Every race that everybody was told of."""
    return [each.race for each in simulation.told(0) if each.race is not None]
