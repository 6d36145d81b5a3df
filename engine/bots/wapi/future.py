"""How a game of Wapi may go on: a simulated table, played to its end by sensible players.

Sections are numbered as on the board. In a bag, a coin is its value and a symbol is -1 minus the number of its section.

Sensible players weigh a section by what one more point there is worth to them: their own share of it, less the mean share of the others.
They put a coin better than those to come where that weight is greatest, and any other where it is least, for it takes a space from a better one.
They spend a totem where it gains most, and are the choosier the more symbols they can still expect to draw.
"""

from collections.abc import Sequence
from math import fsum
from operator import mul

from watai.engine.bots.wapi.prospect import Prospect
from watai.engine.game import Seat
from watai.engine.wapi.view import WapiView


class Future:
    """One table that can be played on."""

    __slots__ = ("advanced", "free", "hands", "owned", "seats", "standing", "weight", "worth")

    def __init__(self, view: WapiView) -> None:
        self.advanced = view.scoring == "advanced"
        self.seats = len(view.totems)
        self.hands = list(view.totems)
        self.worth = [sum(section.coins) for section in view.sections]
        self.free = [section.coin_spaces - len(section.coins) for section in view.sections]
        self.owned = [
            [section.tokens.count(Seat(seat)) for section in view.sections]
            for seat in range(self.seats)
        ]
        self.standing: list[int] = [sum(owned) for owned in zip(*self.owned, strict=True)]
        self.weight = [[0.0] * len(self.worth) for _ in range(self.seats)]
        for section in range(len(self.worth)):
            self._weigh(section)

    def copy(self) -> "Future":
        """A table of its own, equal to this one."""
        twin = object.__new__(Future)  # __init__ would read the view again, which takes longer
        twin.advanced = self.advanced
        twin.seats = self.seats
        twin.hands = self.hands[:]
        twin.worth = self.worth[:]
        twin.free = self.free[:]
        twin.owned = [row[:] for row in self.owned]
        twin.standing = self.standing[:]
        twin.weight = [row[:] for row in self.weight]
        return twin

    def looks(self, section: int) -> tuple[int, ...]:
        """All that tells this section from another."""
        return (*(row[section] for row in self.owned), self.free[section], self.worth[section])

    def place(self, section: int, value: int) -> None:
        """Lay a coin."""
        self.worth[section] += value
        self.free[section] -= 1

    def claim(self, seat: int, section: int) -> None:
        """Put up a totem."""
        self.hands[seat] -= 1
        self.owned[seat][section] += 1
        self.standing[section] += 1
        self._weigh(section)

    def _weigh(self, section: int) -> None:
        total = self.standing[section]
        share = 1 / total if self.advanced and total else 1.0
        rivals = self.seats - 1
        for owned, weight in zip(self.owned, self.weight, strict=True):
            own = owned[section]
            weight[section] = share * (own - (total - own) / rivals)

    def _gain(self, seat: int, section: int, mean: float) -> float:
        """What one more totem of this player here is worth, if the free spaces fill with mean coins."""
        value = self.worth[section] + self.free[section] * mean
        if not self.advanced:
            return value
        own, total = self.owned[seat][section], self.standing[section]
        after = (own + 1 - (total - own) / (self.seats - 1)) / (total + 1)
        return value * (after - self.weight[seat][section])

    def _wants(self, seat: int, section: int, prospect: Prospect) -> bool:
        """Whether a totem is better spent here than on what may come: is this among the best it will be offered?"""
        chances = prospect.symbols_to_come() / self.seats
        if chances < self.hands[seat]:
            return True
        gains = [self._gain(seat, each, prospect.mean) for each in range(len(self.free))]
        here = gains[section]
        better = sum(gain > here for gain in gains)
        return better * (chances + 1) < self.hands[seat] * len(gains)

    def _places(self) -> list[int]:
        """Where a coin may go (WAPI-6)."""
        roomy = [section for section, free in enumerate(self.free) if free]
        return [section for section in roomy if self.standing[section]] or roomy

    def finish(self, bag: Sequence[int], seat: int) -> list[float]:
        """Everybody's points after the players, this one first, have drawn from this bag in its order."""
        prospect = Prospect(bag, sum(self.free))
        places = self._places()
        for token in bag:
            if not prospect.spaces:
                break
            prospect.lose(token)
            if token >= 0:
                choose = max if token > prospect.mean else min
                section = choose(places, key=self.weight[seat].__getitem__)
                self.place(section, token)
                if not self.free[section]:
                    places = self._places()
            elif self.hands[seat] and self._wants(seat, -1 - token, prospect):
                self.claim(seat, -1 - token)
                places = self._places()
            seat = seat + 1 if seat + 1 < self.seats else 0
        return self._points()

    def _points(self) -> list[float]:
        shares = self.standing if self.advanced else [1] * len(self.standing)
        each = [worth / (share or 1) for worth, share in zip(self.worth, shares, strict=True)]
        return [fsum(map(mul, owned, each)) for owned in self.owned]
