"""One player in eight misbehaves in every way there is, and the seven others play on and miss nothing."""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trio

from tests.server.transport.test_misbehaviour import MISSHAPEN
from tests.support.server.players import Player, players, sit_down, start
from tests.support.server.raw_client import KEY, RawClient
from tests.support.server.server_process import PATIENCE, Serving, serving
from tests.support.server.whole_game import fixed_chance
from watai.engine.watai.moves import Go, Turn
from watai.protocol.codec import JSON
from watai.protocol.frames import Opcode, masked_frame
from watai.protocol.messages import Chat, Done, Ping, Resume, Watch
from watai.server.settings.limits import Limits
from watai.server.transport.connection import Connection

pytestmark = pytest.mark.slow

LIMITS = Limits(
    outbox_bytes=65_536,
    messages_per_second=500,  # players need 100 at most, and the flood could not be that slow
    burst_messages=5_000,
    handshake_seconds=PATIENCE,
    silence_seconds=3.0,
    hold_seconds=PATIENCE,  # the culprit's seat stays a person's: a bot would end the round
)
FLOOD = 10_000
SEED = "neighbours"  # the culprit does not lead: nobody could say Go in its place for half a minute


class Culprit:
    """The eighth player: a guest with a seat who comes back for every misdeed."""

    def __init__(self, server: Serving, code: str, token: str) -> None:
        self.server = server
        self.code = code
        self.token = token

    async def sit(self, receive_buffer: int = 0) -> RawClient:
        peer = await RawClient.dial(self.server, receive_buffer=receive_buffer)
        await peer.shake_hands()
        self.token = (await peer.hello(token=self.token)).token
        assert isinstance(await peer.ask(Resume, self.code, -1), Done)
        assert peer.room is not None
        assert peer.room.you == 7
        return peer

    async def misbehaves(self, data: bytes, code: int) -> None:
        """These bytes, and the close code they deserve."""
        peer = await self.sit()
        connected = self._connected()
        await peer.send(data)
        await peer.until_closed()
        # asked of the server: on a busy machine the peer may not read the goodbye within `GOODBYE_SECONDS`
        assert connected.fault is not None
        assert connected.fault.close_code == code
        await peer.aclose()

    def _connected(self) -> Connection:
        """The server's end of the eighth player's connection."""
        guests = self.server.app.loop.connections.items()
        (found,) = [each for each, guest in guests if guest is not None and guest.room is not None
                    and guest.room.seating.seat_of(guest.session.id) == 7]  # fmt: skip
        return found

    async def stops_reading(self) -> None:
        """A spectator talks until the outbox of the one who does not read is full."""
        slow = await self.sit(receive_buffer=4_096)
        talker = await RawClient.guest(self.server)
        assert isinstance(await talker.ask(Watch, self.code), Done)
        connected = self._connected()
        number = 100
        while connected.fault is None:
            lines = [talker.framed(Chat(number + each, "\U0001f600" * 300)) for each in range(100)]
            await talker.send(b"".join(lines))
            number += 100
            await talker.answer(number - 1)
        assert connected.fault.close_code == 4008
        await slow.aclose()
        await talker.aclose()

    async def comes_twice(self) -> None:
        older = await self.sit()
        newer = await self.sit()
        assert (await older.until_closed()).code == 4001
        assert isinstance(await newer.ask(Ping), Done)
        await newer.aclose()
        await older.aclose()

    async def plays_nonsense(self) -> None:
        peer = await self.sit()
        for move, args in (("Say", {"number": 2**70}), ("Place", {"card": "?", "pile": -1}),
                           ("Castle", {}), ("Open", {}), ("Go", [])):  # fmt: skip
            answer = await peer.ask_raw("act", move=move, args=args)
            assert not isinstance(answer, Done)
        await peer.aclose()

    async def never_gets_through_the_door(self) -> None:
        for data in (b"\x16\x03\x01\r\n\r\n", b"GET /" + b"x" * 99_999):
            peer = await RawClient.dial(self.server)
            await peer.send(data)
            await peer.rest()
            await peer.aclose()

    @asynccontextmanager
    async def blocks_the_door(self) -> AsyncIterator[None]:
        """Peers that do not finish what they began to say, as long as this is entered."""
        blocking = [await RawClient.dial(self.server) for _ in range(2)]
        await blocking[1].send(b"GET / HTTP/1.1\r\n")
        yield
        for peer in blocking:
            await peer.aclose()

    def everything(self) -> Sequence[tuple[str, Callable[[], Awaitable[None]]]]:
        flood = {
            "messages": masked_frame(Opcode.TEXT, JSON.encode(Ping(1)), KEY),
            "pings": masked_frame(Opcode.PING, b"", KEY),
            "pongs": masked_frame(Opcode.PONG, b"", KEY),
        }
        frames = {what: (frame * FLOOD, 1008) for what, frame in flood.items()} | MISSHAPEN
        return [
            *(
                (what, lambda data=data, code=code: self.misbehaves(data, code))
                for what, (data, code) in frames.items()
            ),
            ("stops reading", self.stops_reading),
            ("two connections", self.comes_twice),
            ("nonsense", self.plays_nonsense),
            ("the door", self.never_gets_through_the_door),
        ]


@asynccontextmanager
async def racing(everybody: Sequence[Player]) -> AsyncIterator[None]:
    """Everybody turns the Stock, one after the other, again and again; each must be granted."""

    async def race() -> None:
        while True:
            for player in everybody:
                assert isinstance(await player.play(Turn()), Done)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(race)
        yield
        nursery.cancel_scope.cancel()


async def half_open(server: Serving, code: str, closed: trio.Event) -> None:
    """A spectator whose network is gone: it neither answers nor hangs up."""
    peer = await RawClient.guest(server, "Half")
    assert isinstance(await peer.ask(Watch, code), Done)
    connections = server.app.loop.connections
    (connected,) = [
        each for each, guest in connections.items() if guest and guest.session.name == "Half"
    ]
    peer.answers_pings = peer.answers_close = False
    await peer.until_closed()
    # asked of the server: beside the chat of `stops_reading` the close frame may not fit into the outbox
    assert connected.fault is not None
    assert connected.fault.close_code == 4008
    await peer.aclose()
    closed.set()


async def test_seven_play_on_whatever_the_eighth_does(tmp_path: Path) -> None:
    async with serving(tmp_path, LIMITS) as server, players(server.url, 7) as seven:
        code = await sit_down(seven, seats=8)
        culprit = await enter(server, code)
        with fixed_chance(SEED):
            await start(seven)
        await go(seven)
        gone = trio.Event()
        async with culprit.blocks_the_door(), trio.open_nursery() as nursery, racing(seven):
            nursery.start_soon(half_open, server, code, gone)
            for what, misdeed in culprit.everything():
                before = [player.seq for player in seven]
                await misdeed()
                for player, seq in zip(seven, before, strict=True):
                    await player.until(lambda player, seq=seq: player.seq > seq)  # type: ignore[misc]
                assert all(player.link.conversation.connections == 1 for player in seven), what
            await gone.wait()
        last = max(player.seq for player in seven)
        for player in seven:
            await player.until(lambda player: player.seq >= last)
    histories = [player.history[: len(seven[0].history)] for player in seven]
    shortest = min(map(len, histories))
    assert all(history[:shortest] == histories[0][:shortest] for history in histories)
    assert all(len(player.views) == 1 for player in seven)


async def enter(server: Serving, code: str) -> Culprit:
    """The eighth player sits down and is ready."""
    peer = await RawClient.dial(server)
    await peer.shake_hands()
    token = (await peer.hello("Culprit")).token
    assert isinstance(await peer.ask_raw("join", code=code), Done)
    assert isinstance(await peer.ask_raw("ready"), Done)
    await peer.aclose()
    return Culprit(server, code, token)


async def go(seven: Sequence[Player]) -> None:
    """The leader says Go; the race is on."""
    await seven[seven[0].views[0].view["leader"]].play(Go())
    for player in seven:
        await player.heard("Started")
