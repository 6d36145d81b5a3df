"""What a world can find wrong with the server, by kind."""

from typing import Final

KINDS: Final = (
    "lost",
    "duplicated",
    "reordered",
    "leaked",
    "stuck",
    "early",
    "broken",
    "unbounded",
    "double_writers",
    "stranded",
)
"""
lost         something that was acknowledged or told is gone, or a request was never answered
duplicated   a request was answered or carried out twice, or answered otherwise the second time
reordered    events with gaps, out of order, or different for different listeners
leaked       a peer was sent what it may not know
stuck        a game does not end although nothing is wrong any more
early        something was sent that the journal does not have
broken       a game is in an impossible state, a bug was logged, or a finished game does not verify
unbounded    a size is over the bound that follows from the limits
double_writers   two nodes have written to a room, or have served it, at the same time
stranded     a room that nobody serves, or a guest who cannot get back to its room
"""


class Violation(BaseException):
    """The server broke a promise. No plain Exception: the server contains those, as it contains its own bugs."""

    def __init__(self, kind: str, what: str) -> None:
        assert kind in KINDS, kind
        super().__init__(f"{kind}: {what}")
        self.kind = kind
        self.what = what
