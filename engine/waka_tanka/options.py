"""What a host may choose for a game of Waka Tanka."""

from dataclasses import dataclass

from watai.engine.options import Options, whole


@dataclass(frozen=True, slots=True)
class TankaOptions(Options):
    """The cards depend on the number of players alone, so that only the clock is left to choose."""

    turn_seconds: int = whole(60, 5, 3600)  # TANKA-11
