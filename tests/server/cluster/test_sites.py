"""Whose pages a node lets in: those of every node of its cluster, also of one that is gone, and of nobody else."""

from pathlib import Path

import pytest

from tests.support.cluster.redis_server import redis_server
from tests.support.server.raw_client import RawClient
from tests.support.server.server_process import PATIENCE, Serving, serving
from watai.protocol.codec import JSON
from watai.server.settings.limits import Limits

pytestmark = pytest.mark.slow

PATIENT = Limits(handshake_seconds=PATIENCE)


async def answer(server: Serving, origin: str) -> int:
    peer = await RawClient.dial(server)
    status = await peer.request(f"Origin: {origin}\r\n", JSON.name)
    await peer.aclose()
    return status


async def test_pages_of_a_node_that_is_gone_are_let_in_by_one_that_never_met_it(
    tmp_path: Path,
) -> None:
    async with redis_server(tmp_path / "redis") as redis:
        async with serving(tmp_path / "a", PATIENT, redis=redis.url) as gone:
            of_gone = gone.url.replace("ws", "http", 1)
            gone.app.stop()
            await gone.ended.wait()
        async with serving(tmp_path / "b", PATIENT, redis=redis.url) as server:
            assert await answer(server, of_gone) == 101
            assert await answer(server, server.url.replace("ws", "http", 1)) == 101
            assert await answer(server, of_gone.replace("http", "https", 1)) == 403
            assert await answer(server, "http://evil.example") == 403


async def test_a_server_alone_lets_in_no_page_of_another(tmp_path: Path) -> None:
    async with serving(tmp_path, PATIENT) as server:
        assert await answer(server, "http://127.0.0.1:1") == 403
