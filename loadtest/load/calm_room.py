"""A room of a calm game among the racing ones: one player of the harness, bots in the other seats."""

from random import Random
from typing import Any, Final

import msgspec

from watai.engine.catalogue import GAMES
from watai.engine.dice import Dice
from watai.engine.game import Event, Seat
from watai.loadtest.load.room import GONE
from watai.loadtest.load.stream import LoadCounts
from watai.loadtest.net.messages import AnyMessage, read_message
from watai.loadtest.net.raw_client import RawClient
from watai.loadtest.net.raw_websocket import CHUNK, CLOSE, PING, Address
from watai.loadtest.oracle.checker import Faults
from watai.protocol.messages import AddBot, Create, Look, Rematch, Start

SEAT: Final = Seat(0)


class CalmRoom:
    """Its player asks for a view whenever it must decide, and makes any move that is allowed."""

    stirred = False  # no player is parked here

    def __init__(
        self,
        address: Address,
        game: str,
        number: int,
        seed: str,
        counts: LoadCounts,
        faults: Faults,
    ) -> None:
        self.game = game
        self.counts = counts
        self.faults = faults
        self.chance = Random(f"{seed} {game} {number}")
        self.plays: dict[int, int] = {}
        """When each play without an answer left."""
        self.looking = False
        self.over = False
        self.seq = self.t = 0
        rules = GAMES[game].game
        seats = rules.seats[0]
        self.rules = rules(rules.options_type.parse({}), seats, Dice.from_text("tell only"))
        self.kinds = {kind.__name__: kind for kind in rules.event_types}
        self.client = RawClient(address, f"Calm {number}")
        self.client.room = self
        self.client.ask(lambda n: Create(n, game, seats))
        for _ in range(seats - 1):
            self.client.ask(AddBot)
        self.client.say(Start)

    def receive(self, client: RawClient, now: int) -> int:
        """Read what has come; returns 0, because none of it answers a racing play, or GONE."""
        try:
            data = client.sock.recv(CHUNK)
        except ConnectionError:
            data = b""
        if not data:
            return self._hang_up()
        for first, payload in client.frames(data):
            if first == CLOSE:
                return self._hang_up()
            if first == PING:
                client.pong(payload)
            else:
                self._message(read_message(payload), now)
        return 0

    def _hang_up(self) -> int:
        self.fault("the connection was lost")
        return GONE

    def fault(self, what: str) -> None:
        self.faults.add(f"a room of {self.game}, after event {self.seq}: {what}")

    def _message(self, said: AnyMessage, now: int) -> None:
        match said["type"]:
            case "event":
                self._check(said)
            case "view":
                self.seq, self.t, self.looking = said["seq"], said["t"], False
                self._play(said["moves"], now)
            case "prompts" if any(each["seat"] == SEAT for each in said["prompts"]):
                self._look()
            case "done" | "refused" if sent := self.plays.pop(said["n"], 0):
                self.counts.recorder.add("calm", now - sent)
            case "room" if said["status"] == "finished" and not self.over:
                self.over = True
                self.client.say(Rematch)
            case "room" if said["status"] == "waiting" and self.over:
                self.over = False
                self.client.say(Start)

    def _look(self) -> None:
        if not self.looking and not self.plays:
            self.looking = True
            self.client.say(Look)

    def _play(self, moves: list[dict[str, Any]], now: int) -> None:
        if moves and not self.plays:
            move = self.chance.choice(moves)
            self.plays[self.client.act(move["move"], move["args"])] = now

    def _check(self, said: AnyMessage) -> None:
        """Numbers must have no gaps, times must grow, and the event must hide what this seat may not know."""
        if said["seq"] != self.seq + 1 or said["t"] <= self.t:
            self.fault(f"event {said['seq']} at {said['t']} µs, after {self.seq} at {self.t} µs")
        self.seq, self.t = said["seq"], said["t"]
        kind = self.kinds.get(said["event"])
        if kind is None:
            if said["event"] or said["data"] is not None:
                self.fault(f"an event that the game does not have: {said['event']}")
            return
        try:
            event: Event = msgspec.convert(said["data"], kind)
        except msgspec.ValidationError as error:
            self.fault(f"{said['event']} makes no sense: {error}")
            return
        if self.rules.tell(event, SEAT) != event:
            self.fault(f"{said['event']} tells what this seat may not know")
