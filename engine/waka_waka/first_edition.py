"""Waka Waka as it was played before its second edition, for matches that began under it.

Three cards counted as a Merchant beside a Merchant in hand too, and a game without moves had no end.
"""

from dataclasses import dataclass

from watai.engine.waka_waka.rules import WakaWaka
from watai.engine.waka_waka.turn import ChooseCard


@dataclass(frozen=True, slots=True)
class ChooseCardFirstEdition(ChooseCard):
    """A turn without the condition of WAKA-11."""

    face_down_beside_merchant = True


class WakaWakaFirstEdition(WakaWaka):
    """A match recorded without an edition."""

    edition = 1
    choose_card = ChooseCardFirstEdition
    idle_rounds = None
