"""What a host may choose for a Duel."""

from dataclasses import dataclass

from watai.engine.options import Options, one_of, whole


@dataclass(frozen=True, slots=True)
class DuelOptions(Options):
    """The variant, how a game ends early, and how long a choice may take."""

    variant: str = one_of("base", "memory", "professional")
    exchange: str = one_of("compulsory", "optional")
    duel_limit: int = whole(30, 0, 1000)
    """DUEL-7: after this many duels the shells are counted; 0: no such limit."""
    minute_limit: int = whole(0, 0, 240)
    """DUEL-7: after this many minutes the shells are counted; 0: no such limit."""
    turn_seconds: int = whole(60, 5, 3600)
