"""The search among placements: what the first duel will be worth, with stones still in hand counted at their mean."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final

from watai.engine.bots.duel.matrix import worth

Drop = tuple[bool, int, int]
"""Whether the stone is the bot's own, the stone, and the cell (3 × own mask + opponent's mask)."""

_BEAM: Final = range(3, 9)
"""How many placements are thought through: at least and at most."""
_LOOKS: Final = 500
"""Between those: as many as keep the answers to be looked at to about this number."""
_MOST: Final = 99.0
"""More than any duel is worth."""
_EXACT: Final = 1300
"""As many ways to end the placement as are looked at one by one."""


@dataclass(slots=True)
class Layout:
    """A placement under way, in the bot's eyes. 0 is an empty cell."""

    mine: list[int]
    theirs: list[int]
    my_hand: set[int]
    their_hand: set[int]
    order: Sequence[bool]
    """For each stone still to be placed, whether the bot places it."""
    any_colour: bool
    equals_barred: bool

    def drops(self, own_turn: bool) -> list[Drop]:
        """Every placement, dead ends (DUEL-3) not yet sorted out."""
        colours = (True, False) if self.any_colour else (own_turn,)
        return [
            (own, stone, cell)
            for own in colours
            for at, against, hand in [self._side(own)]
            for stone, cell in product(sorted(hand), range(9))
            if not at[cell] and not (self.equals_barred and against[cell] == stone)
        ]

    def put(self, drop: Drop) -> None:
        own, stone, cell = drop
        at, _, hand = self._side(own)
        at[cell] = stone
        hand.remove(stone)

    def take_back(self, drop: Drop) -> None:
        own, stone, cell = drop
        at, _, hand = self._side(own)
        at[cell] = 0
        hand.add(stone)

    def estimate(self) -> float:
        """The value of the matrix in which every stone in hand is as good as their mean."""
        my_mean = sum(self.my_hand) / len(self.my_hand) if self.my_hand else 0.0
        their_mean = sum(self.their_hand) / len(self.their_hand) if self.their_hand else 0.0
        return worth(
            [
                (own or my_mean) - (their or their_mean)
                for own, their in zip(self.mine, self.theirs, strict=True)
            ]
        )

    def _side(self, own: bool) -> tuple[list[int], list[int], set[int]]:
        if own:
            return self.mine, self.theirs, self.my_hand
        return self.theirs, self.mine, self.their_hand


def choose(layout: Layout, allowed: Sequence[Drop]) -> Drop:
    """The best of these placements for the bot; of equals the first."""
    if _ways_to_end(layout) <= _EXACT:
        return max(allowed, key=lambda drop: _exact_after(layout, drop))
    width = min(max(_LOOKS // len(allowed), _BEAM[0]), _BEAM[-1])
    promising = _ranked(layout, allowed, True)[:width]
    return max(promising, key=lambda drop: _foreseen_after(layout, drop))


def best_now(layout: Layout, allowed: Sequence[Drop]) -> Drop:
    """The placement that looks best without a thought for what comes next."""
    return _ranked(layout, allowed, True)[0]


def _ways_to_end(layout: Layout) -> int:
    """About how many: each stone in each cell left to its colour."""
    ways, mine, theirs = 1, len(layout.my_hand), len(layout.their_hand)
    for own in layout.order:
        if layout.any_colour:
            ways *= mine * mine + theirs * theirs
            own = mine > theirs
        else:
            ways *= mine * mine if own else theirs * theirs
        mine, theirs = mine - own, theirs - (not own)
    return ways


def _exact_after(layout: Layout, drop: Drop) -> float:
    layout.put(drop)
    value = _exact(layout, 1, -_MOST, _MOST)
    layout.take_back(drop)
    return -_MOST if value is None else value


def _exact(layout: Layout, depth: int, low: float, high: float) -> float | None:
    """What the board will be worth with best play by both (alpha-beta); None where it cannot be completed."""
    if depth == len(layout.order):
        return layout.estimate()
    own_turn = layout.order[depth]
    best: float | None = None
    for drop in layout.drops(own_turn):
        layout.put(drop)
        value = _exact(layout, depth + 1, low, high)
        layout.take_back(drop)
        if value is None:
            continue
        if best is None or (value > best if own_turn else value < best):
            best = value
        low, high = (max(low, best), high) if own_turn else (low, min(high, best))
        if low >= high:
            break
    return best


def _foreseen_after(layout: Layout, drop: Drop) -> float:
    """What it looks like after this, the rest of one's turn and the opponent's turn, both played at a glance."""
    played = [drop]
    layout.put(drop)
    for depth in range(1, _turn_after_next(layout.order)):
        own_turn = layout.order[depth]
        if not (open_drops := layout.drops(own_turn)):
            break
        played.append(_ranked(layout, open_drops, own_turn)[0])
        layout.put(played[-1])
    value = layout.estimate()
    for each in reversed(played):
        layout.take_back(each)
    return value


def _turn_after_next(order: Sequence[bool]) -> int:
    """How many stones are placed until it is the bot's turn again."""
    theirs = order.index(False) if False in order else len(order)
    return next((at for at in range(theirs, len(order)) if order[at]), len(order))


def _ranked(layout: Layout, drops: Sequence[Drop], own_turn: bool) -> list[Drop]:
    """Best first for whoever places."""
    return sorted(drops, key=lambda drop: _estimate_after(layout, drop), reverse=own_turn)


def _estimate_after(layout: Layout, drop: Drop) -> float:
    layout.put(drop)
    value = layout.estimate()
    layout.take_back(drop)
    return value
