"""Screens to read: a title and lines that may be more than fit. Keys, what has happened, rules."""

from abc import abstractmethod
from collections.abc import Sequence

from clients.cli.account import clock
from clients.cli.face import Line, Option, Size
from clients.cli.keys import rows
from clients.cli.lines import clipped, left, wrap
from clients.cli.narrator import Narrator
from clients.cli.rules import book
from clients.cli.screen import Back, Scene, Screen, Step, moved
from clients.table import read_event
from engine.game import Millis

KEYS_WIDTH = 24


class PageScreen(Screen):
    """Something to read, from its beginning or from its end."""

    def __init__(self, title: str, *, from_end: bool = False) -> None:
        self._title = title
        self._from_end = from_end
        self._shift = 0
        """Lines scrolled from that end."""
        self._most = 0

    @abstractmethod
    def lines(self, scene: Scene, columns: int) -> Sequence[Line]:
        """All there is to read."""

    def draw(self, scene: Scene, now: float, size: Size) -> Sequence[Line]:
        whole = self.lines(scene, size.columns)
        room = size.lines - 3
        self._most = max(0, len(whole) - room)
        self._shift = min(self._shift, self._most)
        first = self._most - self._shift if self._from_end else self._shift
        head: list[Line] = [[], [("title", f"  {self._title}")], []]
        return [clipped(line, size.columns) for line in (*head, *whole[first : first + room])]

    def options(self, scene: Scene) -> Sequence[Option]:
        scroll = [
            Option("menu.down", scene.say("pages.down")),
            Option("menu.up", scene.say("pages.up")),
        ]
        return [Option("app.back", scene.say("pages.back")), *(scroll if self._most else [])]

    def do(self, command: str, scene: Scene) -> Step | None:
        if command == "menu.pick":
            return Back()
        if self._from_end:
            flipped = {"up": "down", "down": "up", "page_up": "page_down", "page_down": "page_up"}
            command = "menu." + flipped.get(command.removeprefix("menu."), "")
        self._shift = moved(self._shift, command, self._most + 1)
        return None


class KeysScreen(PageScreen):
    """The keys that mean something where the player was."""

    def __init__(self, title: str, scopes: Sequence[str]) -> None:
        super().__init__(title)
        self._scopes = scopes

    def lines(self, scene: Scene, columns: int) -> Sequence[Line]:
        lines: list[Line] = []
        scopes = (*self._scopes, "app")
        for place, scope in enumerate(scopes):
            for keys, what in rows(scene.keymap, scene.text, scope, scopes[:place]):
                words = wrap(what, max(10, columns - KEYS_WIDTH - 4))
                lines.append(
                    [
                        ("key", "  " + left(keys, KEYS_WIDTH, scene.glyphs.ellipsis)),
                        ("plain", words[0]),
                    ]
                )
                lines.extend([("plain", " " * (KEYS_WIDTH + 2) + each)] for each in words[1:])
            lines.append([])
        return lines


class RulesScreen(PageScreen):
    """The book of a game; it is Markdown, of which only the headings are told apart."""

    def __init__(self, title: str, game: str, language: str) -> None:
        super().__init__(title)
        self._book = book(game, language).partition("\n")[2].strip().splitlines()

    def lines(self, scene: Scene, columns: int) -> Sequence[Line]:
        lines: list[Line] = []
        for line in self._book:
            style = "strong" if line.startswith("#") else "plain"
            words = line.lstrip("# ").replace("**", "")
            lines.extend([(style, f"  {each}")] for each in wrap(words, columns - 4) or [""])
        return lines


class LogScreen(PageScreen):
    """What has happened in this game and what was said, the newest last."""

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
        said = [[("strong", f"  {each.name}: "), ("plain", each.text)] for each in scene.model.said]
        return [*lines, *([[]] if said else []), *said]
