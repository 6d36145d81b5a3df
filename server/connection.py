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
from protocol.errors import BadMessage, OutOfTurn, ProtocolError, TooFast, TooLong
from protocol.frames import Lane, Message, Opcode, Raw, frame
from protocol.messages import ClientMessage, Goodbye
from server.bucket import Bucket
from server.limits import Limits
from server.room import Room
from server.sessions import Session
from server.slow_lane import SlowLane
from server.wire import Wire

HEAD_LIMIT: Final = 16_384  # of an HTTP request; browsers stay below 8 KiB
TOO_FAST: Final = "you send more messages than anybody needs: slow down"
LONGEST_REASON: Final = 123  # bytes; what a close frame can carry beside its code
BROKEN: Final = {1002: ProtocolError, 1007: BadMessage, 1009: TooLong}
"""What trio-websocket finds wrong with frames; with any other code it was the peer who closed."""

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
        self._handshake = trio.CancelScope()
        # trio-websocket waits for ever for a request that cannot come any more
        self._slow = SlowLane(wire, self._handshake.cancel)
        self._decided = trio.Event()
        self._open = False
        self._over = trio.Event()
        self._parted = False
        self._gone = trio.Event()
        self.fault: ProtocolError | None = None
        self._out: list[bytes] = []

    @property
    def unread(self) -> int:
        """Bytes taken from the socket that trio-websocket has not looked at yet."""
        return self._slow.waiting

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
        """Write now; after the last words nothing is said."""
        if self._parted:
            return
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
            deadline = trio.current_time() + self._limits.handshake_seconds
            websocket = await self._shake_hands(nursery, deadline)
            if websocket is not None:
                nursery.start_soon(self._take_slow_messages, websocket)
                with trio.move_on_at(deadline):
                    await self._over.wait()
                if self.guest is None:
                    self.end(OutOfTurn("you did not say hello in time"))
                await self._over.wait()
            self._say_goodbye()
            self.wire.finish()
            with trio.move_on_after(self._limits.closing_seconds):
                await self._gone.wait()  # or what it has not read yet might be lost with the socket
            self.wire.close()
            nursery.cancel_scope.cancel()

    async def _shake_hands(
        self, nursery: trio.Nursery, deadline: float
    ) -> WebSocketConnection | None:
        try:
            self._handshake.deadline = deadline
            with self._handshake:
                return await self._accept(nursery)
            return None
        except ConnectionClosed:
            return None
        finally:
            self._decided.set()

    async def _accept(self, nursery: trio.Nursery) -> WebSocketConnection | None:
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
        self._open = True
        return websocket

    async def _pump(self) -> None:
        """Read until the end: the head of the request for trio-websocket, then frames through the lane."""
        rest, stamp = await self._read_head()
        await self._decided.wait()
        while not self._gone.is_set():
            if rest and self._open:
                self._frames(rest, stamp)
                if self._slow.full:
                    await self._slow.room()
            rest, stamp = await self._read()
        self._slow.end()
        self.end(Ending(1006, "the peer is gone"))

    async def _read(self) -> tuple[bytes, int]:
        data, self.heard = await self.wire.read()
        if not data:
            self._gone.set()
        return data, self.heard

    async def _read_head(self) -> tuple[bytes, int]:
        """Give the head of the request on, and return what came with it."""
        head = bytearray()
        while True:
            data, stamp = await self._read()
            head += data
            end = head.find(b"\r\n\r\n") + 4
            if not data or max(end, len(head) if end < 4 else 0) > HEAD_LIMIT:
                self._refuse_head(bool(data))
                return data, stamp
            if end >= 4:
                self._slow.feed(bytes(head[:end]))
                return bytes(head[end:]), stamp

    def _refuse_head(self, too_long: bool) -> None:
        if too_long:
            self.send(b"HTTP/1.1 431 Request Header Fields Too Large\r\nConnection: close\r\n\r\n")
        self._slow.end()

    def _frames(self, data: bytes, stamp: int) -> None:
        lane = self._lane
        passed = lane.passed
        for piece in lane.receive(data):
            if isinstance(piece, Message):
                self._message(piece.opcode, piece.payload, stamp)
            elif isinstance(piece, Raw):
                self._slow.feed(piece.data)
            else:
                self._charge(1, stamp)
        if lane.passed != passed:
            self._charge(lane.passed - passed, stamp)

    def _charge(self, frames: int, stamp: int) -> None:
        """Frames that are no messages cost as much: they are as much work, and nobody needs many."""
        if not self._bucket.spend(stamp, frames):
            self.end(TooFast(TOO_FAST))

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
        except ConnectionClosed as closed:
            self._slow.end()
            code = 1000 if closed.reason is None else closed.reason.code
            why = "" if closed.reason is None else closed.reason.reason or ""
            fault = BROKEN.get(code)
            self.end(Ending(1000, "closed") if fault is None else fault(why))

    def _message(self, opcode: Opcode, payload: bytes, stamp: int) -> None:
        if self.fault is not None:
            return
        try:
            self.spoke = stamp
            if not self._bucket.spend(stamp):
                raise TooFast(TOO_FAST)
            if opcode != self.codec.opcode:
                raise BadMessage(f"{self.codec.name} does not use this kind of frame")
            self._receive(self, self.codec.read_client(payload), stamp)
        except ProtocolError as error:
            self.end(error)

    # ending

    def _say_goodbye(self) -> None:
        """The last words; none where the peer is gone, or trio-websocket has said them already."""
        if not self._open or self._gone.is_set() or self._slow.close_said:
            return
        fault = self.fault
        assert fault is not None
        code = fault.close_code
        goodbye = self.codec.frame(Goodbye(code, fault.why, resume=code in (1001, 4008)))
        # Said here and not by trio-websocket, which says nothing about a malformed frame,
        # waits for an answer to its close, and breaks when a ping comes meanwhile.
        self._slow.cut()
        why = fault.why.encode()[:LONGEST_REASON].decode(errors="ignore").encode()
        self.send(goodbye + frame(Opcode.CLOSE, code.to_bytes(2, "big") + why))
        self._parted = True
