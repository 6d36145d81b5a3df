"""A server process that is stopped for a while (SIGSTOP): what arrived in time counts as in time."""

import os
import signal
import time
from pathlib import Path

import msgspec
import pytest
import trio

from tests.support.server.raw_client import RawClient
from tests.support.server.server_process import ServerProcess, server_process
from watai.protocol.messages import Act, AddBot, Create, Done, Look, Refused, Start, ViewNow

pytestmark = pytest.mark.slow

TURN_SECONDS = 5


async def stop(server: ServerProcess) -> None:
    """Stop the process, and return when it stands still."""
    server.send_signal(signal.SIGSTOP)
    await trio.to_thread.run_sync(os.waitid, os.P_PID, server.pid, os.WSTOPPED)


async def answer_after_a_stop(server: ServerProcess) -> Done | Refused | None:
    """The answer to a move that arrives while the server stands still, before its deadline; None if it came too late."""
    peer = await RawClient.guest(server)
    assert isinstance(await peer.ask(Create, "duel", 2, {"turn_seconds": TURN_SECONDS}), Done)
    assert isinstance(await peer.ask(AddBot), Done)
    began = time.monotonic()
    assert isinstance(await peer.ask(Start), Done)
    begun = time.monotonic()
    await peer.say(Look(99))
    move = (await peer.until(ViewNow)).moves[0]
    await stop(server)
    await peer.say(Act(100, move.move, msgspec.Raw(msgspec.json.encode(move.args))))
    in_time = time.monotonic() < began + TURN_SECONDS
    # only the passing of time ends a turn
    await trio.sleep(begun + TURN_SECONDS + 2 - time.monotonic())
    server.send_signal(signal.SIGCONT)
    answer = await peer.answer(100)
    await peer.aclose()
    return answer if in_time else None


async def test_hole_12_a_move_that_came_in_time_counts_after_a_stop(tmp_path: Path) -> None:
    async with server_process(tmp_path) as server:
        while (answer := await answer_after_a_stop(server)) is None:
            pass  # this machine was too busy to be in time
    assert isinstance(answer, Done)
