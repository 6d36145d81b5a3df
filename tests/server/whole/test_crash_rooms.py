"""kill -9 at other times than in a race: before a game, between turns, at its end, and while somebody connects."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random

import pytest

from tests.support.engine.snapshot import Snapshot
from tests.support.server.players import Player, killed, players, sit_down, start
from tests.support.server.raw_client import RawClient
from tests.support.server.server_process import ServerProcess, server_process
from watai.engine.game import Move, Seat
from watai.protocol.messages import (
    AddBot,
    Create,
    Done,
    FetchReplay,
    Leave,
    OptionValue,
    Ready,
    Recorded,
    Rematch,
    Resume,
    RoomState,
    Start,
)
from watai.server.match.match import Match
from watai.server.rooms.session_journal import SESSIONS
from watai.server.rooms.sessions import NUMBERS
from watai.server.storage import records
from watai.server.storage.sqlite.reader import SqliteReader

pytestmark = pytest.mark.slow

SLOW: Mapping[str, OptionValue] = {"turn_seconds": 3_600}
"""However long a server takes to come back, nobody's time is up."""


def replica(path: Path) -> Match | None:
    """The running match, made again from the journal of the server that runs it; None once it is archived."""
    with SqliteReader(path) as journal:
        streams = journal.recover()
    del streams[SESSIONS]
    ((opened, *rest),) = [[records.decode(body) for body in bodies] for bodies in streams.values()]
    assert isinstance(opened, records.Opened)
    match: Match | None = None
    for record in rest:
        if isinstance(record, records.Started):
            match = Match(opened.game, opened.options, record, history_events=10_000)
        elif isinstance(record, records.Played | records.Ticked):
            assert match is not None
            match.replay(record)
    return match


def anything(match: Match, seat: Seat, move: Move) -> bool:
    return True


def goes_on(match: Match, seat: Seat, move: Move) -> bool:
    """Whether there is a game left after this move: one deal in a thousand has a short one."""
    after = Snapshot(match.game).again()
    after.play(seat, move, match.at)
    return after.outcome() is None


async def take_turns(
    server: ServerProcess,
    everybody: Sequence[Player],
    chance: Random,
    most: int,
    suits: Callable[[Match, Seat, Move], bool] = anything,
) -> int:
    """Legal moves at random, by whoever may; how many there were before the end."""
    for number in range(most):
        match = replica(server.journal)
        if match is None:
            return number
        able = [seat for seat in range(len(everybody)) if match.game.moves(Seat(seat))]
        seat = chance.choice(able)
        move = chance.choice(
            [each for each in match.game.moves(Seat(seat)) if suits(match, Seat(seat), each)]
        )
        answer = await everybody[seat].play(move)
        assert isinstance(answer, Done), answer
    return most


async def all_heard(everybody: Sequence[Player], seq: int) -> None:
    for player in everybody:
        await player.until(lambda player: player.seq >= seq)


def seats_taken(player: Player) -> int:
    return 0 if player.room is None else sum(seat.kind != "open" for seat in player.room.seats)


async def test_a_waiting_room_keeps_its_seats_its_host_and_its_bots(tmp_path: Path) -> None:
    async with server_process(tmp_path) as server, players(server.url, 3) as everybody:
        first, second, third = everybody
        code = await sit_down(everybody, "waka-tanka", {}, seats=5)
        await first.do(AddBot, "strong", 4)
        await first.do(Leave)
        await killed(server, [second, third])
        await second.until(lambda player: player.room is not None and player.room.seats[2].here)
        room = second.room
        assert room is not None
        assert (room.code, room.status, room.host) == (code, "waiting", 1)
        assert [seat.kind for seat in room.seats] == ["open", "player", "player", "open", "bot"]
        assert [seat.name for seat in room.seats][1:3] == ["Player 1", "Player 2"]
        await second.do(AddBot, "easy", 0)
        await second.do(AddBot, "easy", 3)
        await third.do(Ready)
        await second.do(Start)
        await third.until(lambda player: bool(player.views))


async def test_a_room_and_a_bot_asked_for_again_are_not_made_twice(tmp_path: Path) -> None:
    async with server_process(tmp_path) as server:
        peer = await RawClient.dial(server)
        await peer.shake_hands()
        token = (await peer.hello()).token
        created = await peer.ask(Create, "wapi", 3)
        added = await peer.ask(AddBot)
        assert isinstance(created, Done)
        await peer.aclose()
        await server.kill()
        await server.start()
        peer = await RawClient.dial(server)
        await peer.shake_hands()
        welcome = await peer.hello(token=token)
        assert (welcome.room, welcome.n) == (created.code, NUMBERS)
        await peer.say(Create(created.n, "wapi", 3))
        assert await peer.answer(created.n) == created
        await peer.say(AddBot(added.n))
        assert await peer.answer(added.n) == added
        await peer.say(Resume(welcome.n + 1, created.code or "", -1))
        state = await peer.until(RoomState)
        assert [seat.kind for seat in state.seats] == ["player", "bot", "open"]
        await peer.aclose()


async def test_a_game_in_turns_with_secrets_goes_on(tmp_path: Path) -> None:
    async with server_process(tmp_path) as server, players(server.url, 3) as everybody:
        await sit_down(everybody, "waka-tanka", SLOW)
        await start(everybody)
        chance = Random("turns")
        for _ in range(3):
            await take_turns(server, everybody, chance, 4, goes_on)
            await killed(server, everybody)
        match = replica(server.journal)
        assert match is not None
        await all_heard(everybody, match.seq)
        for seat, player in enumerate(everybody):
            assert len(player.views) == 1
            told = {each.seq: each.event for each in player.history}
            for each in match.history:
                if each.seq > player.views[0].seq:
                    event = match.game.tell(each.event, Seat(seat))
                    assert told[each.seq] == (type(event).__name__ if event else "")


async def test_the_end_of_a_game_outlives_the_server(tmp_path: Path) -> None:
    async with server_process(tmp_path) as server, players(server.url, 2) as everybody:
        await sit_down(everybody, "wapi", SLOW)
        await start(everybody)
        await take_turns(server, everybody, Random("end"), 200)
        first, second = everybody
        await second.until(lambda player: player.room is not None and over(player.room))
        assert second.room is not None
        name, last = second.room.match, second.seq
        second.link.conversation.seq = (
            last - 3
        )  # as if the last words had been lost with the server
        second.history = second.history[:-3]
        await killed(server, everybody)
        await second.until(lambda player: player.seq == last)
        assert second.room.status == "finished"
        assert second.room.match == name
        answer = await first.link.ask(lambda n: FetchReplay(n, name or ""))
        assert isinstance(answer, Recorded)
        told = [each for each in answer.events if each.seq > first.views[0].seq]
        assert [(each.seq, each.t, each.event) for each in told] == [
            (each.seq, each.t, each.event) for each in second.history
        ]
        await first.do(Rematch)
        assert await server.stop() == 0
    with SqliteReader(server.journal) as journal:
        assert [match for match, _, _ in journal.archives(10)] == [name]


def over(room: RoomState) -> bool:
    return room.status == "finished"


async def test_a_token_lost_with_the_server_leaves_the_one_before_good(tmp_path: Path) -> None:
    async with server_process(tmp_path) as server:
        peer = await RawClient.dial(server)
        await peer.shake_hands()
        old = (await peer.hello()).token
        created = await peer.ask(Create, "wapi", 3)
        sessions = set()
        for _ in range(3):  # each welcome is lost: the client never learns its new token
            await peer.aclose()
            await server.kill()
            await server.start()
            peer = await RawClient.dial(server)
            await peer.shake_hands()
            welcome = await peer.hello(token=old)
            assert isinstance(created, Done)
            assert welcome.room == created.code
            sessions.add(welcome.session)
        assert len(sessions) == 1
        await peer.aclose()
        newest = await RawClient.dial(server)
        await newest.shake_hands()
        assert (await newest.hello(token=welcome.token)).session in sessions
        await newest.aclose()
        thief = await RawClient.dial(server)
        await thief.shake_hands()
        assert (await thief.hello(token=old)).session not in sessions
        await thief.aclose()
