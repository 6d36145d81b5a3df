"""What can be seen of a game of Wataï: everything that lies face up, and how many cards lie face down."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from watai.engine.game import Millis, Outcome, Prompt, Seat, View
from watai.engine.watai.arena import Pile
from watai.engine.watai.cards import KIND, KINDS, START, STOP, Back, Card, Kind, number_of, suit_of
from watai.engine.watai.events import ScoreLine
from watai.engine.watai.player import Player
from watai.engine.watai.variants.moments import Accents, SlapTens

if TYPE_CHECKING:
    from watai.engine.watai.rules import Watai


def _face(kind: Kind) -> str:
    if (number := number_of(kind)) is not None:
        return f"{suit_of(kind)}{number}"
    return {START: "+", STOP: "-"}.get(kind, "!")


FACES = tuple(_face(Kind(kind)) for kind in KINDS)
FACE_OF = {card: FACES[kind] for card, kind in KIND.items()}
"""What a card shows, as views name it: `r7`, `+` for Start, `-` for Stop, `!` for Extra Stop."""


@dataclass(frozen=True, slots=True)
class PileView:
    """An open pile: its top card, how high it is, and the faces that may come next."""

    pile: int
    top: Card
    height: int
    takes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlayerView:
    """One player's side of the table. `stock` and `waste` are counts; `top` is the face-up Stock card."""

    seat: Seat
    backs: tuple[Back, ...]
    reel: tuple[Card | None, ...]
    talon: int
    stock: int
    waste: int
    top: Card | None
    playable: bool
    laid: int
    total: int
    penalties: int
    accent: str | None
    may_shout: bool


@dataclass(frozen=True, slots=True)
class Owed:
    """A number still to be said (WATAI-V16)."""

    seat: Seat
    number: int
    until: Millis


@dataclass(frozen=True, slots=True)
class FreshTen:
    """A pile that may be slapped, and who has done so (WATAI-V15)."""

    pile: int
    slapped: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class WataiView(View):
    """The table now. Nothing but `seat` differs between one pair of eyes and another: all secrets lie face down."""

    seat: Seat | None
    round: int
    phase: str
    until: Millis | None
    leader: Seat
    variant: int
    score_die: int | None
    target: int
    opens: str
    players: tuple[PlayerView, ...]
    piles: tuple[PileView, ...]
    closed: int
    frozen_until: Millis | None
    owed: tuple[Owed, ...]
    fresh_tens: tuple[FreshTen, ...]
    prompts: tuple[Prompt, ...]
    last_count: tuple[ScoreLine, ...]
    commitment: str
    outcome: Outcome | None


def look(game: "Watai", seat: Seat | None) -> WataiView:
    """The table as this seat sees it."""
    race, variant = game.race, game.variant
    return WataiView(
        seat=seat,
        round=game.round,
        phase="over" if game.ended else game.phase.name,
        until=_until(game),
        leader=game.leader,
        variant=variant.number,
        score_die=game.face,
        target=game.options.target,
        opens=FACES[race.arena.ladder.opens],
        players=tuple([_player(game, player) for player in game.players]),
        piles=tuple([_pile(pile) for pile in race.arena.open.values()]),
        closed=len(race.arena.piles) - len(race.arena.open),
        frozen_until=variant.frozen_until,
        owed=_owed(variant) if isinstance(variant, Accents) else (),
        fresh_tens=_fresh_tens(variant) if isinstance(variant, SlapTens) else (),
        prompts=tuple(game.prompts()),
        last_count=game.lines,
        commitment=game.round_dice.commitment(),
        outcome=game.ended,
    )


def _until(game: "Watai") -> Millis | None:
    """When the phase is over of itself; of a race that is told only when it waits for a shout (WATAI-18)."""
    if game.phase is not game.race:
        return game.due()
    return game.race.ends_at() if game.race.exhausted_at is not None else None


def _player(game: "Watai", player: Player) -> PlayerView:
    stock, seat = player.stock, player.seat
    laid = game.race.arena.laid
    return PlayerView(
        seat,
        player.backs,
        tuple(player.reel),
        len(player.talon),
        len(stock.hand),
        len(stock.waste),
        stock.top(),
        stock.playable,
        sum([laid[back] for back in player.backs]),
        game.totals[seat],
        player.penalty(),
        game.variant.accents.get(seat),
        game.variant.may_shout(game.players, seat),
    )


def _pile(pile: Pile) -> PileView:
    takes = tuple([FACES[kind] for kind in pile.takes])
    return PileView(pile.number, pile.cards[-1], len(pile.cards), takes)


def _owed(variant: Accents) -> tuple[Owed, ...]:
    return tuple(Owed(each.seat, each.number, each.until) for each in variant.unsaid)


def _fresh_tens(variant: SlapTens) -> tuple[FreshTen, ...]:
    return tuple(FreshTen(pile, tuple(sorted(seats))) for pile, seats in variant.fresh.items())
