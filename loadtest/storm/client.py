"""An honest client's connection: it survives cuts, asks again what was not answered, and checks what it is told."""

from collections.abc import Callable
from random import Random
from typing import Final, Protocol

from watai.loadtest.storm.link import Link, Peer, Quality
from watai.loadtest.storm.timeline import Timeline
from watai.loadtest.storm.violation import Violation
from watai.loadtest.storm.witness import Frame
from watai.protocol.codec import Codec
from watai.protocol.frames import Opcode, masked_frame
from watai.protocol.messages import (
    Act,
    AddBot,
    ClientMessage,
    Create,
    Done,
    Goodbye,
    Happened,
    Hello,
    Join,
    Leave,
    Prompts,
    Recorded,
    Refused,
    Resume,
    RoomList,
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
"""So many numbers a client may leave out, and then has few left."""
KEPT: Final = (Act, Create, AddBot)
"""Requests whose answer the journal has: it stays the same after a kill."""
SOON: Final = 1_000_000
"""How many µs of the game clock the end of a pause may be told after the first event."""
Ask = Callable[[int], ClientMessage]


class Surroundings(Protocol):
    """The world, as its clients know it."""

    timeline: Timeline
    stormy: bool
    faults: frozenset[str]
    urls: list[str]
    """Where the server, or one node of it, is to be found."""
    codes: dict[int, str]
    """The codes of the rooms, by the numbers of their plans."""
    moves: dict[str, tuple[str, object]]
    """A move that somebody could make a moment ago, by the code of the room."""

    @property
    def rolled_back(self) -> int:
        """How often a power cut took acknowledged commits back."""

    def sessions(self) -> list[str]:
        """The names of all sessions, which are no secret."""

    def begin_era(self) -> int:
        """A connection begins: as long as this number is the same, the server knows which answers it has given."""

    def connect(
        self, peer: Peer, codec: Codec, quality: Quality, rng: Random, url: str
    ) -> Link | None:
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
        self.link: Link | None = None
        self.welcomed = False
        self.session = ""
        self.room: RoomState | None = None
        self.seq: int | None = None
        """The last event seen of the match in this room."""
        self.outstanding: dict[int, ClientMessage] = {}
        self.answers: dict[int, tuple[ServerMessage, ClientMessage, int]] = {}
        """The last answers, each with its request and the era of its connection."""
        self.acted: list[tuple[str, int, int, int]] = []
        """Moves that were acknowledged: match, seat, own number, number of the first event."""
        self.inputs = 0
        self.era = 0
        self.url = world.urls[0] if len(world.urls) == 1 else rng.choice(world.urls)
        self._others = [each for each in world.urls if each != self.url]
        self.pause = 0.0
        """How much longer than usual it stays away after the next cut, in ms."""
        self.matches = 0
        self._world = world
        self._timeline = world.timeline
        self._token = ""
        self._followed = False
        """Whether this connection ends because the room is elsewhere."""
        self._code = ""
        self._match: str | None = None
        self._n = 0
        self._answered_up_to = 0
        """The greatest of its numbers that was answered, whichever program had asked."""
        self._acts: dict[int, tuple[str, int]] = {}
        """The match and seat that each move was made in."""
        self._asked_seats: frozenset[int] = frozenset()
        self.contested: list[str] = []
        """The places that players race for, as this client was told last."""
        self._goes_on_at: int | None = None
        """The game clock of the first event that came in a game said to be paused, since it was said."""
        self._told_at = 0
        self._heard_at = 0
        self._rolled_back = 0
        self._joined_at = 0
        self._player = False
        """Whether this guest ever had a seat. Only then does its session outlive the server."""
        jitter = rng.uniform(0, 60) if "jitter" in world.faults else 0
        self._quality = Quality(rng.choice((1, 10, 40, 150)), jitter)
        self._timeline.after(rng.uniform(0, 200), self.connect)

    def on_view(self, view: ViewNow) -> None:
        """The whole table has come, with the moves that can be made."""

    def on_left(self) -> None:
        """The room was left for good."""

    # the connection

    def connect(self) -> None:
        """Connect, say hello, and take up what was begun."""
        if self.link is not None:
            return
        self._open()

    def _open(self) -> None:
        self.link = self._world.connect(self, self.codec, self._quality, self.rng, self.url)
        self.welcomed = False
        self.era = self._world.begin_era()
        if self.link is None:
            self._try_another()
            self._timeline.after(self.rng.uniform(200, 1_000), self.connect)
        else:
            self._send(Hello(1, self.name, self._token))

    def _try_another(self) -> None:
        """There is no way in here: try the next address, and this one again after all of them."""
        self._others.append(self.url)
        self.url = self._others.pop(0)

    def _follow(self, url: str) -> None:
        """The room is elsewhere."""
        if url != self.url:
            self._others = [self.url, *(each for each in self._others if each != url)]
            self.url = url

    def lose(self, link: Link) -> None:
        if link is self.link:
            if not self.welcomed and not self._followed:
                self._try_another()
            self.link, self._followed = None, False
            self.welcomed = False
            pause = self.rng.uniform(20, 1_000) + self.pause
            self._timeline.after(pause if self._world.stormy else 20, self.connect)
            self.pause = 0

    def _send(self, message: ClientMessage) -> None:
        assert self.link is not None
        n = getattr(message, "n", None)
        if n is not None:
            self.link.witness.asked[n] += 1
        self.inputs += 1
        self.link.up(masked_frame(self.codec.opcode, self.codec.encode(message), KEY))

    def ask(self, make: Ask) -> None:
        """Send a request with the next number."""
        self._n += 1
        message = make(self._n)
        self.outstanding[self._n] = message
        if self.link is not None and self.welcomed:
            self._send(message)

    def asking(self, *kinds: type[ClientMessage]) -> bool:
        """Whether a request of one of these kinds has no answer yet."""
        return any(isinstance(each, kinds) for each in self.outstanding.values())

    # what it is told

    def hear(self, link: Link, frames: list[Frame]) -> None:
        if link is not self.link:
            return  # an older connection of this player
        for frame in frames:
            if frame.opcode == Opcode.PING:
                link.up(masked_frame(Opcode.PONG, frame.payload, KEY))
            elif frame.message is not None:
                self._take(frame.message)
            if link is not self.link:
                return

    def _take(self, message: ServerMessage) -> None:
        match message:
            case Welcome():
                self._welcome(message)
            case RoomState():
                if message.match != self._match:
                    self._match, self.seq = message.match, None
                    self._asked_seats = frozenset()
                self.room, self._code, self._goes_on_at = message, message.code, None
                self._told_at = self._timeline.now
                if message.status != "playing":
                    self.contested = []
                self._player = self._player or message.you is not None
            case ViewNow():
                if self.seq is not None and message.seq < self.seq:
                    raise Violation("lost", f"{self.name} had {self.seq}, now {message.seq}")
                self._hear_event(message.seq)
                self._asked_seats = frozenset(line.seat for line in message.prompts)
                self.contested = message.contested
                self.on_view(message)
            case Happened():
                if self.seq is not None and message.seq != self.seq + 1:
                    raise Violation("lost", f"{self.name} had {self.seq}, now {message.seq}")
                if self.room is not None and self.room.paused and not self.asking(*ENTRIES):
                    self._hear_in_a_pause(message)
                self._hear_event(message.seq)
            case Prompts():
                self._asked_seats = frozenset(line.seat for line in message.prompts)
                self.contested = message.contested
            case Goodbye(moved=str(elsewhere)):
                self._followed = True
                self._follow(elsewhere)
            case Done() | Refused():
                self._answered(message)
            case RoomList() | Recorded():
                self.outstanding.pop(message.n, None)

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

    def _hear_event(self, seq: int) -> None:
        self.seq = seq
        self._heard_at = self._timeline.now

    def _welcome(self, message: Welcome) -> None:
        if self.session and message.session != self.session:
            if self._player and self._rolled_back == self._world.rolled_back:
                raise Violation("lost", f"the session of {self.name} is gone")
            self._start_over()
        if self._rolled_back != self._world.rolled_back:
            self._rolled_back = self._world.rolled_back
            self.seq = None
        self.session, self._token = message.session, message.token
        if message.n < self._answered_up_to:
            raise Violation("lost", f"{self.name} counts from {message.n}, and has gone beyond")
        self._n = max(self._n, message.n)
        if self._world.stormy and "reload" in self._world.faults and self.rng.random() < 0.3:
            self._n = message.n + LEFT_OUT
        self.welcomed = True
        again = [each for each in self.outstanding.values() if not isinstance(each, Resume)]
        self.outstanding = {each.n: each for each in again}  # type: ignore[attr-defined]
        code = message.room or ("" if self.asking(Leave) else self._code)
        if code:
            self._code = code
            seq, match = -1 if self.seq is None else self.seq, self._match
            self.ask(lambda n: Resume(n, code, seq, match))
        for each in again:
            self._send(each)

    def _start_over(self) -> None:
        """The server has forgotten this guest: it never had a seat, or a power cut took its session."""
        self._player = False
        self._forget_asked()

    def reload(self) -> None:
        """Another program goes on with this guest, and knows its token and nothing else."""
        assert self.link is not None
        self.link.cut()
        self._n = 0
        self._forget_asked()

    def _forget_asked(self) -> None:
        self._forget_room()
        self.outstanding.clear()
        self.answers.clear()

    def _forget_room(self) -> None:
        self._code, self._match, self.seq, self.room = "", None, None, None

    def _answered(self, answer: Done | Refused) -> None:
        n = answer.n
        asked = self.outstanding.pop(n, None)
        self._answered_up_to = max(self._answered_up_to, n)
        if n in self.answers:
            self._compare(answer)
        if asked is None:
            return
        self.answers[n] = answer, asked, self.era
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
                self._code = answer.code or ""
                self._joined_at = self._timeline.now
            case Start():
                self.matches += 1
