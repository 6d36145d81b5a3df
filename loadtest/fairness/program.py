"""The scenarios of a whole run: one for each proof, all in rooms side by side on the same server."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from watai.loadtest.fairness.conduct import (
    Blind,
    ClockLiar,
    Colluding,
    Conduct,
    PongStaller,
    SilentClient,
    Spectated,
    SpikeFaker,
    StallAndLie,
    ZeroMs,
)
from watai.loadtest.fairness.scenario import SEATS, SPECTATOR, React, Scenario
from watai.loadtest.net.netsim import PROFILES, RTTS, Path

CHEATS_SIT: Final = (0, 4, 7)  # near, in the middle, far
JITTERY: Final = 4
JITTERY_MS: Final = 6.0
MACHINES: Final = 97.0
"""ms: just below the 100 ms that the server credits at least, so that all of them equal the 0 ms bot."""
NO_HOLD: Final = 1  # ms
FAIR, ARRIVAL, ASYMMETRIC, HARM, ALONE = "fair", "arrival", "asymmetric", "honest_harm", "alone"
RTT_ONLY, HOLDLESS, AMONG_PEOPLE = "rtt_only", "no_hold", "zero_ms_among_people"
BLIND_AMONG_PEOPLE: Final = "blind_among_people"
NEAREST: Final = 0


def program(races: int) -> list[Scenario]:
    """All scenarios, for this many races between equals."""
    spread = PROFILES["spread"]
    return [
        Scenario(FAIR, races, spread),
        Scenario(ARRIVAL, races // 4, spread, {"arbitration": "arrival"}),
        Scenario(RTT_ONLY, races // 8, spread, conducts=dict.fromkeys(range(SEATS), SilentClient)),
        Scenario(HOLDLESS, races // 8, spread, {"hold_cap": NO_HOLD}),
        Scenario(ASYMMETRIC, races // 2, PROFILES["lopsided"]),
        Scenario(HARM, races, _with_a_bad_link(spread), seat=JITTERY),
        *_cheats(races // 2, spread),
    ]


def quiet(races: int) -> Scenario:
    """Three players on a LAN who do not race: shows what the arbiter adds to a play without a rival."""
    return Scenario(ALONE, 0, PROFILES["lan"][:3], games=1 + races // 1000)


def of_profile(races: int, name: str) -> list[Scenario]:
    """Players with links of one kind, decided fairly and by arrival."""
    paths = PROFILES[name]
    return [
        Scenario(FAIR, races, paths),
        Scenario(ARRIVAL, races // 2, paths, {"arbitration": "arrival"}),
    ]


def _with_a_bad_link(paths: Sequence[Path]) -> list[Path]:
    half = RTTS[JITTERY] / 2
    bad = Path(half, half, jitter=JITTERY_MS / 2, spikes=0.01)
    return [bad if seat == JITTERY else path for seat, path in enumerate(paths)]


def _cheats(races: int, paths: Sequence[Path]) -> Iterator[Scenario]:
    liars: tuple[type[Conduct], ...] = (ClockLiar, PongStaller, SpikeFaker, StallAndLie)
    for cheat in liars:
        for seat in CHEATS_SIT:
            share = races // len(CHEATS_SIT)
            yield Scenario(cheat.name, share, paths, conducts={seat: cheat}, seat=seat)
    far = SEATS - 1
    machines = {seat: _always(MACHINES) for seat in range(far)}
    bot = Scenario(ZeroMs.name, races, paths, conducts={far: ZeroMs}, seat=far)
    yield replace(bot, reacts={**machines, far: _always(0.0)})
    yield replace(bot, name=AMONG_PEOPLE, races=races // 4, reacts={far: _always(0.0)})
    blind = Scenario(Blind.name, races // 2, paths, conducts={far: Blind}, seat=far)
    yield replace(blind, reacts=machines)
    yield replace(blind, name=BLIND_AMONG_PEOPLE)
    for cheat, eyes in ((Spectated, SPECTATOR), (Colluding, NEAREST)):
        share = races // 2
        yield Scenario(cheat.name, share, paths, conducts={far: cheat}, seat=far, eyes=eyes)


def _always(millis: float) -> React:
    return lambda dice: millis
