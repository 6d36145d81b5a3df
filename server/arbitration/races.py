"""The records of a race: who could play for a slot, what arrived, and what was decided; the audit reads them again.

A record is an array of whole numbers and short texts with a tag in front, so equal records are equal bytes.
New fields go to the end with a default: old records must stay readable. Field names are not stored.
"""

from collections.abc import Callable
from typing import Final

from msgspec import Struct, msgpack

from watai.engine.game import Slot
from watai.server.arbitration.view_time import LinkSnapshot, Play
from watai.server.clock import Micros

VERSION: Final = 1
"""Of the rule by which races are decided. Change a number or a step of it, and this must change too: `watai verify` decides no
race of another version."""
STRICT: Final = Micros(0)
"""The cap of a room that orders plays by arrival. Its plays are never held, so none comes to the arbiter."""


class Rival(Struct, frozen=True, array_like=True):
    """A connected player who could have acted on the slot when the first play for it arrived."""

    seat: int
    link: LinkSnapshot
    seen_until: Micros
    """The latest moment this player is proven to have seen without playing."""
    opened: Micros | None = None
    """When the event that opened the slot was written to this player; if that is unknown, when it happened."""
    takes: bool = True
    """Whether the act open to this player takes the slot. A player who can only slap does not make slappers wait."""


class SeenProof(Struct, frozen=True, array_like=True):
    """A frame that arrived from a rival during the hold, and the moment that rival had seen when sending it."""

    seat: int
    arrived: Micros
    moment: Micros | None
    """None: the rival disconnected and can no longer play."""


class Case(Struct, frozen=True, array_like=True, tag="case"):
    """Everything the arbiter knows about the race for one slot of a match."""

    version: int
    match: str
    slot: Slot
    """Unique within its match: ties are drawn from the two names."""
    cap: Micros
    plays: tuple[Play, ...]
    rivals: tuple[Rival, ...]
    proofs: tuple[SeenProof, ...] = ()


class Ruling(Struct, frozen=True, array_like=True):
    """What the arbiter decided about one play."""

    seat: int
    n: int
    """The player's own number for the play."""
    view_time: Micros
    extra_rtt: Micros
    spent: Micros
    stands: bool
    takes: bool
    by: int | None = None
    """The seat that took the slot before this play."""
    margin: Micros = Micros(0)
    """How much earlier that seat's play was."""
    tied: bool = False
    """Whether the two were too close to tell apart, so that the draw decided."""


class Verdict(Struct, frozen=True, array_like=True, tag="verdict"):
    """A decided case: its plays in the order in which they count."""

    slot: Slot
    at: Micros
    held: Micros
    """How long the first play waited."""
    order: tuple[Ruling, ...]

    @property
    def taker(self) -> Ruling | None:
        """The ruling of the play that took the slot."""
        return next((each for each in self.order if each.stands and each.takes), None)


class Late(Struct, frozen=True, array_like=True, tag="late"):
    """A play for a slot whose race was already decided."""

    slot: Slot
    play: Play
    view_time: Micros
    by: int
    """The seat that took the slot."""
    margin: Micros
    """How much earlier that seat's play was; negative if this play was the earlier one."""
    beaten: bool
    """Whether this play was the earlier one by view time, and lost because it arrived after the decision."""


encode: Final[Callable[[Case | Verdict | Late], bytes]] = msgpack.Encoder().encode
