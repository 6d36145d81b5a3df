"""Which rooms a guest may open: the game, the number of seats and the options must fit each other."""

from watai.engine.catalogue import GAMES
from watai.engine.options import BadOption
from watai.protocol.errors import Denied
from watai.protocol.messages import OptionValue
from watai.protocol.rooms import check_room


def check_room_options(game: str, seats: int, options: dict[str, OptionValue]) -> None:
    """Raise Denied if no match could ever start in such a room."""
    if game not in GAMES:
        raise Denied("game/unknown")
    try:
        check_room(game, seats, options)
    except BadOption as bad:
        raise Denied("option/bad", str(bad)) from None
