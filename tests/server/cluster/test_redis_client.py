"""The connection to a real Redis: a pool that hangs is replaced, and what Redis says is the same in each version."""

from typing import Any

import pytest
import trio
from coredis.exceptions import BusyLoadingError, ConnectionError, ReadOnlyError, ResponseError

from tests.support.cluster.redis_server import RedisServer
from watai.server.cluster import redis_client
from watai.server.cluster.redis import RedisAway
from watai.server.cluster.redis_client import connect, own_words


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


FULL = "OOM command not allowed when used memory > 'maxmemory'."
REPLICA = "You can't write against a read only replica."
BROKEN = "user_script:1: attempt to perform arithmetic on a nil value"
LOADING = "Redis is loading the dataset in memory"
HASH = "14da82db52385448bf7cf9a99b07590d4314115d"
IN_6 = f"Error running script (call to f_{HASH}): @user_script:20: "
IN_7 = f" script: {HASH}, on @user_script:20."
IN_VALKEY = " script: on @user_script:20."


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (ResponseError(FULL), FULL),
        (ResponseError(f"{IN_6}@user_script: 20: -{FULL}"), FULL),
        (ResponseError(FULL + IN_7), FULL),
        (ResponseError(FULL + IN_VALKEY), FULL),
        (ResponseError(f"{IN_6}@user_script: 20: -READONLY {REPLICA}"), f"READONLY {REPLICA}"),
        (ReadOnlyError(REPLICA + IN_7), REPLICA),
        (ResponseError(IN_6 + BROKEN), BROKEN),
        (ResponseError(BROKEN + IN_7), BROKEN),
        (BusyLoadingError(LOADING), LOADING),
        (ConnectionError("Unable to establish a connection to 127.0.0.1:6379"), None),
        (TimeoutError("EVALSHA timed out after 2.0 seconds"), None),
    ],
)
def test_what_redis_says_is_told_without_what_it_adds_about_our_scripts(
    error: Exception, words: str | None
) -> None:
    """As Redis 6.2.14, Redis 7.0.15 and Valkey 9.1.2 have said it to coredis."""
    assert own_words(error) == words
