"""Who was first: the plays for one slot, how long to wait for more, and the order that comes of it.

A case is all that is known about one slot: plays, rivals who might still have been earlier, and what their frames
have shown meanwhile. It is at once the state of a hold and, encoded, the record from which anybody can decide it again:
`due` and `decide` are functions of it and of nothing else, so the journal needs only the case.

    open ──play──▶ join ──play, frame──▶ … ──due──▶ decide      a play that comes later: `late`

Nothing here has a clock: the room asks `due`, and decides the case when that moment has come.
"""

import hmac
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from msgspec import Struct, msgpack, structs

from server.claims import POLICY, Micros, Play, Policy, Viewed, reach, tie, view
from server.slots import Glimpse, Rival, Slot

HOLD_CAP: Final = Micros(160_000)
"""The longest wait after the first arrival unless the room says otherwise: a round trip of 150 ms and its jitter."""

STRICT: Final = Micros(0)
"""The cap that means: no waiting and no view time, first come, first served."""


class Case(Struct, frozen=True, array_like=True, tag="case"):
    """The plays for one slot of a room; encoded, it is the audit's record of a decision."""

    version: int
    room: str
    slot: Slot
    cap: Micros
    plays: tuple[Play, ...]
    rivals: tuple[Rival, ...]
    glimpses: tuple[Glimpse, ...] = ()

    @property
    def contested(self) -> bool:
        """Whether view times matter here, so that they are paid for."""
        return self.cap != STRICT and (bool(self.rivals) or len(self.plays) > 1)


class Ruling(Struct, frozen=True, array_like=True):
    """What became of one play."""

    seat: int
    n: int
    w: Micros
    x: int
    spent: int
    stands: bool
    takes: bool
    by: int | None = None
    """Who took the slot before."""
    margin: Micros = Micros(0)
    """By how much that one was quicker."""
    tied: bool = False
    """Whether it was too close to tell and the draw decided."""


class Verdict(Struct, frozen=True, array_like=True, tag="verdict"):
    """A case decided: its plays in the order in which they count."""

    slot: Slot
    at: Micros
    held: Micros
    """How long the first play waited."""
    order: tuple[Ruling, ...]

    @property
    def taker(self) -> Ruling | None:
        """Whoever has the slot now."""
        return next((each for each in self.order if each.stands and each.takes), None)


class Late(Struct, frozen=True, array_like=True, tag="late"):
    """A play for a slot that was already decided; `beaten` if it was earlier all the same, and came too late."""

    slot: Slot
    play: Play
    w: Micros
    by: int
    margin: int
    beaten: bool


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
    """Who could still have been earlier than what has come. Worth a ping at once: the pong tells."""
    return _waited_for(case, _decisive(case, policy), policy)


def due(case: Case, policy: Policy = POLICY) -> Micros:
    """When the case is to be decided if nothing more comes; never later than before, never before its last input."""
    last = max(
        max(play.arrived for play in case.plays),
        max((each.arrived for each in case.glimpses), default=0),
    )
    if case.cap == STRICT:
        return Micros(last)
    decisive = _decisive(case, policy)
    waiting = _waited_for(case, decisive, policy)
    until = max((decisive + reach(rival.link, policy) for rival in waiting), default=last)
    end = min(view(play, policy).since for play in case.plays) + case.cap
    return Micros(max(last, min(until, end)))


def _decisive(case: Case, policy: Policy) -> int:
    """The moment that matters: nobody who saw it without acting can change what comes of this case."""
    views = [(view(play, policy).w, play.takes) for play in case.plays]
    taken = min((w for w, takes in views if takes), default=None)
    return (max(w for w, _ in views) if taken is None else taken) + policy.tie_low


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


# the record

encode: Final[Callable[[Case | Verdict | Late], bytes]] = msgpack.Encoder().encode
_decode: Final = msgpack.Decoder(Case | Verdict | Late).decode


def decode(data: bytes) -> Case | Verdict | Late:
    """A record of the audit; ValueError if it is none, or of a version of the rule this program does not know."""
    record: Case | Verdict | Late = _decode(data)
    if isinstance(record, Case) and record.version != POLICY.version:
        raise ValueError(f"arbitration of version {record.version} is not known here")
    return record
