"""One connection over a channel that the test feeds: what it hands on, what it marks, and what it says last."""

from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trio
import trio.testing

from tests.support.server.memory_connection import UnservedChannel
from tests.support.server.raw_client import RawClient
from tests.support.server.server_process import PATIENCE
from tests.support.server.server_process import serving as running_server
from watai.protocol.codec import JSON
from watai.protocol.errors import TooFast
from watai.protocol.frames import Opcode, frame, masked_frame
from watai.protocol.messages import Chat, ClientMessage, Done, Ping
from watai.server import clock
from watai.server.arbitration.rtt import WRITES, RttMeter
from watai.server.clock import Micros, Nanos
from watai.server.settings.limits import LIMITS, Limits
from watai.server.transport.channel import CHUNK
from watai.server.transport.connection import NONCE_BYTES, PORTION, Connection, SeenPong
from watai.server.transport.visit import PeerVisit

KEY = b"\x01\x02\x03\x04"
REQUEST = (
    "GET / HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    f"Sec-WebSocket-Protocol: {JSON.name}\r\n\r\n"
).encode()


class FedChannel(UnservedChannel):
    """Reads what the test feeds, keeps what is sent."""

    def __init__(self) -> None:
        super().__init__()
        self._feed, self._fed = trio.open_memory_channel[bytes](10)
        self.sent = bytearray()

    def feed(self, data: bytes) -> None:
        self._feed.send_nowait(data)

    async def read(self) -> tuple[bytes, Nanos]:
        return await self._fed.receive(), clock.now()

    def send(self, data: bytes) -> None:
        self.sent += data

    async def drain(self) -> None:
        await trio.sleep_forever()

    def _shut_socket(self) -> None:
        self.feed(b"")  # the peer closes as soon as we do


class Served:
    """A connection after its handshake."""

    def __init__(self, limits: Limits = LIMITS) -> None:
        self.channel = FedChannel()
        self.received: list[ClientMessage | SeenPong] = []
        self.connection = Connection(self.channel, limits, self.receive, lambda _: None)
        self.connection.admitted = True
        self.visit = PeerVisit(self.connection, limits)

    def receive(
        self, connection: Connection, message: ClientMessage | SeenPong, stamp: Nanos
    ) -> None:
        self.received.append(message)

    async def feed(self, *frames: bytes) -> bytes:
        """Let these arrive in one chunk; what is sent in return."""
        before = len(self.channel.sent)
        self.channel.feed(b"".join(frames))
        await trio.testing.wait_all_tasks_blocked()
        return bytes(self.channel.sent[before:])


@asynccontextmanager
async def serving(limits: Limits = LIMITS) -> AsyncIterator[Served]:
    served = Served(limits)
    with trio.fail_after(PATIENCE):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(served.visit.serve, float("inf"))
            assert (await served.feed(REQUEST)).startswith(b"HTTP/1.1 101 ")
            yield served
            nursery.cancel_scope.cancel()


@pytest.mark.parametrize("wanted", [False, True])
async def test_a_pong_is_handed_on_while_it_is_wanted(wanted: bool) -> None:
    async with serving() as served:
        served.connection.ping()
        nonce = bytes(served.channel.sent[-NONCE_BYTES:])
        served.connection.pongs_wanted = wanted
        await served.feed(masked_frame(Opcode.PONG, nonce, KEY))
        await served.feed(masked_frame(Opcode.PONG, nonce, KEY))  # the same one again is no proof
    assert [type(each) for each in served.received] == [SeenPong] * wanted


async def test_a_pong_that_nobody_asked_for_costs_as_much_as_a_message() -> None:
    pong = masked_frame(Opcode.PONG, b"unasked", KEY)
    message = masked_frame(JSON.opcode, JSON.encode(Ping(1)), KEY)
    async with serving(Limits(messages_per_second=0.001, burst_messages=3)) as served:
        await served.feed(pong, message, pong)
        assert served.connection.fault is None
        await served.feed(pong)
        assert isinstance(served.connection.fault, TooFast)


async def test_nothing_is_taken_apart_behind_what_has_ended_a_connection(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """65,536 bytes of short frames from each of a hundred peers once kept everybody waiting for two seconds."""
    seen = Counter[str]()

    def ponged(meter: RttMeter, nonce: bytes, at: Micros) -> None:
        seen["pong"] += 1

    monkeypatch.setattr(RttMeter, "ponged", ponged)
    pong = masked_frame(Opcode.PONG, b"", KEY)
    async with serving(Limits(messages_per_second=0.001, burst_messages=3)) as served:
        await served.feed(pong * (CHUNK // len(pong)))
        assert isinstance(served.connection.fault, TooFast)
        assert 3 < seen["pong"] <= PORTION // len(pong) + 1
        seen.clear()
        await served.feed(pong)
        assert not seen


async def test_a_message_longer_than_a_portion_is_taken_whole() -> None:
    said = Chat(1, "ä" * (PORTION // 4))
    message = masked_frame(JSON.opcode, JSON.encode(said), KEY)
    assert len(message) < PORTION < 3 * len(message)
    async with serving() as served:
        await served.feed(message * 3)
        assert served.received == [said] * 3


async def test_the_newest_event_of_a_write_is_marked() -> None:
    async with serving() as served:
        connection = served.connection
        connection.queue(JSON.frame(Done(1)))
        connection.flush()
        assert connection.meter.last_written == -1
        connection.queue(JSON.frame(Done(2)), 7)
        connection.queue(JSON.frame(Done(3)))
        connection.flush()
        assert connection.meter.last_written == 7


async def test_connections_written_together_are_marked_with_their_own_events() -> None:
    async with serving() as one, serving() as two, serving() as three:
        told = {one.connection: 7, two.connection: 7, three.connection: 9}
        for connection, event in told.items():
            connection.queue(JSON.frame(Done(1)), event)
        Connection.flush_all(list(told))
        for connection, event in told.items():
            assert [each for each, _ in connection.meter.writes] == [event]


async def test_what_waits_in_the_outbox_is_marked_when_it_goes_out() -> None:
    async with serving() as served:
        connection, channel = served.connection, served.channel
        channel.waiting = 100
        connection.queue(JSON.frame(Done(1)), 7)
        connection.flush()
        assert connection.meter.last_written == -1
        channel.waiting = 0
        channel.on_drained()
        assert connection.meter.last_written == 7


async def test_an_outbox_that_drains_without_a_new_event_marks_nothing() -> None:
    async with serving() as served:
        connection, channel = served.connection, served.channel
        for event in (6, 7):
            connection.queue(JSON.frame(Done(event)), event)
            connection.flush()
        for _ in range(WRITES):
            channel.on_drained()
        assert connection.meter.written(6) is not None


async def test_a_message_before_a_close_is_taken_and_the_close_answered_last() -> None:
    message = masked_frame(JSON.opcode, JSON.encode(Ping(1)), KEY)
    async with serving() as served:
        said = await served.feed(message, masked_frame(Opcode.CLOSE, b"\x03\xe8", KEY), message)
    assert served.received == [Ping(1)]
    assert said == frame(Opcode.CLOSE, b"\x03\xe8")


async def test_nothing_follows_the_goodbye() -> None:
    async with serving() as served:
        assert await served.feed(masked_frame(Opcode.CLOSE, b"\x03\xe8", KEY))
        before = bytes(served.channel.sent)
        served.connection.send(JSON.frame(Done(1)))
        served.connection.queue(JSON.frame(Done(2)), 7)
        served.connection.flush()
        assert served.channel.sent == before


async def test_what_follows_a_message_in_pieces_waits_for_its_turn() -> None:
    first, second = (JSON.encode(Ping(number)) for number in (1, 2))
    pieces = [b"\x01" + masked_frame(JSON.opcode, first[:5], KEY)[1:],
              b"\x80" + masked_frame(JSON.opcode, first[5:], KEY)[1:]]  # fmt: skip
    whole = masked_frame(JSON.opcode, second, KEY)
    async with serving() as served:
        await served.feed(*pieces, whole)
        await served.feed(whole)
    assert served.received == [Ping(1), Ping(2), Ping(2)]


async def test_hole_11_no_ping_precedes_the_answer_to_the_request() -> None:
    served = Served()
    with trio.fail_after(PATIENCE):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(served.visit.serve, float("inf"))
            await trio.testing.wait_all_tasks_blocked()
            served.connection.ping()
            assert not served.channel.sent
            assert (await served.feed(REQUEST)).startswith(b"HTTP/1.1 101 ")
            served.connection.ping()
            assert served.channel.sent[-NONCE_BYTES - 2] == 0x80 | Opcode.PING
            nursery.cancel_scope.cancel()


@pytest.mark.parametrize("said", [b"", b"GET / HTTP/1.1\r\nHost: here\r\nUpgrade: web"])
async def test_hole_16_half_a_request_costs_no_task_and_no_connection(
    tmp_path: Path, said: bytes
) -> None:
    async with running_server(tmp_path, Limits(handshake_seconds=PATIENCE)) as server:
        guest, loop = await RawClient.guest(server), server.app.loop
        tasks = trio.lowlevel.current_statistics().tasks_living
        waiting = [await RawClient.dial(server) for _ in range(5)]
        for peer in waiting:
            await peer.send(said)
        while loop.accepted < 6:
            await trio.lowlevel.checkpoint()
        assert isinstance(await guest.ask(Ping), Done)
        assert len(loop.connections) == 1
        assert trio.lowlevel.current_statistics().tasks_living == tasks
        for peer in waiting:
            await peer.aclose()
        while loop.accepted > 1:
            await trio.lowlevel.checkpoint()
        await guest.aclose()
