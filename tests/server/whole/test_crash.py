"""kill -9, from outside: a real server dies at awkward moments, and its players go on as if nothing had happened.

Whatever was acknowledged is there afterwards, once and in the same place; whatever was not is answered after all.
"""

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
import trio

from tests.support.server.players import killed, players, sit_down, start
from tests.support.server.race_proof import FAST, Runner, check_moves, played_again
from tests.support.server.server_process import ServerProcess, server_process
from watai.engine.game import Seat
from watai.engine.watai.moves import Go
from watai.protocol.codec import JSON, MSGPACK
from watai.server.rooms.session_journal import SESSIONS
from watai.server.storage import records
from watai.server.storage.sqlite.reader import SqliteReader

pytestmark = pytest.mark.slow

SEATS = 8
KILLS = 10


def journalled(path: Path) -> tuple[records.Opened, Sequence[Any]]:
    """The records of the only room."""
    with SqliteReader(path) as journal:
        streams = journal.recover()
    del streams[SESSIONS]
    ((first, *rest),) = [[records.decode(body) for body in bodies] for bodies in streams.values()]
    assert isinstance(first, records.Opened)
    return first, rest


async def kill_again_and_again(server: ServerProcess, runners: Sequence[Runner]) -> None:
    """Ten times, each time after another number of events and with every player's move on its way."""
    chance = Random("kill -9")
    for _ in range(KILLS):
        moment = runners[0].player.seq + chance.randrange(1, 120)
        await runners[0].player.until(lambda player, moment=moment: player.seq >= moment)  # type: ignore[misc]
        await killed(server, [runner.player for runner in runners])


async def test_ten_kills_in_a_race_of_eight_lose_nothing_and_repeat_nothing(tmp_path: Path) -> None:
    async with server_process(tmp_path, FAST) as server:
        async with players(server.url, SEATS, (MSGPACK, JSON)) as everybody:
            await sit_down(everybody)
            await start(everybody)
            opening = everybody[0].views[0]
            await everybody[opening.view["leader"]].play(Go())
            for player in everybody:
                await player.heard("Started")
            runners = [Runner(player, seat) for seat, player in enumerate(everybody)]
            over = trio.Event()
            async with trio.open_nursery() as nursery:
                for runner in runners:
                    nursery.start_soon(runner.run, over)
                await kill_again_and_again(server, runners)
                over.set()
            last = max(max(runner.accepted.values()) for runner in runners)
            for player in everybody:
                await player.until(lambda player: player.seq >= last)
        assert await server.stop() == 0
    assert all(len(player.views) == 1 for player in everybody), "nobody had to be shown the table"
    opened, rest = journalled(server.journal)
    truth = played_again(opened, rest)
    for player in everybody:
        for known, true in zip(player.history, truth[opening.seq :], strict=False):
            assert known == true
        assert last <= player.seq <= len(truth)
    for seat, runner in enumerate(runners):
        check_moves(Seat(seat), runner, rest, truth)
    assert "Traceback" not in server.log
