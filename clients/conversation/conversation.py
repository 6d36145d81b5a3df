"""One client's conversation with a server: messages and instants in, steps for its shell out.

    WAITING ──due──▶ CONNECTING ──welcome──▶ OPEN
       ▲                 │ no answer          │ closed, moved, or silent
       └─────────────────┴────────────────────┘         ENDED: for good, from any of them

When a connection breaks, the conversation comes back with its token, resumes its room after the last event seen, and
repeats the requests that have no answer yet. The server gives a repeated number the same answer, so nothing is done
twice. Every input returns the steps that follow from it; nothing is called back, and there is no clock but `now`,
in seconds.
"""

from collections.abc import Sequence
from enum import Enum
from random import Random
from typing import Final

from msgspec.structs import replace

from watai.clients.conversation.addresses import Addresses
from watai.clients.conversation.lost import BROKEN, FINAL_CODES, Lost
from watai.clients.conversation.questions import Answer, Ask, Question, Questions
from watai.clients.conversation.silence import ALONE, IN_CLUSTER, NEVER, Advice, Pace, Silence
from watai.clients.conversation.steps import (
    Connect,
    ConversationEnded,
    Drop,
    Renumbered,
    Send,
    Settled,
    Step,
    Told,
)
from watai.protocol.messages import (
    VERSION,
    Act,
    Catalogue,
    ClientMessage,
    Create,
    Done,
    Goodbye,
    Happened,
    Hello,
    Join,
    Leave,
    Nodes,
    Ping,
    Recorded,
    RecordPart,
    Refused,
    Resume,
    RoomList,
    RoomState,
    Scenes,
    ServerMessage,
    ViewNow,
    Watch,
    Welcome,
)

NOTHING: Final = -1
"""No event seen yet: on resuming, the server then sends the whole table."""
FIRST_PAUSE: Final = 0.1
"""Seconds before the second attempt, doubled for every further one, and up to half as long again: everybody whom a
server has lost would come back in the same instant otherwise."""
LONGEST_PAUSE: Final = 3.0
"""With the half on top and a lost packet, a client is back within eight seconds after its server can be reached."""
CONNECTING: Final = 10.0
"""Seconds for which a server that was never reached may take to open the connection, and again to say welcome."""
CONNECTING_AGAIN: Final = 3.0
"""… and one that was, or one of several. A packet lost on the way is sent again after one second, and after three."""
PATIENCE: Final = 1800.0
"""For how many seconds a server that was reached before is tried again: a host who has quit may come back."""
FIRST_PATIENCE: Final = 10.0
"""… and one that was reached and could not say welcome just then, as a node of a cluster without its Redis."""
RESUMED: Final = 0
"""The number under which the `resume` of a hello is answered."""
ENTERING: Final = (Create, Join, Watch, Resume)
"""Requests for which a node of a cluster may have to wait itself."""


class State(Enum):
    """Where a conversation is."""

    WAITING = "waiting"
    CONNECTING = "connecting"
    OPEN = "open"
    ENDED = "ended"


class Conversation:
    """What one client knows of its server. Each input returns the steps to take, in order."""

    def __init__(
        self,
        url: str,
        name: str,
        token: str = "",
        wants: Sequence[str] = (),
        rng: Random | None = None,
    ) -> None:
        self.name = name
        self.token = token
        self.addresses = Addresses(url)
        self.state = State.WAITING
        self.retry_at: float | None = None
        """When the next attempt to connect begins; None while connected or connecting."""
        self.welcome: Welcome | None = None
        self.connections = 0
        """How often the server has said welcome."""
        self.room: str | None = None
        self.match: str | None = None
        self.seq = NOTHING
        """The number of the last event seen of this match."""
        self.round_trip: float | None = None
        """Seconds from the last ping to its answer, on this connection."""
        self.lost: Lost | None = None
        """Why it ended, once it has."""
        self._wants = list(wants)
        self._rng = rng or Random()
        self.questions = Questions()
        """What was asked and has no answer yet."""
        self._seen_at = 0.0
        """When the last event arrived."""
        self._pause = FIRST_PAUSE
        self._farther = False
        """Whether this attempt has led anywhere: to a welcome, or to another address."""
        self._gone_since: float | None = None
        self._turned_away: Lost | None = None
        """Why there was no first welcome, if the server may give one in a moment."""
        self._welcome_due = NEVER
        self._silence = Silence(0.0)
        self._ping: Question | None = None
        self._returning: Question | None = None
        """The last `resume` of the conversation's own, to leave a room for good."""
        self._resuming = False
        """Whether the hello has named a room, and there is no answer yet."""

    # what the user wants

    def begin(self, now: float) -> list[Step]:
        """The first attempt to connect."""
        return self._connect(now)

    def ask(self, make: Ask, now: float) -> tuple[Question, list[Step]]:
        """A request with the next number; it is kept until it has an answer, across connections."""
        if self.lost is not None:
            raise self.lost
        question = self.questions.add(lambda n: self._claim(make(n), now))
        return question, [Send(question.message)] if self.state is State.OPEN else []

    # what the shell tells

    def opened(self, now: float) -> list[Step]:
        """The WebSocket is open."""
        self._welcome_due = now + (CONNECTING_AGAIN if self._impatient else CONNECTING)
        self._resuming = self.room is not None and self.connections > 0 and not self._is_leaving
        hello = Hello(VERSION, self.name, self.token, self._wants)
        if self._resuming:
            hello = replace(hello, room=self.room, seq=self.seq, match=self.match)
        return [Send(hello)]

    def gone(self, why: Lost, now: float) -> list[Step]:
        """The connection is over, or none could be made. That is final if its code is, and where nobody has ever answered."""
        if why.code in FINAL_CODES:
            return self.end(why)
        if self.connections == 0 and not self._farther:
            if why.code == BROKEN:
                return self.end(self._turned_away or why)
            self._turned_away = why
        return self._retry(now)

    def heard(self, message: ServerMessage, now: float) -> list[Step]:
        """A message of the server."""
        self._silence.heard()
        if self.state is State.CONNECTING:
            return self._greeted(message, now)
        match message:
            case (
                Done() | Refused() | RoomList() | Catalogue() | Recorded() | RecordPart() | Scenes()
            ):
                return self._answered(message, now)
            case Nodes(urls):
                self.addresses.know(urls)
                return []
            case RoomState():
                self.room = message.code
                if message.match != self.match:  # event numbers start again
                    self.match, self.seq = message.match, NOTHING
            case ViewNow() | Happened():
                self.seq, self._seen_at = message.seq, now
            case Goodbye():
                return [*self._told_goodbye(message), Told(message)]
        return [Told(message)]

    @property
    def due(self) -> float:
        """The next instant at which `advance` has something to do."""
        match self.state:
            case State.WAITING:
                return NEVER if self.retry_at is None else self.retry_at
            case State.CONNECTING:
                return self._welcome_due
            case State.OPEN:
                return self._silence.due(self._pace)
            case State.ENDED:
                return NEVER

    def advance(self, now: float) -> list[Step]:
        """Time has passed."""
        if now < self.due:
            return []
        if self.state is State.WAITING:
            return self._connect(now)
        if self.state is State.CONNECTING:
            return [Drop(), *self._retry(now)]
        match self._silence.look(now, self._pace):
            case Advice.ASK:
                self.questions.forget(self._ping)
                self._ping = self.questions.add(Ping)
                return [Send(self._ping.message)]
            case Advice.LEAVE:
                self._farther = False  # it would not answer a second time
                return [Drop(), *self._retry(now)]
            case Advice.WAIT:
                return []

    def unanswered(self, now: float) -> float:
        """For how long the server has owed an answer, in seconds: 0 while it is there."""
        return self._silence.unanswered(now) if self.state is State.OPEN else 0.0

    # connecting

    @property
    def _impatient(self) -> bool:
        return self.connections > 0 or self.addresses.several

    def _connect(self, now: float) -> list[Step]:
        self.state, self.retry_at = State.CONNECTING, None
        self._farther, self._welcome_due = False, NEVER
        within = CONNECTING_AGAIN if self._impatient else CONNECTING
        return [Connect(self.addresses.here, within)]

    def _retry(self, now: float) -> list[Step]:
        """The connection is gone, or none was made: the next attempt after a pause."""
        if self._farther or self._gone_since is None:
            self._gone_since = now
        gone = now - self._gone_since
        if self._turned_away is not None and gone > FIRST_PATIENCE:
            return self.end(self._turned_away)
        if gone > PATIENCE:
            return self.end(Lost(f"{self.addresses.here} has not answered for a long time", BROKEN))
        if self._farther:
            self._pause = FIRST_PAUSE
        else:
            self.addresses.next()
        self.state, self.round_trip = State.WAITING, None
        self.retry_at = now + self._pause * self._rng.uniform(1.0, 1.5)
        self._pause = min(self._pause * 2, LONGEST_PAUSE)
        return []

    def end(self, lost: Lost) -> list[Step]:
        """Over for good: every question is settled, without an answer."""
        self.state, self.lost, self.round_trip = State.ENDED, lost, None
        return [Drop(), *map(Settled, self.questions), ConversationEnded(lost)]

    # being welcomed

    def _greeted(self, message: ServerMessage, now: float) -> list[Step]:
        """The first message of a connection."""
        if isinstance(message, Goodbye):
            if self.connections == 0 and message.moved is None:
                self._turned_away = Lost(message.why, message.code)
            ended = self._told_goodbye(message)
            return ended or [Drop(), *self._retry(now)]
        if not isinstance(message, Welcome):
            return self.end(Lost("the server did not say welcome", 4005))
        self.state, self.welcome, self.token = State.OPEN, message, message.token
        self._turned_away, self._farther, self._gone_since = None, True, None
        self._pause = FIRST_PAUSE
        self.addresses.arrived()
        self.connections += 1
        self._silence = Silence(now)
        self.questions.start_after(message.n)
        self.questions.forget(self._ping)  # of no use on this connection, which has its own
        self.questions.forget(self._returning)
        before = list(self.questions)
        steps: list[Step] = []
        if self._is_leaving and message.room is not None:
            room, seq, match = message.room, self.seq, self.match
            self._returning = self.questions.add(lambda n: Resume(n, room, seq, match))
            steps.append(Send(self._returning.message))
        for question in before:
            steps += self._again(question)
        return steps

    def _told_goodbye(self, message: Goodbye) -> list[Step]:
        """The server is about to close the connection: for good, or because the guest is to be found elsewhere."""
        if message.moved is not None:
            try:
                self.addresses.follow(message.moved)
            except Lost as lost:
                return self.end(lost)
            self._farther = True
        elif message.code in FINAL_CODES:
            return self.end(Lost(message.why, message.code))
        return []

    # questions

    def _again(self, question: Question) -> list[Step]:
        """Ask once more; what was asked before the first welcome had a number that an earlier program may have used."""
        if self.connections > 1:
            return [Send(question.message)]
        before = question.n
        self.questions.renumber(question)
        return [Renumbered(question, before), Send(question.message)]

    def _answered(self, answer: Answer, now: float) -> list[Step]:
        if answer.n == RESUMED:
            self._resuming = False
            return self._not_resumed(answer) if isinstance(answer, Refused) else []
        question = self.questions.settle(answer)
        if question is None:
            return []
        if question is self._ping:
            self.round_trip = now - self._silence.asked
            return []
        if isinstance(question.message, Leave) and _is_out(answer):
            self.left()
        if isinstance(question.message, Resume) and isinstance(answer, Refused):
            return [*self._not_resumed(answer), Settled(question)]
        return [] if question is self._returning else [Settled(question)]

    def _not_resumed(self, answer: Refused) -> list[Step]:
        """The room is gone, and the user is told."""
        self.left()
        return [Told(answer)]

    @property
    def _is_leaving(self) -> bool:
        """Whether a `leave` has no answer. If it was carried out, whoever resumes is a spectator: only `welcome` tells."""
        return any(isinstance(each.message, Leave) for each in self.questions)

    def left(self) -> None:
        """The guest is in no room any more."""
        self.room, self.match, self.seq = None, None, NOTHING

    def _claim(self, message: ClientMessage, now: float) -> ClientMessage:
        """Add to a move which event the player saw last and how long ago, so that a slow network does not lose the race."""
        if not isinstance(message, Act) or message.seen is not None or self.seq == NOTHING:
            return message
        return replace(message, seen=self.seq, el=round((now - self._seen_at) * 1_000_000))

    # silence

    @property
    def _pace(self) -> Pace | None:
        """Who is in no room and waits for nothing stays silent, so that the server may let idle guests go."""
        if self.room is None and not len(self.questions):
            return None
        entering = self._resuming or any(
            isinstance(each.message, ENTERING) for each in self.questions
        )
        return IN_CLUSTER if self.addresses.several and not entering else ALONE


def _is_out(answer: Answer) -> bool:
    """Whether the answer to a `leave` says that the guest is in no room."""
    return isinstance(answer, Done) or (isinstance(answer, Refused) and answer.code == "room/none")
