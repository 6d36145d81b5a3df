"""The players of one room on a real server: they sit down, start games, and receive the same events."""

from collections.abc import Callable
from typing import Final

from watai.engine.dice import Dice
from watai.engine.game import Move
from watai.engine.watai.moves import Go
from watai.loadtest.fairness.conduct import Conduct
from watai.loadtest.fairness.races.event_order import EventOrder
from watai.loadtest.fairness.races.racer import Racer
from watai.loadtest.fairness.races.table import RaceTable
from watai.loadtest.fairness.scenario import GAME, Scenario
from watai.loadtest.net.messages import AnyMessage, read_message
from watai.loadtest.net.netsim import Wire
from watai.loadtest.net.pacer import Pacer
from watai.loadtest.net.raw_websocket import Address, Refusal
from watai.loadtest.oracle.table import Impossible
from watai.protocol.messages import (
    ClientMessage,
    Create,
    Join,
    Ready,
    Rematch,
    Start,
    Watch,
)

HOST: Final = 0
KNOWN: Final = 128  # payloads whose reading is kept

Then = Callable[[AnyMessage, float], None]
"""Called with an answer, and the seconds for which the server had the question."""


class RaceRoom:
    """A room and its players; a subclass says what they play."""

    def __init__(
        self, pacer: Pacer, number: int, scenario: Scenario, dice: Dice, wired: bool
    ) -> None:
        self.pacer = pacer
        self.number = number
        self.scenario = scenario
        self.dice = dice
        self.seats = len(scenario.paths)
        self.table: RaceTable
        self.seq = -1
        """The number of the last event that any player has received."""
        self.games: list[str] = []
        """The finished ones, as the server names them."""
        self.refused: dict[str, int] = {}
        self.differences = 0
        """Games of which not all players received the same events."""
        self.faults: list[str] = []
        """Events that the rules do not allow; after the first the room plays no further."""
        self.orders = [EventOrder() for _ in range(self.seats)]
        self.racers = [self._racer(seat, wired) for seat in range(len(scenario.lines))]
        """The players, and behind them the spectator if there is one."""
        self._then: dict[tuple[int, int], Then] = {}
        self._welcome = 0
        self._ready = 0
        self._laid_out = False
        self._match: str | None = None
        self._won = False
        self._promised = 0
        """The last event that an answer has announced."""
        self._received_at = [0.0] * self.seats
        self._known: dict[bytes, AnyMessage] = {}

    def _racer(self, seat: int, wired: bool) -> Racer:
        path = self.scenario.lines[seat]
        wire = Wire(path, self.dice.fork(f"wire {seat}")) if wired else None
        return Racer(self.pacer, seat, wire, self.scenario.conducts.get(seat, Conduct)())

    def connect(
        self, address: Address, own: Callable[[int], Address] | None = None, tls: bool = False
    ) -> None:
        """Begin to connect; `own` says from which address each seat comes."""
        for racer in self.racers:
            racer.connect(
                address,
                f"Racer {self.number}-{racer.seat}",
                self._receive,
                own(racer.seat) if own else None,
                tls,
            )

    @property
    def violations(self) -> int:
        out_of_order = sum(each.violations for each in self.orders)
        return out_of_order + self.differences + len(self.faults)

    @property
    def settled(self) -> bool:
        """Whether all players have received everything, and none waits for an answer."""
        if self._then or self.seq < self._promised:
            return False
        return all(each.seq == self.seq for each in self.orders)

    # for subclasses

    def happened(self, seat: int, event: AnyMessage, time: float, first: bool) -> None:
        """A player received an event; `first` if no other player had before."""

    def spectated(self, event: AnyMessage, time: float) -> None:
        """The spectator received an event."""

    def ended(self) -> None:
        """A game is over, and all players know it."""

    def broken(self) -> None:
        """The server told an event that the rules do not allow; the room cannot go on."""

    # asking

    def ask(self, seat: int, make: Callable[[int], ClientMessage], then: Then) -> None:
        number = self.racers[seat].ask(make)
        self._then[seat, number] = then

    def act(self, seat: int, move: Move, then: Then) -> float:
        """Make a move now; returns the ms since its player received the last event."""
        taken = (self.pacer.now() - self._received_at[seat]) * 1e6
        racer = self.racers[seat]
        number = racer.act(move, self.orders[seat].seq, racer.conduct.claim(int(taken)))
        self._then[seat, number] = then
        return taken / 1000

    def insist(
        self, seat: int, make: Callable[[int], ClientMessage], then: Callable[[AnyMessage], None]
    ) -> None:
        """Ask for something that the server must grant."""

        def granted(answer: AnyMessage, took: float) -> None:
            if answer["type"] == "refused":
                raise Refusal(f"{answer['code']}: {answer['why']}")
            then(answer)

        self.ask(seat, make, granted)

    # the room

    def _created(self, done: AnyMessage) -> None:
        code: str = done["code"]
        for racer in self.racers[self.seats :]:
            self.insist(racer.seat, lambda n: Watch(n, code), lambda done: None)
        for seat in range(1, self.seats):
            self.insist(
                seat,
                lambda n, seat=seat: Join(n, code, seat),  # type: ignore[misc]
                lambda done, seat=seat: self._get_ready(seat),  # type: ignore[misc]
            )

    def _get_ready(self, seat: int) -> None:
        self.insist(seat, Ready, self._start_if_ready)

    def _start_if_ready(self, done: AnyMessage) -> None:
        self._ready += 1
        if self._ready == self.seats - 1:
            self._ready, self._laid_out = 0, False
            self.insist(HOST, Start, lambda done: None)

    def again(self) -> None:
        """Start the next game in the same room."""

        def cleared(done: AnyMessage) -> None:
            for seat in range(1, self.seats):
                self._get_ready(seat)

        self.insist(HOST, Rematch, cleared)

    # receiving

    def _receive(self, racer: Racer, payload: bytes, time: float) -> None:
        message = self._read(payload)
        if racer.seat >= self.seats and message["type"] in ("event", "view"):
            if message["type"] == "event":
                self.spectated(message, time)
            return
        match message["type"]:
            case "event":
                self._event(racer.seat, message, payload, time)
            case "done" | "refused":
                self._answer(racer, message)
            case "view":
                self._view(racer.seat, message)
            case "room":
                self._match = message["match"] or self._match
            case "welcome":
                self._welcomed()
        if self._won and self.settled:
            self._end()

    def _answer(self, racer: Racer, answer: AnyMessage) -> None:
        took = racer.answered(answer["n"])
        if answer["type"] == "done":
            self._promised = max(self._promised, answer.get("seq") or 0)
        else:
            self.refused[answer["code"]] = self.refused.get(answer["code"], 0) + 1
        self._then.pop((racer.seat, answer["n"]))(answer, took)

    def _welcomed(self) -> None:
        self._welcome += 1
        if self._welcome == len(self.racers):
            options = {**GAME, **self.scenario.options}
            self.insist(HOST, lambda n: Create(n, "watai", self.seats, options), self._created)

    def _read(self, payload: bytes) -> AnyMessage:
        """Read once for all eight players, who receive the same bytes."""
        message = self._known.get(payload)
        if message is None:
            if len(self._known) >= KNOWN:
                self._known.clear()
            message = self._known[payload] = read_message(payload)
        return message

    def _view(self, seat: int, message: AnyMessage) -> None:
        self.orders[seat].begin(message["seq"], message["t"])
        if not self._laid_out:
            self._laid_out = True
            self.table = RaceTable(message["view"])
            self.seq, self._promised = message["seq"], 0
            self._say_go()

    def _say_go(self) -> None:
        self.act(self.table.leader, Go(), lambda answer, took: None)

    def _event(self, seat: int, event: AnyMessage, payload: bytes, time: float) -> None:
        self.orders[seat].add(event["seq"], event["t"], payload)
        self._received_at[seat] = time
        first = event["seq"] == self.seq + 1 and not self.faults
        if first:
            self.seq = event["seq"]
            try:
                self.table.apply(event["event"], event["data"])
            except Impossible as impossible:
                self.faults.append(f"room {self.number}, event {self.seq}: {impossible}")
                self.broken()
                return
            if event["event"] == "RoundOpened":
                self._say_go()
            self._won = self._won or event["event"] == "Won"
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
