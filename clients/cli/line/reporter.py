"""Messages of the server as sentences: events, chat, refusals, the room, the first view, the end. No I/O."""

from collections.abc import Iterator

from watai.clients.cli.line.games import make_lines
from watai.clients.cli.line.games.game_lines import GameLines
from watai.clients.cli.line.races import Races
from watai.clients.cli.ui.figures import figure_sentences
from watai.clients.cli.ui.frame import result
from watai.clients.cli.ui.screen import Scene
from watai.clients.state.figures import Figures
from watai.clients.state.rematch import proposers
from watai.clients.state.table_view import read_event
from watai.clients.text.catalogue import subject_of
from watai.clients.text.narrator import Narrator
from watai.clients.text.refusals import explain
from watai.clients.text.seats import people, room_news, seat_state, watchers, why_not_started
from watai.clients.text.story import TABLES
from watai.protocol.messages import (
    Goodbye,
    Happened,
    Prompts,
    Refused,
    RoomState,
    Said,
    ServerMessage,
    Storage,
    ViewNow,
)


class Reporter:
    """The sentences of one visit. `scene.model` has taken in each message before it is told."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.over = False
        """Whether the end has been told."""
        self._stopped = False
        """Whether the player was told that the server has stopped."""
        self._room: RoomState | None = None
        self._seen: str | None = None
        """The match whose table has been told."""
        self._races = Races(scene)
        self._game: GameLines | None = None
        self._match: tuple[str, str | None] | None = None

    @property
    def game(self) -> GameLines | None:
        """The lines of the present match, or of the one to come; None outside a room."""
        room = self.scene.model.room
        if room is None:
            return None
        if self._game is None or self._match != (room.code, room.match):
            self._match = (room.code, room.match)
            self._game = make_lines(room.game, self.scene)
        return self._game

    def tell(self, message: ServerMessage, now: float) -> Iterator[str]:
        """A message as lines; none where it is not worth any."""
        match message:
            case Happened():
                yield from self._event(message)
            case Said():
                yield f"{self.scene.say('frame.said', name=message.name)} {message.text}"
            case Refused():
                yield self.refusal(message)
            case RoomState():
                if self._stopped:
                    self._stopped = False
                    yield self.scene.text.say("lines.back_again")
                yield from self._news(message)
            case Goodbye(resume=True, moved=None) if not self.scene.own:
                self._stopped = True
                yield self.scene.text.say("lines.stopped")
            case Storage(away):
                yield self.scene.text.say("lines.storage_away" if away else "lines.storage_back")
            case ViewNow():
                self._races.shown(message.contested)
                yield from self._first_look(now)
            case Prompts():
                yield from self._races.contested(message.contested)

    def refusal(self, refused: Refused) -> str:
        """Why the server refused, in the player's language."""
        room = self.scene.model.room
        if refused.code == "room/not_ready" and room is not None:
            word = self.scene.text.say("lines.verbs.bot").split()[0]
            return why_not_started(
                self.scene.text, room, self.scene.text.say("lines.quoted", word=word)
            )
        game, names = room.game if room else None, self.scene.model.names
        return explain(self.scene.text, refused, game, names)

    def _event(self, happened: Happened) -> Iterator[str]:
        room, game = self.scene.model.room, self.game
        event = None if room is None else read_event(room.game, happened)
        if room is None or game is None or event is None:
            return
        plays = game.is_told(event, room.you)
        narrator = Narrator(self.scene.text, room.game, self.scene.model.names, plays=plays)
        yield from filter(None, [narrator.tell(event)])
        yield from self._races.decided(happened, room.you)
        if (table := TABLES.get(type(event))) is not None:
            yield from table(event, narrator)
        yield from game.news(self.scene.model.table)

    def _news(self, room: RoomState) -> Iterator[str]:
        """The whole room at first, then only the lines that have changed."""
        before, self._room = self._room, room
        if room.status == "waiting":
            known = [] if before is None else list(room_lines(self.scene, before))
            yield from (line for line in room_lines(self.scene, room) if line not in known)
        elif before is not None:
            yield from room_news(self.scene.text, before, room)
        told = [] if before is None else proposers(before)
        for name in proposers(room):
            if name not in told and before is not None:
                yield self.scene.text.say("lines.proposed", name=name)
        if before is None and room.you == room.host and self.scene.address:
            command = f"watai join {room.code} --server {self.scene.address}"
            yield self.scene.text.say("commands.print_code", code=room.code, command=command)

    def _first_look(self, now: float) -> Iterator[str]:
        """The table of a match, once: what lay there before the first event."""
        room, table, game = self.scene.model.room, self.scene.model.table, self.game
        if room is None or table is None or game is None or self._seen == room.match:
            return
        self._seen = room.match
        if not game.follows_events:
            yield from game.table(table, now)

    def end(self) -> str | None:
        """How the game ended; None until both room and table say so, and after it was told once."""
        room, table = self.scene.model.room, self.scene.model.table
        outcome = None if table is None else table.outcome
        told = self.over
        self.over = room is not None and room.status == "finished" and outcome is not None
        if room is None or outcome is None or not self.over or told:
            return None
        reason = self.scene.text.find(f"{subject_of(room.game)}.reasons.{outcome.reason}") or ""
        return result(self.scene, outcome, reason)

    def figures(self) -> Iterator[str]:
        """How quick the player was, and how long the game took."""
        figures, room = Figures.of(self.scene.model), self.scene.model.room
        if figures is not None and room is not None:
            yield from filter(None, figure_sentences(self.scene.text, figures, room.you))


def room_lines(scene: Scene, room: RoomState) -> Iterator[str]:
    """The room before its game."""
    yield scene.text.say("lines.room", game=scene.text.say(f"games.{room.game}"), code=room.code)
    for seat, state in enumerate(room.seats):
        if state.kind == "open":
            yield f"{seat + 1}. {scene.say('room.free')}"
        else:
            name = scene.say("room.you", name=state.name) if seat == room.you else state.name
            yield f"{seat + 1}. {name}, {seat_state(scene.text, room, seat)}"
    if room.watching:
        yield watchers(scene.text, room)


def people_lines(scene: Scene, room: RoomState) -> Iterator[str]:
    """Who sits at the table and how far away, and who watches."""
    told = people(scene.text, room, scene.model.distances)
    yield "; ".join(f"{name}: {far}" if far else name for name, far in told) + "."
    if room.watching:
        yield watchers(scene.text, room)
