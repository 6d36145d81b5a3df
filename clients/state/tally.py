"""What one match has brought so far, as far as this client was there: cards, races, and how long its player takes. Pure."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from statistics import median
from typing import Final, Self

from watai.engine.game import Move, View
from watai.engine.watai.moves import Open, Place
from watai.engine.watai.view import WataiView
from watai.protocol.messages import Happened

MOST: Final = 2_000
"""So many reactions are kept, and so many races of a player: more than any match has."""
LAID: Final = frozenset({"Opened", "Placed"})
RACE_ENDS: Final = frozenset({"Shouted", "Blocked", "Scored"})


@dataclass(frozen=True, slots=True)
class PlayerTally:
    """One player of a race: cards laid, and by how many ms races were won and lost."""

    cards: int = 0
    won: tuple[int, ...] = ()
    lost: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Tally:
    """A match so far. Times `t` are those of events, in µs; `now` is the client's clock in seconds."""

    whole: bool = False
    """Whether every event of the match has been counted."""
    t: int = 0
    raced: int = 0
    """How long races took."""
    since: int | None = None
    """When the race that is on began."""
    sides: Mapping[int, PlayerTally] = field(default_factory=dict)
    reactions: tuple[int, ...] = ()
    """Milliseconds from when the player could have acted to the key press."""
    fresh: Mapping[str, float] = field(default_factory=dict)
    """When a card was turned up or a pile changed, by its name; "race": when the race began."""
    asked: float | None = None
    """When the player of a calm game was asked, or made the last move."""

    def seen(self, view: View, *, first: bool, gap: bool) -> Self:
        """The tally after a whole table was shown: the first of this match, or after events that never came."""
        begins = not isinstance(view, WataiView) or (
            view.round == 1 and view.phase not in ("race", "over")
        )
        return replace(self, whole=begins if first else self.whole and not gap)

    def heard(self, happened: Happened, now: float) -> Self:
        """The tally after an event of a race."""
        name, data, t = happened.event, happened.data, happened.t
        if name == "Started":
            return replace(self, t=t, since=t, fresh={"race": now})
        if name in RACE_ENDS and self.since is not None:
            tally = replace(self, t=t, raced=self.raced + t - self.since, since=None)
        elif name in LAID:
            tally = self._laid(data, t, now)
        elif name in ("Turned", "Filled"):
            shown = {str(data.get("top") or data.get("card")): now}
            tally = replace(self, t=t, fresh={**self.fresh, **shown})
        else:
            tally = replace(self, t=t)
        return tally if happened.race is None else tally._raced(happened)

    def _laid(self, data: Mapping[str, object], t: int, now: float) -> Self:
        seat = int(str(data["seat"]))
        side = self.sides.get(seat, PlayerTally())
        sides = {**self.sides, seat: replace(side, cards=side.cards + 1)}
        shown = {f"pile/{data['pile']}": now, str(data["uncovered"]): now}
        return replace(self, t=t, sides=sides, fresh={**self.fresh, **shown})

    def _raced(self, happened: Happened) -> Self:
        assert happened.race is not None
        beaten, sides = happened.race.beat, dict(self.sides)
        if beaten:
            winner = sides.get(happened.data["seat"], PlayerTally())
            won = (*winner.won, beaten[0].ms)[-MOST:]
            sides[happened.data["seat"]] = replace(winner, won=won)
        for each in beaten:
            loser = sides.get(each.seat, PlayerTally())
            sides[each.seat] = replace(loser, lost=(*loser.lost, each.ms)[-MOST:])
        return replace(self, sides=sides)

    def moved_on(self, t: int) -> Self:
        """The tally after an event of a calm game, of which only the time counts."""
        return replace(self, t=t)

    def was_asked(self, now: float) -> Self:
        """The player of a calm game is asked something new."""
        return replace(self, asked=now)

    def pressed(self, move: Move, now: float) -> Self:
        """The tally after the player's own move: a card laid, or any move of a calm game."""
        if isinstance(move, Open | Place):
            pile = f"pile/{move.pile}" if isinstance(move, Place) else ""
            times = [self.fresh[name] for name in ("race", pile, move.card) if name in self.fresh]
            return self._acted(now - max(times), self.asked) if times else self
        if self.asked is None:
            return self
        return self._acted(now - self.asked, now)

    def _acted(self, seconds: float, asked: float | None) -> Self:
        millis = (*self.reactions, max(0, round(seconds * 1000)))[-MOST:]
        return replace(self, reactions=millis, asked=asked)


def middle(values: Iterable[int]) -> int | None:
    """The median; None of nothing."""
    known = list(values)
    return round(median(known)) if known else None
