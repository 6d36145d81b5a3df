"""The exit codes that take a server of the wrong kind: one of another version, one that cannot run."""

import os
import subprocess
from pathlib import Path

import pytest
import trio
from trio_websocket import ConnectionClosed, WebSocketRequest, serve_websocket

from tests.support.clients.pty_client import PATIENCE, environment
from watai import child
from watai.child import ROOT
from watai.clients.cli.exits import FAILURE, MISMATCH
from watai.protocol.errors import WrongVersion


async def run(*words: str, home: Path) -> subprocess.CompletedProcess[bytes]:
    """The client without a terminal, while other tasks go on."""
    with trio.fail_after(PATIENCE):
        return await trio.run_process(
            child.command("", *words),
            capture_stdout=True,
            capture_stderr=True,
            check=False,
            cwd=ROOT,
            env={**os.environ, **environment(home, {})},
        )


async def speak_another_version(request: WebSocketRequest) -> None:
    """As a newer server would: it hears the hello, and hangs up."""
    socket = await request.accept(subprotocol=request.proposed_subprotocols[0])
    await socket.get_message()
    await socket.aclose(WrongVersion.close_code, "version 9, not 1")


async def speak_of_the_weather(request: WebSocketRequest) -> None:
    socket = await request.accept()
    try:
        await socket.send_message("It rains.")
        await socket.get_message()
        await socket.get_message()
    except ConnectionClosed:
        pass


@pytest.mark.parametrize("speak", [speak_another_version, speak_of_the_weather])
async def test_a_server_of_another_version_is_told_apart(
    speak: object, tmp_path: Path, nursery: trio.Nursery
) -> None:
    server = await nursery.start(serve_websocket, speak, "127.0.0.1", 0, None)
    done = await run("join", "bako-timu", "--server", f"127.0.0.1:{server.port}", home=tmp_path)
    assert done.returncode == MISMATCH, done.stderr
    assert b"speaks another version" in done.stderr


async def test_a_server_of_ones_own_that_cannot_run_is_a_failure_that_says_why(
    tmp_path: Path,
) -> None:
    (tmp_path / "state" / "watai" / "guests" / "00" / "journal.sqlite").mkdir(parents=True)
    done = await run("play", "wapi", "--line", home=tmp_path)
    assert done.returncode == FAILURE, done.stdout
    assert b"The server of your own does not run" in done.stderr
    assert b"journal.sqlite" in done.stderr
