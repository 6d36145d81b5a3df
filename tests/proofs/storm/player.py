"""An honest player or spectator: opens or enters a room, plays legal moves of what it was sent, and has bad luck with its network."""

from random import Random

from msgspec import Raw

from tests.proofs.storm.client import ENTRIES, Client, Surroundings
from tests.proofs.storm.scenario import RoomPlan
from tests.proofs.storm.timeline import MS
from watai.protocol.codec import Codec
from watai.protocol.messages import (
    Act,
    AddBot,
    Chat,
    Create,
    FetchReplay,
    Join,
    Leave,
    ListRooms,
    Look,
    Pause,
    Ping,
    Ready,
    Refused,
    Rematch,
    RoomState,
    Start,
    ViewNow,
    Watch,
)

PLACING = ("Place", "Open")
"""Moves of Wataï that others may contest: a player who can make one does."""
SHOUTING = ("Shout", "Call")
"""Moves of Wataï that are wrong most of the time."""


class Player(Client):
    """A guest with one room to be in."""

    def __init__(
        self,
        world: Surroundings,
        name: str,
        plan: RoomPlan,
        role: str,
        codec: Codec,
        rng: Random,
    ) -> None:
        super().__init__(world, name, codec, rng)
        self.plan = plan
        self.role = role
        self._pulse()

    def on_left(self) -> None:
        self.role = "guest"

    def on_view(self, view: ViewNow) -> None:
        if view.moves and self._world.stormy and not self.asking(Act):
            self._choose(view)

    def _choose(self, view: ViewNow) -> None:
        """Make one of the moves that the view offers, after a while."""
        places = [each for each in view.moves if each.move in PLACING]
        sober = [each for each in view.moves if each.move not in SHOUTING]
        bold = not sober or self.rng.random() < 0.05
        chosen = self.rng.choice(view.moves if bold else places or sober)
        self._world.moves[self.talk.room or ""] = chosen.move, chosen.args
        self._timeline.after(self.rng.uniform(1, 120), lambda: self._act(chosen.move, chosen.args))

    def _act(self, move: str, args: object) -> None:
        if self.room is None or self.room.you is None or self.asking(Act):
            return
        raw = Raw(self.codec.encode(args))
        n = self.ask(lambda n: Act(n, move, raw))
        self._acts[n] = self.talk.match or "", self.room.you
        if "repeat" in self._world.faults and self.welcomed and self.rng.random() < 0.15:
            self._send(self.outstanding[n])
            self._world.count("repeat")

    # what it does by itself

    def _pulse(self) -> None:
        self._timeline.after(self.rng.uniform(30, 300), self._pulse)
        if self.link is not None and self.welcomed:
            if self._world.stormy:
                self._live()
            elif self.room is not None and self.room.status == "playing" and self.room.paused:
                self._go_on(self.room)

    def _live(self) -> None:
        if self.room is not None:
            self._world.codes[self.plan.number] = self.room.code
        if self.room is None:
            self._enter()
        elif self.room.status == "waiting":
            self._prepare(self.room)
        elif self.room.status == "playing":
            self._play(self.room)
        elif self._hosts(self.room) and self.matches < self.plan.matches and not self.outstanding:
            self.ask(Rematch)
        self._wander()

    def _hosts(self, room: RoomState) -> bool:
        return room.you is not None and room.host == room.you

    def _enter(self) -> None:
        if self.asking(*ENTRIES):
            return
        plan, code = self.plan, self._world.codes.get(self.plan.number, "")
        if self.role == "host" and not code:
            public = self.rng.random() < 0.5
            self.ask(lambda n: Create(n, plan.game, plan.seats, dict(plan.options), public))
        elif code and self.role == "watcher":
            self.ask(lambda n: Watch(n, code))
        elif code:
            refused = any(
                isinstance(asked, Join) and isinstance(answer, Refused)
                for answer, asked, _ in self.answers.values()
            )
            self.ask((lambda n: Watch(n, code)) if refused else (lambda n: Join(n, code)))

    def _prepare(self, room: RoomState) -> None:
        if room.you is None or self.outstanding:
            return
        if not self._hosts(room):
            if not room.seats[room.you].ready:
                self.ask(Ready)
        elif any(seat.kind == "open" for seat in room.seats):
            if self._timeline.now - self._joined_at > 300_000_000:
                self.ask(AddBot)
        elif self.matches < self.plan.matches:
            self.ask(Start)

    def _play(self, room: RoomState) -> None:
        if room.paused:
            if self.rng.random() < 0.3:
                self._go_on(room)
            return
        mine = room.you is not None and (room.game == "watai" or room.you in self._asked_seats)
        if mine and not self.asking(Act, Look):
            self.ask(Look)

    def _go_on(self, room: RoomState) -> None:
        """End this player's own pause."""
        if room.you is not None and not self.asking(Pause):
            self.ask(lambda n: Pause(n, False))

    def _wander(self) -> None:
        """What people do beside playing, and what happens to their connections."""
        rng, link, faults = self.rng, self.link, self._world.faults
        chance = rng.random()
        if 0.5 < chance < 0.53 and self.room is not None and self.room.status == "playing":
            self.ask(Pause)  # which is refused unless the player is alone with bots
        if chance < 0.03:
            self.ask(rng.choice((Ping, ListRooms, lambda n: Chat(n, "hello"))))
        elif chance < 0.05 and self.room is not None and self.room.status == "finished":
            match = self.room.match or ""
            self.ask(lambda n: FetchReplay(n, match))
        if link is None or rng.random() > 0.06 or not faults:
            return
        fault = rng.choice(sorted(faults))
        if fault in ("cut", "away"):
            if fault == "away":
                self.away_until = self._timeline.now + int(rng.uniform(3_000, 9_000) * MS)
            link.cut()
        elif fault == "half-open":
            link.fall_silent()
        elif fault == "duplicate":
            link.fall_silent()  # its server takes the next one for a second connection
            self.lose(link)
        elif fault == "reload":
            self.reload()
        elif fault == "stall":
            link.stall(rng.uniform(200, 15_000))
        elif fault == "leave" and self.room is not None and not self.asking(Leave):
            self.ask(Leave)
        elif fault == "repeat" and self.welcomed and (known := self.known_answers()):
            self._send(rng.choice(known))
        else:
            return
        self._world.count(fault)
