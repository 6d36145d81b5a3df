"""`watai serve --nodes`: one server for each core, started again when it dies, stopped together."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import trio

from server.cluster.directory import Directory, NodeLine
from server.cluster.redis_client import connect
from server.settings.config import Config
from server.supervisor import node_config
from tests.support.cluster.redis_server import POLL, redis_server
from tests.support.server.server_process import ROOT

pytestmark = pytest.mark.slow


def test_every_node_has_the_next_port_and_a_file_of_its_own() -> None:
    config = Config(
        port=7000, metrics_port=9000, advertise="wss://[::1]:443", journal="a/b.sqlite", nodes=3
    )
    third = node_config(config, 2)
    assert (third.port, third.metrics_port, third.nodes) == (7002, 9002, 1)
    assert (third.advertise, third.journal) == ("wss://[::1]:445", str(Path("a/b-2.sqlite")))
    anywhere = node_config(Config(port=0, metrics_port=-1, nodes=3), 2)
    assert (anywhere.port, anywhere.metrics_port, anywhere.advertise) == (0, -1, "")


def children(pid: int) -> list[int]:
    """The processes that this one has started, from any of its threads."""
    tasks = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(each) for task in tasks for each in task.read_text().split()]


async def living(directory: Directory, count: int, without: set[str]) -> list[NodeLine]:
    """So many nodes, none of which is one of these, once there are."""
    watcher = NodeLine("watcher", "ws://watcher", draining=True)
    while True:
        nodes = [each for each in (await directory.join(watcher)).nodes if each.id not in without]
        if len(nodes) == count + 1:
            return [each for each in nodes if each.id != "watcher"]
        await trio.sleep(POLL)


async def test_a_node_that_dies_is_started_again_and_all_stop_together(tmp_path: Path) -> None:
    async with redis_server(tmp_path / "redis") as redis, connect(redis.url) as client:
        flags = [f"--redis={redis.url}", "--nodes=2", "--port=0", f"--journal={tmp_path / 'j'}"]
        supervisor = await trio.lowlevel.open_process(
            [sys.executable, "-m", "server", *flags], cwd=ROOT, stdout=subprocess.DEVNULL
        )
        try:
            directory = Directory(client)
            nodes = await living(directory, 2, set())
            os.kill(children(supervisor.pid)[0], signal.SIGKILL)
            both = {each.id for each in nodes}
            after = both
            while len(after & both) != 1:
                after = {each.id for each in await living(directory, 2, set())}
        finally:
            supervisor.terminate()
            assert await supervisor.wait() == 0
