"""An honest client in a simulated world: the real conversation over a simulated link, and checks of what it is told."""

from collections.abc import Iterable
from random import Random
from typing import Final, Protocol

from tests.proofs.storm.link import Peer, Quality, SimulatedLink
from tests.proofs.storm.timeline import Timeline
from tests.proofs.storm.violation import Violation
from tests.proofs.storm.witness import Frame
from watai.clients.conversation.conversation import NOTHING, RESUMED, Conversation, State
from watai.clients.conversation.lost import FINAL_CODES, Lost
from watai.clients.conversation.questions import Ask
from watai.clients.conversation.silence import NEVER
from watai.clients.conversation.steps import (
    Connect,
    ConversationEnded,
    Drop,
    Renumbered,
    Send,
    Step,
)
from watai.protocol.codec import Codec
from watai.protocol.frames import Opcode, masked_frame
from watai.protocol.messages import (
    Act,
    AddBot,
    ClientMessage,
    Create,
    Done,
    Happened,
    Join,
    Leave,
    Ping,
    Prompts,
    Refused,
    Resume,
    RoomState,
    ServerMessage,
    Start,
    ViewNow,
    Watch,
    Welcome,
)
from watai.server.rooms.sessions import NUMBERS

KEY: Final = b"\x5a\x17\xc3\x88"
"""Masks are to hide bytes from proxies, which a simulation has none of."""
ENTRIES: Final = (Create, Join, Watch, Resume)
LEFT_OUT: Final = NUMBERS - 4
"""A connection that leaves out so many numbers has few left."""
KEPT: Final = (Act, Create, AddBot)
"""Requests whose answer the journal has: it stays the same after a kill."""
SOON: Final = 1_000_000
"""How many µs of the game clock the end of a pause may be told after the first event."""


class Surroundings(Protocol):
    """The world, as its clients know it."""

    timeline: Timeline
    stormy: bool
    resting: bool
    """Whether nobody does anything any more: clients do not even ask whether their server is there."""
    faults: frozenset[str]
    urls: list[str]
    """Where the server, or one node of it, is to be found."""
    codes: dict[int, str]
    """The codes of the rooms, by the numbers of their plans."""
    moves: dict[str, tuple[str, object]]
    """A move that somebody could make a moment ago, by the code of the room."""

    @property
    def rolled_back(self) -> int:
        """How often a power cut took acknowledged passes back."""

    def sessions(self) -> list[str]:
        """The names of all sessions, which are no secret."""

    def begin_era(self) -> int:
        """A connection begins: as long as this number is the same, the server knows which answers it has given."""

    def connect(
        self, peer: Peer, codec: Codec, quality: Quality, rng: Random, url: str
    ) -> SimulatedLink | None:
        """A new connection to the server at this address; None if it is down."""

    def missed(self, name: str, code: str) -> None:
        """A client was told that there is no such room."""

    def count(self, fault: str) -> None:
        """A fault was put in."""


class Client:
    """A guest. Subclasses say what it does with what it knows."""

    def __init__(
        self,
        world: Surroundings,
        name: str,
        codec: Codec,
        rng: Random,
    ) -> None:
        self.name = name
        self.rng = rng
        self.codec = codec
        self.link: SimulatedLink | None = None
        self.room: RoomState | None = None
        self.answers: dict[int, tuple[ServerMessage, ClientMessage, int]] = {}
        """The last answers, each with its request and the era of its connection."""
        self.acted: list[tuple[str, int, int, int]] = []
        """Moves that were acknowledged: match, seat, own number, number of the first event."""
        self.inputs = 0
        self.era = 0
        self.session = ""
        self.matches = 0
        self.away_until = 0
        """Until when its network lets it connect to nobody."""
        self._world = world
        self._timeline = world.timeline
        self._acts: dict[int, tuple[str, int]] = {}
        """The match and seat that each move was made in."""
        self._asked_seats: frozenset[int] = frozenset()
        self.contested: list[str] = []
        """The places that players race for, as this client was told last."""
        self._goes_on_at: int | None = None
        """The game clock of the first event that came in a game said to be paused, since it was said."""
        self._told_at = 0
        self._rolled_back = 0
        self._joined_at = 0
        self._player = False
        """Whether this guest ever had a seat. Only then does its session outlive the server."""
        self._answered_up_to = 0
        self._wakes = NEVER
        jitter = rng.uniform(0, 60) if "jitter" in world.faults else 0
        self._quality = Quality(rng.choice((1, 10, 40, 150)), jitter)
        url = world.urls[0] if len(world.urls) == 1 else rng.choice(world.urls)
        self.talk = Conversation(url, name, rng=rng)
        self._timeline.after(rng.uniform(0, 200), self._begin)

    def on_view(self, view: ViewNow) -> None:
        """The whole table has come, with the moves that can be made."""

    def on_left(self) -> None:
        """The room was left for good."""

    # what it knows

    @property
    def _now(self) -> float:
        return self._timeline.now / 1e9

    @property
    def url(self) -> str:
        return self.talk.addresses.here

    @property
    def welcomed(self) -> bool:
        return self.talk.state is State.OPEN

    @property
    def here(self) -> bool:
        """Whether it is welcome, over a link that has not fallen silent; outside a room nobody asks whether it has."""
        silent = self.link is None or (self.link.silent and self.talk.room is not None)
        return self.welcomed and not silent

    @property
    def seq(self) -> int | None:
        """The last event seen of the match in this room."""
        return None if self.talk.seq == NOTHING else self.talk.seq

    @property
    def outstanding(self) -> dict[int, ClientMessage]:
        """What has no answer yet, its own questions whether the server is there excepted."""
        asked = {each.n: each.message for each in self.talk.questions}
        return {n: each for n, each in asked.items() if not isinstance(each, Ping)}

    def asking(self, *kinds: type[ClientMessage]) -> bool:
        """Whether a request of one of these kinds has no answer yet."""
        return any(isinstance(each.message, kinds) for each in self.talk.questions)

    # the shell of its conversation

    def _begin(self) -> None:
        self._take(self.talk.begin(self._now))

    def ask(self, make: Ask) -> int:
        """Send a request with the next number, and return that."""
        question, steps = self.talk.ask(make, self._now)
        self._take(steps)
        return question.n

    def _take(self, steps: Iterable[Step]) -> None:
        for step in steps:
            match step:
                case Connect(url):
                    self._timeline.after(0, lambda url=url: self._connect(url))  # type: ignore[misc]
                case Send(message):
                    self._send(message)
                case Renumbered(question, before) if before in self._acts:
                    self._acts[question.n] = self._acts.pop(before)
                case Drop():
                    self._drop()
                case ConversationEnded(lost):
                    self._ended(lost)
        self._arm()

    def _connect(self, url: str) -> None:
        self.era = self._world.begin_era()
        if self._timeline.now >= self.away_until:
            self.link = self._world.connect(self, self.codec, self._quality, self.rng, url)
        if self.link is None:
            self._take(self.talk.gone(Lost("nobody is there"), self._now))
        else:
            self._take(self.talk.opened(self._now))

    def _drop(self) -> None:
        link, self.link = self.link, None
        if link is not None:
            link.drop()

    def _ended(self, lost: Lost) -> None:
        """Nobody was there at the first attempt. Whoever wants to play tries again."""
        if lost.code in FINAL_CODES:
            raise Violation("lost", f"{self.name} was sent away: {lost.why}")
        self._timeline.after(self.rng.uniform(200, 1_000), self._again)

    def _again(self) -> None:
        talk = self.talk
        self.talk = Conversation(
            self.rng.choice(self._world.urls), self.name, talk.token, rng=self.rng
        )
        self._begin()

    def _arm(self) -> None:
        """Wake the conversation when something is due."""
        due = self.talk.due
        if due < self._wakes and not self._world.resting:
            self._wakes = due
            self._timeline.at(int(due * 1e9) + 1, self._wake)

    def _wake(self) -> None:
        self._wakes = NEVER
        if self._world.resting:
            return
        if self.link is not None and self.link.stalled:  # this program stands still
            self._timeline.after(100, self._wake)
            return
        self._take(self.talk.advance(self._now))

    def lose(self, link: SimulatedLink) -> None:
        if link is self.link:
            self.link = None
            self._take(self.talk.gone(Lost("the connection was cut"), self._now))

    def reload(self) -> None:
        """Another program goes on with this guest, and knows its token and nothing else."""
        self._drop()
        self._forget_room()
        self.answers.clear()
        self._again()

    def _send(self, message: ClientMessage) -> None:
        assert self.link is not None
        n = getattr(message, "n", RESUMED if getattr(message, "room", "") else None)
        if n is not None:
            self.link.witness.asked[n] += 1
        self.inputs += 1
        self.link.up(masked_frame(self.codec.opcode, self.codec.encode(message), KEY))

    # what it is told

    def hear(self, link: SimulatedLink, frames: list[Frame]) -> None:
        if link is not self.link:
            return  # an older connection of this player
        for frame in frames:
            if frame.opcode == Opcode.PING:
                link.up(masked_frame(Opcode.PONG, frame.payload, KEY))
            elif frame.message is not None:
                self._hear(frame.message)
            if link is not self.link:
                return

    def _hear(self, message: ServerMessage) -> None:
        asked = {each.n: each.message for each in self.talk.questions}
        asked[RESUMED] = Resume(RESUMED, self.talk.room or "", self.talk.seq)
        before = self.seq
        if isinstance(message, Welcome):
            self._welcome(message)
        elif isinstance(message, RoomState) and message.match != self.talk.match:
            before = None
        self._take(self.talk.heard(message, self._now))
        match message:
            case Welcome() if "reload" in self._world.faults:
                if self._world.stormy and self.rng.random() < 0.3:
                    self.talk.questions.start_after(message.n + LEFT_OUT)
            case RoomState():
                if before is None:
                    self._asked_seats = frozenset()
                self.room, self._goes_on_at = message, None
                self._told_at = self._timeline.now
                if message.status != "playing":
                    self.contested = []
                self._player = self._player or message.you is not None
            case ViewNow():
                if before is not None and message.seq < before:
                    raise Violation("lost", f"{self.name} had {before}, now {message.seq}")
                self._asked_seats = frozenset(line.seat for line in message.prompts)
                self.contested = message.contested
                self.on_view(message)
            case Happened():
                if before is not None and message.seq != before + 1:
                    raise Violation("lost", f"{self.name} had {before}, now {message.seq}")
                if self.room is not None and self.room.paused and not self.asking(*ENTRIES):
                    self._hear_in_a_pause(message)
            case Prompts():
                self._asked_seats = frozenset(line.seat for line in message.prompts)
                self.contested = message.contested
            case Done() | Refused():
                self._answered(message, asked.get(message.n))

    def _hear_in_a_pause(self, message: Happened) -> None:
        """The game goes on, and so it must be said; soon, because a room tells its state only so often a second.

        What comes together with the state of the room is what a spectator who is back has missed.
        """
        if self._told_at == self._timeline.now:
            return
        if self._goes_on_at is None:
            self._goes_on_at = message.t
        elif message.t - self._goes_on_at > SOON:
            raise Violation("broken", f"{self.name} heard {message} in a paused game")

    def _welcome(self, message: Welcome) -> None:
        if message.n < self._answered_up_to:
            raise Violation("lost", f"{self.name} counts from {message.n}, and has gone beyond")
        if self.session and message.session != self.session:
            if self._player and self._rolled_back == self._world.rolled_back:
                raise Violation("lost", f"the session of {self.name} is gone")
            self._player = False
            self.answers.clear()
        if self._rolled_back != self._world.rolled_back:
            self._rolled_back = self._world.rolled_back
            self.talk.seq = NOTHING  # what it saw is not what has happened
        self.session = message.session

    def _forget_room(self) -> None:
        self.room = None

    def _answered(self, answer: Done | Refused, asked: ClientMessage | None) -> None:
        self._answered_up_to = max(self._answered_up_to, answer.n)
        if answer.n in self.answers:
            self._compare(answer)
        if asked is None or isinstance(asked, Ping):
            return
        if answer.n != RESUMED:  # which each hello has anew
            self.answers[answer.n] = answer, asked, self.era
        if len(self.answers) > 8:
            del self.answers[next(iter(self.answers))]
        if isinstance(answer, Done):
            self._done(answer, asked)
        elif isinstance(asked, ENTRIES) and answer.code == "room/other":
            self.ask(Leave)
        elif isinstance(asked, (Resume, Leave)):
            if isinstance(asked, Resume) and answer.code == "room/not_found":
                self._world.missed(self.name, asked.code)
            self._forget_room()

    def known_answers(self) -> list[ClientMessage]:
        """The last requests whose answers the server still knows: after a kill it would carry the others out again."""
        return [
            asked
            for _, (_, asked, era) in sorted(self.answers.items())
            if era == self.era or (isinstance(asked, KEPT) and len(self._world.urls) == 1)
        ]

    def _compare(self, answer: Done | Refused) -> None:
        """The same number asked again gets the same answer, unless it is forgotten or was lost with the process."""
        before, asked, era = self.answers[answer.n]
        if answer == before or (isinstance(answer, Refused) and answer.code == "number/old"):
            return
        if isinstance(before, Refused) and before.code == "room/none":
            return  # it is in a room by now
        kept = isinstance(asked, KEPT) and isinstance(before, Done)
        if self.era == era or (kept and not self._world.rolled_back):
            raise Violation("duplicated", f"{self.name}: {asked} got {before}, then {answer}")

    def _done(self, answer: Done, asked: ClientMessage) -> None:
        match asked:
            case Act() if answer.seq is not None:
                self.acted.append((*self._acts.pop(answer.n), answer.n, answer.seq))
            case Leave():
                self._forget_room()
                self.on_left()
            case Create() | Join() | Watch() | Resume():
                self._joined_at = self._timeline.now
            case Start():
                self.matches += 1
