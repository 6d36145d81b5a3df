"""The games of the house as a message: seats, strengths of bots, and everything that a host may choose."""

from collections.abc import Iterator
from functools import cache
from typing import Final

from watai.engine.catalogue import GAMES, Entry
from watai.engine.options import Options, Whole, Written
from watai.protocol.arbitration import Arbitration
from watai.protocol.messages import Catalogue, GameLine, OptionLine, SeatRange

SWITCH: Final = ("on", "off")


def catalogue(n: int) -> Catalogue:
    """The answer to a guest who asks what can be played here."""
    return Catalogue(n, _games())


@cache
def _games() -> list[GameLine]:
    return [_game(name, entry) for name, entry in GAMES.items()]


def _game(name: str, entry: Entry) -> GameLine:
    rules = entry.game
    options = list(_options(rules.options_type, f"{name.replace('-', '_')}.options", of_room=False))
    if rules.races:
        options += _options(Arbitration, "options.room", of_room=True)
    seats = SeatRange(rules.seats[0], rules.seats[-1])
    return GameLine(name, seats, list(entry.bot.strengths), rules.races, options)


def _options(kind: type[Options], texts: str, *, of_room: bool) -> Iterator[OptionLine]:
    defaults = kind()
    for name, allowed in kind.kinds().items():
        default, text = getattr(defaults, name), f"{texts}.{name}"
        if isinstance(allowed, Whole):
            least, most = allowed.least, allowed.most
            yield OptionLine(name, "int", default, text, least, most, of_room=of_room)
        elif isinstance(allowed, Written):
            yield OptionLine(name, "text", default, text, most=allowed.longest, of_room=of_room)
        else:
            sort = "bool" if set(allowed.words) == set(SWITCH) else "choice"
            words = list(allowed.words)
            yield OptionLine(name, sort, default, text, words=words, of_room=of_room)
