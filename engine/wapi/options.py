"""What the host of a Wapi room may choose."""

from dataclasses import dataclass

from watai.engine.options import Options, one_of, whole


@dataclass(frozen=True, slots=True)
class WapiOptions(Options):
    """How a section pays (WAPI-9, WAPI-10), and how long a player may think (WAPI-13)."""

    scoring: str = one_of("basic", "advanced")
    turn_seconds: int = whole(60, 5, 3600)
