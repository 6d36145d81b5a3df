"""A node whose Redis is another version's, before release 1.0: it says so, and stops or does not start."""

import os
import subprocess
from pathlib import Path

import pytest
import trio

from tests.support.cluster.redis_server import POLL, RedisServer
from tests.support.server.server_process import NO_LIMITS, server_process, serving
from watai import child
from watai.child import ROOT
from watai.server.cluster import keys
from watai.server.cluster.directory import REDIS_VERSION, Directory, NodeLine
from watai.server.cluster.redis_client import connect

coredis = pytest.importorskip("coredis")
pytestmark = pytest.mark.slow

OTHER = "0.0.9+00c0ffee"
ENGLISH = (
    f"watai serve: Redis has what version {OTHER} of the server has written, this is version {REDIS_VERSION}, and before "
    "1.0 no version reads another's: use that version, or an empty database of Redis, such as redis://HOST/1\n"
)
FRENCH = (
    f"watai serve: Redis contient ce qu'a écrit la version {OTHER} du serveur, celui-ci est de la version {REDIS_VERSION}, "
    "et avant la 1.0 aucune version ne lit ce qu'une autre a écrit : prenez cette version-là, ou une base vide de Redis, "
    "telle que redis://HOST/1\n"
)


async def join_as_other(redis: RedisServer) -> None:
    async with connect(redis.url) as client:
        await Directory(client, OTHER).join(NodeLine("other", "ws://127.0.0.1:1"))


@pytest.mark.parametrize(("language", "said"), [("en", ENGLISH), ("fr", FRENCH)])
async def test_it_does_not_start_and_says_what_to_do(
    redis: RedisServer, tmp_path: Path, language: str, said: str
) -> None:
    await join_as_other(redis)
    journal = tmp_path / "journal.sqlite"
    where = ["--port=0", f"--journal={journal}", f"--redis={redis.url}", "--log-level=warning"]
    done = await trio.run_process(
        child.command("", "serve", *where, f"--lang={language}"),
        cwd=ROOT,
        env={name: each for name, each in os.environ.items() if not name.startswith("WATAI_")},
        capture_stdout=True,
        capture_stderr=True,
        stdin=subprocess.DEVNULL,
        check=False,
    )
    assert (done.returncode, done.stdout.decode(), done.stderr.decode()) == (1, "", said)
    left = [path.name for path in await trio.Path(tmp_path).iterdir()]
    assert left == ["redis"], "it left files of a server that never ran"


async def test_it_starts_on_another_database_of_the_same_redis(
    redis: RedisServer, tmp_path: Path
) -> None:
    await join_as_other(redis)
    async with serving(tmp_path, redis=f"{redis.url}/1") as server:
        assert server.app.node is not None
        assert server.app.node.membership.is_member


async def test_a_redis_that_was_emptied_is_marked_again(redis: RedisServer, tmp_path: Path) -> None:
    async with serving(tmp_path, redis=redis.url), coredis.Redis.from_url(redis.url) as client:
        await client.flushall()
        while await client.get(keys.MADE_BY) != REDIS_VERSION.encode():  # noqa: ASYNC110
            await trio.sleep(POLL)


async def test_a_node_whose_redis_another_version_has_taken_stops(
    redis: RedisServer, tmp_path: Path
) -> None:
    async with server_process(tmp_path, NO_LIMITS, f"--redis={redis.url}") as node:
        await redis.write(keys.MADE_BY, OTHER)
        assert await node.ended() == 1
        assert node.log.endswith(ENGLISH)
        assert "Traceback" not in node.log
