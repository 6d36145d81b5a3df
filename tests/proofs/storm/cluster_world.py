"""A world of several nodes on one simulated Redis, and the faults that happen to them (decision 15)."""

from functools import partial
from random import Random

from tests.proofs.storm import aftermath
from tests.proofs.storm.machine import Machine
from tests.proofs.storm.memory_journal import MemoryJournal
from tests.proofs.storm.node_process import SimulatedNode
from tests.proofs.storm.player import Player
from tests.proofs.storm.process import Process
from tests.proofs.storm.redis_history import RedisHistory
from tests.proofs.storm.redis_link import RedisLink, Wires
from tests.proofs.storm.redis_model import RedisModel
from tests.proofs.storm.scenario import StormScenario
from tests.proofs.storm.timeline import START
from tests.proofs.storm.violation import Violation
from tests.proofs.storm.world import LIMITS, SETTLING_SECONDS, World
from watai.server.clock import MILLISECOND, SECOND
from watai.server.rooms.room import Room

REDIS_EPOCH = 1_800_000_000_000
"""What the clock of Redis shows in the beginning, in milliseconds."""
CLOCK_SPEED = (0.9, 1.1)
"""How fast the clock of Redis may run, measured by that of the nodes."""


class ClusterWorld(World):
    """Nodes that come and go under the same addresses."""

    def __init__(self, scenario: StormScenario) -> None:
        super().__init__(scenario)
        self.journal.later = True  # the witnesses leave it to the aftermath what was stored
        self.urls = [f"ws://node-{number}" for number in range(scenario.nodes)]
        self.nodes: dict[str, SimulatedNode] = {}
        """The process at each address, while there is one."""
        self._speed = self.rng.uniform(*CLOCK_SPEED)
        model = RedisModel(self._redis_now)
        self.wires = Wires(self.timeline, model, Random(f"redis {scenario.seed}"))
        self.history = RedisHistory(model)
        self._games = {url: MemoryJournal() for url in self.urls}
        """What each node keeps on its own disk."""
        self._eras = 0
        if "redis-lost" in self.faults:
            self.wires.lost = self.rng.choice((0.01, 0.05, 0.2))
            self.count("redis-lost")

    def _redis_now(self) -> int:
        return REDIS_EPOCH + int((self.timeline.now - START) * self._speed / MILLISECOND)

    @property
    def kept(self) -> aftermath.Kept:
        return self.history

    def begin_era(self) -> int:
        self._eras += 1
        return self._eras

    def missed(self, name: str, code: str) -> None:
        if code in self.history.owners:
            raise Violation("stranded", f"{name} is told that {code} is gone, and it is not")

    # the nodes

    def start(self) -> None:
        for url in self.urls:
            self._start_node(url)

    def _start_node(self, url: str) -> None:
        machine = Machine(self.timeline)
        link = RedisLink(self.wires, machine, self.history.observe)
        process = SimulatedNode(
            machine, link, self._games[url], url, LIMITS, lambda: self._node_passed(process)
        )
        process.lag = 3.0 if self.stormy else 0.0
        if self.stormy and "late" in self.faults:
            process.lag = self.rng.choice((3.0, 40.0, 400.0))
            self.count("late")
        self.nodes[url] = process

    def processes(self) -> list[SimulatedNode]:
        return list(self.nodes.values())

    def process_at(self, url: str) -> Process | None:
        process = self.nodes.get(url)
        if process is None or not process.serving or process.machine.stopped:
            return None
        return process

    def _node_passed(self, process: SimulatedNode) -> None:
        until = process.loop.serve_until
        if process.loop.standstill.lasts or (until is not None and self.timeline.now > until):
            return  # there was none: Redis is away, or the lease is about to run out
        self.health.check(process)
        self._keep_seeds()
        for code in process.loop.lobby.rooms:
            owner = self.history.owners.get(code, b"").decode()
            if owner not in ("", process.owned):
                raise Violation("double_writers", f"{process.url} serves {code} of another node")

    def _end_node(self, process: SimulatedNode) -> None:
        """The process is gone, and every connection with it; another one starts soon."""
        if process.dead:
            return
        process.dead = True
        process.machine.die()
        self.passes += process.passes
        if self.nodes.get(process.url) is process:
            del self.nodes[process.url]
        for link in list(process.links):
            link.cut()
        self.timeline.after(self.rng.uniform(100, 3_000), partial(self._start_node, process.url))

    # faults

    def _strike(self) -> None:
        if not self.stormy:
            return
        self.timeline.after(self.rng.uniform(300, 2_500), self._strike)
        strikes = {
            "kill": self._kill,
            "stop": self._stop,
            "cut-off": self._cut_off,
            "drain": self._drain,
            "redis-away": self._redis_away,
            "redis-slow": self._redis_slow,
        }
        known = [each for each in strikes if each in self.faults]
        if known and self.nodes:
            fault = self.rng.choice(known)
            self.count(fault)
            strikes[fault](self.rng.choice(list(self.nodes.values())))

    def _kill(self, process: SimulatedNode) -> None:
        """At any instant, or when its next records have come to Redis: stored or not, they are never answered."""
        end = partial(self._end_node, process)
        moment = self.rng.choice(("now", "before", "after"))
        if moment == "now":
            end()
        elif moment == "before":
            process.redis.before_store = end
        else:
            process.redis.after_store = end

    def _stop(self, process: SimulatedNode) -> None:
        """As by SIGSTOP: at any instant, or when it is about to send records, which it then sends when it goes on."""
        if self.rng.random() < 0.5:
            self._stand_still(process)
        else:
            process.redis.before_send = partial(self._stand_still, process)

    def _stand_still(self, process: SimulatedNode) -> None:
        process.machine.stop()
        lasts = self.rng.choice((self.rng.uniform(200, 2_000), self.rng.uniform(3_000, 9_000)))
        self.timeline.after(lasts, process.machine.go_on)

    def _cut_off(self, process: SimulatedNode) -> None:
        self._connect_redis(process, False)
        lasts = self.rng.uniform(200, 8_000)
        self.timeline.after(lasts, partial(self._connect_redis, process, True))

    def _connect_redis(self, process: SimulatedNode, connected: bool) -> None:
        process.redis.cut_off = not connected

    def _drain(self, process: SimulatedNode) -> None:
        process.drain(self.rng.choice((0.0, 2.0, 10.0)))

    def _redis_away(self, process: SimulatedNode) -> None:
        self._let_redis(True)
        self.timeline.after(self.rng.uniform(100, 5_000), partial(self._let_redis, False))

    def _redis_slow(self, process: SimulatedNode) -> None:
        """The way to Redis becomes slow, and may break then."""
        process.redis.slow = True
        self.timeline.after(self.rng.uniform(1_000, 5_000), partial(self._not_slow, process))

    def _not_slow(self, process: SimulatedNode) -> None:
        process.redis.slow = False
        if self.stormy and self.rng.random() < 0.5:
            self._cut_off(process)

    def _let_redis(self, away: bool) -> None:
        self.wires.away = away

    def _step(self, end: int) -> bool:
        going = self.timeline.step(end)
        for process in [each for each in self.nodes.values() if each.machine.ended]:
            self._end_node(process)  # it was drained
        return going

    # the end of it

    def _end_faults(self) -> None:
        self.wires.away, self.wires.lost = False, 0.0
        for process in self.processes():
            process.redis.cut_off = process.redis.slow = False
            process.redis.disarm()
            if process.machine.stopped:
                process.machine.go_on()

    def _settle(self) -> None:
        """Every node is back, every room is served by its owner, and every guest is where its room is."""
        end = self.timeline.now + SETTLING_SECONDS * SECOND
        while self._stranded() and self._step(end):
            pass
        if stranded := self._stranded():
            raise Violation("stranded", stranded)

    def _stranded(self) -> str:
        """Who or what is not where it should be."""
        for url in self.urls:
            if url not in self.nodes or not self.nodes[url].settled:
                return f"{url} does not come back"
        owners = {each.owned: each for each in self.nodes.values()}
        for code, name in self.history.owners.items():
            owner = owners.get(name.decode())
            if owner is None or code not in owner.loop.lobby.rooms:
                return f"nobody serves {code}"
        for player in self._waiting():
            return f"{player.name} still waits for {player.outstanding}"
        for player in self.players:
            known, room = player.room, self._room_of(player)
            if known is None or known.code not in self.history.owners:
                continue
            if room is None or room.code != known.code:
                return f"{player.name} is not in its room"
        return ""

    def _room_of(self, player: Player) -> Room | None:
        process = self.nodes.get(player.url)
        guest = None if process is None else process.loop.login.connected.get(player.session)
        return None if guest is None else guest.room

    def _end(self) -> int:
        """The nodes stay as they are now: leases and claims cost more time than all games together."""
        self._settle()
        for process in self.processes():
            process.serve_for_ever()
        return super()._end()

    def close(self) -> None:
        for process in self.processes():
            process.machine.die()
