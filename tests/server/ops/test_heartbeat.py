"""Which peers count as dead: those that were silent while the server read, and none while it could not."""

from pathlib import Path

import pytest
import trio

from tests.support.server.raw_client import RawClient
from tests.support.server.server_process import PATIENCE, serving
from watai.protocol.messages import Done, Ping
from watai.server.clock import SECOND, Nanos
from watai.server.ops import heartbeat
from watai.server.settings.limits import Limits
from watai.server.transport.connection import Connection


class Stopped:
    """The clock of a process that is stopped for an hour between any two looks at it."""

    def __init__(self) -> None:
        self.instant = 0
        self.looks = 0

    def now(self) -> Nanos:
        self.instant += 3_600 * SECOND
        self.looks += 1
        return Nanos(self.instant)


async def test_a_server_that_was_stopped_sends_nobody_home(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Stopped()
    monkeypatch.setattr(heartbeat, "clock", clock)
    monkeypatch.setattr(heartbeat, "PING_AFTER", 0.0005)
    limits = Limits(silence_seconds=20, burst_messages=10**9)
    async with serving(tmp_path, limits) as server:
        peer = await RawClient.guest(server)
        looks = clock.looks
        while clock.looks < looks + 3:
            assert isinstance(await peer.ask(Ping), Done)
        await peer.aclose()


async def test_hole_11_a_peer_whose_request_comes_late_is_sent_the_answer_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pings = trio.Event()
    ping = Connection.ping

    def counted(connection: Connection) -> None:
        ping(connection)
        pings.set()

    monkeypatch.setattr(Connection, "ping", counted)
    monkeypatch.setattr(heartbeat, "PING_AFTER", 0.01 / PATIENCE)
    limits = Limits(handshake_seconds=PATIENCE, silence_seconds=PATIENCE)
    async with serving(tmp_path, limits) as server:
        guest, peer = await RawClient.guest(server), await RawClient.dial(server)
        await pings.wait()  # the guest's: a peer that has not said what it wants is nobody yet
        await peer.shake_hands()
        await peer.hello()
        await peer.aclose()
        await guest.aclose()
