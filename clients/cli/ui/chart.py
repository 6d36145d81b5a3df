"""A small chart of bars, in Unicode or plain ASCII."""

from collections.abc import Sequence
from typing import Final

EIGHTHS: Final = " ▁▂▃▄▅▆▇█"
ASCII_STEPS: Final = " .#"


def bars(values: Sequence[float], lines: int, *, plain: bool) -> list[str]:
    """A bar for each value, from zero up, in so many lines; the highest fills them. Nothing for no values."""
    steps = ASCII_STEPS if plain else EIGHTHS
    full = len(steps) - 1
    top = max(values, default=0.0)
    if top <= 0:
        return []
    heights = [max(1, round(value / top * lines * full)) if value > 0 else 0 for value in values]
    return [
        "".join(steps[max(0, min(full, height - below * full))] for height in heights).rstrip()
        for below in range(lines - 1, -1, -1)
    ]
