"""Peers from their first request to the closed socket: however the request comes, and with nothing left of them in memory."""

import gc
import weakref
from collections.abc import Iterator
from pathlib import Path

import pytest
import trio

from tests.server.transport.test_connection import REQUEST
from tests.support.server.raw_client import RawClient
from tests.support.server.server_process import PATIENCE, serving
from watai.server.settings.limits import Limits


async def test_a_request_may_come_letter_by_letter(tmp_path: Path) -> None:
    async with serving(tmp_path, Limits(handshake_seconds=PATIENCE)) as server:
        peer = await RawClient.dial(server)
        for letter in REQUEST:
            await peer.send(bytes([letter]))
        assert await peer.status() == 101
        await peer.aclose()


@pytest.fixture
def _no_garbage_collector() -> Iterator[None]:
    gc.disable()
    yield
    gc.enable()


@pytest.mark.parametrize("stage", ["page", "refused", "guest"])
@pytest.mark.usefixtures("_no_garbage_collector")
async def test_hole_16_a_connection_that_is_over_gives_its_memory_back_at_once(
    tmp_path: Path, stage: str
) -> None:
    """Without the garbage collector, which looks for old cycles once an hour while the server is busy."""
    async with serving(tmp_path, Limits(handshake_seconds=PATIENCE)) as server:
        loop = server.app.loop
        peer = await RawClient.dial(server)
        if stage == "refused":
            assert await peer.request(subprotocol="chat.v9") == 400
        elif stage == "page":
            assert await peer.request(upgrade=False) == 200
        elif stage == "guest":
            await peer.shake_hands()
            await peer.hello()
        over = weakref.ref(next(iter(loop.connections)))
        await peer.aclose()
        while over() is not None:
            await trio.lowlevel.checkpoint()
        assert not loop.accepted
