"""The screen before a race: the last count, what the dice have set, who is asked what, the countdown."""

from collections.abc import Sequence
from typing import Final

from watai.clients.cli.games.watai.count import Count
from watai.clients.cli.ui.face import Line, Piece, Size
from watai.clients.cli.ui.glyphs import Glyphs
from watai.clients.cli.ui.lines import length, wrap
from watai.clients.text.catalogue import Text
from watai.engine.game import Millis
from watai.engine.watai.view import WataiView

DIGITS: Final = {
    1: ("  #  ", " ##  ", "  #  ", "  #  ", " ### "),
    2: ("#### ", "    #", " ### ", "#    ", "#####"),
    3: ("#### ", "    #", " ### ", "    #", "#### "),
}
USUAL_FACES: Final = (1, 3, 5, 7)


class Prelude:
    """Draws the time between the deal and Go."""

    def __init__(self, text: Text, glyphs: Glyphs) -> None:
        self.text = text
        self.glyphs = glyphs
        self.count = Count(text, glyphs)

    def draw(
        self,
        view: WataiView,
        names: Sequence[str],
        choices: Sequence[Piece],
        clock: Millis,
        size: Size,
        *,
        intro: bool = True,
    ) -> list[Line]:
        """From top to bottom: the last round, the next round, the open question."""
        columns = size.columns
        told = self._intro(columns) if intro else []
        past: list[Line] = [[("plain", f" {line}")] for line in told]
        if view.last_count:
            past = self.count.table(view, names, columns)
        coming = self._announced(view, columns)
        if view.phase == "countdown":
            coming.extend(self._digits(view, clock, columns))
        else:
            coming.extend([self._asked(view, names, clock), *_menu(choices, columns)])
        spare = size.lines - len(past) - len(coming)
        if view.last_count and spare > 0:
            past.insert(0, [("title", f" {self._headline(view, names)}")])
            spare -= 1
        return [*past, *([()] * (spare > 0)), *coming]

    def _headline(self, view: WataiView, names: Sequence[str]) -> str:
        """How the last round ended."""
        shouter = next((line.seat for line in view.last_count if line.shout), None)
        if shouter is None:
            return self.text.say("watai.events.Blocked")
        return self.text.say("watai.events.Shouted", seat=names[shouter])

    def _intro(self, columns: int) -> list[str]:
        return [
            line
            for sentence in self.text.say("watai.face.intro").splitlines()
            for line in wrap(sentence, columns - 2)
        ]

    def _announced(self, view: WataiView, columns: int) -> list[Line]:
        lines: list[Line] = []
        faces = self.text.find("watai.events.ScoreDieThrown")
        if view.score_die is not None:
            usual = view.score_die in USUAL_FACES
            said = faces.get(str(view.score_die), faces["else"]).format(face=view.score_die)
            lines.append([("plain" if usual else "warning", f" {said}")])
        if view.variant:
            said = self.text.say(f"watai.events.VariantSet.{view.variant}")
            lines.extend([("warning", f" {line}")] for line in wrap(said, columns - 2))
        return lines

    def _asked(self, view: WataiView, names: Sequence[str], clock: Millis) -> Line:
        """Which player must do what, and how long they have."""
        left = "" if view.until is None else f" ({seconds(view.until, clock)} s)"
        mine = next((each for each in view.prompts if each.seat == view.seat), None)
        if mine is not None:
            return [("selected", f" {self.text.say(f'watai.asks.{mine.ask}')}{left} ")]
        asked = next(iter(view.prompts), None)
        if asked is None:
            return []
        said = self.text.say(f"watai.face.waits_{asked.ask}", name=names[asked.seat])
        return [("strong", f" {said}{left}")]

    def _digits(self, view: WataiView, clock: Millis, columns: int) -> list[Line]:
        left = 1 if view.until is None else min(3, max(1, seconds(view.until, clock)))
        sign = self.glyphs.back * 2
        rows = (row.replace(" ", "  ").replace("#", sign) for row in DIGITS[left])
        return [[("warning", row.center(columns))] for row in rows]


def seconds(until: Millis, clock: Millis) -> int:
    """Whole seconds left, rounded up."""
    return max(0, -(-(until - clock) // 1000))


def _menu(choices: Sequence[Piece], columns: int) -> list[Line]:
    """The choices side by side, on as many lines as they need; a key and its words stay together."""
    lines: list[list[Piece]] = [[]]
    for key, words in zip(choices[::2], choices[1::2], strict=True):
        if length([*lines[-1], key, words]) > columns:
            lines.append([])
        lines[-1].extend([key, words])
    return [*lines]
