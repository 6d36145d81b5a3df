"""The view time of a play: when its player pressed the key, on the clock of what that player was looking at.

    arrived = sent + down + elapsed + up,  so  view time = sent + elapsed = arrived − RTT

`sent` is when the server wrote the event that the player answers, `elapsed` how long the player took to answer it.
The server measures `arrived` and an average RTT. The client's claim (event seen, elapsed) yields the RTT of this one
play; the server believes it as far as the jitter of the link and the player's quota allow. No claim makes this module raise.
"""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from watai.server.clock import Micros

LATEST_CLAIM: Final = Micros(3_600_000_000)
"""The longest `elapsed` that counts as a claim: nobody answers an event an hour old."""
FLOOR: Final = Micros(100_000)
"""The quickest reaction of a person. A quicker play was guessed or made by a program, and counts as this quick."""
USUAL: Final = Micros(400_000)
"""The usual reaction of a person. A guess counts as no quicker."""
GUESSES: Final = 2
"""How many misplaced plays for a pile make the next play there a guess. One alone is an honest mistake."""
GUESSED_WITHIN: Final = Micros(5_000_000)
"""How long a misplaced play counts. Whoever guesses more rarely comes too late for most races."""
FREE: Final = Micros(500)
"""How much extra RTT a claim gets without tokens: a client's own event loop is no more exact. It gets none for the deviation of
its link: a client can shake its own pongs."""
DRIP: Final = Micros(2_000)
"""The tokens a player earns with each contested play: the most that lying gains per race on average."""
TOKEN_CAP: Final = Micros(60_000)
"""The most tokens a player can have: the largest spike of a link that is believed."""


class LinkSnapshot(Struct, frozen=True, array_like=True):
    """What an `RttMeter` knew about a connection when a play arrived."""

    base: Micros
    """The average round trip."""
    low: Micros
    """The shortest known, of recent pongs or by the kernel. A play may be quicker than every pong."""
    high: Micros
    """The longest of recent pongs."""
    dev: Micros
    """The median deviation of recent pongs from their median."""
    tokens: Micros
    """What is left of the player's quota."""


class Claim(Struct, frozen=True, array_like=True):
    """What a client says of a play: the last event it showed, and the µs from showing it to the key press."""

    seen: int
    elapsed: int


class Play(Struct, frozen=True, array_like=True):
    """A contested act with everything its view time depends on."""

    seat: int
    n: int
    """The player's own number for the act."""
    arrived: Micros
    link: LinkSnapshot
    frontier: Micros
    """The view time of this player's previous play; the next one cannot be earlier."""
    claim: Claim | None = None
    sent: Micros | None = None
    """When the event of the claim was written to this player; None if it never was, or is too long ago."""
    opened: Micros | None = None
    """From when its reaction counts (`reacts_from`): when the event that opened the slot was written to this player, or later."""
    takes: bool = True
    """Whether the act takes the slot. One that does not (a slap) only has to come before the one that does."""


class Timing(Struct, frozen=True):
    """The view time of a play, and how it came about."""

    view_time: Micros
    extra_rtt: Micros
    """How much longer than the average the round trip of this play is taken to be; negative: shorter."""
    spent: Micros
    """The tokens this costs if the play is contested; negative: the tokens it earns."""
    holds_from: Micros
    """When the hold for rivals starts: at the arrival, or later for a reaction below the floor."""
    believed: bool
    """Whether the claim was believed in full."""


def read_claim(seen: int | None, elapsed: int | None) -> Claim | None:
    """The claim of a message; None if it has none or an impossible one."""
    if seen is None or elapsed is None:
        return None
    if not 0 <= elapsed <= LATEST_CLAIM or not 0 <= seen < 1 << 53:
        return None
    return Claim(seen, elapsed)


def allowance(link: LinkSnapshot) -> Micros:
    """The largest extra RTT that is believed on this link now."""
    return Micros(FREE + link.tokens)


def reacts_from(shown: Micros, arrived: Micros, misplaced: Sequence[Micros]) -> Micros:
    """From when the reaction of a play counts: when its player was shown the opening of the slot, later if it is a guess.

    `misplaced` are the arrivals of the player's misplaced plays for the same pile: those that fitted neither its top
    card nor the card below. A client that repeats a blind play until it fits would otherwise always react in no time.
    """
    recent = [each for each in misplaced if each <= arrived <= each + GUESSED_WITHIN]
    return Micros(shown + USUAL - FLOOR if len(recent) >= GUESSES else shown)


def timing_of(play: Play) -> Timing:
    """The view time of a play, and what it costs. A claim that cannot be true counts as none."""
    link, arrived, sent, claim = play.link, play.arrived, play.sent, play.claim
    base, extra, believed, seen = link.base, 0, False, None
    if claim is not None and sent is not None and claim.elapsed >= 0:
        rtt = arrived - sent - claim.elapsed
        if rtt >= 0:
            wanted = rtt - base
            # delayed pongs can make low > base; the lower bound is capped at 0 so that they gain nothing
            extra = min(max(wanted, min(0, link.low - base)), allowance(link))
            believed, seen = extra == wanted, sent
    pressed = arrived - base - extra
    not_before = pressed
    if play.opened is not None and play.opened + FLOOR > pressed:
        not_before = play.opened + FLOOR
    view_time = not_before if not_before > play.frontier else play.frontier
    if seen is not None and seen > view_time:
        view_time = seen
    spent = (extra - FREE if extra > FREE else 0) - DRIP
    if extra < 0:  # quicker than usual: honest jitter then costs nothing in the long run
        spent += extra
    return Timing(
        Micros(view_time),
        Micros(extra),
        Micros(spent),
        Micros(arrived + not_before - pressed),
        believed,
    )


def is_early(play: Play) -> bool:
    """Whether a play came too early to be a reaction, and so counts as later than it was pressed."""
    return timing_of(play).holds_from > play.arrived


def tokens_after(tokens: Micros, spent: Micros) -> Micros:
    """The player's quota after a contested play."""
    return Micros(min(max(0, tokens - spent), TOKEN_CAP))
