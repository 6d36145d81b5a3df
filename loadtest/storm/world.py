"""One world from its first connection to the last check."""

import logging
import traceback
from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Final
from unittest import mock

from engine.game import Millis
from engine.watai import race
from loadtest.storm import aftermath
from loadtest.storm.health import Health
from loadtest.storm.hostile import Hostile
from loadtest.storm.journal import UNSYNCED, Death, Killed, StormJournal
from loadtest.storm.link import Link, Peer, Quality
from loadtest.storm.player import Player
from loadtest.storm.process import Process
from loadtest.storm.scenario import Scenario, room_plan
from loadtest.storm.timeline import Timeline
from loadtest.storm.violation import Violation
from loadtest.storm.witness import Testimony, Witness
from protocol.codec import JSON, MSGPACK, Codec
from server import chance, clock
from server.clock import SECOND
from server.rooms.room import Room
from server.rooms.room_views import room_state
from server.settings.limits import Limits

LIMITS: Final = Limits(
    remembered_answers=16,
    history_events=64,
    outbox_bytes=4_096,
    hold_seconds=3.0,
    empty_room_seconds=40.0,
    journal_seconds=3.0,
    errands=2,
    spectators_per_room=2,
    rooms_per_session=2,
)
"""Small, so that a world reaches them."""
SETTLING_SECONDS: Final = 60
"""After the storm every client has come back and every request is answered by then."""
LULL: Final = Millis(8_000)
"""How long a race may go on without a card laid (WATAI-22). By the rule book it is three minutes, three times in a row:
bots turned their Stocks over and over, which was five of six events of all worlds."""
SECONDS_TO_TELL: Final = 5
"""How long after the end of all games everybody may take to know it."""
LONGEST_SECONDS: Final = 24 * 3_600
"""By then every game has ended: nobody plays, so clocks do."""


@dataclass(slots=True)
class Result:
    """What became of a world."""

    seed: int
    inputs: int = 0
    passes: int = 0
    games: int = 0
    faults: Counter[str] = field(default_factory=Counter)
    kind: str = ""
    """Of the violation, if there was one."""
    what: str = ""
    hash: str = ""


class _Bugs(logging.Handler):
    """A bug that the server contains is logged as an error: here it is a violation."""

    def emit(self, record: logging.LogRecord) -> None:
        trace = record.exc_info
        if trace is not None:
            raise Violation("broken", f"{record.getMessage()}: {trace[1]!r}") from trace[1]


class World:
    """Everything in it, and the faults that happen to it."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.faults = frozenset(scenario.faults)
        self.stormy = True
        self.deaths = 0
        self.codes: dict[int, str] = {}
        self.moves: dict[str, tuple[str, object]] = {}
        self.injected: Counter[str] = Counter()
        self.rng = Random(f"world {scenario.seed}")
        self.timeline = Timeline(Random(f"time {scenario.seed}"))
        self.journal = StormJournal(self.rng.choice(("process", "power")))
        self.testimony = Testimony()
        self.health = Health()
        self.passes = 0
        self.process: Process | None = None
        self.players: list[Player] = []
        self.hostile: list[Hostile] = []

    @property
    def rolled_back(self) -> int:
        return self.journal.rolled_back

    def count(self, fault: str) -> None:
        self.injected[fault] += 1

    def sessions(self) -> list[str]:
        return [each.session for each in self.players if each.session]

    # the server

    def start(self) -> None:
        """A server begins, over whatever the journal has."""
        self.journal.reopen()
        self.journal.later = "slow" in self.faults
        if self.journal.later:
            self.count("slow")
        self.process = Process(self.timeline, self.journal, LIMITS, self._after_pass)
        self.process.lag = 3.0
        if self.stormy and "late" in self.faults:
            self.process.lag = self.rng.choice((3.0, 40.0, 400.0))
            self.count("late")

    def connect(self, peer: Peer, codec: Codec, quality: Quality, rng: Random) -> Link | None:
        process = self.process
        if process is None or process.dead:
            return None
        witness = Witness(peer.name, codec, self.timeline, self.journal, self.testimony)
        link = Link(self.timeline, rng, quality, peer, witness, process.readable)
        if not self.stormy:
            link.calm()
        process.accept(link, codec)
        return link

    def _after_pass(self) -> None:
        assert self.process is not None
        loop = self.process.loop
        self.health.check(self.process)
        matches = [room.match for room in loop.lobby.rooms.values()]
        self.testimony.keep_seeds(
            {each.id: each.started.seed for each in matches if each is not None and not each.over}
        )

    def _die(self, power: bool) -> None:
        """The process is gone, and every connection with it; another one starts soon."""
        process, self.process = self.process, None
        assert process is not None
        process.dead = True
        self.passes += process.passes
        self.deaths += 1
        if power and self.journal.cut_power(self.rng.randint(1, UNSYNCED)):
            self.testimony.forget_told()
            for player in self.players:
                player.acted.clear()
        for link in list(process.links):
            link.cut()
        self.timeline.after(self.rng.uniform(100, 3_000), self.start)

    # faults of the server

    def _strike(self) -> None:
        """One fault of the machine."""
        if not self.stormy:
            return
        self.timeline.after(self.rng.uniform(1_000, 6_000), self._strike)
        known = [each for each in ("journal", "kill", "torn", "power") if each in self.faults]
        if not known or self.process is None:
            return
        fault = self.rng.choice(known)
        self.count(fault)
        if fault == "journal":
            self.journal.fail(True)
            self.timeline.after(self.rng.uniform(100, 5_000), lambda: self.journal.fail(False))
            return
        deaths: dict[str, tuple[Death, ...]] = {
            "kill": ("kill before", "kill after"),
            "torn": ("torn",),
            "power": ("power cut",),
        }
        self.journal.dies = self.rng.choice(deaths[fault])

    def _step(self, end: int) -> bool:
        process, dies = self.process, self.journal.dies
        try:
            going = self.timeline.step(end)
        except Killed:
            self._die(power=dies == "power cut")
            return True
        if process is not None and process.dead and process is self.process:
            self._die(power=False)  # the journal has failed for too long
        return going

    def _step_until_pass(self, end: int) -> bool:
        """Go on until the server has done something."""
        process = self.process
        assert process is not None
        passes = process.passes
        while self._step(end):
            if process.passes != passes:
                return True
        return False

    def _run(self, seconds: float) -> None:
        end = self.timeline.now + int(seconds * SECOND)
        while self._step(end):
            pass

    # the course of it

    def run(self) -> int:
        """Storm, calm, end; returns how many games were finished and verified. Raises Violation."""
        scenario = self.scenario
        self.start()
        for number in range(scenario.rooms):
            plan = room_plan(scenario, number)
            roles = ["host"] + ["guest"] * (plan.people - 1)
            for role in [*roles, *["watcher"] * scenario.watchers]:
                name = f"{role} {len(self.players)}"
                rng = Random(f"{name} of {scenario.seed}")
                codec = rng.choice((MSGPACK, MSGPACK, JSON))
                self.players.append(Player(self, name, plan, role, codec, rng))
        for number in range(scenario.hostile):
            rng = Random(f"hostile {number} of {scenario.seed}")
            codec = rng.choice((MSGPACK, JSON))
            self.hostile.append(Hostile(self, f"rogue {number}", codec, rng))
        self.timeline.after(self.rng.uniform(500, 3_000), self._strike)
        self._run(scenario.seconds)
        self._calm()
        return self._end()

    def _calm(self) -> None:
        """The faults are over: everybody comes back, and everything is answered."""
        self.stormy = False
        self.journal.fail(False)
        self.journal.dies = None
        if self.process is not None:
            self.process.lag = 0
            for link in self.process.links:
                link.calm()
        end = self.timeline.now + SETTLING_SECONDS * SECOND
        while self._waiting() and self._step(end):
            pass
        for player in self._waiting():
            raise Violation("lost", f"{player.name} still waits for {player.outstanding}")
        self._run(1)

    def _waiting(self) -> list[Player]:
        """Whoever is not connected, or has asked for something and got no answer."""
        return [each for each in self.players if each.outstanding or not each.welcomed]

    def _end(self) -> int:
        """Nobody plays any more: clocks and bots end every game."""
        assert self.process is not None
        self.process.background = False
        limit = self.timeline.now + LONGEST_SECONDS * SECOND
        while self._running() and self._step_until_pass(limit):
            pass
        if self._running():
            raise Violation("stuck", f"a game does not end: {self._running()}")
        self._until_all_know()
        acted = [act for player in self.players for act in player.acted]
        return aftermath.check(self.journal, self.testimony, acted)

    def _until_all_know(self) -> None:
        """Let seconds pass until everybody knows the room as it is: a seat may become free in the last instant of one."""
        assert self.process is not None
        connected = self.process.loop.login.connected
        for left in reversed(range(SECONDS_TO_TELL)):
            self._run(1)
            try:
                for player in self.players:
                    guest = connected.get(player.session)
                    if guest is not None and guest.room is not None:
                        self._compare(player, guest.room)
                return
            except Violation:
                if not left:
                    raise

    def _compare(self, player: Player, room: Room) -> None:
        """A player knows the room as it is, and has heard everything that happened there."""
        if player.room != room_state(room, room.seating.seat_of(player.session)):
            raise Violation("lost", f"{player.name} was not told how the room is now")
        if room.match is not None and player.seq != room.match.seq:
            raise Violation("lost", f"{player.name} heard {player.seq} of {room.match.seq}")
        if player.contested:
            raise Violation("stuck", f"{player.name} still sees {player.contested} contested")

    def _running(self) -> list[str]:
        assert self.process is not None
        rooms = self.process.loop.lobby.rooms.values()
        return [room.game for room in rooms if room.match is not None and not room.match.over]


def run_world(scenario: Scenario) -> Result:
    """Run one world; a violation is in its result."""
    result = Result(scenario.seed)
    world = World(scenario)
    random = Random(f"chance {scenario.seed}")
    logger, bugs = logging.getLogger("watai"), _Bugs(logging.ERROR)
    propagates, logger.propagate = logger.propagate, False
    logger.addHandler(bugs)
    try:
        with (
            clock.simulated(world.timeline.read, world.timeline.unix),
            chance.simulated(random.randbytes),
            mock.patch.object(race, "LULL", LULL),
        ):
            result.games = world.run()
    except Violation as violation:
        result.kind, result.what = violation.kind, violation.what
    except Exception:  # a bug that nothing contained: reported with its seed
        result.kind, result.what = "broken", traceback.format_exc(limit=-3)
    finally:
        logger.removeHandler(bugs)
        logger.propagate = propagates
    result.inputs = sum(each.inputs for each in world.players)
    result.inputs += sum(each.inputs for each in world.hostile)
    result.passes = world.passes + (world.process.passes if world.process else 0)
    result.faults = world.injected
    result.hash = world.testimony.digest.hexdigest()
    return result
