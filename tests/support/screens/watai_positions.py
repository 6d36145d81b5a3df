"""Positions for the Wataï screen: a seeded game by bots, stopped where a picture is wanted, told to a client's model."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import msgspec

from tests.engine.watai.positions import table
from watai.clients.cli.commands.simulate import hire
from watai.clients.cli.games.watai.face import WataiFace
from watai.clients.cli.screens.keys import KEYS
from watai.clients.cli.ui.face import Face, Size
from watai.clients.cli.ui.glyphs import ASCII, UNICODE
from watai.clients.cli.ui.keymap import Keymap
from watai.clients.state.model import Model
from watai.clients.text.catalogue import Text
from watai.clients.text.story import NAMES
from watai.engine.catalogue import GAMES
from watai.engine.dice import Dice
from watai.engine.game import Move, Seat
from watai.engine.playout import playout
from watai.engine.watai.options import WataiOptions
from watai.engine.watai.rules import Watai
from watai.engine.watai.view import WataiView
from watai.protocol.messages import Happened, MoveLine, RoomState, SeatState, ViewNow

SMALL = Size(80, 22)
LARGE = Size(120, 38)
FIRST = Seat(0)


@dataclass(slots=True)
class Position:
    """A game at rest, and what a client at one of its seats knows of it. The clock stands at `now`."""

    game: Watai
    model: Model
    now: float

    def shown(self, seat: Seat | None = FIRST) -> "Position":
        """The same moment, looked at afresh through these eyes."""
        moves = () if seat is None else self.game.moves(seat)
        lines = [MoveLine(type(each).__name__, msgspec.to_builtins(each)) for each in moves]
        view = msgspec.to_builtins(self.game.view(seat))
        now = ViewNow(
            len(self.model.happened), 0, int(self.now * 1000), seat, view, [], lines, "m", ""
        )
        return replace(self, model=self.model.hear(now, self.now))

    def pending(self, *moves: Move) -> "Position":
        """With moves of one's own on their way."""
        model = self.model
        for n, move in enumerate(moves, 1):
            model = model.played(n, move, self.now)
        return replace(self, model=model)


def room(seats: int, options: dict[str, str | int | bool]) -> RoomState:
    names = [SeatState("player", name, False, True) for name in NAMES[:seats]]
    return RoomState("AB-CDE", "watai", "playing", False, options, 0, names, 0, 0, "m", False, [])


def position(
    seats: int,
    until: Callable[[WataiView], bool],
    seed: str = "s0",
    **options: str | int | bool,
) -> Position:
    """A game played by bots until seat 0 sees this."""
    entry = GAMES["watai"]
    game = Watai(WataiOptions.parse(options), seats, Dice.from_text(seed))
    model = Model().hear(room(seats, options), 0.0)
    seq = 0
    for step in playout(game, hire(entry, seats, seed, "strong")):
        for event in step.events:
            seq += 1
            told = Happened(seq, step.at * 1000, type(event).__name__, msgspec.to_builtins(event))
            model = model.hear(told, step.at / 1000)
        if step.events and until(game.view(Seat(0))):
            return Position(game, model, step.at / 1000).shown()
    raise AssertionError("that never happened")


def set_up(reels: Mapping[int, str], *piles: str) -> Position:
    """A race just begun by three, with these cards and piles."""
    game = table(3, reels=reels, piles=piles).game
    return Position(game, Model().hear(room(3, {}), 0.0), 3.0).shown()


def face(language: str = "en", ascii_only: bool = False, layout: str = "qwerty") -> WataiFace:
    text = Text(language)
    return WataiFace(text, ASCII if ascii_only else UNICODE, Keymap(KEYS, text, layout))


def picture(face: Face, position: Position, size: Size = SMALL, later: float = 0.0) -> list[str]:
    """What is on the screen, without its styles."""
    drawn = face.draw(position.model, position.now + later, size)
    return ["".join(words for _, words in line).rstrip() for line in drawn]
