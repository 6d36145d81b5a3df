"""The face of Wataï: draws the table and turns keys into moves. One key lays a card."""

from collections.abc import Collection, Sequence
from typing import Final

from watai.clients.cli.games.watai.answers import Answers
from watai.clients.cli.games.watai.control import Control, frozen
from watai.clients.cli.games.watai.fits import commands
from watai.clients.cli.games.watai.keys import KEYS, MIRRORED
from watai.clients.cli.games.watai.notes import to_slap
from watai.clients.cli.games.watai.optimistic import Optimistic, apply_moves
from watai.clients.cli.games.watai.screen import WataiScreen
from watai.clients.cli.ui.face import Face, Line, Option, Size
from watai.clients.cli.ui.glyphs import Glyphs
from watai.clients.cli.ui.keymap import Keymap
from watai.clients.cli.ui.lines import clipped, length
from watai.clients.state.model import Model
from watai.clients.state.table_view import TableView
from watai.clients.text.catalogue import Text
from watai.engine.game import Move
from watai.engine.watai.cards import Card
from watai.engine.watai.variants.moments import Accents, OtherHand, SlapTens
from watai.engine.watai.view import WataiView

RACES: Final = "watai.races"
LONG_REEL: Final = 6
"""The cards of a Dévidoir in variant 2."""


class WataiFace(Face):
    """The race on the screen. Keeps an open choice, and when a refused play was first shown."""

    game = "watai"
    keys = KEYS
    unrepeated = ("watai", "mirror")
    least = Size(60, 20)
    shows_refusals = True

    def __init__(self, text: Text, glyphs: Glyphs, keymap: Keymap) -> None:
        super().__init__(text, glyphs, keymap)
        self.control = Control()
        self.answers = Answers(text, keymap.label)
        self.screen = WataiScreen(text, glyphs, self._label, self.control, self.answers)
        self.mirrored = False
        """Whether the keys of the other hand play (WATAI-V1)."""

    def draw(self, model: Model, now: float, size: Size) -> Sequence[Line]:
        table = model.table
        if table is None:
            return []
        self.screen.lesson, self.screen.motion = self.lesson, self.motion
        lines = self.screen.draw(model, table, self._optimistic(model, table), now, size)
        self.in_motion = self.motion and self.screen.in_motion
        return [
            line if length(line) <= size.columns else clipped(line, size.columns)
            for line in lines[: size.lines]
        ]

    def scopes(self, model: Model) -> Sequence[str]:
        table = model.table
        if table is None or table.seat is None:
            return ("watai",)
        self._optimistic(model, table)
        race = ("mirror", "watai") if self.mirrored else ("watai",)
        asked = self.answers.asked(
            table
        )  # the keys of the race stay, so that the help can show them
        return race if asked is None else ("start" if asked == "go" else "menu", *race)

    def options(self, model: Model) -> Sequence[Option]:
        table = model.table
        if table is None or table.seat is None:
            return [Option(RACES, self._hint("races", None))]
        optimistic = self._optimistic(model, table)
        if optimistic.view.phase != "race":
            return self.answers.options(model, table)
        cards = dict(commands(optimistic.view))
        return [
            Option(self._scoped(each), self._hint(each, cards.get(each)))
            for each in self._useful(model, optimistic)
        ]

    def idle(self, model: Model) -> Collection[str]:
        table = model.table
        if table is None or table.seat is None:
            return ()
        view = self._optimistic(model, table).view
        needed = {
            f"card.{LONG_REEL}": len(view.players[table.seat].reel) >= LONG_REEL,
            "slap": view.variant == SlapTens.number,
            "say": view.variant == Accents.number,
            "call": self._calls(model),
        }
        unneeded = [command for command, needed_now in needed.items() if not needed_now]
        return [f"{scope}.{command}" for command in unneeded for scope in ("watai", "mirror")]

    def do(self, command: str, model: Model) -> Move | None:
        table = model.table
        self.missed = None
        self.control.pressed()
        if table is None or table.seat is None:
            if command == RACES:
                self.control.toggle_races()
            return None
        optimistic = self._optimistic(model, table)
        if optimistic.view.phase != "race":
            return self.answers.do(command, table)
        rest = command.partition(".")[2]
        move = None
        if frozen(optimistic):
            self.control.miss("frozen")
        elif command != self._scoped(rest):
            self.control.miss("other_hand")
        elif rest == "call" and not self._calls(model):
            self.control.miss("nothing")
        else:
            move = self.control.do(rest, optimistic)
        self.missed = None if self.control.missed is None else ""
        return move

    def _useful(self, model: Model, optimistic: Optimistic) -> list[str]:
        """Commands that do something now, the most valuable first."""
        if frozen(optimistic):
            return []
        view = optimistic.view
        assert view.seat is not None
        me, fits = view.players[view.seat], self.control.fits(optimistic)
        fitting = [command for command, card in commands(view) if card in fits]
        wanted = {
            "shout": me.may_shout,
            "say": bool(optimistic.unsaid),
            "slap": bool(to_slap(optimistic)),
            **dict.fromkeys(fitting, True),
            "turn": bool(me.stock or me.waste),
            "call": self._calls(model),
            "races": True,
        }
        return [command for command, useful in wanted.items() if useful]

    def _hint(self, command: str, card: Card | None) -> str:
        if card is not None:
            return self.screen.cards.name(card)
        return self.text.say(
            "watai.face.races" if command == "races" else f"watai.moves.{command.capitalize()}"
        )

    def _calls(self, model: Model) -> bool:
        """Whether rivals may be called in this room (WATAI-17)."""
        return model.room is None or model.room.options.get("refusal") != "off"

    def _optimistic(self, model: Model, table: TableView) -> Optimistic:
        assert isinstance(table.view, WataiView)
        self.mirrored = table.view.variant == OtherHand.number
        moves = [model.pending[n].move for n in sorted(model.pending)]
        options = {} if model.room is None else model.room.options
        return apply_moves(table.view, moves, refills=options.get("refill", "auto") == "auto")

    def _scoped(self, command: str) -> str:
        """The whole name of a command of the race, for the hand that plays."""
        return f"{'mirror' if self.mirrored and command in MIRRORED else 'watai'}.{command}"

    def _label(self, command: str) -> str:
        return self.keymap.label(self._scoped(command))
