"""The processes of bots, for real: a whole game, a process that dies, and the end of the server."""

import os
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest
import trio

from tests.support.server.raw_client import RawClient
from tests.support.server.server_process import PATIENCE, serving
from watai import child
from watai.engine.catalogue import GAMES
from watai.engine.dice import Dice
from watai.engine.game import Millis
from watai.protocol.messages import AddBot, Create, Done, Happened, Start, Watch
from watai.server.bots.bot_pool import BotPool
from watai.server.bots.thinker import Recipe
from watai.server.settings.limits import Limits

pytestmark = pytest.mark.slow


def running(pool: BotPool[Any]) -> int:
    return sum(process.pid is not None for process in pool.processes)


async def test_strong_bots_play_a_whole_game_in_a_process_of_their_own(tmp_path: Path) -> None:
    limits = Limits(bot_processes=1, bot_speed=1000, hold_seconds=0.01)
    async with serving(tmp_path, limits) as server:
        pool = server.app.loop.lobby.bots
        assert pool is not None
        host, eve = await RawClient.guest(server), await RawClient.guest(server)
        done = await host.ask(Create, "wapi", 2)
        assert isinstance(done, Done)
        assert isinstance(await host.ask(AddBot, "strong"), Done)
        assert running(pool) == 0, "no process before a bot must think"
        assert isinstance(await eve.ask(Watch, done.code), Done)
        assert isinstance(await host.ask(Start), Done)
        await host.aclose()
        while (await eve.until(Happened)).event != "Ended":
            pass
        assert running(pool) == 1
        await eve.aclose()


async def test_a_process_that_dies_is_replaced_and_asked_again() -> None:
    game = GAMES["wapi"].game(GAMES["wapi"].game.options_type.parse({}), 2, Dice(bytes(32)))
    seat = game.prompts()[0].seat
    send, receive = trio.open_memory_channel[str](10)
    pool: BotPool[str] = BotPool(1, send.send_nowait)
    (process,) = pool.processes
    with trio.fail_after(PATIENCE):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(pool.run)
            bot = pool.hire("room", Recipe("wapi", seat, "strong", bytes(32), 1.0))
            bot.think(game.view(seat), Millis(0))
            assert await receive.receive() == "room"
            first, pid = bot.take_plan(), process.pid
            assert first is not None
            assert pid is not None
            os.kill(pid, signal.SIGSTOP)  # it cannot answer any more
            bot.think(game.view(seat), Millis(5))
            os.kill(pid, signal.SIGKILL)
            assert await receive.receive() == "room"
            second = bot.take_plan()
            assert second is not None
            assert second[0] == Millis(5)
            assert process.pid != pid
            nursery.cancel_scope.cancel()


def test_it_ends_with_its_input() -> None:
    command = child.command("server.bots")
    for said in (b"", b"\x80\x05"):
        ended = subprocess.run(command, input=said, capture_output=True, timeout=PATIENCE)
        assert (ended.returncode, ended.stdout, ended.stderr) == (0, b"", b"")
