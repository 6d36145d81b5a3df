"""The face of a game played turn by turn: its board on top, the menu of legal moves and the log below."""

from abc import abstractmethod
from collections.abc import Collection, Iterator, Sequence
from typing import ClassVar, Generic, cast

from watai.clients.cli.games.menu import DIRECTIONS, Menu, MenuEntry, Part, Parts, Way, choices
from watai.clients.cli.games.panels import Score, headline, log_panel, menu_panel, note, summary
from watai.clients.cli.games.sight import TableSight, ViewT
from watai.clients.cli.ui.face import Face, Line, Option, Size
from watai.clients.cli.ui.figures import figure_sentences
from watai.clients.cli.ui.glyphs import Glyphs
from watai.clients.cli.ui.keymap import Key, Keymap
from watai.clients.cli.ui.lines import beside, clipped, wrap
from watai.clients.state.figures import Figures
from watai.clients.state.model import Model
from watai.clients.state.table_view import TableView
from watai.clients.text.catalogue import Text
from watai.clients.text.narrator import Narrator
from watai.engine.game import Move

BOARD_COLUMNS = 80
ROOMY_LINES = 20
"""With fewer columns or lines than these, the board stands above the menu, a part of it at a time if need be."""
MENU_LINES = 5
LESSON_LINES = 6
LOG_LINES = 3
"""Of a small screen: the menu, a step of the guide above it, and the log where there is no menu."""
MORE = "calm.more"
SIDE_BY_SIDE = 110
"""From so many columns on, the log stands beside the board, not below it."""
MENU_COLUMNS = 40
LINES_BELOW = 8

Lines = Sequence[Line]


class CalmFace(Face, Generic[ViewT]):
    """What these games share. Each draws its board, divides its moves into parts, and counts its scores."""

    least = Size(60, 20)
    keys = (Key(MORE, ("tab",)),)
    lasting = ("calm",)

    ways_out: ClassVar[tuple[type[Move], ...]] = ()
    """Moves that end something, such as passing; they stand at the end of the menu."""

    numbers: ClassVar[int] = 0
    """How many things of a kind have numbers on the board, such as boats; their digits mean nothing else beside them."""

    def __init__(self, text: Text, glyphs: Glyphs, keymap: Keymap) -> None:
        super().__init__(text, glyphs, keymap)
        self.menu = Menu()
        self._part = 0
        """Which part of the board a small screen shows."""
        self._parts = 1
        """Of how many, as it was drawn last."""

    @abstractmethod
    def board(self, sight: TableSight[ViewT], columns: int) -> Sequence[Lines]:
        """The table in blocks of lines, one below the other; in fewer than BOARD_COLUMNS columns in as many lines as it takes."""

    @abstractmethod
    def scores(self, sight: TableSight[ViewT]) -> Sequence[Score]:
        """Every player's final score in words, the best first."""

    def paths(self, move: Move, sentence: str, sight: TableSight[ViewT]) -> Iterator[Parts]:
        """The ways to choose a move part by part; by default in one part."""
        yield (Part(sentence),)

    def does(self, move: Move, sight: TableSight[ViewT]) -> str:
        """What a move does, where its name does not say it; shown while the cursor is on it."""
        return ""

    def is_rash(self, move: Move, sight: TableSight[ViewT]) -> bool:
        """Whether a move stands at the end of the menu, so that a hasty Enter does not make it."""
        return isinstance(move, self.ways_out)

    def draw(self, model: Model, now: float, size: Size) -> Sequence[Line]:
        sight = self._look(model)
        if sight is None:
            return []
        head = headline(sight, now, size.columns)
        if size.columns < BOARD_COLUMNS or size.lines < ROOMY_LINES:
            lines = [*head, *self._small(sight, model, Size(size.columns, size.lines - len(head)))]
            return [clipped(line, size.columns) for line in lines[: size.lines]]
        self._parts = 1
        body = size.lines - len(head)
        columns = BOARD_COLUMNS if size.columns >= SIDE_BY_SIDE else size.columns
        board = _stacked(self.board(sight, columns), body - LINES_BELOW - 1)
        board.append([("dim", self.glyphs.horizontal * columns)])
        room = body - len(board)
        if size.columns >= SIDE_BY_SIDE:
            rest = size.columns - columns - 2
            main = [*board, *self._panel(sight, model, columns, room)]
            lines = [*beside(main, self._aside(sight, model, rest, body), columns + 2)]
        else:
            aside = MENU_COLUMNS if sight.table.seat is not None or sight.outcome else 0
            log = self._aside(sight, model, columns - aside, room)
            lines = [*board, *beside(self._panel(sight, model, aside - 2, room), log, aside)]
        return [clipped(line, size.columns) for line in [*head, *lines][: size.lines]]

    def _small(self, sight: TableSight[ViewT], model: Model, size: Size) -> list[Line]:
        """Menu or log below, as much of the board above as there is room for."""
        below = self._below(sight, model, size.columns)
        room = size.lines - len(below) - 1
        board = [line for block in self.board(sight, size.columns) for line in block]
        self._parts = 1 if len(board) <= room else -(-len(board) // (room - 1))
        if self._parts > 1:
            first = min(self._part % self._parts * (room - 1), len(board) - room + 1)
            words = self.text.say("calm.more", key=self.keymap.label(MORE))
            board = [*board[first : first + room - 1], [("key", f"  {words}")]]
        board += [()] * (room - len(board))
        return [*board, [("dim", self.glyphs.horizontal * size.columns)], *below]

    def _below(self, sight: TableSight[ViewT], model: Model, columns: int) -> list[Line]:
        """What stands below the board of a small screen."""
        told = [] if self.lesson is None else self.lesson(columns)[:LESSON_LINES]
        if sight.outcome is not None:
            return self._panel(sight, model, columns - 2, ROOMY_LINES // 2)
        if sight.menu.entries and not model.pending:
            entry = sight.menu.pointed
            does = "" if entry is None or entry.move is None else self.does(entry.move, sight)
            hint = wrap(does, columns - 2)[:2] if does and not told else ()
            most = MENU_LINES - 2 * bool(told)
            lines = min(most, len(sight.menu.entries) + bool(sight.menu.said))
            menu = menu_panel(sight, self.keymap, columns, lines)
            return [*told, *([("hint", each)] for each in hint), *menu]
        said = self._panel(sight, model, columns - 2, 1) if sight.table.seat is not None else []
        return [*told, *said, *([] if told else log_panel(sight, model, columns, LOG_LINES))]

    def table(self, model: Model, now: float) -> Sequence[Line]:
        """Whose turn it is and the board, without menu and log, for line mode."""
        sight = self._look(model)
        if sight is None:
            return []
        blocks = self.board(sight, BOARD_COLUMNS)
        return [*headline(sight, now, BOARD_COLUMNS), *(line for block in blocks for line in block)]

    def _panel(
        self, sight: TableSight[ViewT], model: Model, columns: int, lines: int
    ) -> list[Line]:
        if sight.outcome is not None:
            figures = Figures.of(model)
            assert figures is not None
            told = figure_sentences(self.text, figures, sight.table.seat)
            return [
                *summary(sight, self.scores(sight), columns),
                *(line for words in told for line in note(words, columns)),
            ][:lines]
        if columns < 0:
            return []
        if model.pending:
            return note(self.text.say("calm.sent"), columns)
        if not sight.menu.entries:
            return note(self.text.say("calm.patience"), columns)
        return menu_panel(sight, self.keymap, columns, lines)

    def _aside(
        self, sight: TableSight[ViewT], model: Model, columns: int, lines: int
    ) -> list[Line]:
        """What the move under the cursor does, if its name does not say it, and the log; or a step of the guide."""
        if self.lesson is not None:
            return self.lesson(columns)[:lines]
        entry = sight.menu.pointed
        does = "" if entry is None or entry.move is None else self.does(entry.move, sight)
        told: list[Line] = [[("hint", each)] for each in wrap(does, columns - 2)] if does else []
        return [*told, *log_panel(sight, model, columns, lines - len(told))]

    def _look(self, model: Model) -> TableSight[ViewT] | None:
        table = model.table
        if table is None:
            return None
        narrator = Narrator(self.text, table.game, model.names)
        view = cast(ViewT, table.view)
        sight = TableSight(view, table, narrator, self.glyphs, Menu())
        moves = self._open(model, table)
        if moves != self.menu.moves:
            self.menu = Menu.of(moves, self._ways(sight) if moves else (), self.numbers)
        return TableSight(view, table, narrator, self.glyphs, self.menu)

    def _open(self, model: Model, table: TableView) -> tuple[Move, ...]:
        """The moves to pick from. While a new view is on its way, still those of the last one, if the player is still asked."""
        asked = any(prompt.seat == table.seat for prompt in table.prompts)
        return () if model.pending or (table.stale and not asked) else table.moves

    def _ways(self, sight: TableSight[ViewT]) -> Iterator[Way]:
        offered = choices(sight.table, sight.narrator)
        for sentence, move in sorted(offered, key=lambda each: self.is_rash(each[1], sight)):
            for path in self.paths(move, sentence, sight):
                yield Way(path, sentence, move)

    def idle(self, model: Model) -> Collection[str]:
        return () if self._parts > 1 else (MORE,)

    def options(self, model: Model) -> Sequence[Option]:
        sight = self._look(model)
        if sight is None or not sight.menu.entries:
            return [Option(MORE, self.text.say("calm.rest"))] if self._parts > 1 else ()
        back = [Option("step.back", self.text.say("keys.step.back"))] if sight.menu.said else []
        more = [Option(MORE, self.text.say("calm.rest"))] if self._parts > 1 else []
        return [Option("menu.pick", self.text.say("keys.menu.pick")), *back, *more]

    def scopes(self, model: Model) -> Sequence[str]:
        sight = self._look(model)
        menu = ("step", "menu") if sight is not None and sight.menu.said else ("menu",)
        return (*menu, "calm") if self._parts > 1 else menu

    def do(self, command: str, model: Model) -> Move | None:
        sight = self._look(model)
        self.missed = None
        if command == MORE:
            self._part = (self._part + 1) % self._parts
            return None
        if sight is None or not sight.menu.entries:
            answers = command == "menu.pick" or command[-1:].isdecimal()
            if answers and not model.pending:
                self.missed = self.text.say("calm.patience")
            return None
        scope, _, name = command.partition(".")
        placed = any(entry.part.place for entry in self.menu.entries)
        if command == "step.back" or (command == "menu.left" and not placed):
            self.menu = self.menu.back()
        elif command == "menu.pick" or (command == "menu.right" and not placed):
            return self._pick(self.menu.pointed, sight.table)
        elif scope == "menu" and name in DIRECTIONS:
            self.menu = self.menu.moved(name)
        elif scope == "menu" and name.isdecimal():
            entry = self.menu.numbered(int(name))
            if entry is None:
                self.missed = self.text.say("calm.no_number", number=name)
            return self._pick(entry, sight.table)
        return None

    def _pick(self, entry: MenuEntry | None, table: TableView) -> Move | None:
        if entry is not None and entry.move is None:
            self.menu = self.menu.picked(entry)
        if (
            entry is None or table.stale
        ):  # a second Enter must not answer a question that the player has not seen
            return None
        return entry.move


def _stacked(blocks: Sequence[Lines], lines: int) -> list[Line]:
    """The blocks one below the other, with an empty line between them where there is room."""
    room = lines - sum(map(len, blocks))
    stack: list[Line] = []
    for block in blocks:
        if stack and room > 0:
            stack.append([])
            room -= 1
        stack.extend(block)
    return stack
