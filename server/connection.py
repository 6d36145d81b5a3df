"""One peer: the handshake by trio-websocket, plain messages by the fast lane, everything out in one write a pass.

reading      the wire's bytes go to the lane; messages it peels off go to the house at once,
             all other bytes go to trio-websocket, whose messages follow in their turn
writing      `queue` collects frames; the house flushes them after the journal has what they tell
ending       whoever finds a fault calls `end`; the connection's own task then says goodbye and closes
"""

import time
from collections.abc import Callable
from typing import Final

import trio
from trio_websocket import ConnectionClosed, WebSocketConnection, wrap_server_stream

from protocol.codec import CODECS, JSON, Codec
from protocol.errors import BadMessage, ProtocolError
from protocol.frames import Lane, Message, Opcode, Raw, frame
from protocol.messages import ClientMessage, Goodbye
from server.bucket import Bucket
from server.limits import Limits
from server.room import Room
from server.sessions import Session
from server.wire import Wire

HEAD_LIMIT: Final = 16_384  # of an HTTP request; browsers stay below 8 KiB
CLOSING_SECONDS: Final = 2.0  # for the peer to answer a close frame

Receive = Callable[["Connection", ClientMessage, int], None]


class Ending(ProtocolError):
    """The server closes a connection that has done nothing wrong."""

    def __init__(self, close_code: int, why: str) -> None:
        super().__init__(why)
        self.close_code = close_code


class Connection:
    """A socket that has become a WebSocket, and from its hello on a guest."""

    def __init__(
        self,
        wire: Wire,
        limits: Limits,
        receive: Receive,
        flush_later: Callable[["Connection"], None],
    ) -> None:
        self.wire = wire
        self.codec: Codec = JSON
        self.guest: Session | None = None
        self.room: Room | None = None
        self.heard = self.spoke = time.monotonic_ns()
        self._limits = limits
        self._receive = receive
        self._flush_later = flush_later
        self._bucket = Bucket(limits.messages_per_second, limits.burst_messages, self.heard)
        self._lane = Lane(masked=True, max_payload=limits.message_bytes)
        self._slow = SlowLane(wire)
        self._accepted = trio.Event()
        self._over = trio.Event()
        self.fault: ProtocolError | None = None
        self._out: list[bytes] = []

    @property
    def session(self) -> Session:
        assert self.guest is not None, "only a guest is asked for its session"
        return self.guest

    # writing

    def queue(self, data: bytes) -> None:
        """Frames that go out when this pass is committed."""
        if not self._out:
            self._flush_later(self)
        self._out.append(data)

    def flush(self) -> None:
        """One write for everything queued."""
        data = self._out[0] if len(self._out) == 1 else b"".join(self._out)
        self._out.clear()
        self.send(data)

    def send(self, data: bytes) -> None:
        try:
            self.wire.send(data)
        except ProtocolError as error:
            self.end(error)

    def ping(self, now: int) -> None:
        """A sign of life is wanted; the pong brings the time back."""
        self.send(frame(Opcode.PING, now.to_bytes(8, "big")))

    def end(self, error: ProtocolError) -> None:
        """Close for this reason; the first one counts."""
        if self.fault is None:
            self.fault = error
            self._over.set()

    # reading

    async def serve(self) -> None:
        """Be a connection until it is over."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._pump)
            nursery.start_soon(self.wire.drain)
            websocket = await self._shake_hands(nursery)
            if websocket is not None:
                nursery.start_soon(self._take_slow_messages, websocket)
                await self._over.wait()
                await self._say_goodbye(websocket)
            self.wire.close()
            nursery.cancel_scope.cancel()

    async def _shake_hands(self, nursery: trio.Nursery) -> WebSocketConnection | None:
        with trio.move_on_after(self._limits.handshake_seconds):
            request = await wrap_server_stream(
                nursery, self._slow, max_message_size=self._limits.message_bytes
            )
            spoken = [name for name in request.proposed_subprotocols if name in CODECS]
            if not spoken:
                ours = ", ".join(CODECS)
                body = f"This is Wataï Arena. Speak one of these WebSocket subprotocols: {ours}\n"
                await request.reject(400, body=body.encode())
                return None
            self.codec = CODECS[spoken[0]]
            websocket = await request.accept(subprotocol=spoken[0])
            self._accepted.set()
            return websocket
        return None

    async def _pump(self) -> None:
        """Read until the end: the head of the request for trio-websocket, then frames through the lane."""
        rest, stamp = await self._read_head()
        await self._accepted.wait()
        while True:
            self._frames(rest, stamp)
            rest, stamp = await self.wire.read()
            if not rest:
                break
            self.heard = stamp
        self._slow.end()
        self.end(Ending(1006, "the peer is gone"))

    async def _read_head(self) -> tuple[bytes, int]:
        head = bytearray()
        while True:
            data, stamp = await self.wire.read()
            head += data
            end = head.find(b"\r\n\r\n") + 4
            if end > 3:
                self._slow.feed(bytes(head[:end]))
                return bytes(head[end:]), stamp
            if not data or len(head) > HEAD_LIMIT:
                self._slow.end()
                await trio.sleep_forever()  # the handshake ends by itself

    def _frames(self, data: bytes, stamp: int) -> None:
        for piece in self._lane.receive(data):
            if isinstance(piece, Message):
                self._message(piece.opcode, piece.payload, stamp)
            elif isinstance(piece, Raw):
                self._slow.feed(piece.data)

    async def _take_slow_messages(self, websocket: WebSocketConnection) -> None:
        """Messages that came in pieces or were too large for the lane, in their turn."""
        try:
            while True:
                message = await websocket.get_message()
                text = isinstance(message, str)
                opcode = Opcode.TEXT if text else Opcode.BINARY
                payload = message.encode() if isinstance(message, str) else message
                self._message(opcode, payload, time.monotonic_ns())
                self._lane.slow_message_taken()
        except ConnectionClosed:
            self.end(Ending(1000, "closed"))

    def _message(self, opcode: Opcode, payload: bytes, stamp: int) -> None:
        if self.fault is not None:
            return
        try:
            self.spoke = stamp
            if not self._bucket.spend(stamp):
                raise TooManyMessages
            if opcode != self.codec.opcode:
                raise BadMessage(f"{self.codec.name} does not use this kind of frame")
            self._receive(self, self.codec.read_client(payload), stamp)
        except ProtocolError as error:
            self.end(error)

    async def _say_goodbye(self, websocket: WebSocketConnection) -> None:
        fault = self.fault
        assert fault is not None
        if self.wire.closed or websocket.closed is not None:
            return
        resume = fault.close_code in (1001, 4008)
        self.send(self.codec.frame(Goodbye(fault.close_code, fault.why, resume)))
        with trio.move_on_after(CLOSING_SECONDS):
            await websocket.aclose(fault.close_code, fault.why[:100])


class SlowLane(trio.abc.Stream):
    """What trio-websocket takes for the network: bytes the lane did not peel off."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire
        self._data = bytearray()
        self._ended = False
        self._news = trio.Event()

    def feed(self, data: bytes) -> None:
        self._data += data
        self._news.set()

    def end(self) -> None:
        self._ended = True
        self._news.set()

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        while not self._data and not self._ended and not self._wire.closed:
            self._news = trio.Event()
            await self._news.wait()
        size = len(self._data) if max_bytes is None else max_bytes
        data = bytes(self._data[:size])
        del self._data[:size]
        return data

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        if self._wire.closed:
            raise trio.BrokenResourceError
        self._wire.send(bytes(data))
        await trio.lowlevel.checkpoint()

    async def wait_send_all_might_not_block(self) -> None:
        await trio.lowlevel.checkpoint()

    async def aclose(self) -> None:
        self.end()
        await trio.lowlevel.checkpoint()


class TooManyMessages(ProtocolError):
    """More messages a second than anybody needs."""

    close_code = 1008

    def __init__(self) -> None:
        super().__init__("you send more messages than anybody needs: slow down")
