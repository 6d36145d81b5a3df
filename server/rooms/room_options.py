"""Whether a room that somebody wants could ever start."""

from engine.catalogue import GAMES
from engine.dice import Dice
from engine.options import BadOption
from protocol.arbitration import Arbitration, divide
from protocol.errors import Denied
from protocol.messages import OptionValue


def check_setup(game: str, seats: int, options: dict[str, OptionValue]) -> None:
    """Refuse a room that could never start."""
    if game not in GAMES:
        raise Denied("game/unknown")
    rules = GAMES[game].game
    chosen, of_room = divide(rules, options)
    try:
        Arbitration.parse(of_room)
        rules(rules.options_type.parse(chosen), seats, Dice(bytes(32)))
    except BadOption as bad:
        raise Denied("option/bad", str(bad)) from None
