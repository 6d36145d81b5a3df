"""One world from its first connection to the last check."""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Final

from tests.proofs.storm import aftermath
from tests.proofs.storm.health import HealthCheck
from tests.proofs.storm.hostile import Hostile
from tests.proofs.storm.journal import UNSYNCED, Death, Killed, StormJournal
from tests.proofs.storm.link import Peer, Quality, SimulatedLink
from tests.proofs.storm.player import Player
from tests.proofs.storm.process import Process
from tests.proofs.storm.scenario import StormScenario, room_plan
from tests.proofs.storm.timeline import Timeline
from tests.proofs.storm.violation import Violation
from tests.proofs.storm.witness import ConnectionWitness, Testimony
from watai.engine.game import Millis
from watai.protocol.codec import JSON, MSGPACK, Codec
from watai.server.clock import SECOND
from watai.server.rooms.room import Room
from watai.server.rooms.room_views import room_state
from watai.server.settings.limits import Limits

LIMITS: Final = Limits(
    history_events=64,
    outbox_bytes=4_096,
    hold_seconds=3.0,
    empty_room_seconds=40.0,
    journal_failing_seconds=3.0,
    spectators_per_room=2,
    rooms_per_guest=2,
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


class World:
    """Everything in it, and the faults that happen to it."""

    def __init__(self, scenario: StormScenario) -> None:
        self.scenario = scenario
        self.faults = frozenset(scenario.faults)
        self.stormy = True
        self.resting = False
        self.urls = [""]
        self.deaths = 0
        self.codes: dict[int, str] = {}
        self.moves: dict[str, tuple[str, object]] = {}
        self.injected: Counter[str] = Counter()
        self.rng = Random(f"world {scenario.seed}")
        self.timeline = Timeline(Random(f"time {scenario.seed}"))
        self.journal = StormJournal(self.rng.choice(("process", "power")))
        self.testimony = Testimony()
        self.health = HealthCheck()
        self.passes = 0
        self.process: Process | None = None
        self.players: list[Player] = []
        self.hostile: list[Hostile] = []

    @property
    def rolled_back(self) -> int:
        return self.journal.rolled_back

    def count(self, fault: str) -> None:
        self.injected[fault] += 1

    def begin_era(self) -> int:
        return self.deaths

    def missed(self, name: str, code: str) -> None:
        """Rooms close when they are abandoned."""

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

    def process_at(self, url: str) -> Process | None:
        """The process that takes connections at this address."""
        return None if self.process is None or self.process.dead else self.process

    def connect(
        self, peer: Peer, codec: Codec, quality: Quality, rng: Random, url: str
    ) -> SimulatedLink | None:
        process = self.process_at(url)
        if process is None:
            return None
        witness = ConnectionWitness(peer.name, codec, self.timeline, self.journal, self.testimony)
        link = SimulatedLink(self.timeline, rng, quality, peer, witness, process.readable)
        if not self.stormy:
            link.calm()
        process.accept(link, codec)
        return link

    def _after_pass(self) -> None:
        assert self.process is not None
        self.health.check(self.process)
        self._keep_seeds()

    def _keep_seeds(self) -> None:
        rooms = [room for each in self.processes() for room in each.loop.lobby.rooms.values()]
        matches = [room.match for room in rooms]
        self.testimony.keep_seeds(
            {each.id: each.started.seed for each in matches if each is not None and not each.over}
        )

    def processes(self) -> Sequence[Process]:
        """Whatever runs now."""
        return [] if self.process is None else [self.process]

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
        passes = self.all_passes()
        while self._step(end):
            if self.all_passes() != passes:
                return True
        return False

    def all_passes(self) -> int:
        """How many passes there have been."""
        return self.passes + sum(each.passes for each in self.processes())

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
        self._end_faults()
        for process in self.processes():
            process.lag = 0
            for link in process.links:
                link.calm()
        self._settle()
        self._run(1)

    def _end_faults(self) -> None:
        self.journal.fail(False)
        self.journal.dies = None

    def _settle(self) -> None:
        end = self.timeline.now + SETTLING_SECONDS * SECOND
        while self._waiting() and self._step(end):
            pass
        for player in self._waiting():
            raise Violation(
                "lost", f"{player.name} still waits for {player.outstanding or player.talk.state}"
            )

    def _waiting(self) -> list[Player]:
        """Whoever is not connected, though it may not know it yet, or has asked for something and got no answer."""
        return [each for each in self.players if each.outstanding or not each.here]

    def _end(self) -> int:
        """Nobody plays any more: clocks and bots end every game."""
        self.resting = True
        for process in self.processes():
            process.background = False
        limit = self.timeline.now + LONGEST_SECONDS * SECOND
        while self._running() and self._step_until_pass(limit):
            pass
        if self._running():
            raise Violation("stuck", f"a game does not end: {self._running()}")
        self._until_all_know()
        acted = [act for player in self.players for act in player.acted]
        return aftermath.check(self.kept, self.testimony, acted)

    @property
    def kept(self) -> aftermath.Kept:
        """What is stored."""
        return self.journal

    def close(self) -> None:
        """Nothing of this world is needed any more."""

    def _until_all_know(self) -> None:
        """Let seconds pass until everybody knows the room as it is: a seat may become free in the last instant of one."""
        for left in reversed(range(SECONDS_TO_TELL)):
            self._run(1)
            try:
                for player in self.players:
                    room = self._room_of(player)
                    if room is not None:
                        self._compare(player, room)
                return
            except Violation:
                if not left:
                    raise

    def _room_of(self, player: Player) -> Room | None:
        """Where the server has this player."""
        assert self.process is not None
        guest = self.process.loop.login.connected.get(player.session)
        return None if guest is None else guest.room

    def _compare(self, player: Player, room: Room) -> None:
        """A player knows the room as it is, and has heard everything that happened there."""
        if player.room != room_state(room, room.seating.seat_of(player.session)):
            raise Violation("lost", f"{player.name} was not told how the room is now")
        if room.match is not None and player.seq != room.match.seq:
            raise Violation("lost", f"{player.name} heard {player.seq} of {room.match.seq}")
        if player.contested:
            raise Violation("stuck", f"{player.name} still sees {player.contested} contested")

    def _running(self) -> list[str]:
        rooms = [room for each in self.processes() for room in each.loop.lobby.rooms.values()]
        return [room.game for room in rooms if room.match is not None and not room.match.over]
