"""Who takes part in a race for a slot; what can be raced for, the game says.

An act either takes its slot or only has to come before the act that does. Names of slots are unique within a match,
for the tie-break is drawn from them.
"""

from msgspec import Struct

from engine.game import Slot as Slot
from server.arbitration.view_time import Link
from server.clock import Micros


class Rival(Struct, frozen=True, array_like=True):
    """A connected player who could act on a slot when the first play for it arrived."""

    seat: int
    link: Link
    shown: Micros
    """The latest moment it had shown to have reached without playing."""
    opened: Micros | None = None
    takes: bool = True
    """Whether the act it could do takes the slot; one who can only slap does not hinder slappers."""


class Glimpse(Struct, frozen=True, array_like=True):
    """A frame of a player that arrived meanwhile, and the moment it had seen by then; None: it is out of the race."""

    seat: int
    arrived: Micros
    moment: Micros | None
