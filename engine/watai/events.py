"""What happens in a game of Wataï. All of it is public: the engine never puts a face-down card into an event."""

from dataclasses import dataclass

from watai.engine.game import Committed, Event, Millis, Revealed, Seat
from watai.engine.watai.cards import Back, Card


@dataclass(frozen=True, slots=True)
class RoundOpened(Event):
    """A round begins; the leader throws the dice and says Go."""

    round: int
    leader: Seat


@dataclass(frozen=True, slots=True)
class ScoreDieThrown(Event):
    """The score die lies on this face for the coming round (WATAI-20)."""

    seat: Seat
    face: int


@dataclass(frozen=True, slots=True)
class TenLost(Event):
    """An 8 on the score die cost its thrower ten points (WATAI-20)."""

    seat: Seat
    total: int


@dataclass(frozen=True, slots=True)
class VariantThrown(Event):
    """The variant dice fell like this; `again` if the variant cannot be played by so few (WATAI-V15)."""

    seat: Seat
    dice: tuple[int, ...]
    variant: int
    again: bool


@dataclass(frozen=True, slots=True)
class VariantSet(Event):
    """This round is played with this variant; 0 is none."""

    variant: int


@dataclass(frozen=True, slots=True)
class Dealt(Event):
    """A player's cards are laid out: the Dévidoir face up, the rest as counts."""

    seat: Seat
    backs: tuple[Back, ...]
    reel: tuple[Card, ...]
    talon: int
    stock: int


@dataclass(frozen=True, slots=True)
class StocksPassed(Event):
    """Everybody handed the Stock to the left (WATAI-V6)."""


@dataclass(frozen=True, slots=True)
class PlayerNamed(Event):
    """The leader named a player, or the server drew one (WATAI-V3, V4, V10)."""

    seat: Seat
    player: Seat
    drawn: bool


@dataclass(frozen=True, slots=True)
class PacksChanged(Event):
    """A player's Talon and Stock have these sizes after a variant moved cards."""

    seat: Seat
    talon: int
    stock: int


@dataclass(frozen=True, slots=True)
class AccentPicked(Event):
    """A player has an accent for the round (WATAI-V16)."""

    seat: Seat
    accent: str
    drawn: bool


@dataclass(frozen=True, slots=True)
class GoSaid(Event):
    """Go was said, by the leader or for the leader; the race starts at that instant (WATAI-6)."""

    seat: Seat
    by_server: bool
    starts: Millis


@dataclass(frozen=True, slots=True)
class Started(Event):
    """The race is on."""


# Opened, Placed and Turned are not frozen: a frozen one takes four times as long to make, and most plays make one of them.
# Nobody changes an event.
@dataclass(slots=True, unsafe_hash=True)
class Opened(Event):
    """A card opened a pile. `slot` is where in the Dévidoir it lay, None for the Stock; `uncovered` lies there now."""

    seat: Seat
    card: Card
    pile: int
    slot: int | None
    uncovered: Card | None


@dataclass(slots=True, unsafe_hash=True)
class Placed(Event):
    """A card landed on a pile at that height, counted from 0; `closes` if the pile takes nothing more."""

    seat: Seat
    card: Card
    pile: int
    height: int
    closes: bool
    slot: int | None
    uncovered: Card | None


@dataclass(slots=True, unsafe_hash=True)
class Turned(Event):
    """A player turned so many Stock cards; `top` lies uppermost, and may be played or not."""

    seat: Seat
    count: int
    top: Card | None
    playable: bool


@dataclass(frozen=True, slots=True)
class Gathered(Event):
    """A player gathered the waste into a new face-down Stock."""

    seat: Seat
    count: int


@dataclass(frozen=True, slots=True)
class Filled(Event):
    """A hole of the Dévidoir was filled from the Talon."""

    seat: Seat
    slot: int
    card: Card


@dataclass(frozen=True, slots=True)
class Shouted(Event):
    """A valid shout: the race is over (WATAI-15)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class FalselyShouted(Event):
    """A shout without the right to it; it costs nothing within a second of the last one (WATAI-16)."""

    seat: Seat
    points: int


@dataclass(frozen=True, slots=True)
class Called(Event):
    """A player called a rival's card; if the call holds the rival loses these points (WATAI-17)."""

    seat: Seat
    player: Seat
    card: Card
    holds: bool
    points: int


@dataclass(frozen=True, slots=True)
class Unmuted(Event):
    """A player whose call did not hold may call again (WATAI-17)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Slapped(Event):
    """A pile was slapped in time (WATAI-V15)."""

    seat: Seat
    pile: int


@dataclass(frozen=True, slots=True)
class Said(Event):
    """A number was said in time (WATAI-V16)."""

    seat: Seat
    number: int
    accent: str


@dataclass(frozen=True, slots=True)
class Omitted(Event):
    """A number was not said in time (WATAI-V16)."""

    seat: Seat
    number: int


@dataclass(frozen=True, slots=True)
class Frozen(Event):
    """The Extra Stop came up: this player alone may play until then (WATAI-V13)."""

    seat: Seat
    card: Card
    until: Millis


@dataclass(frozen=True, slots=True)
class Thawed(Event):
    """Everybody may play again (WATAI-V13)."""


@dataclass(frozen=True, slots=True)
class Exhausted(Event):
    """No card of anybody's fits any more, but somebody may shout: until then, or the round is blocked (WATAI-18)."""

    until: Millis


@dataclass(frozen=True, slots=True)
class Blocked(Event):
    """No card can be laid any more, or none was for too long: the race is over without a shout (WATAI-18, 22)."""


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One player's count of a round (WATAI-19): cards of the own backs laid, cards left in the Talon, then points."""

    seat: Seat
    laid: int
    talon: int
    shout: int
    slaps: int
    omissions: int
    penalties: int
    points: int
    total: int


@dataclass(frozen=True, slots=True)
class Scored(Event):
    """The count of a round, a line per player in the order of seats."""

    round: int
    doubled: bool
    lines: tuple[ScoreLine, ...]


@dataclass(frozen=True, slots=True)
class Won(Event):
    """The game is over (WATAI-21)."""

    seat: Seat
    total: int


EVENTS = (
    Committed,
    RoundOpened,
    ScoreDieThrown,
    TenLost,
    VariantThrown,
    VariantSet,
    Dealt,
    StocksPassed,
    PlayerNamed,
    PacksChanged,
    AccentPicked,
    GoSaid,
    Started,
    Opened,
    Placed,
    Turned,
    Gathered,
    Filled,
    Shouted,
    FalselyShouted,
    Called,
    Unmuted,
    Slapped,
    Said,
    Omitted,
    Frozen,
    Thawed,
    Exhausted,
    Blocked,
    Scored,
    Revealed,
    Won,
)
