"""Everything the face of a calm game draws from: view, menu and texts, gathered for one drawing."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from wcwidth import wcwidth

from watai.clients.cli.games.menu import Menu
from watai.clients.cli.ui.glyphs import Glyphs
from watai.clients.state.table_view import TableView
from watai.clients.text.catalogue import Number, subject_of
from watai.clients.text.narrator import Narrator
from watai.engine.game import Outcome, Seat, View

ViewT = TypeVar("ViewT", bound=View)


@dataclass(frozen=True, slots=True)
class TableSight(Generic[ViewT]):
    """The table for one drawing. `view` is the table's view, in the type of its game."""

    view: ViewT
    table: TableView
    narrator: Narrator
    glyphs: Glyphs
    menu: Menu

    def say(self, name: str, /, **values: object) -> str:
        """A text of this game's face."""
        return self.narrator.text.say(f"{self._subject}.face.{name}", **values)

    def word(self, value: object) -> str:
        """A word of this game: an animal, a good, a card."""
        return self.narrator.word(value, None)

    def inventory(self, things: Sequence[str]) -> str:
        """Things by kind: « 2 jewels, salt »."""
        return ", ".join(
            self.narrator.things(count, thing) if count > 1 else self.word(thing)
            for thing, count in counted(things).items()
        )

    def count(self, name: str, number: Number, /, **values: object) -> str:
        """A text of this game's face for so many."""
        return self.narrator.text.count(f"{self._subject}.face.{name}", number, **values)

    def find(self, name: str) -> Any:
        """A text or a table of texts of this game, or None."""
        return self.narrator.text.find(f"{self._subject}.{name}")

    @property
    def _subject(self) -> str:
        return subject_of(self.table.game)

    @property
    def names(self) -> Sequence[str]:
        return self.narrator.names

    def name(self, seat: Seat) -> str:
        """The name of the player on this seat, marked if it is the player at this screen."""
        name = self.names[seat]
        return self.narrator.text.say("calm.you", name=name) if seat == self.table.seat else name

    def mark(self, seat: Seat) -> str:
        """A sign of one column for this player."""
        return marks(self.names)[seat]

    def asked(self, seat: Seat) -> bool:
        """Whether this player is to decide something."""
        return any(prompt.seat == seat for prompt in self.table.prompts)

    def turn(self, seat: Seat) -> str:
        """The sign in front of a player who is to decide, or a space."""
        return self.glyphs.turn if self.asked(seat) else " "

    def style(self, seat: Seat) -> str:
        """How a player's name is written."""
        return "mine" if seat == self.table.seat else "plain"

    @property
    def outcome(self) -> Outcome | None:
        return self.table.outcome


def marks(names: Sequence[str]) -> Sequence[str]:
    """A sign of one column for every player: the first letters, or A, B, C … where two names begin alike."""
    initials = [name[:1].upper() for name in names]
    if len(set(initials)) == len(names) and all(wcwidth(each) == 1 for each in initials if each):
        return initials
    return [chr(ord("A") + seat) for seat in range(len(names))]


def counted(things: Sequence[str]) -> Mapping[str, int]:
    """How many there are of each, in order of first appearance."""
    return {thing: things.count(thing) for thing in dict.fromkeys(things)}
