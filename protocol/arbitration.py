"""What the host of a room with races may choose about them: options of the room, of which the rules know nothing."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.game import Game
from engine.options import Options, one_of, whole
from protocol.messages import OptionValue

Chosen = dict[str, OptionValue]


@dataclass(frozen=True, slots=True)
class Arbitration(Options):
    """`fair`: the quicker player wins; `arrival`: whoever's message comes first. `hold_cap` is the longest wait in ms."""

    arbitration: str = one_of("fair", "arrival")
    hold_cap: int = whole(160, 0, 1000)

    @property
    def longest_wait(self) -> int:
        """In ms; 0 means: first come, first served."""
        return self.hold_cap if self.arbitration == "fair" else 0


def divide(rules: type[Game], options: Mapping[str, OptionValue]) -> tuple[Chosen, Chosen]:
    """The options of the game, and those of the room, where the game has races."""
    known = Arbitration.kinds() if rules.races else {}
    game = {name: value for name, value in options.items() if name not in known}
    return game, {name: value for name, value in options.items() if name in known}
