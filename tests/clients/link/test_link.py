"""A link through lost connections: what it goes on with, what it asks again, and when it gives up."""

import signal
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import pytest
import trio
import trio.testing
from trio_websocket import CloseReason, ConnectionClosed

from tests.support.server.players import Player, players, sit_down, start
from tests.support.server.raw_client import RawClient
from tests.support.server.server_process import PATIENCE, Serving, server_process, serving
from watai.clients.conversation import conversation
from watai.clients.conversation.conversation import State
from watai.clients.conversation.lost import Lost
from watai.clients.conversation.silence import Pace
from watai.clients.link.link import Link
from watai.clients.link.websocket import Receiver, Sender
from watai.engine.game import Seat
from watai.protocol.frames import frame
from watai.protocol.messages import (
    VERSION,
    Act,
    Chat,
    ClientMessage,
    Create,
    Done,
    Goodbye,
    Hello,
    Join,
    Leave,
    Ping,
    Ready,
    Rematch,
    RoomState,
    ServerMessage,
    Start,
    Watch,
    Welcome,
)
from watai.server.rooms.guest import Guest
from watai.server.rooms.sessions import NUMBERS


def guest_of(server: Serving, player: Player) -> Guest:
    """The server's end of a link."""
    welcome = player.link.conversation.welcome
    assert welcome is not None
    return server.app.loop.login.connected[welcome.session]


async def lose(server: Serving, player: Player) -> None:
    """Cut its connection without a word; what is asked then is answered over the next one."""
    connections = player.link.conversation.connections
    guest_of(server, player).connection.channel.close()
    await player.do(Ping)
    assert player.link.conversation.connections == connections + 1


async def play_to_the_end(server: Serving, everybody: list[Player]) -> int:
    """Until nobody may do anything; the number of the last event."""
    (room,) = server.app.loop.lobby.rooms.values()
    while room.match is not None and not room.match.over:
        game = room.match.game
        seat = next(seat for seat in range(len(everybody)) if game.moves(Seat(seat)))
        assert isinstance(await everybody[seat].play(game.moves(Seat(seat))[0]), Done)
    assert room.match is not None
    return room.match.seq


async def test_a_lost_link_goes_on_after_the_last_event_it_saw(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, players(server.url, 2) as everybody:
        await sit_down(everybody, "wapi", {})
        await start(everybody)
        await lose(server, everybody[1])
        last = await play_to_the_end(server, everybody)
        await everybody[1].until(lambda player: player.seq == last)
        assert len(everybody[1].views) == 1


async def test_a_client_does_not_resume_with_a_number_of_another_match(tmp_path: Path) -> None:
    """Lost in one game, back in the next: the whole table, not the end of events it never saw."""
    async with serving(tmp_path) as server, players(server.url, 2) as everybody:
        first, second = everybody
        await sit_down(everybody, "wapi", {})
        await start(everybody)
        last = await play_to_the_end(server, everybody)
        await second.until(lambda player: player.seq == last)
        (room,) = server.app.loop.lobby.rooms.values()
        old = room.match
        await second.do(Ready)
        seen = second.link.conversation.seq
        await first.do(Rematch)
        await second.until(lambda player: player.room is not None and player.room.match is None)
        await second.do(Ready)
        await first.do(Start)
        await second.until(lambda player: len(player.views) == 2)
        assert room.match is not None
        assert old is not None
        second.link.conversation.match, second.link.conversation.seq = (
            old.id,
            seen,
        )  # as if it had not heard of the rematch
        await lose(server, second)
        await second.until(lambda player: len(player.views) == 3)


async def test_a_move_says_what_its_player_had_seen(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, players(server.url, 2) as everybody:
        first, second = everybody
        assert first.link.conversation._claim(Act(1, "Turn"), trio.current_time()) == Act(
            1, "Turn"
        ), "nothing was seen yet"
        await sit_down(everybody, "watai")
        await start(everybody)
        await first.until(lambda player: player.link.conversation.seq == player.views[0].seq)
        said = first.link.conversation._claim(Act(1, "Turn"), trio.current_time())
        assert isinstance(said, Act)
        assert said.seen == first.views[0].seq
        assert said.el is not None
        assert 0 <= said.el < 60_000_000
        own = Act(1, "Turn", seen=3, el=7)
        assert second.link.conversation._claim(own, trio.current_time()) is own, (
            "who says it otherwise is not corrected"
        )


async def test_what_a_newer_server_says_besides_is_ignored(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, players(server.url, 1) as (player,):
        guest = guest_of(server, player)
        news = guest.codec.encode({"type": "weather", "wind": "north"})
        guest.queue(frame(guest.codec.opcode, news))
        await player.do(Ping)
        assert player.link.conversation.connections == 1


async def test_a_room_that_was_left_is_not_gone_back_to(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, players(server.url, 2) as everybody:
        await sit_down(everybody, "wapi", {}, seats=3)
        await everybody[1].do(Leave)
        await lose(server, everybody[1])
        (room,) = server.app.loop.lobby.rooms.values()
        assert not room.broadcast.watchers
        assert guest_of(server, everybody[1]).room is None


async def test_a_spectator_watches_on(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, players(server.url, 2) as everybody:
        host, watcher = everybody
        created = await host.do(Create, "wapi", 2)
        await watcher.do(Watch, created.code)
        await lose(server, watcher)
        await watcher.do(Chat, "still here")
        await host.until(lambda player: [line.text for line in player.said] == ["still here"])


async def test_a_new_program_with_a_kept_token_asks_new_questions(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        async with players(server.url, 1) as (first,):
            created = await first.do(Create, "wapi", 2)
            token = first.link.conversation.token
        async with trio.open_nursery() as nursery:
            link = Link(server.url, "Player 0", token)
            welcome = await nursery.start(link.run)
            assert welcome.room == created.code
            answer = await link.ask(lambda n: Join(n, created.code or ""))
            assert isinstance(answer, Done)
            assert isinstance(await link.inbox.receive(), RoomState)
            nursery.cancel_scope.cancel()


async def test_a_link_that_has_used_up_its_numbers_goes_on_with_more(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, players(server.url, 1) as (player,):
        player.link.conversation.questions.start_after(NUMBERS)
        await player.do(Ping)
        await player.do(Create, "wapi", 2)
        assert player.link.conversation.connections == 2


async def test_a_link_taken_over_does_not_fight_back(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        with pytest.RaisesGroup(pytest.RaisesExc(Lost, check=lambda lost: lost.code == 4001)):
            async with trio.open_nursery() as nursery:
                link = Link(server.url, "Ada")
                await nursery.start(link.run)
                peer = await RawClient.dial(server)
                await peer.shake_hands()
                await peer.hello(token=link.conversation.token)
                with pytest.raises(Lost):
                    await link.ask(Ping)
                await peer.aclose()
        with pytest.raises(Lost):
            await link.ask(Ping)


async def test_a_server_that_cannot_be_reached_is_lost_at_once() -> None:
    with socket.socket() as place, trio.fail_after(PATIENCE):
        place.bind(("127.0.0.1", 0))  # where nobody else can listen meanwhile
        url = f"ws://127.0.0.1:{place.getsockname()[1]}"
        with pytest.raises(Lost, match="cannot reach"):
            await Link(url, "Ada").run()


async def test_a_name_the_server_does_not_take(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        with pytest.raises(Lost, match="visible characters") as lost:
            await Link(server.url, "\u202e").run()
        assert lost.value.code == 1002


@pytest.mark.parametrize("features", [(), ("made_up",)])
async def test_a_client_learns_what_a_server_takes_beyond_version_1(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, features: tuple[str, ...]
) -> None:
    """Whoever does not know the word is served all the same, and so is who wants what the server does not know."""
    monkeypatch.setattr("watai.server.rooms.login.FEATURES", features)
    async with serving(tmp_path) as server, players(server.url, 1) as (ana,):
        assert ana.link.conversation.welcome is not None
        assert ana.link.conversation.welcome.features == list(features)
        await ana.do(Create, "wapi", 2)
        other = await RawClient.let_in(server)
        await other.say(Hello(VERSION, "Bo", wants=["made_up"]))
        assert (await other.until(Welcome)).features == list(features)
        assert isinstance(await other.ask(Create, "wapi", 2), Done)
        await other.aclose()


Conversations = list[list[ServerMessage | Exception]]
Websocket = Callable[..., AbstractAsyncContextManager[tuple[Sender, Receiver]]]
WELCOME = Welcome(VERSION, "s", "Ana", "token", "server", None, 0, [])


def answering(connections: Conversations) -> Websocket:
    """Without a socket: each connection says what its list says; after the last, nobody is there."""

    @asynccontextmanager
    async def websocket(*_: object) -> AsyncIterator[tuple[Sender, Receiver]]:
        if not connections:
            raise OSError("nobody is there")
        messages = connections.pop(0)

        async def send(message: ClientMessage) -> None:
            await trio.lowlevel.checkpoint()

        async def receive() -> ServerMessage:
            await trio.lowlevel.checkpoint()
            message = messages.pop(0)
            if isinstance(message, Exception):
                raise message
            return message

        yield send, receive

    return websocket


async def test_a_link_waits_half_an_hour_for_a_server_that_has_stopped(
    autojump_clock: trio.testing.MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    once: Conversations = [[WELCOME, ConnectionClosed(CloseReason(1001, "it stops"))]]
    monkeypatch.setattr("watai.clients.link.link.websocket", answering(once))
    with pytest.raises(Lost, match="has not answered for a long time"):
        await Link("ws://nowhere", "Ana").run()
    assert 1800 <= trio.current_time() <= 1810


async def test_a_player_whose_node_cannot_answer_now_comes_back_in_a_moment(
    autojump_clock: trio.testing.MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A node that cannot reach Redis says goodbye instead of welcome: the player's game must not end with that."""
    later = Goodbye(1001, "this cannot be answered now; come back in a moment", resume=True)
    broken = ConnectionClosed(CloseReason(1006, "cut"))
    taken_over = Goodbye(4001, "another connection has taken over", resume=False)
    connections: Conversations = [[WELCOME, broken], [later], [later], [WELCOME, taken_over]]
    monkeypatch.setattr("watai.clients.link.link.websocket", answering(connections))
    link = Link("ws://nowhere", "Ana")
    with pytest.raises(Lost, match="taken over"):
        await link.run()
    assert link.conversation.connections == 2


async def test_who_comes_when_a_node_cannot_answer_is_welcomed_a_moment_later(
    autojump_clock: trio.testing.MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    later = Goodbye(1001, "this cannot be answered now; come back in a moment", resume=True)
    taken_over = Goodbye(4001, "another connection has taken over", resume=False)
    monkeypatch.setattr(
        "watai.clients.link.link.websocket", answering([[later], [WELCOME, taken_over]])
    )
    link = Link("ws://nowhere", "Ana")
    with pytest.raises(Lost, match="taken over"):
        await link.run()
    assert link.conversation.connections == 1


@pytest.mark.parametrize("times", [1, 100], ids=["it is gone then", "it never can"])
async def test_who_was_never_welcomed_is_told_why_not(
    times: int, autojump_clock: trio.testing.MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    stops = Goodbye(1001, "it stops", resume=True)
    monkeypatch.setattr(
        "watai.clients.link.link.websocket", answering([[stops] for _ in range(times)])
    )
    with pytest.raises(Lost, match="it stops"):
        await Link("ws://nowhere", "Ana").run()
    assert trio.current_time() < 20


async def test_a_server_that_hangs_is_left_and_the_game_goes_on_when_it_is_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its sockets stay open and nothing is said: only silence tells that it is gone."""
    monkeypatch.setattr(conversation, "ALONE", Pace(0.05, 0.2))
    async with server_process(tmp_path) as server, players(server.url, 2) as everybody:
        await sit_down(everybody, "wapi", {})
        await start(everybody)
        talk = everybody[0].link.conversation
        server.send_signal(signal.SIGSTOP)
        while talk.state is State.OPEN:  # noqa: ASYNC110
            await trio.sleep(0.01)
        monkeypatch.undo()  # a busy machine may take its time to come back
        server.send_signal(signal.SIGCONT)
        await everybody[0].back(1)
        await everybody[0].do(Ping)
        assert talk.room is not None
