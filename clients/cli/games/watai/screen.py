"""The whole screen of Wataï: banner, Arena, rivals, one note, and the player's own cards."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from watai.clients.cli.games.watai.answers import Answers
from watai.clients.cli.games.watai.arena import Arena
from watai.clients.cli.games.watai.cards import Cards
from watai.clients.cli.games.watai.control import Control, MissedKey, frozen
from watai.clients.cli.games.watai.ending import EndScreen
from watai.clients.cli.games.watai.fits import Fit, commands
from watai.clients.cli.games.watai.flight import Spot, flights, over
from watai.clients.cli.games.watai.hand import Hand
from watai.clients.cli.games.watai.layout import LINES, Layout, layout, spaced, starts
from watai.clients.cli.games.watai.notes import Notes, to_slap
from watai.clients.cli.games.watai.optimistic import Optimistic
from watai.clients.cli.games.watai.prelude import Prelude
from watai.clients.cli.games.watai.race_log import RaceLog
from watai.clients.cli.games.watai.rivals import Rivals
from watai.clients.cli.ui.face import Line, Piece, Size
from watai.clients.cli.ui.glyphs import Glyphs
from watai.clients.cli.ui.lines import beside
from watai.clients.state.model import Model
from watai.clients.state.table_view import TableView
from watai.clients.text.catalogue import Text
from watai.engine.game import Millis, Seat
from watai.engine.watai.cards import Card
from watai.engine.watai.moves import Open, Place
from watai.engine.watai.variants.moments import OtherHand
from watai.protocol.messages import Refused

LOG_LINES: Final = 5
LANDED: Final = 700
"""For how many ms a pile shows who laid its top card."""
MISSED_SHOWN: Final = 1.5
"""For how many seconds a key that did nothing is answered."""
FLASH: Final = 0.25
"""For how many of them the answer flashes."""
TAKEN_BACK_SHOWN: Final = 3.0
"""For how many seconds a refused play is shown."""


class WataiScreen:
    """Draws a table. `label` gives the key of a command of the race, which is named without its scope."""

    def __init__(
        self,
        text: Text,
        glyphs: Glyphs,
        label: Callable[[str], str],
        control: Control,
        answers: Answers,
    ) -> None:
        self.text = text
        self.glyphs = glyphs
        self.label = label
        self.control = control
        self.answers = answers
        self.cards = cards = Cards(text)
        self.arena = Arena(text, cards, glyphs)
        self.rivals = Rivals(text, cards, glyphs)
        self.hand = Hand(text, cards, glyphs, label)
        self.notes = Notes(text, glyphs, label)
        self.prelude = Prelude(text, glyphs)
        self.ending = EndScreen(text, glyphs)
        self.race_log = RaceLog(text, cards, glyphs)
        self.lesson: Callable[[int], list[Line]] | None = None
        """A step of the guide, in place of the introduction, or of the rivals."""
        self.motion = False
        """Whether cards fly to their piles."""
        self.in_motion = False
        """Whether a card was in the air in what was drawn last."""
        self._came_back: tuple[Refused | None, float] = (None, 0.0)
        self._missed: tuple[MissedKey | None, float] = (None, 0.0)

    def draw(
        self, model: Model, table: TableView, optimistic: Optimistic, now: float, size: Size
    ) -> list[Line]:
        """Everything, from top to bottom."""
        if optimistic.view.phase == "over":
            return self.ending.draw(model, optimistic.view, size)
        if optimistic.view.phase == "race":
            return self._race(model, table, optimistic, now, size)
        return self._before(model, table, optimistic, now, size)

    def _before(
        self, model: Model, table: TableView, optimistic: Optimistic, now: float, size: Size
    ) -> list[Line]:
        view, clock = optimistic.view, table.clock(now)
        card = layout(view, 1 + len(view.players), size).card
        below = self._mine(model, optimistic, {}, None, card, size.columns)
        lesson = [] if self.lesson is None else [*self.lesson(size.columns), ()]
        upper = self.prelude.draw(
            view,
            model.names,
            self.answers.pieces(model, table, self.glyphs.pointer),
            clock,
            Size(size.columns, size.lines - 1 - len(below) - len(lesson)),
            intro=not lesson,
        )
        upper = [*lesson, *upper]
        rivals = self.rivals.draw(view, model, {})
        room = size.lines - 1 - len(upper) - len(below)
        if room >= len(rivals):
            below = [*rivals, *([()] * (room > len(rivals))), *below]
        fill: list[Line] = [()] * (size.lines - 1 - len(upper) - len(below))
        banner = self.notes.banner(view, model.names, clock, size.columns)
        return [banner, *upper, *fill, *below]

    def _race(
        self, model: Model, table: TableView, optimistic: Optimistic, now: float, size: Size
    ) -> list[Line]:
        clock = table.clock(now)
        fits = self.control.fits(optimistic)
        lost = self._lost(model, now)
        others = self._others(model, optimistic, size.columns)
        shares = layout(optimistic.view, len(others), size)
        if not shares.rivals:
            short = self.rivals.short(optimistic.view, model, size.columns)
            others = short if self.lesson is None else others[: len(short)]
        back = self._wrong_card(now) or (None if lost is None else lost[0])
        below = self._mine(model, optimistic, fits, back, shares.card, size.columns)
        left = size.lines - LINES - len(others) - len(below)
        room = Size(size.columns, min(left, shares.arena))
        marks = self._marks(optimistic, fits)
        landed = self._landed(model, optimistic, clock)
        arena = self.arena.draw(optimistic, marks, model.contested, room, landed, shares.per_row)
        if not optimistic.view.piles and not optimistic.view.closed:
            go = self.text.say("watai.plays.Started").upper()
            arena[room.lines // 2 :] = [[("good", go.center(size.columns))]]
            arena.extend([()] * (room.lines - len(arena)))
        banner = self.notes.banner(optimistic.view, model.names, clock, size.columns)
        note = self._note(model, table, optimistic, fits, now)
        blocks = [[banner], arena, others, [note, *below]]
        drawn = spaced(blocks, size.lines)
        self.in_motion = False
        if not self.motion:
            return drawn
        at = starts(blocks, size.lines)
        tokens = self._flights(model, optimistic, clock, at, shares, size.columns)
        self.in_motion = bool(tokens)
        return over(drawn, tokens, size.columns)

    def _flights(
        self,
        model: Model,
        optimistic: Optimistic,
        clock: Millis,
        at: Sequence[int],
        shares: Layout,
        columns: int,
    ) -> list[tuple[Spot, Piece]]:
        """The cards in the air; `at` has the lines on which Arena, rivals and hand begin."""
        view = optimistic.view
        _, arena, others, hand = at

        def home(seat: Seat, slot: int | None) -> Spot | None:
            if seat == view.seat:
                cells = len(view.players[seat].reel) + 2
                column, line = self.hand.spot(slot, cells, columns, shares.card)
                mirrored = view.variant == OtherHand.number
                return columns - column if mirrored else column, hand + 2 + line
            if not shares.rivals or self.control.races or self.lesson is not None:
                return None  # the rivals are not shown
            column, line = self.rivals.spot(view, seat, slot)
            return column, others + line

        piles = {pile: (column, arena + line) for pile, (column, line) in self.arena.spots.items()}
        return list(flights(self.cards, model, clock, home, piles))

    def _mine(
        self,
        model: Model,
        optimistic: Optimistic,
        fits: dict[Card, Fit],
        lost: Card | None,
        lines: int,
        columns: int,
    ) -> list[Line]:
        """The player's own cards, each of so many lines."""
        view = optimistic.view
        if view.seat is None:
            return []
        cells = self.hand.cells(optimistic, fits, self.control.selected, lost)
        if frozen(optimistic):
            cells = [replace(cell, key="", below=("plain", ""), solid="") for cell in cells]
        elif view.phase != "race":
            cells[-1] = replace(cells[-1], key="", below=("plain", ""))
        row = self.hand.draw(cells, columns, lines, mirrored=view.variant == OtherHand.number)
        words = self.text.find("watai.words")
        backs = ", ".join(words[back] for back in view.players[view.seat].backs)
        name = f"{model.names[view.seat]} ({self.text.say('watai.face.you')}, {backs})"
        return [self.hand.status(optimistic, name, columns), *row]

    def _others(self, model: Model, optimistic: Optimistic, columns: int) -> list[Line]:
        """The rivals, with the latest races at their right; or the races alone."""
        lines = len(optimistic.view.players) - (optimistic.view.seat is not None)
        height = 1 + max(lines, LOG_LINES)
        if self.lesson is not None:
            told = self.lesson(columns)[:height]
            return [*told, *([()] * (height - len(told)))]
        if self.control.races:
            return self._log(model, columns, height)
        calls = enumerate(self.control.calls(optimistic), 1)
        marks = {call: self.label(f"pile.{number}") for number, call in calls}
        rivals = self.rivals.draw(optimistic.view, model, marks)
        rivals.extend([()] * (height - len(rivals)))
        wide = self.rivals.width(optimistic.view, model) + 2
        return [*beside(rivals, self._log(model, columns - wide, height), wide)]

    def _log(self, model: Model, columns: int, height: int) -> list[Line]:
        told = self.race_log.log(model, columns)
        title = self.text.say("watai.face.races" if told else "watai.face.no_races")
        lines: list[Line] = [[("dim", f" {title}")], *([("plain", f" {each}")] for each in told)]
        return [*lines[:height], *([()] * (height - len(lines)))]

    def _landed(self, model: Model, optimistic: Optimistic, clock: Millis) -> dict[int, Piece]:
        """Who laid the top card of each pile just now."""
        landed: dict[int, Piece] = {}
        for each in reversed(model.happened):
            if each.t < (clock - LANDED) * 1000:
                break
            if each.event in ("Placed", "Opened") and each.data["pile"] not in landed:
                player = optimistic.view.players[each.data["seat"]]
                name = model.names[player.seat]
                landed[each.data["pile"]] = (f"back.{player.backs[0]}", name)
        return landed

    def _marks(self, optimistic: Optimistic, fits: Mapping[Card, Fit]) -> dict[int, Piece]:
        """The keys that do something with each pile, shown at the pile."""
        chosen = self.control.piles(fits)
        if chosen:
            return {
                pile: (
                    "selected",
                    "".join(self.label(f"pile.{int(each) or 10}") for each in digits),
                )
                for digits, pile in chosen.items()
            }
        marks: dict[int, Piece] = {}
        for command, card in commands(optimistic.view):
            for pile in fits[card].piles if card in fits else ():
                marks[pile] = ("now", marks.get(pile, ("", ""))[1] + self.label(command))
        for pile in to_slap(optimistic):
            marks[pile] = ("warning", f"{self.label('slap')}!")
        return marks

    def _note(
        self,
        model: Model,
        table: TableView,
        optimistic: Optimistic,
        fits: Mapping[Card, Fit],
        now: float,
    ) -> Line:
        """The most important thing to say now; nothing if there is none."""
        urgent = None if frozen(optimistic) else self.notes.urgent(optimistic)
        if urgent is not None:
            return urgent
        missed = self._answer(now)
        if missed is not None:
            return missed
        lost = self._lost(model, now)
        if lost is not None:
            return [("taken_back", f" {self.glyphs.no} {lost[1]} ")]
        if self.control.warned:
            return [("error", f" {self.text.say('watai.face.false_shout')} ")]
        if self.control.piles(fits):
            return [("selected", f" {self.text.say('watai.face.which_pile')} ")]
        if self.control.calling:
            return [("selected", f" {self.text.say('watai.face.which_card')} ")]
        news = self.notes.news(model, table.clock(now))
        if news is not None:
            return news
        if "shout" in model.contested:
            said = self.text.say("watai.face.shout_contested")
            return [("contested", f" {self.glyphs.contested} {said} ")]
        if any(each.held for each in model.pending.values()):
            return [("pending", f" {self.text.say('watai.face.held')} ")]
        if not fits and not optimistic.stock and not frozen(optimistic):
            return self.notes.idle(optimistic)
        return []

    def _wrong_card(self, now: float) -> Card | None:
        """The card that was just tried in vain, while the answer flashes."""
        missed = self.control.missed
        flashes = missed is not self._missed[0] or now - self._missed[1] < FLASH
        return missed.card if missed is not None and flashes else None

    def _answer(self, now: float) -> Line | None:
        """Why the last key did nothing: a flash, then a word, for a moment."""
        missed = self.control.missed
        if self._missed[0] is not missed:
            self._missed = (missed, now)
        shown = now - self._missed[1]
        if missed is None or shown >= MISSED_SHOWN:
            return None
        card = "" if missed.card is None else self.cards.name(missed.card)
        said = self.text.say(f"watai.face.missed.{missed.why}", card=card)
        return [("wrong" if shown < FLASH else "error", f" {self.glyphs.no} {said} ")]

    def _lost(self, model: Model, now: float) -> tuple[Card | None, str] | None:
        """The last refused play, while it is shown: its card, and why it was refused."""
        if not model.refused:
            return None
        move, refusal = model.refused[-1]
        if self._came_back[0] is not refusal:
            self._came_back = (refusal, now)
        if now - self._came_back[1] >= TAKEN_BACK_SHOWN:
            return None
        card = move.card if isinstance(move, Open | Place) else None
        return card, self.race_log.taken_back(model, move, refusal)
