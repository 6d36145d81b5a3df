"""The view time of a play: when its player pressed the key, on the clock of what that player was looking at.

    arrived = sent + down + elapsed + up,  so  view time = sent + elapsed = arrived − RTT

`sent` is when the server wrote the event that the player answers, `elapsed` how long the player took to answer it.
The server measures `arrived` and an average RTT. The client's claim (event seen, elapsed) yields the RTT of this one
play; the server believes it as far as the jitter of the link and the player's quota allow. No claim makes this module raise.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct, structs

from watai.server.clock import Micros

LATEST_CLAIM: Final = Micros(3_600_000_000)
"""The longest `elapsed` that counts as a claim: nobody answers an event an hour old."""


class Policy(Struct, frozen=True):
    """Every number of the rule. Journals record the version: change a number, and the version must change too."""

    version: int = 2
    floor: Micros = Micros(100_000)
    """The quickest reaction of a person. A quicker play was guessed or made by a program, and counts as this quick."""
    usual: Micros = Micros(400_000)
    """The usual reaction of a person. A guess counts as no quicker."""
    guesses: int = 2
    """How many misplaced plays for a pile make the next play there a guess. One alone is an honest mistake."""
    guessed_within: Micros = Micros(5_000_000)
    """How long a misplaced play counts. Whoever guesses more rarely comes too late for most races."""
    free: Micros = Micros(500)
    """How much extra RTT a claim gets without tokens: a client's own event loop is no more exact."""
    free_devs: int = 0
    """How many deviations of the link a claim gets without tokens. None: a client can shake its own pongs."""
    gives_back: bool = True
    """Whether a play quicker than the average RTT earns tokens. Honest jitter then costs nothing in the long run."""
    drip: Micros = Micros(2_000)
    """The tokens a player earns with each contested play: the most that lying gains per race on average."""
    token_cap: Micros = Micros(60_000)
    """The most tokens a player can have: the largest spike of a link that is believed."""
    token_start: Micros = Micros(10_000)
    """The tokens of a new player: enough for usual jitter before any were earned. With more, each new name wins a liar a race."""
    tie_low: Micros = Micros(200)
    """Plays at most this far apart are tied: the error of stamps and of the clients' event loops."""
    tie_high: Micros = Micros(8_000)
    """The widest tie, however unsteady the link of a player whose claim is not believed."""
    reach_margin: Micros = Micros(1_000)
    """How much longer than the longest recent round trip a play may still be under way."""
    slack: Micros = Micros(4_700)
    """How far the average RTT may exceed the kernel's shortest: the most a client gains by delaying its pongs."""
    slack_percent: int = 0
    """The same as a percentage of the kernel's shortest, if that is more. None: far players would gain most."""
    longest: Micros = Micros(200_000)
    """The longest RTT that is compensated. More would make the whole table wait."""


POLICY: Final = Policy()
POLICIES: Final[Mapping[int, Policy]] = {
    1: structs.replace(POLICY, version=1, usual=POLICY.floor),  # guesses counted like other plays
    2: POLICY,
}
"""Every policy that races were decided by, by its version."""


def policy_of(version: int) -> Policy:
    """The policy of a recorded race. Raises ValueError for a version that is not known."""
    known = POLICIES.get(version)
    if known is None:
        raise ValueError(f"arbitration of version {version} is not known here")
    return known


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


def claimed_rtt(play: Play) -> Micros | None:
    """The round trip a play claims to have had; None without a claim, or with one that cannot be true."""
    if play.claim is None or play.sent is None or play.claim.elapsed < 0:
        return None
    rtt = play.arrived - play.sent - play.claim.elapsed
    return Micros(rtt) if rtt >= 0 else None


def allowance(link: LinkSnapshot, policy: Policy = POLICY) -> Micros:
    """The largest extra RTT that is believed on this link now."""
    return Micros(policy.free + policy.free_devs * link.dev + link.tokens)


def reacts_from(
    shown: Micros, arrived: Micros, misplaced: Sequence[Micros], policy: Policy = POLICY
) -> Micros:
    """From when the reaction of a play counts: when its player was shown the opening of the slot, later if it is a guess.

    `misplaced` are the arrivals of the player's misplaced plays for the same pile: those that fitted neither its top
    card nor the card below. A client that repeats a blind play until it fits would otherwise always react in no time.
    """
    recent = [each for each in misplaced if each <= arrived <= each + policy.guessed_within]
    guess = len(recent) >= policy.guesses
    return Micros(shown + policy.usual - policy.floor if guess else shown)


def timing_of(play: Play, policy: Policy = POLICY) -> Timing:
    """The view time of a play, and what it costs."""
    # Every race comes here once for each of its plays and rivals: `claimed_rtt` and `allowance` are written out.
    link, arrived, sent, claim = play.link, play.arrived, play.sent, play.claim
    base, extra, believed, seen = link.base, 0, False, None
    free = policy.free + policy.free_devs * link.dev
    if claim is not None and sent is not None and claim.elapsed >= 0:
        rtt = arrived - sent - claim.elapsed
        if rtt >= 0:
            wanted = rtt - base
            # delayed pongs can make low > base; the lower bound is capped at 0 so that they gain nothing
            extra = min(max(wanted, min(0, link.low - base)), free + link.tokens)
            believed, seen = extra == wanted, sent
    pressed = arrived - base - extra
    not_before = pressed
    if play.opened is not None and play.opened + policy.floor > pressed:
        not_before = play.opened + policy.floor
    view_time = not_before if not_before > play.frontier else play.frontier
    if seen is not None and seen > view_time:
        view_time = seen
    spent = (extra - free if extra > free else 0) - policy.drip
    if extra < 0 and policy.gives_back:
        spent += extra
    return Timing(
        Micros(view_time),
        Micros(extra),
        Micros(spent),
        Micros(arrived + not_before - pressed),
        believed,
    )


def is_early(play: Play, policy: Policy = POLICY) -> bool:
    """Whether a play came too early to be a reaction, and so counts as later than it was pressed."""
    return timing_of(play, policy).holds_from > play.arrived


def tokens_after(tokens: Micros, spent: Micros, policy: Policy = POLICY) -> Micros:
    """The player's quota after a contested play."""
    return Micros(min(max(0, tokens - spent), policy.token_cap))


def reach(link: LinkSnapshot, policy: Policy = POLICY) -> Micros:
    """How long after its view time a play on this link can still arrive and be believed."""
    late = min(allowance(link, policy), max(0, link.high - link.base) + policy.reach_margin)
    return Micros(link.base + late)


def tie_width(
    one: Play, other: Play, believed: tuple[bool, bool], policy: Policy = POLICY
) -> Micros:
    """How far apart two view times may lie and still be a tie."""
    devs = (0 if each else play.link.dev for play, each in zip((one, other), believed, strict=True))
    return Micros(min(max(policy.tie_low, *devs), policy.tie_high))
