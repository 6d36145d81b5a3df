"""What the host of a Wataï room may choose."""

from dataclasses import dataclass
from typing import Final

from watai.engine.options import BadOption, Options, one_of, whole
from watai.engine.watai.cards import BLUE_BOX, GREEN_BOX, Back

ONE_BOX_SEATS: Final = 4
VARIANT_NUMBERS: Final = range(1, 17)


@dataclass(frozen=True, slots=True)
class WataiOptions(Options):
    """Defaults are the rulebook's; `boxes` 0 means as few as the players need."""

    target: int = whole(150, 1, 1000)  # WATAI-21
    boxes: int = whole(0, 0, 2)  # WATAI-5
    box: str = one_of("green", "blue")
    variants: str = one_of("dice", "off", *map(str, VARIANT_NUMBERS))
    refill: str = one_of("auto", "manual")  # WATAI-10
    shout: str = one_of("manual", "auto")  # WATAI-15
    refusal: str = one_of("on", "off")  # WATAI-17

    def check(self, seats: int) -> None:
        if seats > ONE_BOX_SEATS and self.boxes == 1:
            raise BadOption("boxes", "five or more players need 2 boxes (WATAI-5)")
        if seats == 2 and self.variants == "15":
            raise BadOption("variants", "two players have no 10 to slap (WATAI-V15)")

    def boxes_for(self, seats: int) -> int:
        """How many boxes are on the table."""
        return self.boxes or (1 if seats <= ONE_BOX_SEATS else 2)

    def backs(self) -> tuple[Back, ...]:
        """The backs in the order in which seats take them."""
        return GREEN_BOX + BLUE_BOX if self.box == "green" else BLUE_BOX + GREEN_BOX
