"""Searches the knee of our server and of the peers: the most plays a second with an open-loop p99 within a budget.

Every server gets the same schedule, search and rules of validity. In each round every server is searched once.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from watai.loadtest.load.plan import Plan
from watai.loadtest.peers.rounds import Failed, Got, in_turn, run_load, run_race, serving
from watai.loadtest.results.knee import find_knee

MOST_ROOMS: Final = 1_000
FIRST_ROOMS: Final = 80
NEARBY: Final = 1.12
"""The factor of a search that begins at the knee of the round before."""
TRIES: Final = 2
"""A load that failed once is tried again: a pause of the machine is no fault of the server."""
INVALID_TRIES: Final = 3
"""A try in which the generator was late says nothing and is repeated, so many times in all."""

PLAIN: Final[Mapping[str, Sequence[str]]] = {
    "turn": ("--play", "turn", "--arbitration", "arrival"),
    "arrival": ("--play", "real", "--arbitration", "arrival"),
    "fair": ("--play", "real", "--arbitration", "fair"),
}
"""What our server is asked to do, with the options of its `bench race`."""
OVER_TLS: Final = "_tls"
OURS: Final[Mapping[str, Sequence[str]]] = {
    **PLAIN,
    **{f"{name}{OVER_TLS}": (*words, "--tls") for name, words in PLAIN.items()},
}
"""The same, and the same over TLS."""

Measure = Callable[[Plan], Got]


@dataclass(frozen=True, slots=True)
class Reading:
    """One run of one server under one load."""

    rooms: int
    got: Got
    held: bool
    """Whether the server met the budget."""


@dataclass(frozen=True, slots=True)
class Knee:
    """The knee of one server in one round: its best reading, or None if no load was met; and all readings."""

    best: Reading | None
    readings: Sequence[Reading]

    @property
    def plays_per_s(self) -> float:
        return 0.0 if self.best is None else self.best.got.plays_per_s


def measure_ours(options: Sequence[str], budget: float, plan: Plan) -> Got:
    """Our own server, rules and journal; the wait for rivals is no part of the latency, and is told beside it."""
    words = [*_words(plan), "--check", "sample", "--budget", str(budget), *options]
    return run_race(words, "own_ms")


def measure_peer(name: str, command: Sequence[str], plan: Plan) -> Got:
    """A peer, started anew for every load, as ours is."""
    with serving(name, command) as rig:
        return run_load(name, rig, _words(plan))


def contenders(peers: Mapping[str, Sequence[str]], budget: float) -> dict[str, Measure]:
    """Everybody who is searched, by name: ours under what they are asked to do, then the peers."""
    ours = {
        f"ours.{name}": partial(measure_ours, options, budget) for name, options in OURS.items()
    }
    return {**ours, **{name: partial(measure_peer, name, peers[name]) for name in peers}}


def search(measure: Measure, plan: Plan, budget: float, guess: int = 0) -> Knee:
    """The knee of one server; `guess` is the number of rooms at its knee the last time."""
    readings: list[Reading] = []

    def holds(rooms: int) -> bool:
        for _ in range(TRIES):
            got = _valid(measure, replace(plan, rooms=rooms), budget)
            readings.append(Reading(rooms, got, not got.wrong and got.p99_ms <= budget))
            if readings[-1].held:
                return True
        return False

    begin, factor = (guess, NEARBY) if guess else (FIRST_ROOMS, 2.0)
    rooms, _ = find_knee(holds, begin, MOST_ROOMS, factor)
    met = [each for each in readings if each.held and each.rooms == rooms]
    return Knee(met[0] if met else None, readings)


def _valid(measure: Measure, plan: Plan, budget: float) -> Got:
    """A run whose generator was on time, or the last of some that were not.

    A server that did not start, or reset a connection before the race, is tried again too: a search takes minutes.
    """
    for left in reversed(range(INVALID_TRIES)):
        try:
            got = measure(plan)
        except Failed:
            if not left:
                raise
        else:
            if got.lag_p99_ms <= budget / 10:
                break
    return got


def rounds(
    everybody: Mapping[str, Measure], plan: Plan, budget: float, count: int
) -> Iterator[tuple[str, Knee]]:
    """Every server once a round, each round beginning with another."""
    guesses: dict[str, int] = {}
    for _, name in in_turn(list(everybody), count):
        knee = search(everybody[name], plan, budget, guesses.get(name, 0))
        if knee.best is not None:
            guesses[name] = knee.best.rooms
        yield name, knee


def _words(plan: Plan) -> list[str]:
    return [
        *("--rooms", str(plan.rooms), "--seconds", str(plan.seconds)),
        *("--rate", str(plan.rate), "--warm-up", str(plan.warm_up)),
    ]
