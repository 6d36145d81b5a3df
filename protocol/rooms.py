"""What server and clients agree on about rooms: how a code is typed, and which settings can start a game."""

from collections.abc import Mapping

from watai.engine.catalogue import GAMES
from watai.engine.dice import Dice
from watai.protocol.arbitration import Arbitration, divide
from watai.protocol.messages import OptionValue


def read_code(typed: str) -> str:
    """A room code as people type it, in any case, with or without the dashes: such as `bako-timu-rane`."""
    letters = "".join(character for character in typed.lower() if character.isalpha())
    return f"{letters[:4]}-{letters[4:8]}-{letters[8:12]}"


def check_room(game: str, seats: int, options: Mapping[str, OptionValue]) -> None:
    """Raise BadOption for a room of a known game that could never start."""
    rules = GAMES[game].game
    chosen, of_room = divide(rules, options)
    Arbitration.parse(of_room)
    rules(rules.options_type.parse(chosen), seats, Dice(bytes(32)))
