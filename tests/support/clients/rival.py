"""A rival in Wataï, driven by JSON, that looks for a place which another player wants as well."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from tests.support.clients.json_player import JsonPlayer
from tests.support.clients.screen_player import SWALLOWED_SECONDS
from watai.engine.watai.view import FACE_OF

PATIENCE: Final = 5_000
"""How often the rival looks before the test fails."""

A_WHOLE_STOCK: Final = 17
"""How many times three cards are turned until all have been seen."""


@dataclass(frozen=True, slots=True)
class Clash:
    """A card of the rival's that goes where a card of the other player's goes, and nowhere else."""

    card: str
    pile: int
    slot: int
    """Which card of the other player's Dévidoir, from 0."""


class Rival:
    """Sits at seat 1, and plays until there is a clash with seat 0."""

    def __init__(self, program: JsonPlayer) -> None:
        self.program = program

    def look(self) -> dict[str, Any]:
        """The table now."""
        self.program.say("look")
        return self.program.hear_kind("view")

    def act(self, move: str, **args: object) -> None:
        self.program.say("act", move=move, args=args)

    def find_clash(self, go_on: Callable[[], None]) -> Clash:
        """Play until there is a clash; whenever the rival's own cards go no further, `go_on` makes the other player move.

        No move of the other player may be under way while the rival looks: it waits for the event of each.
        """
        for look in range(1, PATIENCE):
            seen = self.look()
            clash = next(clashes(seen["view"]), None)
            if clash is not None:
                return clash
            self._move(seen)
            if look % A_WHOLE_STOCK == 0:
                go_on()
                while not self.program.hears_event_of(0, SWALLOWED_SECONDS):
                    go_on()  # the key came too late and did nothing
        raise AssertionError("two players with the same cards never wanted the same place")

    def _move(self, seen: dict[str, Any]) -> None:
        """Anything but what the other player waits for."""
        theirs = {FACE_OF[card] for card in seen["view"]["players"][0]["reel"] if card}
        moves = [line for line in seen["moves"] if line["move"] in ("Place", "Open")]
        free = [line for line in moves if FACE_OF.get(line["args"].get("card")) not in theirs]
        if free:
            self.act(free[0]["move"], **free[0]["args"])
        else:
            self.act("Turn")


def clashes(view: dict[str, Any]) -> Iterator[Clash]:
    """The places that both could take now."""
    other, mine = view["players"][0], view["players"][1]
    cards = [card for card in mine["reel"] if card]
    cards += [mine["top"]] if mine["top"] and mine["playable"] else []
    for slot, wanted in enumerate(other["reel"]):
        face = FACE_OF.get(wanted)
        piles = [pile["pile"] for pile in view["piles"] if face in pile["takes"]]
        if len(piles) == 1:
            yield from (Clash(card, piles[0], slot) for card in cards if FACE_OF[card] == face)
