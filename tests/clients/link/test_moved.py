"""A server that has moved: its players follow it to their seats and their game, but not anywhere."""

from pathlib import Path

import pytest

from tests.support.server.players import players, sit_down, start
from tests.support.server.server_process import server_process, serving
from watai.clients.conversation.lost import Lost
from watai.clients.link.link import Link
from watai.protocol.messages import Ping


async def test_a_game_goes_on_where_its_server_has_moved(tmp_path: Path) -> None:
    home, sign = tmp_path / "home", tmp_path / "sign"
    home.mkdir()
    sign.mkdir()
    async with server_process(home) as before, players(before.url, 2) as everybody:
        await sit_down(everybody, "wapi", {})
        await start(everybody)
        code = everybody[0].link.conversation.room
        await before.kill()
        async with (
            serving(home) as after,
            server_process(sign, {}, f"--moved-to={after.url}", port=before.port),
        ):
            for player in everybody:
                await player.do(Ping)
                assert player.link.conversation.addresses.here == after.url
                assert player.link.conversation.room == code
            (room,) = after.app.loop.lobby.rooms.values()
            assert room.code == code
            assert all(room.broadcast.players)


async def test_nobody_is_sent_round_in_circles(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        server.app.loop.login.moved_to = server.url
        with pytest.raises(Lost, match="none lets us in"):
            await Link(server.url, "Ana").run()


async def test_nobody_goes_where_no_server_can_be(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        server.app.loop.login.moved_to = "http://127.0.0.1:1"
        with pytest.raises(Lost, match="not safe"):
            await Link(server.url, "Ana").run()
