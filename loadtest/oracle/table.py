"""One Wataï table, followed from its events alone: the players decide by it, and the checker finds impossible events.

It knows nothing of the engine's state. Rooms of the harness play one variant throughout: none, or the one without suits.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields
from typing import Any, Final, Generic, TypeVar

from watai.engine.watai.cards import KIND, Card, Kind, deck
from watai.engine.watai.deal import format_for
from watai.engine.watai.events import EVENTS
from watai.engine.watai.ladder import Ladder, upward, without_suits
from watai.engine.watai.player import PENALTY
from watai.engine.watai.scoring import DOUBLING_FACE, TALON_COST, TEN, shout_worth
from watai.loadtest.oracle.side import Data, Side

FIELDS: Final = {kind.__name__: {each.name for each in fields(kind)} for kind in EVENTS}
PLAIN, WITHOUT_SUITS = 0, 12
LADDERS: Final[Mapping[int, Callable[[int], Ladder]]] = {
    PLAIN: upward,
    WITHOUT_SUITS: lambda last: without_suits(upward(last)),
}
"""How the piles of each variant go up to the last number."""

AnySide = TypeVar("AnySide", bound=Side)


class Impossible(Exception):
    """An event that cannot follow from the ones before it."""


class OracleTable(Generic[AnySide]):
    """The table from the view at the start of a match on; `side` makes a player's cards from the fields of a view."""

    def __init__(self, view: Data, side: Callable[[Data], AnySide], variant: int = PLAIN) -> None:
        self._side = side
        self._variant = variant
        self.sides = [side(each) for each in view["players"]]
        self.totals: list[int] = [each["total"] for each in view["players"]]
        self.round: int = view["round"]
        self.leader: int = view["leader"]
        self.phase: str = view["phase"]
        self.face: int | None = view["score_die"]
        made = format_for(len(self.sides))
        self.ladder = LADDERS[variant](made.last)
        self.decks = [
            frozenset(c for b in side.backs for c in deck(b, made)) for side in self.sides
        ]
        self._clear()
        self.out.update(card for side in self.sides for card in side.reel if card is not None)

    def _clear(self) -> None:
        self.tops: list[Card] = []
        self.heights: list[int] = []
        self.takers: dict[Kind, list[int]] = {}
        """The piles that take each kind."""
        self.out: set[Card] = set()
        """Cards that lie in the Arena or in a Dévidoir; none of them can come up anywhere else."""
        self.shouter: int | None = None
        self.before = list(self.totals)

    def apply(self, event: str, data: Data) -> None:
        """Follow an event, or raise Impossible; the table must not be used after that."""
        if data.keys() != FIELDS[event]:
            surplus = ", ".join(sorted(data.keys() ^ FIELDS[event]))
            raise Impossible(f"{event} tells what it should not, or not what it should: {surplus}")
        act = _ACTS.get(event)
        if act is not None:
            act(self, data)

    # before the race

    def _round_opened(self, data: Data) -> None:
        self.round, self.leader = data["round"], data["leader"]
        self.phase, self.face = "waiting", None
        self._clear()

    def _score_die_thrown(self, data: Data) -> None:
        self.face = data["face"]

    def _ten_lost(self, data: Data) -> None:
        self.totals[data["seat"]] -= TEN
        self.before = list(self.totals)
        self._expect("total", data["total"], self.totals[data["seat"]])

    def _dealt(self, data: Data) -> None:
        seat = data["seat"]
        zero = {"waste": 0, "top": None, "playable": False, "laid": 0, "penalties": 0}
        self.sides[seat] = side = self._side({**data, **zero})
        for card in side.reel:
            self._comes_up(seat, card)
        self._whole(seat)

    def _variant_set(self, data: Data) -> None:
        self._expect("variant", data["variant"], self._variant)

    def _go_said(self, data: Data) -> None:
        self._expect("leader", data["seat"], self.leader)
        self.phase = "countdown"

    def _started(self, data: Data) -> None:
        self.phase = "race"

    # the race

    def _opened(self, data: Data) -> None:
        card, pile = data["card"], data["pile"]
        self._expect("number of the new pile", pile, len(self.tops))
        if KIND[card] != self.ladder.opens:
            raise Impossible(f"{card} opened a pile")
        self._leaves(data)
        self.tops.append(card)
        self.heights.append(1)
        self._takes(pile, card)

    def _placed(self, data: Data) -> None:
        card, pile, height = data["card"], data["pile"], data["height"]
        if height < self.heights[pile]:
            raise Impossible(f"two cards at height {height} of pile {pile}")
        self._expect(f"height of {card} on pile {pile}", height, self.heights[pile])
        took = self.ladder.follows[KIND[self.tops[pile]]]
        if KIND[card] not in took:
            raise Impossible(f"{card} landed on {self.tops[pile]}")
        self._leaves(data)
        for kind in took:
            self.takers[kind].remove(pile)
        self.tops[pile] = card
        self.heights[pile] += 1
        self._expect("closes", data["closes"], not self._takes(pile, card))

    def _takes(self, pile: int, card: Card) -> Sequence[Kind]:
        takes = self.ladder.follows[KIND[card]]
        for kind in takes:
            self.takers.setdefault(kind, []).append(pile)
        return takes

    def _leaves(self, data: Data) -> None:
        """A card goes from its player to the Arena, and the card below it may come up."""
        self._racing()
        seat, card, slot, uncovered = data["seat"], data["card"], data["slot"], data["uncovered"]
        side = self.sides[seat]
        if slot is None:
            if side.top != card or not side.playable:
                raise Impossible(f"{card} was not the playable top of seat {seat}'s Stock")
            self._comes_up(seat, card)
            self._expect("another Stock card", uncovered is not None, side.waste > 1)
            side.lay_top(uncovered)
        else:
            self._expect(f"card in slot {slot} of seat {seat}", card, side.reel[slot])
            self._expect("a card from the Talon", uncovered is not None, side.talon > 0)
            if uncovered is not None:
                self._comes_up(seat, uncovered)
            side.lay_slot(slot, uncovered)
        self._whole(seat)

    def _turned(self, data: Data) -> None:
        self._racing()
        side, count, top = self.sides[data["seat"]], data["count"], data["top"]
        if not 0 < count <= side.hand or top in self.out or top not in self.decks[data["seat"]]:
            raise Impossible(f"seat {data['seat']} turned {count} of {side.hand} cards up to {top}")
        side.turn(count, top, data["playable"])

    def _gathered(self, data: Data) -> None:
        self._racing()
        side = self.sides[data["seat"]]
        self._expect("gathered", data["count"], side.waste)
        self._expect("cards left to turn before gathering", side.hand, 0)
        side.gather()

    def _filled(self, data: Data) -> None:
        side = self.sides[data["seat"]]
        self._expect("hole", side.reel[data["slot"]], None)
        side.reel[data["slot"]] = data["card"]
        side.talon -= 1
        self._comes_up(data["seat"], data["card"])
        self._whole(data["seat"])

    def _falsely_shouted(self, data: Data) -> None:
        self.sides[data["seat"]].penalties += data["points"]
        self._expect("worth of a false shout", data["points"] in (0, PENALTY), True)

    def _called(self, data: Data) -> None:
        self.sides[data["player"]].penalties += data["points"]

    def _shouted(self, data: Data) -> None:
        self._racing()
        self._expect("Talon of the shouter", self.sides[data["seat"]].talon, 0)
        self.shouter = data["seat"]

    # the count

    def _scored(self, data: Data) -> None:
        self._expect("round", data["round"], self.round)
        self._expect("doubled", data["doubled"], self.face == DOUBLING_FACE)
        for seat, line in enumerate(data["lines"]):
            self._expect(f"seat {seat}'s line", dict(line), self._line(seat))
            self.totals[seat] = line["total"]
        self.phase = "counted"

    def _line(self, seat: int) -> Data:
        side = self.sides[seat]
        shout = shout_worth(self.face) if self.shouter == seat else 0
        points = side.laid - TALON_COST * side.talon + shout - side.penalties
        points *= 2 if self.face == DOUBLING_FACE else 1
        line = {"seat": seat, "laid": side.laid, "talon": side.talon, "shout": shout, "slaps": 0}
        line |= {"omissions": 0, "penalties": side.penalties, "points": points}
        return {**line, "total": self.before[seat] + points}

    def _won(self, data: Data) -> None:
        self._expect("winner's total", data["total"], max(self.totals))
        self.phase = "over"

    # laws

    def _expect(self, what: str, got: object, expected: object) -> None:
        if got != expected:
            raise Impossible(f"{what}: {got} instead of {expected}")

    def _racing(self) -> None:
        if self.phase != "race":
            raise Impossible(f"a play in the {self.phase}")

    def _comes_up(self, seat: int, card: Card | None) -> None:
        """A card has come up: it must be from this player's deck, and lie nowhere else."""
        if card not in self.decks[seat] or card in self.out:
            raise Impossible(f"{card} of seat {seat} is somewhere else already, or not theirs")
        self.out.add(card)

    def _whole(self, seat: int) -> None:
        if self.sides[seat].count() != len(self.decks[seat]):
            raise Impossible(f"seat {seat} has {self.sides[seat].count()} cards")

    def differences(self, view: Data) -> Iterator[str]:
        """A sentence for each difference between the server's view and the events."""
        for seat, (side, theirs) in enumerate(zip(self.sides, view["players"], strict=True)):
            told = {**theirs, "reel": list(theirs["reel"])}
            mine = {**side.shown(), "total": self.totals[seat]}
            for name, value in mine.items():
                if told[name] != value:
                    yield f"seat {seat}'s {name} is {told[name]}, by the events {value}"
        piles = {each["pile"]: (each["top"], each["height"]) for each in view["piles"]}
        follows = self.ladder.follows
        open_ones = {
            pile: (top, self.heights[pile])
            for pile, top in enumerate(self.tops)
            if follows[KIND[top]]
        }
        if piles != open_ones:
            yield f"the piles are {piles}, by the events {open_ones}"


_ACTS: Final[dict[str, Callable[[OracleTable[Any], Data], None]]] = {
    "RoundOpened": OracleTable._round_opened,
    "ScoreDieThrown": OracleTable._score_die_thrown,
    "TenLost": OracleTable._ten_lost,
    "VariantSet": OracleTable._variant_set,
    "Dealt": OracleTable._dealt,
    "GoSaid": OracleTable._go_said,
    "Started": OracleTable._started,
    "Opened": OracleTable._opened,
    "Placed": OracleTable._placed,
    "Turned": OracleTable._turned,
    "Gathered": OracleTable._gathered,
    "Filled": OracleTable._filled,
    "Shouted": OracleTable._shouted,
    "FalselyShouted": OracleTable._falsely_shouted,
    "Called": OracleTable._called,
    "Scored": OracleTable._scored,
    "Won": OracleTable._won,
}
