"""The bot for the Duel: masks by the solution of the matrix game, exchanges and placements by search.

*strong* mixes its masks as the solved game says, and looks at its exchange, the answer and the exchange after that.
*easy* favours the line that looks best, looks at a few exchanges and placements only, and forgets what it saw two duels ago.
"""

from collections.abc import Sequence
from math import exp, fsum
from typing import Final

from watai.engine.bots.bot import Bot, Plan
from watai.engine.bots.duel.belief import Belief
from watai.engine.bots.duel.exchange import Stones, Swap, after_swap, answer, best_worth, candidates
from watai.engine.bots.duel.matrix import Mix, solve, worth
from watai.engine.bots.duel.placement import best_now, choose
from watai.engine.bots.duel.sight import Sight
from watai.engine.dice import Dice
from watai.engine.duel.moves import Choose, Decline, Exchange, Place, Trade
from watai.engine.duel.tables import CELLS, MASKS, exchanger
from watai.engine.duel.view import DuelView
from watai.engine.game import Millis, Move, Seat, View

_FORESIGHT: Final = 1.0
"""The weight of the duel after the next. In matches between bots a smaller one lost, and a larger one gained nothing."""
_GLANCES: Final = 6
"""How many exchanges or placements an easy player considers."""
_HOPE: Final = 0.02
"""The assumed chance that the opponent chooses blindly; just enough to prefer, among equal mixes, the one that profits."""
_HUNCH: Final = 2.0
"""How many shells' difference an easy player needs to prefer a line clearly."""


class DuelBot(Bot):
    """Bison or Wolf, in any variant."""

    def __init__(self, seat: Seat, strength: str, dice: Dice, speed: float = 1.0) -> None:
        super().__init__(seat, strength, dice, speed)
        self.belief = Belief(seat)

    def think(self, view: View, at: Millis) -> Plan | None:
        assert isinstance(view, DuelView)
        if view.variant == "memory":
            self._remember(view)
        sight = Sight(view, self.seat, self.belief)
        match next((prompt.ask for prompt in view.asks if prompt.seat == self.seat), None):
            case "place":
                return self.plan(self._placement(sight), 1200 + self.dice.below(1800))
            case "mask":
                return self.plan(Choose(self._mask(sight, at)), 900 + self.dice.below(2100))
            case "exchange":
                return self.plan(self._exchange(sight, at), 1500 + self.dice.below(2000))
            case _:
                return None

    def _remember(self, view: DuelView) -> None:
        if self.strength == "easy" and view.last is not None:
            self.belief.forget(Seat(1 - self.seat))
        self.belief.update(view)

    # Placement

    def _placement(self, sight: Sight) -> Move:
        layout = sight.layout()
        allowed = self.dice.shuffle([drop for drop in layout.drops(True) if sight.allows(drop)])
        if self.strength == "easy":
            own, stone, cell = best_now(layout, allowed[:_GLANCES])
        else:
            own, stone, cell = choose(layout, allowed)
        return Place(sight.seat if own else sight.rival, stone, *sight.cells[cell])

    # Masks

    def _mask(self, sight: Sight, at: Millis) -> int:
        if self.strength == "easy":
            lines = [fsum(_means(sight)[3 * line : 3 * line + 3]) / 3 for line in range(3)]
            return self._draw([exp(line * 3 / _HUNCH) for line in lines])
        left = sight.duels_left(at) - 1
        drift = _FORESIGHT * self._drift(sight) if left else 0.0
        matrix = sight.prospects(sight.leads(), left, drift)
        if sight.view.variant == "memory":
            matrix = _against_the_ignorant(sight, matrix)
        return self._draw(solve(_hoping(matrix, (1 / 3, 1 / 3, 1 / 3), _HOPE))[1])

    def _drift(self, sight: Sight) -> float:
        """What the duel after this one promises, by who exchanges before it."""
        stones, cells, _ = sight.stones()
        leads = stones.leads(cells)
        if exchanger(sight.view.duels + 1) == self.seat:
            return best_worth(stones, cells, leads)
        return answer(stones, cells, leads)

    def _draw(self, weights: Sequence[float]) -> int:
        """A mask, each as often as its weight says."""
        point = self.dice.fraction() * fsum(weights)
        for mask, weight in zip(MASKS, weights, strict=True):
            point -= weight
            if point < 0:
                return mask
        return max(MASKS, key=lambda mask: weights[mask - 1])

    # Exchange

    def _exchange(self, sight: Sight, at: Millis) -> Move:
        stones, cells, names = sight.stones()
        if self.strength == "easy":
            swap = self._glanced_swap(stones, cells)
        else:
            left = sight.duels_left(at) - 1
            swap = max(
                candidates(stones, cells),
                key=lambda each: worth(
                    sight.prospects(
                        [(lead,) for lead in each[1]], left, _FORESIGHT * each[2] if left else 0.0
                    )
                ),
            )[0]
        return _as_move(sight, swap, cells, names)

    def _glanced_swap(self, stones: Stones, cells: Sequence[int]) -> Swap:
        """Of a few exchanges the one after which some line of one's own looks best."""
        leads = stones.leads(cells)
        few = self.dice.shuffle(stones.swaps(cells, True))[:_GLANCES]
        return max(few, key=lambda swap: _best_line(after_swap(stones, cells, leads, swap)))


def _best_line(leads: Sequence[float]) -> float:
    return max(fsum(leads[line : line + 3]) for line in (0, 3, 6))


def _means(sight: Sight) -> list[float]:
    return [fsum(each) / len(each) for each in sight.leads()]


def _as_move(
    sight: Sight, swap: Swap, cells: Sequence[int], names: Sequence[tuple[Seat, int]]
) -> Move:
    if swap is None:
        return Decline()
    if sight.view.variant == "professional":
        one, two = sorted(names[stone] for stone in swap)
        return Trade(*one, *two)
    first, second = sorted(sight.cells[cells[stone]] for stone in swap)
    return Exchange(*first, *second)


def _against_the_ignorant(sight: Sight, matrix: Sequence[float]) -> list[float]:
    """DUEL-8: the more of one's stones the opponent has not seen, the more likely the play of one who cannot know them.

    With that likelihood the opponent's mix is the one good against average stones, otherwise it is any
    (Johanson's restricted Nash response).
    """
    belief = sight.belief
    hidden = [cell for cell in sight.cells if cell not in belief.exposed]
    if not hidden:
        return list(matrix)
    average = fsum(belief.mean(sight.seat, cell) for cell in hidden) / len(hidden)
    seeming = [
        (average if cell in hidden else belief.mean(sight.seat, cell))
        - belief.mean(sight.rival, cell)
        for cell in sight.cells
    ]
    return _hoping(matrix, solve(seeming)[2], len(hidden) / len(CELLS))


def _hoping(matrix: Sequence[float], mix: Mix, likelihood: float) -> list[float]:
    """The game in which, with this likelihood, the opponent plays just this mix, and otherwise anything."""
    hoped = [
        fsum(share * matrix[3 * line + column] for column, share in enumerate(mix))
        for line in range(3)
    ]
    return [
        (1 - likelihood) * payoff + likelihood * hoped[number // 3]
        for number, payoff in enumerate(matrix)
    ]
