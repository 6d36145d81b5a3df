"""Everything that happens in Waka Waka. Secret fields are empty in what `told` gives to those who may not know."""

from dataclasses import dataclass, replace

from watai.engine.game import Event, Seat


@dataclass(frozen=True, slots=True)
class Opened(Event):
    """The table is laid; this seat goes first."""

    first: Seat


@dataclass(frozen=True, slots=True)
class Loaded(Event):
    """A boat has new goods; this one lies under its Eye, the others face down."""

    boat: int
    shown: str


@dataclass(frozen=True, slots=True)
class Displayed(Event):
    """Six goods lie face up on the Village."""

    goods: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Dealt(Event):
    """A first hand; only its owner knows the cards."""

    seat: Seat
    count: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Started(Event):
    """A turn begins."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Played(Event):
    """A card was played open."""

    seat: Seat
    card: str


@dataclass(frozen=True, slots=True)
class PlayedFaceDown(Event):
    """Three cards were played as one Merchant; until the end of the turn only their owner knows them."""

    seat: Seat
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Bought(Event):
    """A boat was emptied."""

    seat: Seat
    boat: int
    price: int
    goods: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sold(Event):
    """Two goods of a kind were sold to the Village."""

    seat: Seat
    good: str
    gold: int


@dataclass(frozen=True, slots=True)
class Delivered(Event):
    """An order was fulfilled: status one higher."""

    seat: Seat
    goods: tuple[str, ...]
    status: int


@dataclass(frozen=True, slots=True)
class Enchanted(Event):
    """The Sorcerer was paid: status one higher."""

    seat: Seat
    gold: int
    status: int


@dataclass(frozen=True, slots=True)
class Topped(Event):
    """The highest level was reached: this round is the last."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Given(Event):
    """A good found no place in a full stock and went to the Village."""

    seat: Seat
    good: str


@dataclass(frozen=True, slots=True)
class Looked(Event):
    """The Elder saw a hand; the cards are for the one who looked and for their owner."""

    seat: Seat
    owner: Seat
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Borrowed(Event):
    """A card of the hand looked at is used; its owner keeps it."""

    seat: Seat
    owner: Seat
    card: str


@dataclass(frozen=True, slots=True)
class Declined(Event):
    """No card of the hand looked at is used."""

    seat: Seat
    owner: Seat


@dataclass(frozen=True, slots=True)
class Repeated(Event):
    """The Fire Juggler repeats this card."""

    seat: Seat
    card: str


@dataclass(frozen=True, slots=True)
class Rained(Event):
    """The Rainmaker brought gold."""

    seat: Seat
    gold: int


@dataclass(frozen=True, slots=True)
class Peeked(Event):
    """The Chimpanzee looked under face-down goods; which ones they are is for the one who looked."""

    seat: Seat
    boat: int
    cells: tuple[int, ...]
    goods: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Gathered(Event):
    """A good was taken from the Village."""

    seat: Seat
    good: str


@dataclass(frozen=True, slots=True)
class Exchanged(Event):
    """A good was put on the Village and another taken from it."""

    seat: Seat
    given: str
    taken: str


@dataclass(frozen=True, slots=True)
class Discarded(Event):
    """A card of the hand went to the discards, for all to see."""

    seat: Seat
    card: str


@dataclass(frozen=True, slots=True)
class Drawn(Event):
    """Cards were drawn; only the one who drew knows them."""

    seat: Seat
    count: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Flipped(Event):
    """A Sorcerer's Fire was drawn: the Fire is lit now, or out."""

    seat: Seat
    lit: bool


@dataclass(frozen=True, slots=True)
class Reshuffled(Event):
    """The discards became the draw pile ("cards"), or the Village goods the Reserve ("goods")."""

    what: str


@dataclass(frozen=True, slots=True)
class Paid(Event):
    """1 gold was paid to use the card somebody else has played."""

    seat: Seat
    payee: Seat
    card: str


@dataclass(frozen=True, slots=True)
class Passed(Event):
    """The card somebody else has played is not used."""

    seat: Seat
    card: str


@dataclass(frozen=True, slots=True)
class Resupplied(Event):
    """The supply of a turn: cards (drawn next) and gold."""

    seat: Seat
    cards: int
    gold: int


@dataclass(frozen=True, slots=True)
class TimedOut(Event):
    """The clock answers for this seat."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Cleared(Event):
    """A turn is over; the cards played in it go to the discards, the face-down ones too."""

    seat: Seat
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Won(Event):
    """The game is over."""

    seat: Seat
    reason: str


def told(event: Event, seat: Seat | None) -> Event:
    """The event as this seat may know it (WAKA-25)."""
    match event:
        case Dealt() | Drawn() | PlayedFaceDown() if event.seat != seat:
            return replace(event, cards=())
        case Looked() if seat not in (event.seat, event.owner):
            return replace(event, cards=())
        case Peeked() if event.seat != seat:
            return replace(event, goods=())
        case _:
            return event
