"""One client's connection: hello, numbered requests with their answers, and reconnecting.

A user of a link sends requests with `ask` or `post` and reads all other messages from `inbox`. When the connection
breaks, the link connects again with its token, resumes its room after the last event it saw, and repeats the requests
that have no answer yet; the server gives a repeated number the same answer, so nothing is done twice. A server that
has moved says where to, and the link connects there. If a server does not answer any more, the link tries the others
that it has named.
"""

import random
import ssl
import time
from collections.abc import Callable
from typing import Final

import trio
from msgspec.structs import replace
from trio_websocket import ConnectionClosed, HandshakeError

from watai.clients.link.lost import FINAL_CODES, MOVED_BADLY, Lost, for_good
from watai.clients.link.websocket import Receive, Send, Strange, websocket
from watai.protocol.codec import MSGPACK, Codec
from watai.protocol.messages import (
    VERSION,
    Act,
    Catalogue,
    ClientMessage,
    Done,
    Goodbye,
    Happened,
    Hello,
    Leave,
    Nodes,
    Recorded,
    RecordPart,
    Refused,
    Resume,
    RoomList,
    RoomState,
    Scenes,
    ServerMessage,
    ViewNow,
    Welcome,
)

NOTHING: Final = -1  # no event seen yet: on resuming, the server then sends the whole table
FIRST_PAUSE: Final = 0.1
"""Seconds before the second attempt, doubled for every further one, and up to half as long again: everybody whom a
server has lost would come back in the same instant otherwise."""
MOST_ADDRESSES: Final = 16
LONGEST_PAUSE: Final = 5.0
PATIENCE: Final = 1800.0
"""For how many seconds a server that was reached before is tried again: a host who has quit may come back."""
FIRST_PATIENCE: Final = 10.0
"""… and one that was reached and could not say welcome just then, as a node of a cluster without its Redis."""
MOST_MOVES: Final = 5  # redirects in a row without a welcome
INBOX: Final = 10_000
"""Unread messages; more than the server queues before it disconnects a slow reader."""

Ask = Callable[[int], ClientMessage]
Answer = Done | Refused | RoomList | Catalogue | Recorded | RecordPart | Scenes


class Question:
    """A request that was sent, and its answer once there is one."""

    def __init__(self, n: int, message: ClientMessage) -> None:
        self.n = n
        self.message = message
        self.answered = trio.Event()
        self.answer: Answer | None = None


class Link:
    """A connection that survives lost sockets. `run` keeps it going; `ask`, `post` and `inbox` use it."""

    def __init__(
        self,
        url: str,
        name: str,
        token: str = "",
        codec: Codec = MSGPACK,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        self.url = url
        self.name = name
        self.token = token
        self.codec = codec
        self._tls = tls
        self.room: str | None = None
        self.match: str | None = None
        self.seq = NOTHING
        """The number of the last event seen of this match."""
        self.delivered = 0
        """When that event arrived, in ns of the performance counter."""
        self.welcome: Welcome | None = None
        self.connections = 0
        self.retry_at: float | None = None
        """When the next attempt to connect begins, by Trio's clock; None while connected or connecting."""
        self.connected = False
        self._turned_away: Lost | None = None
        """Why there was no first welcome, if the server may give one in a moment."""
        self._to_reader, self.inbox = trio.open_memory_channel[ServerMessage](INBOX)
        self._number = 0
        self._questions: dict[int, Question] = {}
        self._out: list[ClientMessage] = []
        self._news = trio.Event()
        self._lost: Lost | None = None
        self._moves = 0
        self._resuming = 0
        """The number of the last request by which the link itself went back to its room."""
        self._others: list[str] = []
        """Where the same service can be reached if this server is gone."""

    # using it

    async def ask(self, make: Ask) -> Answer:
        """Send a message with the next number and wait for its answer, across lost connections."""
        return await self.answer(self.post(make))

    def post(self, make: Ask) -> Question:
        """Queue a message with the next number at once, without waiting for its answer."""
        self._check()
        self._number += 1
        question = Question(self._number, self._claim(make(self._number)))
        self._questions[question.n] = question
        self._send(question.message)
        return question

    async def answer(self, question: Question) -> Answer:
        """Wait for the answer to a posted message, across lost connections."""
        await question.answered.wait()
        if question.answer is None:
            self._check()
            raise Lost("the link was closed")
        return question.answer

    def _claim(self, message: ClientMessage) -> ClientMessage:
        """Add to a move which event the player saw last and how long ago, so that a slow network does not lose the race."""
        if not isinstance(message, Act) or message.seen is not None or self.seq == NOTHING:
            return message
        el = (time.perf_counter_ns() - self.delivered) // 1_000
        return replace(message, seen=self.seq, el=el)

    def _check(self) -> None:
        if self._lost is not None:
            raise self._lost

    def _send(self, message: ClientMessage) -> None:
        self._out.append(message)
        self._news.set()

    # keeping it going

    async def run(self, task_status: trio.TaskStatus[Welcome] = trio.TASK_STATUS_IGNORED) -> None:
        """Stay connected until cancelled or lost for good; reports the first welcome."""
        pause = FIRST_PAUSE
        gone_since: float | None = None
        try:
            while True:
                before = self.connections, self._moves
                try:
                    await self._connect(task_status)
                except Strange as strange:
                    raise Lost(f"the server said something strange: {strange}", 4005) from None
                except (
                    OSError,
                    HandshakeError,
                    ConnectionClosed,
                    ssl.SSLError,
                    trio.BrokenResourceError,
                    trio.TooSlowError,
                ) as error:
                    lost = for_good(error, self.url, self.connections > 0)
                    if lost is not None:
                        raise self._turned_away or lost from None
                farther = (self.connections, self._moves) != before
                now = trio.current_time()
                gone_since = now if farther or gone_since is None else gone_since
                if self._turned_away is not None and now - gone_since > FIRST_PATIENCE:
                    raise self._turned_away
                if now - gone_since > PATIENCE:
                    raise Lost(f"{self.url} has not answered for a long time")
                pause = FIRST_PAUSE if farther else min(pause * 2, LONGEST_PAUSE)
                if not farther:
                    self._try_another()
                self.retry_at = now + pause * random.uniform(1.0, 1.5)
                await trio.sleep_until(self.retry_at)
                self.retry_at = None
        except Lost as lost:
            self._lost = lost
            raise
        finally:
            self._to_reader.close()
            for question in self._questions.values():
                question.answered.set()

    async def _connect(self, task_status: trio.TaskStatus[Welcome]) -> None:
        async with websocket(self.url, self.codec, self._tls) as (send, receive):
            await send(Hello(VERSION, self.name, self.token))
            welcome = await receive()
            if isinstance(welcome, Goodbye):
                if welcome.moved is not None:
                    self._follow(welcome.moved)
                elif welcome.code in FINAL_CODES:
                    raise Lost(welcome.why, welcome.code)
                elif not self.connections:
                    self._turned_away = Lost(welcome.why, welcome.code)
                return  # this node cannot answer now: another one, or the same one later
            if not isinstance(welcome, Welcome):
                raise Lost("the server did not say welcome", 4005)
            self._turned_away = None
            self.token, self.welcome = welcome.token, welcome
            # Numbers up to `n` are those of earlier connections, perhaps of another program.
            self._number = max(self._number, welcome.n)
            self._moves = 0
            self.connections += 1
            if self.connections == 1:
                task_status.started(welcome)
            self.connected = True
            try:
                await self._talk(send, receive)
            finally:
                self.connected = False

    def _follow(self, url: str) -> None:
        """Follow a redirect. A link that came over TLS refuses to go on without it."""
        self._moves += 1
        if self._moves > MOST_MOVES:
            raise Lost("one server sends us to the next, and none lets us in", MOVED_BADLY)
        if not self._safe(url):
            raise Lost("the server sends us to an address that is not safe", MOVED_BADLY)
        others = [each for each in self._others if each not in (url, self.url)]
        if (
            self.connections
        ):  # if nobody answers there, the one that has sent us may know more by then
            others.insert(0, self.url)
        self.url, self._others = url, others[:MOST_ADDRESSES]

    def _safe(self, url: str) -> bool:
        return url.startswith("wss://" if self.url.startswith("wss://") else ("ws://", "wss://"))

    def _try_another(self) -> None:
        """This server cannot be reached: try the next one that is known, and this one again after all of them."""
        self._others.append(self.url)
        self.url = self._others.pop(0)

    async def _talk(self, send: Send, receive: Receive) -> None:
        self._questions.pop(self._resuming, None)  # unanswered; this connection has its own
        self._out = [question.message for question in self._questions.values()]
        if self.connections > 1 and self.room is not None:
            self._number += 1
            self._resuming = self._number
            resume = Resume(self._number, self.room, self.seq, self.match)
            self._questions[self._number] = Question(self._number, resume)
            self._out.insert(0, resume)
        ended: Exception
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._write, send)
            try:
                while True:
                    self._hear(await receive())
            except (ConnectionClosed, Lost, Strange) as error:
                ended = error  # raised outside the nursery, which would wrap it in a group
            nursery.cancel_scope.cancel()
        raise ended

    async def _write(self, send: Send) -> None:
        while True:
            while self._out:
                try:
                    await send(self._out.pop(0))
                except ConnectionClosed:
                    return  # the reader fails too; unanswered questions are repeated on the next connection
            self._news = trio.Event()
            await self._news.wait()

    def _hear(self, message: ServerMessage) -> None:
        match message:
            case (
                Done() | Refused() | RoomList() | Catalogue() | Recorded() | RecordPart() | Scenes()
            ):
                self._answered(message)
                return
            case Nodes(urls):
                self._others = [url for url in urls if self._safe(url)][:MOST_ADDRESSES]
                return
            case RoomState():
                self.room = message.code
                if message.match != self.match:  # event numbers start again
                    self.match, self.seq = message.match, NOTHING
            case ViewNow() | Happened():
                self.seq = message.seq
                self.delivered = time.perf_counter_ns()
            case Goodbye() if message.code in FINAL_CODES:
                raise Lost(message.why, message.code)
            case Goodbye(moved=str(elsewhere)):
                self._follow(elsewhere)
        self._pass_on(message)

    def _answered(self, answer: Answer) -> None:
        question = self._questions.pop(answer.n, None)
        if question is None:
            return
        if isinstance(question.message, Leave) and isinstance(answer, Done):
            self.room = None
        if isinstance(question.message, Resume) and isinstance(answer, Refused):
            self.room = None
            self._pass_on(answer)  # the link itself asked: tell the reader that the room is gone
        question.answer = answer
        question.answered.set()

    def _pass_on(self, message: ServerMessage) -> None:
        try:
            self._to_reader.send_nowait(message)
        except (trio.WouldBlock, trio.BrokenResourceError):
            raise Lost("nobody reads what the server says") from None
