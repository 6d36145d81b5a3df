"""Zero-sum games of three choices against three, solved exactly: what the game is worth and how to mix.

Shapley and Snow: some optimal pair of mixes makes a square part of the matrix (1×1, 2×2 or 3×3) even,
so it is enough to try those parts until one holds against every choice outside it.
"""

from collections.abc import Sequence
from typing import Final

Matrix = Sequence[float]
"""Nine payoffs to the chooser of the row, row after row."""
Mix = tuple[float, float, float]

_PAIRS: Final = ((0, 1, 2), (0, 2, 1), (1, 2, 0))
"""Two of three choices, and the one left out."""
_SLACK: Final = 1e-9
_PURE: Final[Sequence[Mix]] = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


def solve(matrix: Matrix) -> tuple[float, Mix, Mix]:
    """The value, the row mix that gets at least it, and the column mix that gives at most it."""
    return _saddle(matrix) or _mixed(matrix)


def worth(matrix: Matrix) -> float:
    """The value alone."""
    return solve(matrix)[0]


def _mixed(matrix: Matrix) -> tuple[float, Mix, Mix]:
    """Stretched to the range 0 to 1 first: where all payoffs are close, every difference would pass for rounding."""
    lowest = min(matrix)
    scale = max(matrix) - lowest
    even = [(payoff - lowest) / scale for payoff in matrix]
    value, rows, columns = _whole(even) or _pair(even) or _safest(even)
    return value * scale + lowest, rows, columns


def _safest(matrix: Matrix) -> tuple[float, Mix, Mix]:
    """The best single choices, very close to the value: the fallback where rounding hides every even part."""
    lows = [min(matrix[row : row + 3]) for row in (0, 3, 6)]
    highs = [max(matrix[column::3]) for column in range(3)]
    value = max(lows)
    return value, _PURE[lows.index(value)], _PURE[highs.index(min(highs))]


def _saddle(matrix: Matrix) -> tuple[float, Mix, Mix] | None:
    a, b, c, d, e, f, g, h, i = matrix
    lows = (min(a, b, c), min(d, e, f), min(g, h, i))
    highs = (max(a, d, g), max(b, e, h), max(c, f, i))
    value, ceiling = max(lows), min(highs)
    if value < ceiling:
        return None
    return value, _PURE[lows.index(value)], _PURE[highs.index(ceiling)]


def _whole(matrix: Matrix) -> tuple[float, Mix, Mix] | None:
    """Mixes of all three choices that leave the other side indifferent, from the adjugate."""
    a, b, c, d, e, f, g, h, i = matrix
    k00, k01, k02 = e * i - f * h, c * h - b * i, b * f - c * e
    k10, k11, k12 = f * g - d * i, a * i - c * g, c * d - a * f
    k20, k21, k22 = d * h - e * g, b * g - a * h, a * e - b * d
    x0, x1, x2 = k00 + k10 + k20, k01 + k11 + k21, k02 + k12 + k22
    total = x0 + x1 + x2
    if -_SLACK < total < _SLACK:
        return None
    x0, x1, x2 = x0 / total, x1 / total, x2 / total
    if x0 < -_SLACK or x1 < -_SLACK or x2 < -_SLACK:
        return None
    y0, y1, y2 = (k00 + k01 + k02) / total, (k10 + k11 + k12) / total, (k20 + k21 + k22) / total
    if y0 < -_SLACK or y1 < -_SLACK or y2 < -_SLACK:
        return None
    return x0 * a + x1 * d + x2 * g, (x0, x1, x2), (y0, y1, y2)


def _pair(matrix: Matrix) -> tuple[float, Mix, Mix] | None:
    """Two rows against two columns; where rounding hides the exact part, the one that fails least."""
    best: tuple[float, float, Mix, Mix] | None = None
    for r, s, rest in _PAIRS:
        for j, k, spare in _PAIRS:
            a, b, c, d = matrix[3 * r + j], matrix[3 * r + k], matrix[3 * s + j], matrix[3 * s + k]
            spread = a + d - b - c
            if -_SLACK < spread < _SLACK:
                continue
            x, y = (d - c) / spread, (d - b) / spread
            if not (0 <= x <= 1 and 0 <= y <= 1):
                continue
            value = (a * d - b * c) / spread
            above = matrix[3 * rest + j] * y + matrix[3 * rest + k] * (1 - y) - value
            below = value - matrix[3 * r + spare] * x - matrix[3 * s + spare] * (1 - x)
            failure = max(above, below, 0.0)
            if best is None or failure < best[0]:
                best = (failure, value, _spread(r, s, x), _spread(j, k, y))
            if failure <= _SLACK:
                return best[1:]
    return None if best is None else best[1:]


def _spread(first: int, second: int, share: float) -> Mix:
    mix = [0.0, 0.0, 0.0]
    mix[first], mix[second] = share, 1 - share
    return mix[0], mix[1], mix[2]
