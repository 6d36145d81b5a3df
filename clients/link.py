"""One client's connection: hello, numbered questions with their answers, and coming back after it is lost.

Whoever uses a link asks questions and reads what the server says by itself. When the connection breaks, the link
connects again with its token, resumes its room after the last event it saw, and repeats the questions that have no
answer yet; the server answers a repeated number as it did before, so nothing is done twice.
"""

import ssl
from collections.abc import Callable
from typing import Final

import trio
from trio_websocket import ConnectionClosed, ConnectionRejected, HandshakeError

from clients.websocket import Receive, Send, Strange, websocket
from protocol.codec import MSGPACK, Codec
from protocol.messages import (
    VERSION,
    ClientMessage,
    Done,
    Goodbye,
    Happened,
    Hello,
    Leave,
    Recorded,
    Refused,
    Resume,
    RoomList,
    RoomState,
    ServerMessage,
    ViewNow,
    Welcome,
)

NOTHING: Final = -1  # no event seen yet: a resumed link is then shown the whole table
FIRST_PAUSE: Final = 0.1  # seconds before the second try, doubled for every further one
LONGEST_PAUSE: Final = 5.0
INBOX: Final = (
    10_000  # messages nobody has read yet; more than a server sends before it calls a reader slow
)
FINAL_CODES: Final = (
    1002,
    1007,
    1008,
    4001,
    4005,
)  # closes after which coming back would end the same way

Ask = Callable[[int], ClientMessage]
Answer = Done | Refused | RoomList | Recorded


class Lost(Exception):
    """The connection is gone for good, and why."""

    def __init__(self, why: str, code: int = 1006) -> None:
        super().__init__(why)
        self.why = why
        self.code = code


class _Question:
    """One intent on its way, and its answer once there is one."""

    def __init__(self, message: ClientMessage) -> None:
        self.message = message
        self.answered = trio.Event()
        self.answer: Answer | None = None


class Link:
    """A connection that outlives its sockets. `run` keeps it going; `ask` and `inbox` use it."""

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
        self.welcome: Welcome | None = None
        self.connections = 0
        self._to_reader, self.inbox = trio.open_memory_channel[ServerMessage](INBOX)
        self._number = 0
        self._questions: dict[int, _Question] = {}
        self._out: list[ClientMessage] = []
        self._news = trio.Event()
        self._lost: Lost | None = None

    # using it

    async def ask(self, make: Ask) -> Answer:
        """Send a message with the next number and wait for its answer, across lost connections."""
        self._check()
        self._number += 1
        question = _Question(make(self._number))
        self._questions[self._number] = question
        self._send(question.message)
        await question.answered.wait()
        if question.answer is None:
            self._check()
            raise Lost("the link was closed")
        return question.answer

    def _check(self) -> None:
        if self._lost is not None:
            raise self._lost

    def _send(self, message: ClientMessage) -> None:
        self._out.append(message)
        self._news.set()

    # keeping it going

    async def run(self, task_status: trio.TaskStatus[Welcome] = trio.TASK_STATUS_IGNORED) -> None:
        """Be connected until cancelled or lost for good; started as soon as the server has said welcome."""
        pause = FIRST_PAUSE
        try:
            while True:
                before = self.connections
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
                    self._judge(error)
                pause = FIRST_PAUSE if self.connections > before else min(pause * 2, LONGEST_PAUSE)
                await trio.sleep(pause)
        except Lost as lost:
            self._lost = lost
            raise
        finally:
            self._to_reader.close()
            for question in self._questions.values():
                question.answered.set()

    def _judge(self, error: Exception) -> None:
        """Whether to try again: a server that was never reached, or does not want us, will not change its mind."""
        if isinstance(error, ConnectionRejected):
            raise Lost("the server does not speak our protocol", 4005) from None
        if isinstance(error, ConnectionClosed) and error.reason is not None:
            if error.reason.code in FINAL_CODES:
                raise Lost(
                    error.reason.reason or "the server closed the connection", error.reason.code
                )
            return
        if self.connections == 0:
            raise Lost(f"cannot reach {self.url}: {error}") from None

    async def _connect(self, task_status: trio.TaskStatus[Welcome]) -> None:
        async with websocket(self.url, self.codec, self._tls) as (send, receive):
            await send(Hello(VERSION, self.name, self.token))
            welcome = await receive()
            if isinstance(welcome, Goodbye):
                raise Lost(welcome.why, welcome.code)
            if not isinstance(welcome, Welcome):
                raise Lost("the server did not say welcome", 4005)
            self.token, self.welcome = welcome.token, welcome
            self._number = max(self._number, welcome.n)  # another program may have had the token
            self.connections += 1
            if self.connections == 1:
                task_status.started(welcome)
            await self._talk(send, receive)

    async def _talk(self, send: Send, receive: Receive) -> None:
        self._out = [question.message for question in self._questions.values()]
        if self.connections > 1 and self.room is not None:
            self._number += 1
            self._questions[self._number] = _Question(
                Resume(self._number, self.room, self.seq, self.match)
            )
            self._out.insert(0, self._questions[self._number].message)
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
                except (
                    ConnectionClosed
                ):  # the reader finds out as well, and unanswered questions are repeated
                    return
            self._news = trio.Event()
            await self._news.wait()

    def _hear(self, message: ServerMessage) -> None:
        match message:
            case Done() | Refused() | RoomList() | Recorded():
                self._answered(message)
                return
            case RoomState():
                self.room = message.code
                if message.match != self.match:  # numbers begin anew
                    self.match, self.seq = message.match, NOTHING
            case ViewNow() | Happened():
                self.seq = message.seq
            case Goodbye() if message.code in FINAL_CODES:
                raise Lost(message.why, message.code)
        self._pass_on(message)

    def _answered(self, answer: Answer) -> None:
        question = self._questions.pop(answer.n, None)
        if question is None:
            return
        if isinstance(question.message, Leave) and isinstance(answer, Done):
            self.room = None
        question.answer = answer
        question.answered.set()

    def _pass_on(self, message: ServerMessage) -> None:
        try:
            self._to_reader.send_nowait(message)
        except (trio.WouldBlock, trio.BrokenResourceError):
            raise Lost("nobody reads what the server says") from None
