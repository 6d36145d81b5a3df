"""One peer's WebSocket: plain messages in by the lane, all other frames by wsproto, everything out in one write a pass.

reading      the channel's bytes go to the lane; the messages it peels off go to the loop at once,
             all other bytes to wsproto, whose messages follow in their turn
writing      `queue` collects frames; the loop writes them after the journal has stored what they tell
ending       whoever finds a fault calls `end`; the connection's own task (`PeerVisit`) then says goodbye and closes
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import trio

from watai.protocol.codec import JSON, Codec
from watai.protocol.errors import BadMessage, ProtocolError, TooFast, TooSlow
from watai.protocol.frames import Lane, Message, Opcode, Raw, frame
from watai.protocol.messages import ClientMessage
from watai.server import chance, clock
from watai.server.arbitration.rtt import RttMeter, read_min_rtt, read_window
from watai.server.clock import Micros, Nanos
from watai.server.settings.limits import Limits
from watai.server.transport.channel import Channel
from watai.server.transport.closing import closing_frames
from watai.server.transport.fallback import Fallback
from watai.server.transport.poller import Poller
from watai.server.transport.rate_limit import TokenBucket
from watai.server.transport.reader import Reader

TOO_FAST: Final = "you send more messages than anybody needs: slow down"
MESSAGE_BYTES: Final = 4_096
"""The largest message a client may send. A chat line or a `create` with all options stays below 2 KiB."""
NONCE_BYTES: Final = 8  # of a ping
PORTION: Final = 512
"""So many bytes are taken apart before it is asked whether their peer has used up its messages: 64 KiB may have 10,922
frames, which would keep everybody waiting for 20 ms."""
FILLER: Final = frame(Opcode.PONG, bytes(125)) * 12
"""More than one segment of Ethernet (1,448 bytes), in frames that nobody answers (RFC 6455, 5.5.3).

Linux acknowledges at once what is more than the largest segment it has received, whatever its program has asked for.
"""


@dataclass(frozen=True, slots=True)
class SeenPong:
    """A pong, while a held play waits for it: its peer has seen everything that was sent by this moment."""

    moment: Micros


Receive = Callable[["Connection", ClientMessage | SeenPong, Nanos], None]


def _nothing() -> None:
    """What a closed connection does when its outbox is empty."""


class Connection:
    """A socket that becomes a WebSocket."""

    # A busy server goes through thousands of connections, and what it reads of each comes from slow memory: slots are the
    # shortest way to a value. The four below are not set before `open`: until then a peer costs as little as possible.
    __slots__ = (
        "__weakref__",
        "_behind_proxy",
        "_bucket",
        "_discarding",
        "_fallback",
        "_flush_later",
        "_lane",
        "_limits",
        "_newest_event",
        "_out",
        "_parted",
        "_receive",
        "_sent_event",
        "admitted",
        "channel",
        "codec",
        "fault",
        "greeted",
        "last_message_at",
        "meter",
        "opened",
        "over",
        "pongs_wanted",
        "reader",
        "requests",
    )
    meter: RttMeter
    """Its round trips and quota."""
    _lane: Lane
    _fallback: Fallback
    _bucket: TokenBucket

    def __init__(
        self,
        channel: Channel,
        limits: Limits,
        receive: Receive,
        flush_later: Callable[["Connection"], None],
        poller: Poller | None = None,
        behind_proxy: bool = False,
    ) -> None:
        self.channel = channel
        channel.on_drained = self._mark_written
        channel.on_overflow = self._cut_off
        self.codec: Codec = JSON
        self.admitted = False
        """Whether the peer's hello was accepted; without one the connection ends when the handshake's time is up."""
        self.greeted = False
        """Whether the welcome was written, by a journal that stores later; nothing else may precede it."""
        self.pongs_wanted = False
        """Whether a held play waits for proof of what this peer has seen; its pongs are then handed on."""
        self.last_message_at = clock.now()
        self.fault: ProtocolError | None = None
        """Why the connection ends, once it does."""
        self.over = trio.Event()
        """Set as soon as there is such a reason."""
        self.requests: trio.CancelScope | None = None
        """Its visit waits in this for what the peer asks before it is a WebSocket: no longer than until the connection is over."""
        self.opened = False
        """Whether the handshake is done."""
        self._limits = limits
        self._receive = receive
        self._flush_later = flush_later
        self._behind_proxy = behind_proxy
        self.reader = Reader(channel, poller, self._on_data)
        self._parted = False
        self._discarding = False
        self._out: list[bytes] = []
        self._newest_event = -1
        self._sent_event = -1

    @property
    def last_data_at(self) -> Nanos:
        """When the last bytes came, be they a message or a pong."""
        return self.reader.last_data_at

    # writing

    def queue(self, data: bytes, upto_seq: int | None = None) -> None:
        """Frames that go out when this pass is stored; `upto_seq` is the newest event of a race in them."""
        out = self._out
        if not out:
            self._flush_later(self)
        out.append(data)
        if upto_seq is not None:
            self._newest_event = upto_seq

    def flush(self) -> None:
        """One write for everything queued."""
        self.flush_all((self,))

    @staticmethod
    def flush_all(connections: Sequence["Connection"]) -> None:
        """One write for each of these, with everything queued for it.

        Every play comes here eight times, so nothing is called that need not be. The clock is read before every eighth
        write: eight take some 40 µs, and no claim of a player is that exact.
        """
        now, mark = Nanos(0), (-1, Nanos(0))
        for index, connection in enumerate(connections):
            out = connection._out
            data = out[0] if len(out) == 1 else b"".join(out)
            out.clear()
            if connection._discarding:
                continue
            newest, channel, meter = connection._newest_event, connection.channel, connection.meter
            connection._sent_event = newest
            if not index & 7:
                now = clock.now()
            if newest != meter.last_written and not channel.waiting:
                if mark[0] != newest or mark[1] != now:
                    mark = (newest, now)  # one for the eight who are told the same
                meter.last_written = newest
                meter.writes.append(mark)
            if connection._parted:
                continue
            try:
                channel.send(data)
            except ProtocolError as error:
                connection.end(error)

    def take(self) -> tuple[bytes, int]:
        """Everything queued, and the newest event of a race so far: for `write`, once the journal has stored it."""
        data = b"".join(self._out)
        self._out.clear()
        return data, self._newest_event

    def write(self, data: bytes, newest_event: int) -> None:
        """One write for what was taken."""
        if self._discarding:
            return
        self._sent_event = newest_event
        if newest_event != self.meter.last_written and not self.channel.waiting:
            self.meter.wrote(newest_event, clock.now())
        if self._parted:
            return
        self.greeted = True
        try:
            self.channel.send(data)
        except ProtocolError as error:
            self.end(error)

    def discard(self) -> None:
        """Write nothing more of what is queued, or waits for the journal: it will not be stored. A goodbye is written."""
        self._discarding = True

    def _mark_written(self) -> None:
        """Remember when the newest event went out: the player's reaction time counts from here."""
        if self.opened and self._sent_event != self.meter.last_written:
            self.meter.wrote(self._sent_event, clock.now())

    def send(self, data: bytes) -> None:
        """Write now; after the goodbye nothing is sent."""
        if self._parted:
            return
        try:
            self.channel.send(data)
        except ProtocolError as error:
            self.end(error)

    def ping(self) -> None:
        """Ask for a pong, to see that the peer is there and how far away. The random nonce cannot be answered early.

        Nothing is sent to a peer that is not a WebSocket yet: no byte may precede the answer to its request.
        """
        if not self.opened:
            return
        nonce = chance.token_bytes(NONCE_BYTES)
        # the instant of this very write: others may have been pinged just before
        self.meter.pinged(nonce, self.meter.micros(clock.now()))
        self.send(frame(Opcode.PING, nonce))

    def measure_rtt(self) -> None:
        """Take the kernel's estimate of the round trip, and ping.

        The ping is a write of its own, hence a segment: a network with large segments takes the filler in a single one,
        which then is the largest received, and is acknowledged at once only with something behind it.
        """
        tcp_info = self.channel.tcp_info()
        self.meter.kernel_measured(read_min_rtt(tcp_info), read_window(tcp_info))
        if self.meter.wants_prompt_ack(clock.now()):
            self.send(FILLER)
        self.ping()

    def end(self, error: ProtocolError) -> None:
        """Close for this reason; the first one counts."""
        if self.fault is None:
            self.fault = error.with_traceback(None)  # its frames would keep this connection alive
            self.over.set()
            if self.requests is not None:
                self.requests.cancel()

    def _cut_off(self) -> None:
        """Too much waits for all peers together, and most for this one: it goes without a goodbye, which it would not read."""
        self.end(TooSlow("you do not read what you are sent"))
        self.channel.close()

    def release(self) -> None:
        """Drop what leads back here, once the connection is closed.

        In a cycle of references it would stay in memory until the next full garbage collection, an hour later on a busy server.
        """
        self.channel.on_drained = self.channel.on_overflow = _nothing
        self.reader.release()

    # the life of a connection

    def open(self, codec: Codec) -> None:
        """The handshake is done: from here on the peer sends frames."""
        limits = self._limits
        self.codec = codec
        self.meter = RttMeter(self._behind_proxy)
        self._lane = Lane(masked=True, max_payload=MESSAGE_BYTES)
        self._fallback = Fallback(MESSAGE_BYTES)
        self._bucket = TokenBucket(limits.messages_per_second, limits.burst_messages)
        self.opened = True

    def say_goodbye(self) -> None:
        """Send the last frames: wsproto's close frame if it has one, otherwise our own."""
        assert self.fault is not None
        if self._fallback.close_frame:
            self.send(self._fallback.close_frame)
        elif not self.reader.peer_gone.is_set():
            self.send(closing_frames(self.codec, self.fault))
        self._parted = True

    # reading

    def _on_data(self, data: bytes, stamp: Nanos) -> None:
        if not self.opened or self.fault is not None:
            return  # behind a request that was refused, or behind what has ended the connection
        if len(data) > PORTION:
            for start in range(0, len(data), PORTION):
                self._on_data(data[start : start + PORTION], stamp)
            return
        lane = self._lane
        passed = lane.passed
        raw = b""
        for piece in lane.receive(data):
            if isinstance(piece, Message):
                self._on_message(piece, stamp)
            elif isinstance(piece, Raw):
                raw += piece.data
            else:
                self._on_pong(piece.payload, stamp)
        if lane.passed != passed:
            self.charge(lane.passed - passed, stamp)
        if raw:
            self._on_raw(raw, stamp)

    def _on_raw(self, data: bytes, stamp: Nanos) -> None:
        """Frames that are not plain messages. Once the connection is ending, wsproto is told nothing more."""
        if self.fault is not None:
            return
        try:
            for piece in self._fallback.receive(data):
                if isinstance(piece, Message):
                    self._on_message(piece, stamp)
                    self._lane.slow_message_taken()
                else:
                    self.send(piece)
        except ProtocolError as error:
            self.end(error)

    def _on_pong(self, nonce: bytes, stamp: Nanos) -> None:
        moment = self.meter.ponged(nonce, self.meter.micros(stamp))
        if moment is None:
            self.charge(1, stamp)  # it answers no ping of ours
        elif self.pongs_wanted:
            self._receive(self, SeenPong(moment), stamp)

    def charge(self, messages: int, stamp: Nanos) -> None:
        """Take the price of so many messages. Non-message frames are charged like messages."""
        if not self._bucket.spend(stamp, messages):
            self.end(TooFast(TOO_FAST))

    def _on_message(self, message: Message, stamp: Nanos) -> None:
        if self.fault is not None:
            return
        try:
            self.last_message_at = stamp
            if not self._bucket.spend(stamp):
                raise TooFast(TOO_FAST)
            if message.opcode != self.codec.opcode:
                raise BadMessage(f"{self.codec.name} does not use this kind of frame")
            self._receive(self, self.codec.read_client(message.payload), stamp)
        except ProtocolError as error:
            self.end(error)
