"""One player or spectator at a server: a link, the model it feeds, and the moves that have no answer yet."""

from collections.abc import Callable
from typing import Final

import trio

from watai.clients.conversation.questions import Answer, Ask, Question
from watai.clients.conversation.steps import Renumbered
from watai.clients.link.link import Link
from watai.clients.state.model import Model
from watai.engine.game import Move
from watai.engine.watai.moves import Turn
from watai.protocol.messages import Done, Look, Pause, Refused, ServerMessage, Welcome

REPEATABLE: Final = (Turn,)
"""Moves that may be sent again before the first is answered: on a slow line a player turns two cards in a row."""

Hear = Callable[["ClientGuest", ServerMessage], None]


class ClientGuest:
    """A link and its model. `run` keeps both going; `hear` is called with every message after the model has taken it in."""

    def __init__(self, link: Link, hear: Hear) -> None:
        self.link = link
        self.model = Model()
        self._hear = hear
        self._nursery: trio.Nursery | None = None
        self._stale = trio.Event()

    async def run(self, task_status: trio.TaskStatus[Welcome] = trio.TASK_STATUS_IGNORED) -> None:
        """Stay connected until cancelled; raises Lost when the connection is gone for good."""
        async with trio.open_nursery() as nursery:
            self._nursery = nursery
            welcome = await nursery.start(self.link.run)
            nursery.start_soon(self._read)
            nursery.start_soon(self._look)
            task_status.started(welcome)

    async def ask(self, make: Ask) -> Answer:
        """Send a message with the next number and wait for its answer."""
        return await self.link.ask(make)

    def play(self, move: Move) -> bool:
        """Send a move now, and say whether it was sent: not while the same move waits for its answer, unless REPEATABLE."""
        if self._nursery is None or self._is_on_its_way(move):
            return False
        link, now = self.link, trio.current_time()
        question = link.post(lambda n: link.codec.act(n, move))
        self.model = self.model.played(question.n, move, now)
        self._nursery.start_soon(self._settle, question)
        return True

    def _is_on_its_way(self, move: Move) -> bool:
        pending = self.model.pending.values()
        return not isinstance(move, REPEATABLE) and any(each.move == move for each in pending)

    async def _settle(self, question: Question) -> None:
        answer = await self.link.answer(question)
        if isinstance(answer, Done | Refused):
            self.model = self.model.answered(answer)
            self._hear(self, answer)

    def pause(self, on: bool, refused: Callable[[Refused], None]) -> None:
        """Ask the server now to pause, or to go on; `refused` is called if it does not."""
        if self._nursery is not None:
            question = self.link.post(lambda n: Pause(n, on))
            self._nursery.start_soon(self._paused, question, refused)

    async def _paused(self, question: Question, refused: Callable[[Refused], None]) -> None:
        answer = await self.link.answer(question)
        if isinstance(answer, Refused):
            refused(answer)

    async def _read(self) -> None:
        async for message in self.link.inbox:
            if isinstance(message, Renumbered):
                self.model = self.model.renumbered(message.before, message.question.n)
                continue
            self.model = self.model.hear(message, trio.current_time())
            if isinstance(message, Refused):  # the link could not resume the room
                self.left()
            if self.model.table is not None and self.model.table.stale:
                self._stale.set()
            self._hear(self, message)

    def left(self) -> None:
        """Forget the room: the guest has left it, or it is gone."""
        self.model = Model(said=self.model.said)

    async def _look(self) -> None:
        """Ask for the whole table when the model is stale; one request covers many events."""
        while True:
            await self._stale.wait()
            self._stale = trio.Event()
            if self.model.table is not None and self.model.table.stale:
                await self.ask(Look)
