"""A room of a calm game among the racing ones: one player of ours who answers when asked, bots in the other seats."""

from random import Random
from typing import Any, Final

import msgspec

from engine.catalogue import GAMES
from engine.dice import Dice
from engine.game import Event, Seat
from loadtest.load.room import GONE
from loadtest.load.stream import Tally
from loadtest.net.raw_websocket import CHUNK, CLOSE, PING, Address, Line, frame_at
from loadtest.oracle.checker import Faults
from protocol.messages import AddBot, Create, Look, Rematch, Start

_read = msgspec.msgpack.Decoder().decode
SEAT: Final = Seat(0)


class CalmRoom:
    """Its player looks whenever there is something to decide, and takes any move that is allowed."""

    stirred = False  # nobody waits here for a chance to play

    def __init__(
        self, address: Address, game: str, number: int, seed: str, tally: Tally, faults: Faults
    ) -> None:
        self.game = game
        self.tally = tally
        self.faults = faults
        self.chance = Random(f"{seed} {game} {number}")
        self.plays: dict[int, int] = {}
        """When each play without an answer left."""
        self.looking = False
        self.over = False
        self.seq = self.t = 0
        rules = GAMES[game].game
        seats = rules.seats[0]
        self.rules = rules(rules.options_type.parse({}), seats, Dice.from_text("tells only"))
        self.kinds = {kind.__name__: kind for kind in rules.event_types}
        self.line = Line(address, f"Calm {number}")
        self.line.room = self
        self.line.ask(lambda n: Create(n, game, seats))
        for _ in range(seats - 1):
            self.line.ask(AddBot)
        self.line.say(Start)

    def hear(self, line: Line, now: int) -> int:
        """Read what has come. None of it answers a racing play."""
        try:
            data = line.sock.recv(CHUNK)
        except ConnectionError:
            data = b""
        if not data:
            return self._hang_up()
        data = line.rest + data
        at = 0
        while (bounds := frame_at(data, at)) is not None:
            payload = data[bounds[0] : bounds[1]]
            if data[at] == CLOSE:
                return self._hang_up()
            if data[at] == PING:
                line.pong(payload)
            else:
                self._message(_read(payload), now)
            at = bounds[1]
        line.rest = data[at:]
        return 0

    def _hang_up(self) -> int:
        self.fault("the connection was lost")
        return GONE

    def fault(self, what: str) -> None:
        self.faults.add(f"a room of {self.game}, after event {self.seq}: {what}")

    def _message(self, said: dict[str, Any], now: int) -> None:
        match said["type"]:
            case "event":
                self._check(said)
            case "view":
                self.seq, self.t, self.looking = said["seq"], said["t"], False
                self._play(said["moves"], now)
            case "prompts" if any(each["seat"] == SEAT for each in said["prompts"]):
                self._look()
            case "done" | "refused" if sent := self.plays.pop(said["n"], 0):
                self.tally.recorder.add("calm", now - sent)
            case "room" if said["status"] == "finished" and not self.over:
                self.over = True
                self.line.say(Rematch)
            case "room" if said["status"] == "waiting" and self.over:
                self.over = False
                self.line.say(Start)

    def _look(self) -> None:
        if not self.looking and not self.plays:
            self.looking = True
            self.line.say(Look)

    def _play(self, moves: list[dict[str, Any]], now: int) -> None:
        if moves and not self.plays:
            move = self.chance.choice(moves)
            self.plays[self.line.act(move["move"], move["args"])] = now

    def _check(self, said: dict[str, Any]) -> None:
        """Numbers without gaps, time that grows, and nothing told that this seat may not know."""
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
