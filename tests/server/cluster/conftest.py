"""A real Redis for each test, and leases that outlast any stop of a busy machine, where a test is not about leases."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.support.cluster.redis_server import RedisServer, redis_server
from watai.server.cluster import directory, entrance, membership


@pytest.fixture
async def redis(tmp_path: Path) -> AsyncIterator[RedisServer]:
    async with redis_server(tmp_path / "redis") as server:
        yield server


@pytest.fixture
def long_lease(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow this machine is, no lease runs out, and no guest is sent away because an answer takes long.

    A node that says goodbye is gone at once all the same.
    """
    monkeypatch.setattr(directory, "LEASE_SECONDS", 600.0)
    monkeypatch.setattr(membership, "LEASE_SECONDS", 600.0)
    monkeypatch.setattr(entrance, "PATIENCE", 600.0)
