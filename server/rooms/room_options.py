"""Whether a room that somebody wants could ever start."""

from engine.catalogue import GAMES
from engine.options import BadOption
from protocol.errors import Denied
from protocol.messages import OptionValue
from protocol.rooms import check_room


def check_setup(game: str, seats: int, options: dict[str, OptionValue]) -> None:
    """Refuse a room that could never start."""
    if game not in GAMES:
        raise Denied("game/unknown")
    try:
        check_room(game, seats, options)
    except BadOption as bad:
        raise Denied("option/bad", str(bad)) from None
