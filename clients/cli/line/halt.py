"""Pauses and the guide in lines: what is said about them, and what the player's words do to them. No I/O."""

from watai.clients.cli.guide.guide import Guide, Guides
from watai.clients.cli.ui.screen import Scene
from watai.clients.state.pausing import ASKED, READING, ROUND, Pausing, is_alone
from watai.clients.text.refusals import explain
from watai.engine.game import Move
from watai.engine.watai.moves import Go
from watai.protocol.messages import Refused


class Halt:
    """Why the game stands still for a player in lines.

    Without somebody at a terminal (`attended`) the game waits only when it is told to: a script cannot read.
    """

    def __init__(self, scene: Scene, guides: Guides | None, *, attended: bool) -> None:
        self.scene = scene
        self.pausing = Pausing()
        self._guides = guides if attended else None
        self._attended = attended
        self._guide: Guide | None = None
        self._match: str | None = None
        self._told: tuple[str | None, str, int] = (None, "", 0)
        """The match, what was said last about a halt in it, and for which round or step."""

    @property
    def _reason(self) -> str | None:
        step = None if self._guide is None else self._guide.step(self.scene.model)
        self.pausing.reading = step is not None
        why = self.pausing.reason(self.scene.model)
        return None if why == ROUND and not self._attended else why

    @property
    def is_waiting(self) -> bool:
        """Whether an empty line goes on: with the guide, or with the next round."""
        return self._reason in (READING, ROUND)

    def due(self) -> bool | None:
        """What to tell the server now; None if it knows."""
        if self._reason is None and self.pausing.reason(self.scene.model) == ROUND:
            self.pausing.go_on(self.scene.model)  # a script does not read
        return self.pausing.due(self.scene.model)

    def news(self) -> list[str]:
        """What to say about a halt, once for each."""
        model = self.scene.model
        room = model.room
        if room is not None and room.match != self._match:
            self._match = room.match
            guided = room.match is not None and is_alone(room) and self._guides is not None
            self._guide = self._guides.begin(room.game) if guided and self._guides else None
        why = self._reason
        step = None if self._guide is None else self._guide.step(model)
        number = getattr(None if model.table is None else model.table.view, "round", 0)
        done = 0 if self._guide is None else len(self._guide.progress.done)
        now = (self._match, why or "", done if step else number)
        if now == self._told:
            return []
        before, self._told = self._told, now
        if step is not None and why == READING and self._guide is not None:
            words = self._guide.sentences(step, self.scene.text)
            if step.moves:
                return [f"{self.scene.say('guide.title')}: {words}"]
            return [f"{self.scene.say('guide.title')}: {words}", self._say("lines.read_on")]
        if why == ASKED:
            return [self._say("lines.paused")]
        if why == ROUND:
            return [self._say("lines.round_waits")]
        return [self._say("lines.goes_on")] if before[1] == ASKED and before[0] == now[0] else []

    def answer(self, word: str) -> list[str]:
        """What a typed word about pauses does, and what is said about it."""
        model, why = self.scene.model, self._reason
        if word == "skip" and self._guide is not None:
            self._guide.skip()
        elif word == "pause":
            return self._pause()
        elif why == READING and self._guide is not None:
            self._guide.next(model)
            if self._reason == ROUND:
                self.pausing.go_on(model)
        elif why is not None:
            self.pausing.go_on(model)
        else:
            return [self._say("lines.not_paused")]
        return self.news()

    def _pause(self) -> list[str]:
        room = self.scene.model.room
        if room is None or room.you is None or room.status != "playing":
            return [self._say("lines.nothing_to_pause")]
        if not is_alone(room):
            return [explain(self.scene.text, Refused(0, "game/shared", ""))]
        self.pausing.asked = True
        return self.news()

    def read(self) -> list[str]:
        """The player has asked for a long text: the game waits meanwhile, if somebody reads it."""
        if not self._attended or not self.pausing.is_possible(self.scene.model):
            return []
        self.pausing.asked = True
        return self.news()

    def may_play(self, move: Move) -> bool:
        """Whether a move is sent; « go » before a round that another leads only ends the reading."""
        return self._reason != ROUND or not isinstance(move, Go) or self.go() is not None

    def go(self) -> Move | None:
        """The Go that the player owes, if this player leads the round."""
        table = self.scene.model.table
        return next((each for each in table.moves if isinstance(each, Go)), None) if table else None

    def played(self, move: Move) -> None:
        """The player makes a move, which ends the reading and may be what the guide asks for."""
        model = self.scene.model
        if self._reason == ROUND:
            self.pausing.go_on(model)
        if self._guide is not None:
            self._guide.played(move, model)

    def _say(self, name: str) -> str:
        return self.scene.text.say(name)
