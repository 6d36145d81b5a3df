"""Decides a race: how long the first play for a slot is held, and in which order the plays count.

A case is both the state of a hold and, encoded, the record of its decision. `due` and `decide` depend on the case
and the key of the draws alone, so anybody who has the record can decide the race again.

    opened ──play──▶ join ──play──▶ … ──due──▶ decide      a frame meanwhile: `seen_proof`; a play afterwards: `late`

`timings` are those of a case's plays, in the same order, if the caller has them already: they follow from the case.
The arbiter has no clock: the referee asks when a case is due, and has it decided once that moment has passed.
"""

import hmac
from collections.abc import Sequence
from typing import Final, NamedTuple

from msgspec import msgpack, structs

from watai.engine.game import Slot
from watai.server.arbitration.races import VERSION, Case, Late, Rival, Ruling, SeenProof, Verdict
from watai.server.arbitration.view_time import (
    FLOOR,
    LinkSnapshot,
    Play,
    Timing,
    allowance,
    timing_of,
)
from watai.server.clock import Micros

TIE_LOW: Final = Micros(200)
"""Plays at most this far apart are tied: the error of stamps and of the clients' event loops."""
TIE_HIGH: Final = Micros(8_000)
"""The widest tie, however unsteady the link of a player whose claim is not believed."""
REACH_MARGIN: Final = Micros(1_000)
"""How much longer than the longest recent round trip a play may still be under way."""

# a case as it grows


def opened(match: str, slot: Slot, cap: Micros, play: Play, rivals: Sequence[Rival]) -> Case:
    """The case of a slot for which the first play arrived. Rivals are sorted by seat, so equal cases are equal bytes."""
    by_seat = sorted(rivals, key=lambda rival: rival.seat)
    return Case(VERSION, match, slot, cap, (play,), tuple(by_seat))


def join(case: Case, play: Play) -> Case:
    """The case with one more play, which arrived before the case was due."""
    return structs.replace(case, plays=(*case.plays, play))


def seen_proof(
    case: Case,
    seat: int,
    arrived: Micros,
    moment: Micros | None,
    timings: Sequence[Timing] | None = None,
) -> Case:
    """The case after a frame proved what a rival had seen; `moment` is None for a rival who disconnected.

    Returns the same object if nobody waits for that rival: a proof that changes nothing is not recorded.
    """
    if seat not in [rival.seat for rival in case.rivals]:
        return case  # most frames come from players who want something else
    if seat not in [rival.seat for rival in waited_for(case, timings)]:
        return case
    return structs.replace(case, proofs=(*case.proofs, SeenProof(seat, arrived, moment)))


# the hold


def waited_for(case: Case, timings: Sequence[Timing] | None = None) -> list[Rival]:
    """The rivals whose play may still be under way and earlier than those that arrived."""
    if not case.rivals:
        return []
    return _waited_for(case, _decisive(case, timings or _timings(case)))


def _timings(case: Case) -> Sequence[Timing]:
    return [timing_of(play) for play in case.plays]


def due(case: Case, timings: Sequence[Timing] | None = None) -> Micros:
    """When to decide the case if nothing more arrives; never before its latest input."""
    last = max([play.arrived for play in case.plays])
    if not case.rivals:
        return last
    if case.proofs:
        last = max(last, max([proof.arrived for proof in case.proofs]))
    timings = timings or _timings(case)
    decisive = _decisive(case, timings)
    waiting = _waited_for(case, decisive)
    if not waiting:
        return last
    until = decisive + max([reach(rival.link) for rival in waiting])
    end = min([timing.holds_from for timing in timings]) + case.cap
    return Micros(max(last, min(until, end)))


def _decisive(case: Case, timings: Sequence[Timing]) -> Micros:
    """The decisive moment: a rival who saw it without having acted can no longer change the outcome."""
    taking = [
        timing.view_time for play, timing in zip(case.plays, timings, strict=True) if play.takes
    ]
    moment = min(taking) if taking else max([timing.view_time for timing in timings])
    return Micros(moment + TIE_LOW)


def _waited_for(case: Case, decisive: Micros) -> list[Rival]:
    taking = any(play.takes for play in case.plays)
    played = {play.seat for play in case.plays}
    return [
        rival
        for rival in case.rivals
        if rival.seat not in played
        and (taking or rival.takes)
        and (rival.opened is None or rival.opened + FLOOR <= decisive)
        and not _has_passed(case, rival, decisive)
    ]


def _has_passed(case: Case, rival: Rival, decisive: Micros) -> bool:
    """Whether the rival is proven to have seen the decisive moment, or is gone."""
    return rival.seen_until > decisive or any(
        proof.seat == rival.seat and (proof.moment is None or proof.moment > decisive)
        for proof in case.proofs
    )


def reach(link: LinkSnapshot) -> Micros:
    """How long after its view time a play on this link can still arrive and be believed."""
    late = min(allowance(link), max(0, link.high - link.base) + REACH_MARGIN)
    return Micros(link.base + late)


# the decision


class _Entry(NamedTuple):
    play: Play
    timing: Timing
    lot: tuple[bytes, int]


def decide(case: Case, key: bytes, timings: Sequence[Timing] | None = None) -> Verdict:
    """The order of the plays. `key` draws the ties; it is the same for a whole match and committed before its deal."""
    timings = timings or _timings(case)
    order = _in_order(case, timings, key)
    taken_at = next((place for place, each in enumerate(order) if each.play.takes), len(order))
    rulings = [_stands(each) for each in order[: taken_at + 1]]
    rulings += [_beaten(each, order[taken_at]) for each in order[taken_at + 1 :]]
    at = due(case, timings)
    first = min([play.arrived for play in case.plays])
    return Verdict(case.slot, at, Micros(at - first), tuple(rulings))


def _in_order(case: Case, timings: Sequence[Timing], key: bytes) -> list[_Entry]:
    """The plays by view time, those too close to the earliest by the draw. Their order of arrival does not matter."""
    if len(case.plays) == 1:  # most rivals never play, and nothing is drawn for one play
        return [_Entry(case.plays[0], timings[0], (b"", 0))]
    rest = [
        _Entry(play, timing, (draw(key, case.match, case.slot, play.seat), play.n))
        for play, timing in zip(case.plays, timings, strict=True)
    ]
    rest.sort(key=lambda each: (each.timing.view_time, each.lot))
    order: list[_Entry] = []
    while rest:
        close = (each for each in rest if _too_close(each, rest[0]))
        order.append(min(close, key=lambda each: each.lot))
        rest.remove(order[-1])
    return order


def _too_close(one: _Entry, other: _Entry) -> bool:
    width = tie_width(one.play, other.play, (one.timing.believed, other.timing.believed))
    return abs(one.timing.view_time - other.timing.view_time) <= width


def tie_width(one: Play, other: Play, believed: tuple[bool, bool]) -> Micros:
    """How far apart two view times may lie and still be a tie."""
    devs = (0 if each else play.link.dev for play, each in zip((one, other), believed, strict=True))
    return Micros(min(max(TIE_LOW, *devs), TIE_HIGH))


def _stands(each: _Entry) -> Ruling:
    play, timing = each.play, each.timing
    cost = timing.extra_rtt, timing.spent
    return Ruling(play.seat, play.n, timing.view_time, *cost, stands=True, takes=play.takes)


def _beaten(each: _Entry, taker: _Entry) -> Ruling:
    margin = Micros(max(0, each.timing.view_time - taker.timing.view_time))
    tied = _too_close(each, taker)
    by = taker.play.seat
    return structs.replace(_stands(each), stands=False, by=by, margin=margin, tied=tied)


def draw(key: bytes, match: str, slot: Slot, seat: int) -> bytes:
    """A player's lot for one slot; the lowest wins. No player can steer it, and anybody who has the key can check it."""
    return hmac.digest(key, msgpack.encode((match, slot, seat)), "sha256")


def late(verdict: Verdict, play: Play) -> Late | None:
    """The record of a play that arrived after its slot was taken; None if no play took the slot. It costs no tokens."""
    taker = verdict.taker
    if taker is None:
        return None
    view_time = timing_of(play).view_time
    margin = Micros(view_time - taker.view_time)
    return Late(verdict.slot, play, view_time, taker.seat, margin, beaten=margin < 0)
