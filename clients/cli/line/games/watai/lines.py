"""Wataï in lines. Before a race its moves are picked by number; in a race cards and piles are typed."""

from collections.abc import Iterable, Mapping, Sequence

from watai.clients.cli.games.menu import choices
from watai.clients.cli.games.watai.cards import Cards
from watai.clients.cli.line.games.game_lines import GameLines
from watai.clients.cli.line.games.watai.shouts import Shouts
from watai.clients.cli.line.games.watai.table import fitting_lines, hand_lines, race_lines
from watai.clients.cli.line.games.watai.typed import FACES, read_face, read_race
from watai.clients.cli.ui.screen import Scene
from watai.clients.state.table_view import TableView
from watai.clients.text.narrator import Narrator
from watai.engine.game import Event, Move
from watai.engine.watai.events import Started
from watai.engine.watai.view import WataiView


class WataiLines(GameLines):
    """One match of Wataï."""

    follows_events = True

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self._letters = Cards(scene.text).letters
        self._shouts = Shouts()
        self._moves: dict[int, Move] = {}
        self._racing = False
        """Whether a race was on at the last event."""

    # telling

    def table(self, table: TableView, now: float) -> Iterable[str]:
        return race_lines(self.scene, _view(table), table.seat)

    def is_told(self, event: Event, seat: int | None) -> bool:
        """The player's own plays, and the start. A sentence for every card of every rival would drown all others."""
        mine = seat is not None and getattr(event, "seat", None) == seat
        return mine or isinstance(event, Started)

    def news(self, table: TableView | None) -> Iterable[str]:
        started = table is not None and _view(table).phase == "race"
        if started and not self._racing:
            yield from self._hand(table)
        self._racing = started
        if self._shouts.is_news(table):
            yield self.scene.text.say("lines.race.may_shout")

    def _hand(self, table: TableView | None) -> Iterable[str]:
        """The player's own cards and what fits, told when a race begins."""
        if table is not None and table.seat is not None:
            yield from hand_lines(self.scene, _view(table).players[table.seat])
            yield from fitting_lines(self.scene, _view(table), table.seat)

    # offering

    def hints(self, table: TableView) -> Iterable[str] | None:
        if _view(table).phase != "race":
            return None
        if table.seat is None:
            return [self.scene.text.say("calm.patience")]
        return fitting_lines(self.scene, _view(table), table.seat)

    def offers(self, table: TableView) -> Mapping[int, str]:
        told = choices(table, Narrator(self.scene.text, table.game, self.scene.model.names))
        self._moves = {number: move for number, (_, move) in enumerate(told, 1)}
        return {number: words for number, (words, _) in enumerate(told, 1)}

    def pick(self, number: int | None) -> Move | None:
        return None if number is None else self._moves.get(number)

    # typing

    def words(self, line: str) -> list[str]:
        return [read_face(word, self._letters) for word in line.split()]

    def read(self, verb: str, rest: Sequence[str], table: TableView) -> Move | None:
        assert table.seat is not None
        return read_race(verb, rest, _view(table), table.seat, self.scene.model.names)

    def is_card(self, verb: str) -> bool:
        return verb in FACES

    def objection(self, move: Move, table: TableView | None) -> str | None:
        rash = self._shouts.is_rash(move, table)
        return self.scene.text.say("lines.race.false_shout") if rash else None


def _view(table: TableView) -> WataiView:
    assert isinstance(table.view, WataiView)
    return table.view
