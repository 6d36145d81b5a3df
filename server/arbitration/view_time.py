"""When a key went down, in the world its player was looking at: the view time of a play.

    A = S + down + e + up,  so  w = S + e = A − RTT

A is when the play arrived, S when the event it answers was written to this player, e what the player took.
The server knows A and an RTT by itself; the client's claim (`seen`, `el`) gives the RTT of this very play, and
counts as far as the jitter of the link and a quota allow. Whatever is claimed, nothing here raises.
"""

from typing import Final

from msgspec import Struct

from server.clock import Micros

LATEST_CLAIM: Final = (
    3_600_000_000  # µs: nobody answers an event an hour old; and it fits any encoding
)


class Policy(Struct, frozen=True):
    """Every number of the rule, with its reason. A journal names the version, so numbers never change under it."""

    version: int = 1
    floor: Micros = Micros(100_000)
    """Nobody sees and presses in less; what is quicker was guessed, or is a program."""
    free: Micros = Micros(500)
    """What a claim may take for nothing: a client's own loop is no better than that."""
    free_devs: int = 0
    """So many deviations of the link for nothing too. None: a client can shake its own pongs."""
    gives_back: bool = True
    """Whether a play that came quicker than usual pays into the quota; jitter then costs nothing in the long run."""
    drip: Micros = Micros(2_000)
    """What the quota gains by each contested play: the most that lying is worth on average."""
    token_cap: Micros = Micros(60_000)
    """The largest spike that is believed."""
    token_start: Micros = Micros(30_000)
    """What a new player has of it: enough for a first spike; were it all, a new name would be worth a won race."""
    tie_low: Micros = Micros(200)
    """A tie, at least: what stamps and the clients' loops get wrong."""
    tie_high: Micros = Micros(8_000)
    """A tie, at most, however much the link of somebody without a believable claim trembles."""
    reach_margin: Micros = Micros(1_000)
    """Beyond the longest round trip seen lately, how long a play may still be under way."""
    slack: Micros = Micros(4_700)
    """How far the usual round trip may lie above the kernel's shortest: the most that stalling pongs is worth."""
    slack_percent: int = 0
    """The same as a part of it, if that is more. None: a far player would gain most by stalling."""
    longest: Micros = Micros(200_000)
    """Nobody is compensated for more: the table would wait."""


POLICY: Final = Policy()


class Link(Struct, frozen=True, array_like=True):
    """What was known of a connection when it mattered; see links."""

    base: Micros
    """The round trip to reckon with."""
    low: Micros
    """The shortest seen, by pongs lately or by the kernel: a play may be quicker than every pong."""
    high: Micros
    """The longest seen lately."""
    dev: Micros
    """How much they differ: the median of the deviations from the median."""
    tokens: Micros
    """What is left of the quota."""


class Claim(Struct, frozen=True, array_like=True):
    """The client's word: the event it saw last, and how many µs before the key press that came."""

    seen: int
    el: int


class Play(Struct, frozen=True, array_like=True):
    """A contested act and everything its view time depends on."""

    seat: int
    n: int
    """The player's own number for it."""
    arrived: Micros
    link: Link
    frontier: Micros
    """The view time of this player's last play: nobody predates what they did before."""
    claim: Claim | None = None
    sent: Micros | None = None
    """When the event of the claim was written to this player; None if it never was."""
    opened: Micros | None = None
    """When the event that opened the slot was written to this player."""
    takes: bool = True
    """Whether it takes the slot; acts that do not (a slap) only have to come before the one that does."""


class Viewed(Struct, frozen=True, array_like=True):
    """What the rule makes of a play."""

    w: Micros
    x: int
    """How much longer than usual the round trip is held to have been."""
    spent: int
    """What that costs of the quota; negative: what it gains."""
    since: Micros
    """From when on it can make others wait: its arrival, later if it was too quick to be true."""
    sure: bool
    """Whether the claim was believed as it was."""


def read_claim(seen: int | None, el: int | None) -> Claim | None:
    """A claim as it came, or None if it cannot be one."""
    if seen is None or el is None or not 0 <= el <= LATEST_CLAIM or not 0 <= seen < 1 << 53:
        return None
    return Claim(seen, el)


def round_trip(play: Play) -> int | None:
    """The round trip a play claims to have had; None for no claim, or one that cannot be true."""
    if play.claim is None or play.sent is None or play.claim.el < 0:
        return None
    claimed = play.arrived - play.sent - play.claim.el
    return claimed if claimed >= 0 else None


def allowance(link: Link, policy: Policy = POLICY) -> int:
    """The most by which a round trip may have been longer than usual."""
    return policy.free + policy.free_devs * link.dev + link.tokens


def view(play: Play, policy: Policy = POLICY) -> Viewed:
    """The view time of a play, and what it costs."""
    link, claimed = play.link, round_trip(play)
    wanted = 0 if claimed is None else claimed - link.base
    # a stalled pong must not raise the lower bound: 0 is always allowed
    x = min(max(wanted, min(0, link.low - link.base)), allowance(link, policy))
    pressed = play.arrived - link.base - x
    w = pressed if play.opened is None else max(pressed, play.opened + policy.floor)
    seen = play.sent if claimed is not None and play.sent is not None else w
    return Viewed(
        w=Micros(max(w, play.frontier, seen)),
        x=x,
        spent=_spent(link, x, policy),
        since=Micros(play.arrived + w - pressed),
        sure=claimed is not None and x == wanted,
    )


def _spent(link: Link, x: int, policy: Policy) -> int:
    over = max(0, x - policy.free - policy.free_devs * link.dev)
    back = -min(0, x) if policy.gives_back else 0
    return over - back - policy.drip


def settle(tokens: int, spent: int, policy: Policy = POLICY) -> Micros:
    """The quota after a contested play."""
    return Micros(min(max(0, tokens - spent), policy.token_cap))


def reach(link: Link, policy: Policy = POLICY) -> int:
    """How long after its view time a play on this link can still arrive and be believed."""
    late = min(allowance(link, policy), max(0, link.high - link.base) + policy.reach_margin)
    return link.base + late


def tie(one: Play, other: Play, sure: tuple[bool, bool], policy: Policy = POLICY) -> int:
    """The difference of view times below which nobody can tell who was first."""
    devs = (0 if each else play.link.dev for play, each in zip((one, other), sure, strict=True))
    return min(max(policy.tie_low, *devs), policy.tie_high)
