"""Who was first: the plays for one slot, how long to wait for more, and the order that comes of it.

A case is all that is known about one slot: plays, rivals who might still have been earlier, and what their frames
have shown meanwhile. It is at once the state of a hold and, encoded, the record from which anybody can decide it again:
`due` and `decide` are functions of it and of nothing else, so the journal needs only the case.

    open ──play──▶ join ──play, frame──▶ … ──due──▶ decide      a play that comes later: `late`

Nothing here has a clock: the room asks `due`, and decides the case when that moment has come.
"""

import hmac
from collections.abc import Sequence
from typing import NamedTuple

from msgspec import msgpack, structs

from server.arbitration.races import STRICT, Case, Late, Ruling, Verdict
from server.arbitration.slots import Glimpse, Rival, Slot
from server.arbitration.view_time import POLICY, Play, Policy, Viewed, reach, tie, view
from server.clock import Micros

# a case as it grows


def opened(room: str, slot: Slot, cap: Micros, play: Play, rivals: Sequence[Rival]) -> Case:
    """The first play for a slot has come. Rivals are put in the order of their seats, so that equal cases are equal bytes."""
    there = () if cap == STRICT else sorted(rivals, key=lambda rival: rival.seat)
    others = tuple(rival for rival in there if rival.seat != play.seat)
    return Case(POLICY.version, room, slot, cap, (play,), others)


def join(case: Case, play: Play) -> Case:
    """One more play for the slot, in time."""
    return structs.replace(case, plays=(*case.plays, play))


def glimpse(case: Case, seat: int, arrived: Micros, moment: Micros | None) -> Case:
    """A frame of a player has arrived that shows what it had seen; None: it cannot play here any more.

    What changes nothing is not kept: the case stays the same object.
    """
    if not any(rival.seat == seat for rival in waited_for(case)):
        return case
    return structs.replace(case, glimpses=(*case.glimpses, Glimpse(seat, arrived, moment)))


# the hold


def waited_for(case: Case, policy: Policy = POLICY) -> list[Rival]:
    """Who could still have been earlier than what has come."""
    if not case.rivals:
        return []
    return _waited_for(
        case, _decisive(case, [view(play, policy) for play in case.plays], policy), policy
    )


def due(case: Case, policy: Policy = POLICY) -> Micros:
    """When the case is to be decided if nothing more comes; never before its last input."""
    last = max([play.arrived for play in case.plays])
    if not case.rivals:
        return last
    if case.glimpses:
        last = max(last, max([each.arrived for each in case.glimpses]))
    views = [view(play, policy) for play in case.plays]
    decisive = _decisive(case, views, policy)
    waiting = _waited_for(case, decisive, policy)
    if not waiting:
        return last
    until = decisive + max([reach(rival.link, policy) for rival in waiting])
    end = min([seen.since for seen in views]) + case.cap
    return Micros(max(last, min(until, end)))


def _decisive(case: Case, views: Sequence[Viewed], policy: Policy) -> int:
    """The moment that matters: nobody who saw it without acting can change what comes of this case."""
    taking = [seen.w for play, seen in zip(case.plays, views, strict=True) if play.takes]
    return (min(taking) if taking else max([seen.w for seen in views])) + policy.tie_low


def _waited_for(case: Case, decisive: int, policy: Policy) -> list[Rival]:
    taking = any(play.takes for play in case.plays)
    played = {play.seat for play in case.plays}
    return [
        rival
        for rival in case.rivals
        if rival.seat not in played
        and (taking or rival.takes)
        and (rival.opened is None or rival.opened + policy.floor <= decisive)
        and not _past(case, rival, decisive)
    ]


def _past(case: Case, rival: Rival, decisive: int) -> bool:
    return rival.shown > decisive or any(
        each.seat == rival.seat and (each.moment is None or each.moment > decisive)
        for each in case.glimpses
    )


# the decision


class _Entry(NamedTuple):
    play: Play
    seen: Viewed
    lot: tuple[bytes, int]


def decide(case: Case, key: bytes, policy: Policy = POLICY) -> Verdict:
    """The order of a case. `key` is the committed seed of the draws; it is the same for a whole match."""
    order = _in_order(case, key, policy)
    taken_at = next((place for place, each in enumerate(order) if each.play.takes), len(order))
    rulings = [_stands(case, each) for each in order[: taken_at + 1]]
    rulings += [_beaten(case, each, order[taken_at], policy) for each in order[taken_at + 1 :]]
    at = due(case, policy)
    first = min(play.arrived for play in case.plays)
    return Verdict(case.slot, at, Micros(at - first), tuple(rulings))


def _in_order(case: Case, key: bytes, policy: Policy) -> list[_Entry]:
    """By view time; those too close to the earliest to tell apart by the draw. Total, whatever order they came in."""
    rest = [
        _Entry(
            play, _seen(case, play, policy), (draw(key, case.room, case.slot, play.seat), play.n)
        )
        for play in case.plays
    ]
    rest.sort(key=lambda each: (each.seen.w, each.lot))
    order: list[_Entry] = []
    while rest:
        close = (each for each in rest if _too_close(case, each, rest[0], policy))
        order.append(min(close, key=lambda each: each.lot))
        rest.remove(order[-1])
    return order


def _seen(case: Case, play: Play, policy: Policy) -> Viewed:
    if case.cap == STRICT:
        return Viewed(play.arrived, 0, 0, play.arrived, True)
    return view(play, policy)


def _too_close(case: Case, one: _Entry, other: _Entry, policy: Policy) -> bool:
    sure = one.seen.sure, other.seen.sure
    width = 0 if case.cap == STRICT else tie(one.play, other.play, sure, policy)
    return abs(one.seen.w - other.seen.w) <= width


def _stands(case: Case, each: _Entry) -> Ruling:
    play, seen = each.play, each.seen
    spent = seen.spent if case.contested else 0
    return Ruling(play.seat, play.n, seen.w, seen.x, spent, True, play.takes)


def _beaten(case: Case, each: _Entry, taker: _Entry, policy: Policy) -> Ruling:
    margin = Micros(max(0, each.seen.w - taker.seen.w))
    tied = _too_close(case, each, taker, policy)
    stood = _stands(case, each)
    return structs.replace(stood, stands=False, by=taker.play.seat, margin=margin, tied=tied)


def draw(key: bytes, room: str, slot: Slot, seat: int) -> bytes:
    """A player's lot for one slot: the lowest wins. Nobody can steer it, and whoever has the key can check it."""
    return hmac.digest(key, msgpack.encode((room, slot, seat)), "sha256")


def late(case: Case, verdict: Verdict, play: Play, policy: Policy = POLICY) -> Late | None:
    """A play for a slot that is taken: by whom, and by how much. It pays nothing, for it gains nothing."""
    taker = verdict.taker
    if taker is None:
        return None
    w = _seen(case, play, policy).w
    return Late(case.slot, play, w, taker.seat, w - taker.w, w < taker.w)
