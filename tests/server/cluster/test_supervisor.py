"""`watai serve --nodes`: one server for each core, started again when it dies, stopped together."""

import http.client
import os
import re
import signal
import subprocess
from pathlib import Path

import pytest
import trio

from tests.support.cluster.redis_server import POLL, redis_server
from tests.support.server.server_process import PATIENCE
from watai import child
from watai.child import ROOT
from watai.server.cluster.directory import Directory, NodeLine
from watai.server.cluster.redis_client import connect
from watai.server.settings.config import Config
from watai.server.supervisor import node_config

pytestmark = pytest.mark.slow


def test_every_node_has_the_next_port_and_a_file_of_its_own() -> None:
    config = Config(
        port=7000, metrics_port=9000, advertise="wss://[::1]:443", journal="a/b.sqlite", nodes=3
    )
    third = node_config(config, 2)
    assert (third.port, third.metrics_port, third.nodes) == (7002, 9003, 1)
    assert (third.advertise, third.journal) == ("wss://[::1]:445", str(Path("a/b-2.sqlite")))
    anywhere = node_config(Config(port=0, metrics_port=-1, nodes=3), 2)
    assert (anywhere.port, anywhere.metrics_port, anywhere.advertise) == (0, -1, "")


def children(pid: int) -> list[int]:
    """The processes that this one has started, from any of its threads: in no order that lasts."""
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
            child.command("server", *flags), cwd=ROOT, stdout=subprocess.DEVNULL
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


async def test_files_in_the_current_folder_are_not_executed(tmp_path: Path) -> None:
    """The operator starts the nodes in any folder, perhaps one in which others write."""
    executed = tmp_path / "executed"
    (tmp_path / "msgspec.py").write_text(f"open({str(executed)!r}, 'w').close()\n")
    async with redis_server(tmp_path / "redis") as redis, connect(redis.url) as client:
        flags = [f"--redis={redis.url}", "--nodes=2", "--port=0", f"--journal={tmp_path / 'j'}"]
        supervisor = await trio.lowlevel.open_process(
            child.command("server", *flags),
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdout=subprocess.DEVNULL,
        )
        try:
            directory = Directory(client)
            while not executed.exists() and len(await directory.living()) < 2:  # noqa: ASYNC110
                await trio.sleep(POLL)
            assert not executed.exists()
        finally:
            supervisor.terminate()
            assert await supervisor.wait() == 0


def read(port: int, path: str) -> tuple[int, str]:
    """What is answered at this port; 0 if nobody does."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        connection.request("GET", path)
        answer = connection.getresponse()
        return answer.status, answer.read().decode()
    except OSError:
        return 0, ""
    finally:
        connection.close()


async def answers(port: int, path: str, wanted: str) -> tuple[int, str]:
    """Wait until these words are answered; the status and all that is said then."""
    while True:
        status, body = await trio.to_thread.run_sync(read, port, path)
        if wanted in body:
            return status, body
        await trio.sleep(POLL)


async def told_ports(stdout: trio.abc.ReceiveStream, count: int) -> list[int]:
    """Where supervisor and nodes say that they answer, once so many have; the supervisor is the first."""
    heard = b""
    while len(found := re.findall(rb"http://[^:]+:(\d+)/(?:readyz|metrics)\n", heard)) < count:
        more = await stdout.receive_some()
        assert more
        heard += more
    return [int(port) for port in found]


async def test_the_health_of_all_nodes_is_at_one_address_and_their_metrics_at_their_own(
    tmp_path: Path,
) -> None:
    async with redis_server(tmp_path / "redis") as redis, trio.open_nursery() as nursery:
        flags = [f"--redis={redis.url}", "--nodes=2", "--port=0", "--metrics-port=0"]
        supervisor = await trio.lowlevel.open_process(
            child.command("server", *flags, f"--journal={tmp_path / 'j'}"),
            cwd=ROOT,
            stdout=subprocess.PIPE,
        )
        assert supervisor.stdout is not None
        try:
            port, *nodes = await told_ports(supervisor.stdout, 3)
            nursery.start_soon(_read_on, supervisor.stdout)
            await answers(port, "/readyz", "ok\n")
            assert await answers(port, "/livez", "ok\n") == (200, "ok\n")
            assert read(port, "/metrics")[0] == 404
            for node in nodes:
                assert await answers(node, "/readyz", "ok\n") == (200, "ok\n")
                await answers(node, "/metrics", "watai_connections 0.0\n")
            hung, _ = children(supervisor.pid)
            os.kill(hung, signal.SIGSTOP)
            status, _ = await answers(port, "/readyz", "it does not answer")
            assert status == 503
            os.kill(hung, signal.SIGKILL)
            await answers(port, "/readyz", "ok\n")  # started again
        finally:
            supervisor.terminate()
            assert await supervisor.wait() == 0
            nursery.cancel_scope.cancel()


async def _read_on(stdout: trio.abc.ReceiveStream) -> None:
    """Nodes print their addresses too: nobody is to wait for a full pipe."""
    while await stdout.receive_some():
        pass


async def test_a_node_that_was_drained_is_started_again(tmp_path: Path) -> None:
    async with redis_server(tmp_path / "redis") as redis, connect(redis.url) as client:
        flags = [f"--redis={redis.url}", "--nodes=2", "--port=0", f"--journal={tmp_path / 'j'}"]
        supervisor = await trio.lowlevel.open_process(
            child.command("server", *flags), cwd=ROOT, stdout=subprocess.DEVNULL
        )
        try:
            directory = Directory(client)
            first, second = await living(directory, 2, set())
            assert await directory.order_drain(first.id, 60)
            after = await living(directory, 2, {first.id})
            assert second.id in {each.id for each in after}
        finally:
            supervisor.terminate()
            assert await supervisor.wait() == 0
