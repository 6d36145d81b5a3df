"""A round without a variant. Each method is a sentence of the rules that some variant changes."""

from collections.abc import Sequence
from typing import ClassVar, Final

from watai.engine.dice import Dice
from watai.engine.game import Event, IllegalMove, Millis, Move, Seat
from watai.engine.watai.arena import Pile
from watai.engine.watai.cards import Back, Card, Kind
from watai.engine.watai.ladder import Ladder, upward
from watai.engine.watai.moves import Go, Name, Pick, Say, Slap
from watai.engine.watai.player import Player, Side

REEL_SIZE: Final = 5
TALON_SIZE: Final = 13


class Plain:
    """The plain rules, for one round with one leader."""

    number: ClassVar[int] = 0
    turned_at_once: ClassVar[int] = 3
    fewest_seats: ClassVar[int] = 2
    names_a_player: ClassVar[bool] = False
    picks_accents: ClassVar[bool] = False

    def __init__(self, leader: Seat, seats: int) -> None:
        self.leader = leader
        self.seats = seats
        self.frozen_until: Millis | None = None
        self.resumed_at = Millis(0)
        self.accents: dict[Seat, str] = {}
        self.aside: tuple[Card, ...] = ()
        """Cards out of play."""

    # before the race

    def reel_size(self, seat: Seat) -> int:
        return REEL_SIZE

    def extra_stops(self, seat: Seat, backs: tuple[Back, ...]) -> tuple[Card, ...]:
        """Extra Stops shuffled into this player's cards."""
        return ()

    def added(self, player: Player) -> tuple[Card, ...]:
        """The cards this player has beyond the deck, wherever they are now."""
        return self.extra_stops(player.seat, player.backs)

    def dealt(self, players: Sequence[Player], dice: Dice) -> Sequence[Event]:
        """What happens between the deal and Go, of itself."""
        return ()

    def may_name(self, seat: Seat) -> bool:
        return False

    def name(self, players: Sequence[Player], named: Seat) -> Sequence[Event]:
        """What naming a player does."""
        raise AssertionError("this variant names nobody")

    # during the race

    def ladder(self, last: int) -> Ladder:
        return upward(last)

    def admit(self, seat: Seat) -> None:
        """Refuse whoever may not act at all just now."""

    def may_shout(self, players: Sequence[Side], seat: Seat) -> bool:
        """WATAI-15: the Talon must be empty."""
        return not players[seat].talon

    def placed(self, seat: Seat, pile: Pile, kind: Kind, at: Millis) -> None:
        """Take note of a card that landed."""

    def turned(self, player: Player, cards: Sequence[Card], at: Millis) -> Sequence[Event]:
        """What comes of Stock cards turned up."""
        return ()

    def act(self, seat: Seat, move: Move, at: Millis) -> Sequence[Event]:
        """Carry out a move that only exists in some variants."""
        match move:
            case Slap():
                raise IllegalMove("WATAI-V15", "There is no slapping in this round.")
            case Say():
                raise IllegalMove("WATAI-V16", "There are no numbers to say in this round.")
            case Go():
                raise IllegalMove("WATAI-6", "Go has been said already.")
            case Name():
                raise IllegalMove("WATAI-V*", "Players are named before the round.")
            case Pick():
                raise IllegalMove("WATAI-V16", "Accents are picked before the round.")
        raise IllegalMove("WATAI-9", "There is no such move during the race.")

    def moves(self, seat: Seat) -> Sequence[Move]:
        """The moves that `act` would accept."""
        return ()

    def due(self) -> Millis | None:
        return None

    def expire(self, at: Millis) -> Sequence[Event]:
        raise AssertionError("nothing of this variant can fall due")

    # the count

    def shout_bonus(self, normal: int) -> int:
        return normal

    def slaps(self, seat: Seat) -> int:
        return 0

    def omissions(self, seat: Seat) -> int:
        return 0
