"""The connection to a real Redis: a pool that hangs is replaced."""

from typing import Any

import pytest
import trio

from tests.support.cluster.redis_server import RedisServer
from watai.server.cluster import redis_client
from watai.server.cluster.redis import RedisAway
from watai.server.cluster.redis_client import connect


async def test_a_pool_that_hangs_is_replaced_and_questions_are_answered_again(
    redis: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Found from outside: after Redis had stood still for three seconds, a node never reached it again."""

    async def hang(pool: Any) -> None:
        await trio.sleep_forever()

    async with connect(redis.url) as client:
        assert await client.get("a key") == [None]
        hung = client._pool
        with monkeypatch.context() as patched:
            patched.setattr(redis_client, "QUESTION_SECONDS", 0.01)
            with pytest.raises(RedisAway, match="no answer"):
                await client._ask(hang)
        assert client._pool is not hung
        assert client.silent_since is not None
        assert await client.get("a key") == [None]
        assert client.silent_since is None
