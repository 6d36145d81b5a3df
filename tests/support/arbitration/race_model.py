"""A model of eight players, their links and a server that arbitrates: races in simulated time, repeatable by their seed.

Packets of one direction of a link keep their order, as TCP keeps it. Reactions are drawn alike for all, so that
whoever wins more often than others does so by the network, or by a lie.
"""

import heapq
from collections.abc import Callable
from dataclasses import dataclass, field
from math import log
from typing import Final

from watai.engine.dice import Dice
from watai.engine.watai.stakes import pile
from watai.loadtest.fairness.scenario import like_people
from watai.loadtest.net.netsim import Path
from watai.protocol.arbitration import Arbitration
from watai.server.arbitration.arbiter import decide, due, join, late, opened, seen_proof
from watai.server.arbitration.races import Case, Late, Rival, Verdict
from watai.server.arbitration.rtt import PING_EVERY_HOT, RttMeter
from watai.server.arbitration.view_time import (
    POLICY,
    Play,
    Policy,
    reacts_from,
    read_claim,
    timing_of,
)
from watai.server.clock import Micros

MS: Final = 1_000
KEY: Final = bytes(range(32))
HOLD_CAP: Final = Micros(Arbitration().longest_wait * MS)
"""As in a room whose host chose nothing."""
BETWEEN_RACES: Final = 600 * MS
BEFORE_RACE: Final = 120 * MS  # pings are already quick when the slot opens


def honest(player: "Racer", el: int) -> int | None:
    """What an honest client claims."""
    return el


@dataclass
class Racer:
    """A player: a link, a way of reacting, and perhaps a way of lying."""

    path: Path
    reaction: Callable[[Dice], float] = like_people
    claims: Callable[["Racer", int], int | None] = honest
    stall: Callable[["Racer"], int] = lambda player: 0
    """How long it keeps a pong back."""
    behind_proxy: bool = False
    repeats: int = 0
    """How often a second it sends its play blindly, before the slot is open and after; 0: it waits until it sees."""
    plays: int = 0
    pongs: int = 0
    down_free: int = 0
    up_free: int = 0
    pong_free: int = 0


@dataclass
class Outcome:
    """One race: who was truly fastest and by how much, who won, and what the server did about it."""

    reactions: list[int]
    winner: int
    held: int
    gains: dict[int, int]
    """By how much each play in time was held to be earlier than it was."""
    late: list[Late]
    case: Case
    verdict: Verdict

    @property
    def fastest(self) -> int:
        return min(range(len(self.reactions)), key=self.reactions.__getitem__)

    @property
    def least_wait(self) -> int:
        """What even an arbiter that knew every link exactly would have had to wait, to be sure."""
        first = min(play.arrived for play in self.case.plays)
        lead = min(each.view_time for each in self.verdict.order)
        came = {play.seat: play.arrived for play in self.case.plays}
        until = [
            min(lead + rival.link.base, came.get(rival.seat, 1 << 60)) for rival in self.case.rivals
        ]
        return max(0, max(until, default=first) - first)

    @property
    def gap(self) -> int:
        first, second = sorted(self.reactions)[:2]
        return second - first


@dataclass
class World:
    """The server's room and everybody's network."""

    racers: list[Racer]
    dice: Dice
    cap: Micros = HOLD_CAP
    policy: Policy = POLICY
    contenders: int | None = None
    """How many race each time, drawn anew; None: all."""
    hears_claims: bool = True
    now: int = 0
    meters: list[RttMeter] = field(default_factory=list)
    number: int = 0

    def __post_init__(self) -> None:
        for racer in self.racers:
            meter = RttMeter(racer.behind_proxy, None, self.policy)
            least = Micros(round(racer.path.rtt * MS) + 100)
            meter.kernel_measured(least)
            self.meters.append(meter)

    def exponential(self, mean: float) -> int:
        return int(-log(1 - self.dice.fraction()) * mean)

    def delay(self, path: Path, best: float) -> int:
        """One packet's delay in µs; `best` is in ms."""
        delay = round(best * MS) + self.exponential(path.jitter * MS)
        if self.dice.fraction() < path.spikes:
            low, high = path.spike
            delay += int(low * MS) + int((high - low) * MS * self.dice.fraction())
        return delay

    def to_client(self, seat: int, at: int) -> int:
        racer = self.racers[seat]
        racer.down_free = max(racer.down_free, at + self.delay(racer.path, racer.path.down))
        return racer.down_free

    def to_server(self, seat: int, at: int) -> int:
        racer = self.racers[seat]
        racer.up_free = max(racer.up_free, at + self.delay(racer.path, racer.path.up))
        return racer.up_free

    def race(self) -> Outcome:
        """One slot opens, everybody reacts, somebody gets it."""
        self.number += 1
        seats = list(range(len(self.racers)))
        if self.contenders is not None:
            seats = sorted(self.dice.shuffle(seats)[: self.contenders])
        outcome = Race(self, seats).run()
        self.now = max(racer.up_free for racer in self.racers) + BETWEEN_RACES
        return outcome


class Race:
    """The events of one race, in the order of their time."""

    def __init__(self, world: World, seats: list[int]) -> None:
        self.world = world
        self.seats = seats
        self.slot = pile(1, world.number, 5)
        self.queue: list[tuple[int, int, Callable[[int], None]]] = []
        self.count = 0
        self.reactions = [1 << 40] * len(world.racers)
        self.sent: dict[int, Micros] = {}
        self.delivered: dict[int, int] = {}
        self.case: Case | None = None
        self.timed: Case | None = None
        self.due = Micros(0)
        self.verdict: Verdict | None = None
        self.late: list[Late] = []
        self.expected = len(seats)

    def at(self, time: int, do: Callable[[int], None]) -> None:
        self.count += 1
        heapq.heappush(self.queue, (time, self.count, do))

    def run(self) -> Outcome:
        world, start = self.world, self.world.now
        for seat in self.seats:
            phase = world.dice.below(PING_EVERY_HOT)
            self.at(start + phase, lambda now, seat=seat: self.ping(seat, now, True))  # type: ignore[misc]
            self.at(start + BEFORE_RACE + seat, lambda now, seat=seat: self.show(seat, now))  # type: ignore[misc]
        while self.queue and (self.expected or self.verdict is None):
            now, _, do = heapq.heappop(self.queue)
            self.close(now)
            do(now)
        if self.verdict is None:
            self.close(1 << 60)
        return self.outcome()

    def outcome(self) -> Outcome:
        assert self.case is not None
        assert self.verdict is not None
        taker = self.verdict.taker
        assert taker is not None
        gains = {
            each.seat: self.sent[each.seat] + self.reactions[each.seat] - each.view_time
            for each in self.verdict.order
        }
        return Outcome(
            self.reactions, taker.seat, self.verdict.held, gains, self.late, self.case, self.verdict
        )

    # the server

    def close(self, now: int) -> None:
        """Decide if the moment for it has passed."""
        if self.case is None or self.verdict is not None:
            return
        if self.case is not self.timed:
            self.timed, self.due = self.case, due(self.case, self.world.policy)
        if self.due < now:
            self.verdict = decide(self.case, KEY, self.world.policy)

    def ping(self, seat: int, now: int, again: bool = False) -> None:
        self.count += 1
        nonce = self.count.to_bytes(8, "big")
        self.world.meters[seat].pinged(nonce, Micros(now))
        self.at(self.world.to_client(seat, now), lambda then: self.pong(seat, nonce, then))
        if again and self.verdict is None:
            self.at(now + PING_EVERY_HOT, lambda then: self.ping(seat, then, True))

    def show(self, seat: int, now: int) -> None:
        self.sent[seat] = Micros(now)
        repeats = self.world.racers[seat].repeats
        if repeats:
            lands = self.world.dice.below(MS * 1_000 // repeats)
            self.at(now + lands, lambda then: self.played(seat, None, then))
            return
        self.at(self.world.to_client(seat, now), lambda then: self.see(seat, then))

    def ponged(self, seat: int, nonce: bytes, now: int) -> None:
        moment = self.world.meters[seat].ponged(nonce, Micros(now))
        if moment is not None and self.case is not None and self.verdict is None:
            self.case = seen_proof(self.case, seat, Micros(now), moment)

    def played(self, seat: int, el: int | None, now: int) -> None:
        self.expected -= 1
        world, meter = self.world, self.world.meters[seat]
        claim = read_claim(1, el) if world.hears_claims else None
        sent = self.sent[seat]
        shown = reacts_from(sent, Micros(now), self.misplaced(seat), world.policy)
        play = Play(
            seat, world.number, Micros(now), meter.snapshot(), meter.frontier, claim, sent, shown
        )
        if self.verdict is not None:
            found = late(self.verdict, play, world.policy)
            self.late.extend([found] if found else [])
            return
        if self.case is None:
            self.case = opened("room", self.slot, world.cap, play, self.rivals(seat))
        else:
            self.case = join(self.case, play)
        if self.case.rivals:
            seen = timing_of(play, world.policy)
            meter.spend(seen.spent)
            meter.acted(seen.view_time)

    def misplaced(self, seat: int) -> list[Micros]:
        """When a blind player's last plays before the opening arrived."""
        every = MS * 1_000 // max(1, self.world.racers[seat].repeats)
        count = min(8, self.world.racers[seat].repeats)
        return [Micros(self.sent[seat] - every * back) for back in range(count, 0, -1)]

    def rivals(self, seat: int) -> list[Rival]:
        meters = self.world.meters
        return [
            Rival(each, meters[each].snapshot(), meters[each].seen_until, self.sent[each])
            for each in self.seats
            if each != seat
        ]

    # the players

    def pong(self, seat: int, nonce: bytes, now: int) -> None:
        racer = self.world.racers[seat]
        racer.pongs += 1
        wait = racer.stall(racer) + self.world.exponential(0.2 * MS)
        racer.pong_free = max(racer.pong_free, now + wait)
        self.at(racer.pong_free, lambda then: self.send_pong(seat, nonce, then))

    def send_pong(self, seat: int, nonce: bytes, now: int) -> None:
        arrival = self.world.to_server(seat, now)
        self.at(arrival, lambda then: self.ponged(seat, nonce, then))

    def see(self, seat: int, now: int) -> None:
        self.delivered[seat] = now
        racer = self.world.racers[seat]
        reaction = int(racer.reaction(self.world.dice) * MS)
        self.reactions[seat] = reaction
        self.at(now + reaction, lambda then: self.press(seat, then))

    def press(self, seat: int, now: int) -> None:
        racer = self.world.racers[seat]
        if self.verdict is not None and now > self.verdict.at + racer.path.down * MS:
            self.expected -= 1  # it has seen that the slot is gone
            return
        racer.plays += 1
        el = racer.claims(racer, now - self.delivered[seat])
        arrival = self.world.to_server(seat, now)
        self.at(arrival, lambda then: self.played(seat, el, then))
