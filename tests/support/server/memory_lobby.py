"""A lobby without sockets: guests that keep what they are told, a journal in memory, and a clock that tests set."""

from collections.abc import Mapping
from typing import Any

from tests.proofs.storm.memory_journal import MemoryJournal
from tests.support.server.memory_connection import MemoryConnection
from watai.engine.game import Move
from watai.protocol.codec import MSGPACK
from watai.protocol.messages import Create, Done, OptionValue, Pending, Refused, ServerMessage
from watai.server.clock import SECOND, Nanos
from watai.server.dispatch.handlers.room import respond
from watai.server.rooms import guest
from watai.server.rooms.lobby import Lobby
from watai.server.rooms.room import Room
from watai.server.rooms.sessions import Sessions
from watai.server.settings.limits import Limits
from watai.server.storage.journal import Journal


def fill(journal: Journal, stream: str, *bodies: bytes) -> None:
    """Append to a stream, and submit."""
    for body in bodies:
        journal.append(stream, body)
    journal.submit()


class MemoryGuest(guest.Guest):
    """A guest without a socket, who numbers what it asks and keeps what it is told."""

    def __init__(self, table: "MemoryLobby", name: str) -> None:
        connection = MemoryConnection(MSGPACK)
        super().__init__(table.sessions.open(name), connection)
        table.lobby.connected[self.session.id] = self
        self.told = connection.told
        self.table = table
        self._number = 0

    def ask(self, kind: Any, *args: Any, **fields: Any) -> ServerMessage:
        """Say something, and let the pass end."""
        self._number += 1
        answer = self.say(kind(self._number, *args, **fields))
        self.table.settle()
        return answer

    def say(self, message: Any, at: Nanos | None = None) -> ServerMessage:
        """Say something that arrives now, or at another instant; returns its one answer."""
        answer = respond(self.table.lobby, self, message, self.table.now if at is None else at)
        if answer is not None:
            return answer
        for index, each in enumerate(reversed(self.told), 1):
            if isinstance(each, Done | Refused | Pending) and each.n == message.n:
                return self.told.pop(-index)
        raise AssertionError("a play must be answered")

    def do(self, kind: Any, *args: Any, **fields: Any) -> Done:
        answer = self.ask(kind, *args, **fields)
        assert isinstance(answer, Done), answer
        return answer

    def refused(self, kind: Any, *args: Any, **fields: Any) -> str:
        """The code of the refusal that this must get."""
        answer = self.ask(kind, *args, **fields)
        assert isinstance(answer, Refused), answer
        return answer.code

    def play(self, move: Move) -> ServerMessage:
        return self.ask(lambda n: self.codec.act(n, move))

    def heard(self, kind: type[Any]) -> list[Any]:
        """Every message of this kind since the last call; the call removes them."""
        found = [message for message in self.told if isinstance(message, kind)]
        self.told[:] = [message for message in self.told if not isinstance(message, kind)]
        return found

    def hang_up(self) -> None:
        self.table.lobby.connected.pop(self.session.id, None)
        self.table.lobby.lost(self, self.table.now)
        self.table.settle()


class MemoryLobby:
    """The lobby, its clock, and what a pass of the loop would do."""

    def __init__(
        self,
        limits: Limits | None = None,
        journal: MemoryJournal | None = None,
        bot_processes: int = 0,
    ) -> None:
        self.now = Nanos(5 * SECOND)
        self.limits = limits or Limits()
        self.sessions = Sessions()
        self.journal = journal or MemoryJournal()
        self.lobby = Lobby(
            self.journal,
            self.sessions,
            self.limits,
            bot_processes=bot_processes,
            plan_came=lambda room: self.lobby.dirty.update({room: None}),
        )

    def settle(self) -> None:
        for room in list(self.lobby.dirty):
            self.lobby.tend(room, self.now)
        self.lobby.dirty.clear()
        self.journal.submit()

    def wait(self, nanos: int) -> None:
        """Let time pass; nothing is done meanwhile."""
        self.now = Nanos(self.now + nanos)

    def later(self, seconds: float) -> None:
        """Let time pass; every room does what is due."""
        self.wait(int(seconds * SECOND))
        for room in list(self.lobby.rooms.values()):
            self.lobby.tend(room, self.now)
        self.settle()

    def guests(self, *names: str) -> list[MemoryGuest]:
        return [MemoryGuest(self, name) for name in names]

    def open(
        self,
        host: MemoryGuest,
        game: str = "wapi",
        seats: int = 3,
        options: Mapping[str, OptionValue] | None = None,
        public: bool = False,
    ) -> Room:
        done = host.do(Create, game, seats, dict(options or {}), public)
        return self.lobby.rooms[done.code or ""]
