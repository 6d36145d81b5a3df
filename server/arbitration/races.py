"""What is known of a race and what was decided: the records of the audit, in one canonical form.

Arrays with a tag in front and whole numbers only, so equal records are equal bytes and old ones stay readable.
"""

from collections.abc import Callable
from typing import Final

from msgspec import Struct, msgpack

from server.arbitration.slots import Glimpse, Rival, Slot
from server.arbitration.view_time import POLICY, Play
from server.clock import Micros

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


encode: Final[Callable[[Case | Verdict | Late], bytes]] = msgpack.Encoder().encode
_decode: Final = msgpack.Decoder(Case | Verdict | Late).decode


def decode(data: bytes) -> Case | Verdict | Late:
    """A record of the audit; ValueError if it is none, or of a version of the rule this program does not know."""
    record: Case | Verdict | Late = _decode(data)
    if isinstance(record, Case) and record.version != POLICY.version:
        raise ValueError(f"arbitration of version {record.version} is not known here")
    return record
