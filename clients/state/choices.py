"""What a player chose before: the last game, how each was set up, and which guides are over."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from watai.clients.state.room_setup import FIRST_GAME, Setup, strengths, stronger, usual_seats
from watai.engine.catalogue import GAMES
from watai.engine.options import BadOption
from watai.protocol.messages import OptionValue

USEFUL: Final[Mapping[str, Mapping[str, tuple[OptionValue, ...]]]] = {
    "watai": {"variants": ("dice", "off"), "target": (150, 50, 100)},
    "waka-tanka": {"turn_seconds": (60, 120, 600, 30)},
    "wapi": {"scoring": ("basic", "advanced"), "turn_seconds": (60, 120, 600, 30)},
    "duel": {
        "variant": ("base", "memory", "professional"),
        "exchange": ("compulsory", "optional"),
    },
    "waka-waka": {
        "orders": ("board", "tile1", "tile2", "tile3", "tile4"),
        "turn_seconds": (60, 120, 600, 30),
    },
}
"""The options of each game in the start menu, the usual value first; `watai host` has them all."""


@dataclass(slots=True)
class Choices:
    """The choices of one player at `watai play`."""

    game: str = FIRST_GAME
    setups: dict[str, Setup] = field(default_factory=dict)
    guided: set[str] = field(default_factory=set)
    """The games whose guide the player has seen, or did not want."""

    def setup(self, game: str) -> Setup:
        """The game as it was played last, or as it is usually played; it begins at once."""
        usual = Setup(game, usual_seats(game), strength=strengths(game)[0], start=True)
        return self.setups.get(game, usual)

    def choose(self, setup: Setup) -> None:
        """Remember this game as the last one."""
        self.game = setup.game
        self.setups[setup.game] = setup

    def with_more_bots(self, game: str, by: int) -> None:
        """More bots, or fewer; after the most come the fewest."""
        setup, seats = self.setup(game), GAMES[game].game.seats
        place = seats.index(setup.seats) + by if setup.seats in seats else 0
        self.setups[game] = replace(setup, seats=seats[place % len(seats)])

    def with_stronger_bots(self, game: str) -> None:
        """The next strength of bots."""
        setup = self.setup(game)
        self.setups[game] = replace(setup, strength=stronger(game, setup.strength))

    def with_next_value(self, game: str, option: str) -> None:
        """The next value of an option; the first one again after the last."""
        setup, values = self.setup(game), USEFUL[game][option]
        now = setup.value(option)
        after = values[(values.index(now) + 1) % len(values)] if now in values else values[0]
        self.setups[game] = replace(setup, options={**setup.options, option: after})

    # as plain data, for a file

    def written(self) -> dict[str, object]:
        """Everything as JSON can hold it."""
        setups = {
            game: {
                "seats": each.seats,
                "strength": each.strength,
                "options": {name: each.options[name] for name in each.options},
            }
            for game, each in self.setups.items()
        }
        return {"game": self.game, "setups": setups, "guided": sorted(self.guided)}

    @classmethod
    def read(cls, said: object) -> "Choices":
        """The choices in a file; what makes no sense in it is left out, since another release may have written it."""
        choices = cls()
        if not isinstance(said, dict):
            return choices
        game, guided, setups = said.get("game"), said.get("guided"), said.get("setups")
        choices.game = game if isinstance(game, str) and game in GAMES else FIRST_GAME
        if isinstance(guided, list):
            choices.guided = {each for each in guided if each in GAMES}
        for name, fields in setups.items() if isinstance(setups, dict) else ():
            setup = _setup(name, fields) if name in GAMES else None
            if setup is not None:
                choices.setups[name] = setup
        return choices


def _setup(game: str, fields: object) -> Setup | None:
    if not isinstance(fields, dict):
        return None
    seats, strength, options = (fields.get(name) for name in ("seats", "strength", "options"))
    if not isinstance(seats, int) or not isinstance(options, dict):
        return None
    setup = Setup(game, seats, options, strength=str(strength), start=True)
    try:
        setup.check()
    except BadOption:
        return None
    return setup if setup.strength in strengths(game) else None
