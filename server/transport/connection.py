"""One peer: the handshake by trio-websocket, plain messages by the fast lane, everything out in one write a pass.

reading      the wire's bytes go to the lane; messages it peels off go to the house at once,
             all other bytes go to trio-websocket, whose messages follow in their turn
writing      `queue` collects frames; the house flushes them after the journal has what they tell
ending       whoever finds a fault calls `end`; the connection's own task then says goodbye and closes
"""

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import trio
from trio_websocket import ConnectionClosed, WebSocketConnection

from protocol.codec import JSON, Codec
from protocol.errors import BadMessage, OutOfTurn, ProtocolError, TooFast
from protocol.frames import Lane, Message, Opcode, Raw, frame
from protocol.messages import ClientMessage
from server.arbitration.rtt import Meter, read_tcp_info
from server.clock import Micros
from server.rooms.room import Room
from server.rooms.sessions import Session
from server.settings.limits import Limits
from server.transport.channel import Wire
from server.transport.closing import Ending, last_words, reason_of
from server.transport.fallback import SlowLane
from server.transport.handshake import accept
from server.transport.poller import Ears
from server.transport.rate_limit import Bucket
from server.transport.reader import Intake

TOO_FAST: Final = "you send more messages than anybody needs: slow down"
NONCE_BYTES: Final = 8  # of a ping


@dataclass(frozen=True, slots=True)
class Glimpsed:
    """A pong that somebody's move waits for: the peer had seen what was sent by this moment."""

    moment: Micros


Receive = Callable[["Connection", ClientMessage | Glimpsed, int], None]


class Connection:
    """A socket that has become a WebSocket, and from its hello on a guest."""

    def __init__(
        self,
        wire: Wire,
        limits: Limits,
        receive: Receive,
        flush_later: Callable[["Connection"], None],
        ears: Ears | None = None,
        behind_proxy: bool = False,
    ) -> None:
        self.wire = wire
        self.meter = Meter(behind_proxy)
        wire.emptied = self._mark
        self.codec: Codec = JSON
        self.guest: Session | None = None
        self.room: Room | None = None
        self.spoke = time.monotonic_ns()
        """When the last message came."""
        self._limits = limits
        self._receive = receive
        self._flush_later = flush_later
        self._bucket = Bucket(limits.messages_per_second, limits.burst_messages, self.spoke)
        self._lane = Lane(masked=True, max_payload=limits.message_bytes)
        self._handshake = trio.CancelScope()
        # trio-websocket waits for ever for a request that cannot come any more
        self._slow = SlowLane(wire, self._handshake.cancel)
        self._intake = Intake(wire, self._slow, self._frames, ears)
        self._open = False
        self._over = trio.Event()
        self._parted = False
        self.fault: ProtocolError | None = None
        self._out: list[bytes] = []

    @property
    def heard(self) -> int:
        """When the last bytes came, be they a message or a sign of life."""
        return self._intake.heard

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
        if not self.wire.waiting:
            self._mark()
        self.send(data)

    def _mark(self) -> None:
        """Remember when the newest events went out: a player's reaction to them counts from here."""
        room = self.room
        match = None if room is None else room.match
        if match is not None and match.races and match.seq != self.meter.last_written:
            self.meter.wrote(match.seq, time.monotonic_ns())

    def send(self, data: bytes) -> None:
        """Write now; after the last words nothing is said."""
        if self._parted:
            return
        try:
            self.wire.send(data)
        except ProtocolError as error:
            self.end(error)

    def ping(self) -> None:
        """A sign of life is wanted, and how long it takes; nobody can answer before it is there, for the nonce is random."""
        nonce = secrets.token_bytes(NONCE_BYTES)
        # the instant of this very write: others may have been pinged just before
        self.meter.pinged(nonce, self.meter.micros(time.monotonic_ns()))
        self.send(frame(Opcode.PING, nonce))

    def sound(self) -> None:
        """Measure the way to the peer, by its pong and by what the kernel knows."""
        self.meter.told_by_kernel(read_tcp_info(self.wire.tcp_info()))
        self.ping()

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
                await (
                    self._intake.gone.wait()
                )  # or what it has not read yet might be lost with the socket
            self.wire.close()
            nursery.cancel_scope.cancel()

    async def _shake_hands(
        self, nursery: trio.Nursery, deadline: float
    ) -> WebSocketConnection | None:
        websocket = None
        self._handshake.deadline = deadline
        with self._handshake:
            accepted = await accept(nursery, self._slow, self._limits.message_bytes)
            if accepted is not None:
                websocket, self.codec = accepted
                self._open = True
        self._intake.decide(self._open)
        return websocket

    async def _pump(self) -> None:
        await self._intake.run(self._limits.head_bytes)
        self.end(Ending(1006, "the peer is gone"))

    def _frames(self, data: bytes, stamp: int) -> None:
        lane = self._lane
        passed = lane.passed
        for piece in lane.receive(data):
            if isinstance(piece, Message):
                self._message(piece.opcode, piece.payload, stamp)
            elif isinstance(piece, Raw):
                self._slow.feed(piece.data)
            else:
                self._pong(piece.payload, stamp)
        if lane.passed != passed:
            self.charge(lane.passed - passed, stamp)

    def _pong(self, nonce: bytes, stamp: int) -> None:
        moment = self.meter.ponged(nonce, self.meter.micros(stamp))
        if moment is None:
            self.charge(1, stamp)  # nobody asked for it
        elif self.room is not None and self.room.holding:
            self._receive(self, Glimpsed(moment), stamp)

    def charge(self, messages: int, stamp: int) -> None:
        """Take the price of so many messages. Frames that are none cost as much: they are as much work, and nobody needs many."""
        if not self._bucket.spend(stamp, messages):
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
            self.end(reason_of(closed))

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
        if not self._open or self._intake.gone.is_set() or self._slow.close_said:
            return
        assert self.fault is not None
        # Said here and not by trio-websocket, which says nothing about a malformed frame,
        # waits for an answer to its close, and breaks when a ping comes meanwhile.
        self._slow.cut()
        self.send(last_words(self.codec, self.fault))
        self._parted = True
