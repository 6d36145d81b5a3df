"""Players who share a room on a real server: sitting down, starting, starting again, and hearing the same things."""

from collections.abc import Callable
from typing import Final

from engine.dice import Dice
from engine.game import Move
from engine.watai.moves import Go
from loadtest.fairness.conduct import Conduct
from loadtest.fairness.races.event_order import EventOrder
from loadtest.net.pacer import Pacer, now
from loadtest.fairness.races.racer import Racer
from loadtest.fairness.scenario import GAME, Scenario
from loadtest.fairness.races.table import Table
from loadtest.net.netsim import Wire
from loadtest.net.raw_websocket import Address, Refusal
from protocol.codec import MSGPACK
from protocol.messages import (
    ClientMessage,
    Create,
    Done,
    Happened,
    Join,
    Ready,
    Refused,
    Rematch,
    RoomState,
    ServerMessage,
    Start,
    ViewNow,
    Welcome,
)

HOST: Final = 0
KNOWN: Final = 128

Answer = Done | Refused
Then = Callable[[Answer, float], None]


class RaceRoom:
    """A room and its players. What is done at the table is for those who know more to say."""

    def __init__(
        self, pacer: Pacer, number: int, scenario: Scenario, dice: Dice, wired: bool
    ) -> None:
        self.pacer = pacer
        self.number = number
        self.scenario = scenario
        self.dice = dice
        self.seats = len(scenario.paths)
        self.table: Table
        self.seq = -1
        """The number of the last event that anybody has heard."""
        self.games: list[str] = []
        """The finished ones, as the server names them."""
        self.refused: dict[str, int] = {}
        self.differences = 0
        """Games of which not everybody heard the same."""
        self.orders = [EventOrder() for _ in range(self.seats)]
        self.racers = [self._racer(seat, wired) for seat in range(self.seats)]
        self._then: dict[tuple[int, int], Then] = {}
        self._welcome = 0
        self._ready = 0
        self._laid_out = False
        self._match: str | None = None
        self._won = False
        self._promised = 0
        """The last event that an answer has spoken of."""
        self._heard_at = [0.0] * self.seats
        self._known: dict[bytes, ServerMessage] = {}

    def _racer(self, seat: int, wired: bool) -> Racer:
        path = self.scenario.paths[seat]
        wire = Wire(path, self.dice.fork(f"wire {seat}")) if wired else None
        return Racer(self.pacer, seat, wire, self.scenario.conducts.get(seat, Conduct)())

    def connect(self, address: Address, own: Callable[[int], Address] | None = None) -> None:
        """Begin to assemble; `own` says from which address each seat is to come."""
        for racer in self.racers:
            racer.connect(
                address,
                f"Racer {self.number}-{racer.seat}",
                self._hear,
                own(racer.seat) if own else None,
            )

    @property
    def violations(self) -> int:
        doubles = self.table.doubles if self._laid_out else 0
        return sum(each.violations for each in self.orders) + self.differences + doubles

    @property
    def settled(self) -> bool:
        """Everybody has heard everything, and nobody waits for an answer."""
        if self._then or self.seq < self._promised:
            return False
        return all(each.seq == self.seq for each in self.orders)

    # for those who know what to play

    def happened(self, seat: int, event: Happened, time: float, first: bool) -> None:
        """A player heard of something; `first` if nobody had before."""

    def ended(self) -> None:
        """A game is over and everybody knows."""

    # asking

    def ask(self, seat: int, make: Callable[[int], ClientMessage], then: Then) -> None:
        number = self.racers[seat].ask(make)
        self._then[seat, number] = then

    def act(self, seat: int, move: Move, then: Then) -> float:
        """Make a move now; returns how long after the last event its player had heard, in ms."""
        taken = (now() - self._heard_at[seat]) * 1e6
        racer = self.racers[seat]
        number = racer.act(move, self.orders[seat].seq, racer.conduct.claim(int(taken)))
        self._then[seat, number] = then
        return taken / 1000

    def insist(
        self, seat: int, make: Callable[[int], ClientMessage], then: Callable[[Done], None]
    ) -> None:
        """Ask for something that must be granted."""

        def granted(answer: Answer, took: float) -> None:
            if isinstance(answer, Refused):
                raise Refusal(f"{answer.code}: {answer.why}")
            then(answer)

        self.ask(seat, make, granted)

    # the room

    def _created(self, done: Done) -> None:
        code = done.code or ""
        for seat in range(1, self.seats):
            self.insist(
                seat,
                lambda n, seat=seat: Join(n, code, seat),  # type: ignore[misc]
                lambda done, seat=seat: self._get_ready(seat),  # type: ignore[misc]
            )

    def _get_ready(self, seat: int) -> None:
        self.insist(seat, Ready, self._start_if_ready)

    def _start_if_ready(self, done: Done) -> None:
        self._ready += 1
        if self._ready == self.seats - 1:
            self._ready, self._laid_out = 0, False
            self.insist(HOST, Start, lambda done: None)

    def again(self) -> None:
        """The next game in the same room."""

        def cleared(done: Done) -> None:
            for seat in range(1, self.seats):
                self._get_ready(seat)

        self.insist(HOST, Rematch, cleared)

    # hearing

    def _hear(self, racer: Racer, payload: bytes, time: float) -> None:
        message = self._read(payload)
        if isinstance(message, Happened):
            self._event(racer.seat, message, payload, time)
        elif isinstance(message, Done | Refused):
            took = racer.answered(message.n)
            if isinstance(message, Done):
                self._promised = max(self._promised, message.seq or 0)
            else:
                self.refused[message.code] = self.refused.get(message.code, 0) + 1
            self._then.pop((racer.seat, message.n))(message, took)
        elif isinstance(message, ViewNow):
            self._view(racer.seat, message)
        elif isinstance(message, RoomState):
            self._match = message.match or self._match
        elif isinstance(message, Welcome):
            self._welcome += 1
            if self._welcome == self.seats:
                options = {**GAME, **self.scenario.options}
                self.insist(HOST, lambda n: Create(n, "watai", self.seats, options), self._created)
        if self._won and self.settled:
            self._end()

    def _read(self, payload: bytes) -> ServerMessage:
        """Decoded once for all eight, who hear the same bytes."""
        message = self._known.get(payload)
        if message is None:
            if len(self._known) >= KNOWN:
                self._known.clear()
            message = self._known[payload] = MSGPACK.read_server(payload)
        return message

    def _view(self, seat: int, message: ViewNow) -> None:
        self.orders[seat].begin(message.seq, message.t)
        if not self._laid_out:
            self._laid_out = True
            self.table = Table(message.view)
            self.seq, self._promised = message.seq, 0
            self._say_go()

    def _say_go(self) -> None:
        self.act(self.table.leader, Go(), lambda answer, took: None)

    def _event(self, seat: int, event: Happened, payload: bytes, time: float) -> None:
        self.orders[seat].add(event.seq, event.t, payload)
        self._heard_at[seat] = time
        first = event.seq == self.seq + 1
        if first:
            self.seq = event.seq
            self.table.fold(event.event, event.data)
            if event.event == "RoundOpened":
                self._say_go()
            self._won = self._won or event.event == "Won"
        self.happened(seat, event, time, first)

    def _end(self) -> None:
        self._won = False
        self.differences += len({each.checksum for each in self.orders}) > 1
        if self._match is not None:
            self.games.append(self._match)
        self.ended()

    def close(self) -> None:
        for racer in self.racers:
            racer.close()
