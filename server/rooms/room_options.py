"""Which rooms a guest may open: the game, the number of seats and the options must fit each other."""

from engine.catalogue import GAMES
from engine.dice import Dice
from engine.options import BadOption
from protocol.arbitration import Arbitration, divide
from protocol.errors import Denied
from protocol.messages import OptionValue


def check_room_options(game: str, seats: int, options: dict[str, OptionValue]) -> None:
    """Raise Denied if no match could ever start in such a room."""
    if game not in GAMES:
        raise Denied("game/unknown")
    rules = GAMES[game].game
    chosen, of_room = divide(rules, options)
    try:
        Arbitration.parse(of_room)
        rules(rules.options_type.parse(chosen), seats, Dice(bytes(32)))
    except BadOption as bad:
        raise Denied("option/bad", str(bad)) from None
