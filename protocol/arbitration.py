"""The options of a room that decide how races are decided; the rules of the game do not know them."""

from collections.abc import Mapping
from dataclasses import dataclass

from watai.engine.game import Game
from watai.engine.options import Options, one_of, whole
from watai.protocol.messages import OptionValue

Chosen = dict[str, OptionValue]


@dataclass(frozen=True, slots=True)
class Arbitration(Options):
    """`fair`: the quicker player wins; `arrival`: the message that arrives first wins. `hold_cap` is the longest wait in ms."""

    arbitration: str = one_of("fair", "arrival")
    hold_cap: int = whole(160, 0, 1000)

    @property
    def longest_wait(self) -> int:
        """In ms; 0 means that the order of arrival decides."""
        return self.hold_cap if self.arbitration == "fair" else 0


def divide(rules: type[Game], options: Mapping[str, OptionValue]) -> tuple[Chosen, Chosen]:
    """The options of the game, and those of the room; a game without races has only its own."""
    known = Arbitration.kinds() if rules.races else {}
    game = {name: value for name, value in options.items() if name not in known}
    return game, {name: value for name, value in options.items() if name in known}
