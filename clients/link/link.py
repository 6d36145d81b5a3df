"""A client's connection to a server over trio-websocket: the shell of its conversation, which decides everything.

A user of a link sends requests with `ask` or `post` and reads all other messages from `inbox`. `run` keeps it going.
"""

import ssl
from collections.abc import Iterable
from typing import Final

import trio
from trio_websocket import ConnectionClosed

from watai.clients.conversation.conversation import Conversation, State
from watai.clients.conversation.lost import Lost
from watai.clients.conversation.questions import Answer, Ask, Question
from watai.clients.conversation.silence import NEVER
from watai.clients.conversation.steps import Connect, Drop, Renumbered, Send, Settled, Step, Told
from watai.clients.link.ends import ENDS, why_gone
from watai.clients.link.websocket import Receiver, Sender, Strange, websocket
from watai.protocol.codec import MSGPACK, Codec
from watai.protocol.messages import ClientMessage, ServerMessage, Welcome

INBOX: Final = 10_000
"""Unread messages; more than the server queues before it disconnects a slow reader."""


class Link:
    """A connection that survives lost sockets."""

    def __init__(
        self,
        url: str,
        name: str,
        token: str = "",
        codec: Codec = MSGPACK,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        self.conversation = Conversation(url, name, token)
        self.codec = codec
        self._tls = tls
        self._to_reader, self.inbox = trio.open_memory_channel[ServerMessage | Renumbered](INBOX)
        self._answered: dict[Question, trio.Event] = {}
        self._wanted: Connect | None = None
        """Where to connect next."""
        self._socket = trio.CancelScope()
        self._out: list[ClientMessage] = []
        self._news = trio.Event()
        """Set when there is something to send."""
        self._due = NEVER
        self._sooner = trio.Event()
        """Set when something is due before `_due`, or there is somewhere to connect to, or the conversation has ended."""

    # using it

    @property
    def connected(self) -> bool:
        return self.conversation.state is State.OPEN

    async def ask(self, make: Ask) -> Answer:
        """Send a message with the next number and wait for its answer, across lost connections."""
        return await self.answer(self.post(make))

    def post(self, make: Ask) -> Question:
        """Send a message with the next number at once, without waiting for its answer."""
        question, steps = self.conversation.ask(make, trio.current_time())
        self._answered[question] = trio.Event()
        self._take(steps)
        return question

    async def answer(self, question: Question) -> Answer:
        """Wait for the answer to a posted message; raises Lost if the conversation ends without one."""
        await self._answered[question].wait()
        del self._answered[question]
        if question.answer is None:
            raise self.conversation.lost or Lost("the link was closed")
        return question.answer

    # keeping it going

    async def run(self, task_status: trio.TaskStatus[Welcome] = trio.TASK_STATUS_IGNORED) -> None:
        """Stay connected until cancelled or lost for good; reports the first welcome."""
        talk = self.conversation
        try:
            self._take(talk.begin(trio.current_time()))
            while talk.lost is None:
                if self._wanted is None:
                    await self._pause()
                else:
                    await self._connect(self._wanted, task_status)
            raise talk.lost
        finally:
            self._to_reader.close()
            for event in self._answered.values():
                event.set()

    async def _pause(self) -> None:
        """Until the next thing is due, which is then done."""
        self._due, self._sooner = self.conversation.due, trio.Event()
        with trio.move_on_at(self._due):
            await self._sooner.wait()
        self._take(self.conversation.advance(trio.current_time()))

    async def _connect(self, connect: Connect, task_status: trio.TaskStatus[Welcome]) -> None:
        """One connection, from the attempt to its end."""
        self._wanted, self._out = None, []
        ended: Exception | None = None
        with trio.CancelScope() as self._socket:
            try:
                async with websocket(connect, self.codec, self._tls) as (send, receive):
                    self._take(self.conversation.opened(trio.current_time()))
                    await self._talk(send, receive, task_status)
            except ENDS as error:
                ended = error
        if ended is not None:
            self._take(self.conversation.gone(why_gone(ended, connect.url), trio.current_time()))

    async def _talk(
        self, send: Sender, receive: Receiver, task_status: trio.TaskStatus[Welcome]
    ) -> None:
        talk = self.conversation
        ended: Exception
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._write, send)
            nursery.start_soon(self._watch)
            try:
                while True:
                    message = await receive()
                    self._take(talk.heard(message, trio.current_time()))
                    if isinstance(message, Welcome) and talk.connections == 1:
                        task_status.started(message)
            except (ConnectionClosed, Strange) as error:
                ended = error  # raised outside the nursery, which would wrap it in a group
            nursery.cancel_scope.cancel()
        raise ended

    async def _watch(self) -> None:
        while True:
            await self._pause()

    async def _write(self, send: Sender) -> None:
        while True:
            while self._out:
                try:
                    await send(self._out.pop(0))
                except ConnectionClosed:
                    return  # the reader fails too; what has no answer is repeated on the next connection
            self._news = trio.Event()
            await self._news.wait()

    def _take(self, steps: Iterable[Step]) -> None:
        for step in steps:
            match step:
                case Send(message):
                    self._out.append(message)
                    self._news.set()
                case Told(message):
                    self._tell(message)
                case Renumbered():
                    self._tell(step)
                case Settled(question):
                    if (event := self._answered.get(question)) is not None:
                        event.set()
                case Connect():
                    self._wanted = step
                case Drop():
                    self._socket.cancel()
        if self.conversation.due < self._due or self._wanted or self.conversation.lost:
            self._sooner.set()

    def _tell(self, news: ServerMessage | Renumbered) -> None:
        try:
            self._to_reader.send_nowait(news)
        except (trio.WouldBlock, trio.BrokenResourceError):
            self._take(self.conversation.end(Lost("nobody reads what the server says")))
