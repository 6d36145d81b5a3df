"""Screens to read and scroll: the keys, the log of the game, the rules."""

from abc import abstractmethod
from collections.abc import Callable, Sequence

from watai.clients.cli.screens.keys import rows
from watai.clients.cli.ui.face import Line, Option, Size
from watai.clients.cli.ui.lines import clipped, left, wrap
from watai.clients.cli.ui.markdown import pages
from watai.clients.cli.ui.screen import Back, Scene, Screen, ScreenStep, said_line
from watai.clients.state.table_view import read_event
from watai.clients.text.narrator import Narrator
from watai.clients.text.rulebooks import book
from watai.clients.text.story import clock
from watai.engine.game import Millis

KEYS_WIDTH = 24


class PageScreen(Screen):
    """A title and scrollable lines, shown from the first line or from the last."""

    def __init__(self, title: str, *, from_end: bool = False) -> None:
        self._title = title
        self._from_end = from_end
        self._shift = 0
        """Lines scrolled from that end."""
        self._most = 0
        self._page = 1
        """Lines a page key scrolls by: one line of the last page stays visible."""

    @abstractmethod
    def lines(self, scene: Scene, columns: int) -> Sequence[Line]:
        """All lines of the page."""

    def draw(self, scene: Scene, now: float, size: Size) -> Sequence[Line]:
        whole = self.lines(scene, size.columns)
        room = size.lines - 3
        self._most = max(0, len(whole) - room)
        self._page = max(1, room - 1)
        self._shift = min(self._shift, self._most)
        first = self._most - self._shift if self._from_end else self._shift
        head: list[Line] = [[], [("title", f"  {self._title}")], []]
        return [clipped(line, size.columns) for line in (*head, *whole[first : first + room])]

    def options(self, scene: Scene) -> Sequence[Option]:
        above = self._most - self._shift if self._from_end else self._shift
        down = [Option("menu.pick", scene.say("pages.down"))] if above < self._most else []
        up = [Option("menu.page_up", scene.say("pages.up"))] if above else []
        return [*down, *up, Option("app.back", scene.say("pages.back"))]

    def do(self, command: str, scene: Scene) -> ScreenStep | None:
        """Scroll. The pick key shows the next page and, on the last one, closes the screen."""
        below = self._shift if self._from_end else self._most - self._shift
        if command == "menu.pick" and not below:
            return Back()
        steps = {"up": -1, "down": 1, "page_up": -self._page, "page_down": self._page}
        by = {**steps, "pick": self._page}.get(command.removeprefix("menu."), 0)
        shift = self._shift + (-by if self._from_end else by)
        self._shift = max(0, min(self._most, shift))
        return None


class KeysScreen(PageScreen):
    """The keys that do something on the screen below."""

    def __init__(
        self, title: str, scopes: Sequence[str], works: Callable[[str], bool] = lambda command: True
    ) -> None:
        super().__init__(title)
        self._scopes = scopes
        self._works = works

    def lines(self, scene: Scene, columns: int) -> Sequence[Line]:
        lines: list[Line] = []
        scopes = (*self._scopes, "app")
        for place, scope in enumerate(scopes):
            listed = rows(scene.keymap, scene.text, scope, scopes[:place], self._works)
            empty = len(lines)
            for keys, what in listed:
                words = wrap(what, max(10, columns - KEYS_WIDTH - 4))
                lines.append(
                    [
                        ("key", "  " + left(keys, KEYS_WIDTH, scene.glyphs.ellipsis)),
                        ("plain", words[0]),
                    ]
                )
                lines.extend([("plain", " " * (KEYS_WIDTH + 2) + each)] for each in words[1:])
            lines += [[]] if len(lines) > empty else []
        return lines


class RulesScreen(PageScreen):
    """The rule book of a game."""

    def __init__(self, title: str, game: str, language: str) -> None:
        super().__init__(title)
        self._book = book(game, language).partition("\n")[2].strip()

    def lines(self, scene: Scene, columns: int) -> Sequence[Line]:
        return [[("plain", "  "), *line] for line in pages(self._book, columns - 4)]


class LogScreen(PageScreen):
    """The events of this game and the chat, the newest last."""

    def lines(self, scene: Scene, columns: int) -> Sequence[Line]:
        room = scene.model.room
        if room is None:
            return []
        narrator = Narrator(scene.text, room.game, scene.model.names)
        lines: list[Line] = []
        for happened in scene.model.happened:
            event = read_event(room.game, happened)
            sentence = "" if event is None else narrator.tell(event)
            if sentence:
                words = wrap(sentence, max(10, columns - 14))
                at = clock(Millis(happened.t // 1000))
                lines.append([("dim", f"{at:>10}  "), ("plain", words[0])])
                lines.extend([("plain", " " * 12 + each)] for each in words[1:])
        said = [said_line(scene, each) for each in scene.model.said]
        return [*lines, *([[]] if said else []), *said]
