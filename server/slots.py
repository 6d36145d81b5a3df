"""What can be contested: every race is for a slot, and a slot is known by its name.

An act either takes its slot (a card on a pile, a shout, the turn that freezes play) or only has to come before
the act that does (a slap before the next card, a card before the freeze). Names are unique within a match,
for the tie-break is drawn from them.

    opening a pile     no slot: nobody can be in its way (WATAI-7)
    a card on a pile   `pile`, takes it; rivals are whoever shows a card that fits (WATAI-14)
    a slap             `pile` at the height of the next card, does not take it; rivals are whoever could lay that card,
                       and whoever may still slap is a rival of that card (WATAI-V15)
    a valid shout      `shout`, takes it; rivals are the others who may shout now (WATAI-15, V11)
    the Extra Stop     `freeze`, the leader's turn takes it; rivals are all with a card that fits somewhere (WATAI-V13);
                       a card of theirs that was earlier is played first
"""

from typing import NewType

from msgspec import Struct

from server.claims import Link, Micros

Slot = NewType("Slot", str)


def pile(round_: int, number: int, height: int) -> Slot:
    """The place for the next card on a pile."""
    return Slot(f"pile/{round_}/{number}/{height}")


def shout(round_: int) -> Slot:
    """The end of a round."""
    return Slot(f"shout/{round_}")


def freeze(round_: int) -> Slot:
    """The ten seconds of the leader."""
    return Slot(f"freeze/{round_}")


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
