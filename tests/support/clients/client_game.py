"""A game that the engine plays, and the model a client would have of it."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import count

import msgspec

from watai.clients.cli.screens.keys import KEYS
from watai.clients.cli.ui.face import Face, Line
from watai.clients.cli.ui.glyphs import ASCII, UNICODE
from watai.clients.cli.ui.keymap import Keymap
from watai.clients.state.model import Model
from watai.clients.text.catalogue import Text
from watai.clients.text.story import NAMES
from watai.engine.bots.bot import Bot, Plan
from watai.engine.catalogue import GAMES
from watai.engine.dice import Dice
from watai.engine.game import Event, Game, Millis, Move, Seat, View
from watai.engine.playout import playout
from watai.protocol.messages import Happened, MoveLine, PromptLine, RoomState, SeatState, ViewNow


class VariedBot(Bot):
    """An easy bot that makes a random legal move now and then, so that every kind of event happens."""

    def __init__(self, client_game: "ClientGame", seat: Seat) -> None:
        super().__init__(seat, "easy", Dice.from_text(f"whim {seat} of {client_game.seed}"))
        self.bot = client_game.entry.bot(
            seat, "easy", Dice.from_text(f"bot {seat} of {client_game.seed}")
        )
        self.game = client_game.game

    def think(self, view: View, at: Millis) -> Plan | None:
        plan = self.bot.think(view, at)
        if plan is None or self.dice.below(4):
            return plan
        return Plan(self.dice.choice(self.game.moves(self.seat)), plan.after)


class ClientGame:
    """One game, and the events a client has been told of it."""

    def __init__(self, name: str, seats: int, seed: str, options: Mapping[str, object]) -> None:
        self.entry, self.seats, self.seed = GAMES[name], seats, seed
        rules = self.entry.game
        self.game: Game = rules(rules.options_type.parse(options), seats, Dice.from_text(seed))
        self.at = Millis(0)
        self.heard: list[Event] = []
        self.heard.extend(self.game.opening)

    def bots(self) -> Iterator[Move | None]:
        """Let bots play, one input at a time."""
        players = {seat: VariedBot(self, seat) for seat in map(Seat, range(self.seats))}
        for step in playout(self.game, players):
            self.at = step.at
            if step.move is not None:
                self.heard.extend(step.events)
            yield step.move

    def play(self, seat: Seat, move: Move) -> None:
        self.at = Millis(self.at + 1000)
        self.heard.extend(self.game.tick(self.at))
        self.heard.extend(self.game.play(seat, move, self.at))

    def model(self, seat: Seat | None, names: Sequence[str] = NAMES) -> Model:
        """The model of a client at this seat, built from a server's messages; the client's clock is the game's."""
        people = [SeatState("player", name, False, True) for name in names[: self.seats]]
        game, you = self.game.name, None if seat is None else int(seat)
        room = RoomState("AB-CDE", game, "playing", False, {}, 0, people, 0, you, "m", False, [])
        model = Model().hear(room, 0.0)
        for seq, event in zip(count(1), self.heard[-40:], strict=False):
            told = self.game.tell(event, seat)
            kind = "" if told is None else type(told).__name__
            model = model.hear(Happened(seq, seq, kind, msgspec.to_builtins(told)), 0.0)
        return model.hear(self._view(seat), self.at / 1000)

    def _view(self, seat: Seat | None) -> ViewNow:
        moves = () if seat is None else self.game.moves(seat)
        lines = [MoveLine(type(each).__name__, msgspec.to_builtins(each)) for each in moves]
        prompts = [
            PromptLine(each.seat, each.ask, None if each.until is None else each.until - self.at)
            for each in self.game.prompts()
        ]
        view = msgspec.to_builtins(self.game.view(seat))
        return ViewNow(len(self.heard), 0, self.at, seat, view, prompts, lines, "m", "")


def make_face(kind: type[Face], language: str = "en", *, ascii_only: bool = False) -> Face:
    """A game's face, made as the application makes it."""
    text = Text(language)
    return kind(text, ASCII if ascii_only else UNICODE, Keymap(KEYS, text))


def as_text(lines: Sequence[Line]) -> str:
    """The lines without their styles, as a terminal without colours would show them."""
    return "".join("".join(words for _, words in line).rstrip() + "\n" for line in lines)
