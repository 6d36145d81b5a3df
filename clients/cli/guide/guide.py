"""The guide at one table: which step is shown now, and when it has done its work."""

from collections.abc import Callable, Container

from watai.clients.cli.guide import calm, watai
from watai.clients.cli.guide.lesson import Lesson, LessonProgress, LessonStep, is_at_table
from watai.clients.cli.ui.keymap import Keymap
from watai.clients.state.model import Model
from watai.clients.text.catalogue import Text, subject_of
from watai.engine.game import Move


class Guide:
    """The steps of one game. `finished` is called once, when the last step is read or the player wants no guide."""

    def __init__(self, game: str, finished: Callable[[], None]) -> None:
        self.game = game
        self.progress = LessonProgress()
        self.lesson: Lesson = watai.LESSON if game == "watai" else calm.lesson(game)
        self._finished = finished
        self.over = False

    def step(self, model: Model) -> LessonStep | None:
        """The step to show: the first one that fits the table and was not shown before."""
        table = model.table
        if self.over or table is None or not is_at_table(model) or model.pending:
            return None
        if table.outcome is not None:
            return None
        left = (each for each in self.lesson if each.name not in self.progress.done)
        return next((each for each in left if each.when(table, self.progress)), None)

    def next(self, model: Model) -> None:
        """The player has read the step."""
        step = self.step(model)
        if step is not None:
            self._done(step)

    def played(self, move: Move, model: Model) -> None:
        """The player makes a move, which may be what the step asks for."""
        step = self.step(model)
        self.progress.moves += 1
        if step is not None and isinstance(move, step.moves):
            self._done(step)

    def skip(self) -> None:
        """The player wants no guide."""
        if not self.over:
            self.over = True
            self._finished()

    def _done(self, step: LessonStep) -> None:
        self.progress.done.add(step.name)
        if step.last:
            self.skip()

    def words(self, step: LessonStep, text: Text, keymap: Keymap) -> str:
        """What the step says on the screen."""
        keys = {blank: keymap.label(command) for blank, command in step.keys.items()}
        how = text.say("guide.how", key=keymap.label("menu.pick"))
        return text.say(f"guide.{subject_of(self.game)}.{step.name}", how=how, **keys)

    def sentences(self, step: LessonStep, text: Text) -> str:
        """What the step says in lines, where words are typed."""
        name = f"guide.{subject_of(self.game)}"
        own = f"{name}.lines.{step.name}"
        words = {blank: text.say(f"guide.typed.{each}") for blank, each in step.keys.items()}
        if isinstance(text.find(own), str):
            return text.say(own, **words)
        return text.say(f"{name}.{step.name}", how=text.say("guide.how_typed"), **words)


class Guides:
    """Which games are to be guided. `seen` is called with the name of a game whose guide is over."""

    def __init__(self, known: Container[str], seen: Callable[[str], None]) -> None:
        self._known = known
        self._seen = seen
        self.wanted: bool | None = None
        """What the player has said: a guide, or none; None if the guide comes the first time only."""

    def is_due(self, game: str) -> bool:
        """Whether the next match of this game is guided."""
        return game not in self._known if self.wanted is None else self.wanted

    def begin(self, game: str) -> Guide | None:
        """The guide for a match of this game that begins now; the next match has none unless it is asked for."""
        if not self.is_due(game):
            return None
        self.wanted = None
        return Guide(game, lambda: self._seen(game))
