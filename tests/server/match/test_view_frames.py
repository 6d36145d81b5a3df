"""A view is encoded once for all who see the same, and never older than what it shows."""

import pytest

from tests.server.rooms.test_announcements import CountingCodec, speaking
from tests.support.server.memory_lobby import MemoryGuest, MemoryLobby
from tests.support.server.memory_server import MemoryServer
from watai.engine.catalogue import GAMES
from watai.engine.game import Seat
from watai.protocol.codec import MSGPACK
from watai.protocol.messages import (
    AddBot,
    Leave,
    Look,
    Resume,
    ServerMessage,
    Start,
    ViewNow,
    Watch,
)
from watai.server.clock import MILLISECOND
from watai.server.dispatch import dispatcher
from watai.server.dispatch.handlers import entry
from watai.server.match.view_frames import SPECTATORS_AGE
from watai.server.match.views import view_now
from watai.server.rooms.room import Room
from watai.server.settings.limits import Limits

WATCHERS = 20


class CountsViews(CountingCodec):
    """Counts how often it has encoded a table."""

    def frame(self, message: ServerMessage) -> bytes:
        self.states += isinstance(message, ViewNow)
        return super().frame(message)


def watched(
    game: str, limits: Limits | None = None
) -> tuple[MemoryLobby, Room, MemoryGuest, list[MemoryGuest], CountsViews]:
    table, codec = MemoryLobby(limits), CountsViews(MSGPACK)
    host, *watchers = (
        speaking(each, codec) for each in table.guests(*map(str, range(WATCHERS + 1)))
    )
    seats = GAMES[game].game.seats[0]
    options = {"arbitration": "arrival"} if GAMES[game].game.races else {}
    room = table.open(host, game, seats, options)
    for _ in range(seats - 1):
        host.do(AddBot)
    host.do(Start)
    for watcher in watchers:
        watcher.do(Watch, room.code)
    for each in (host, *watchers):
        each.told.clear()
    codec.states = 0
    return table, room, host, watchers, codec


@pytest.mark.parametrize("game", GAMES)
def test_many_spectators_who_look_cost_one_view(game: str) -> None:
    table, room, host, watchers, codec = watched(game)
    for number in range(1_000, 1_010):
        for watcher in watchers:
            watcher.say(Look(number))
    table.settle()
    assert codec.states <= 1
    host.say(Look(1_000))
    assert codec.states <= 2, "a player has other eyes"
    match = room.match
    assert match is not None
    expected = view_now(match, None, match.clock(table.now), ())
    for watcher in watchers:
        views = watcher.heard(ViewNow)
        assert len(views) == 10
        assert {view.seq for view in views} == {expected.seq}
        assert MSGPACK.encode(views[-1].view) == MSGPACK.encode(expected.view)


@pytest.mark.parametrize("game", GAMES)
def test_a_view_is_never_older_than_the_table(game: str) -> None:
    table, room, host, (watcher, *_), _ = watched(game)
    match = room.match
    assert match is not None
    for number in range(1_000, 1_040):
        if match.over:
            break
        for guest, seat in ((host, Seat(0)), (watcher, None)):
            guest.told.clear()
            guest.say(Look(number))
            (view,) = guest.heard(ViewNow)
            now = view_now(match, seat, match.clock(table.now), room.runner.referee.contested())  # type: ignore[union-attr]
            age = now.at - view.at
            assert 0 <= age <= (SPECTATORS_AGE if seat is None else 0)
            assert MSGPACK.encode((view.seq, view.view, view.moves)) == MSGPACK.encode(
                (now.seq, now.view, now.moves)
            )
        moves = match.game.moves(Seat(0))
        if moves and number % 2:
            host.play(moves[0])
        else:
            table.later(0.02)


def test_the_clock_that_spectators_share_is_not_old() -> None:
    table, _, _, (watcher, *_), codec = watched("wapi")
    watcher.say(Look(1_000))
    made = codec.states
    table.wait((SPECTATORS_AGE + 1) * MILLISECOND)
    watcher.say(Look(1_001))
    first, second = watcher.heard(ViewNow)
    assert codec.states == made + 1
    assert second.at - first.at == SPECTATORS_AGE + 1


def test_events_told_again_have_their_price(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever resumes from the beginning again and again is sent away as a flooder is."""
    monkeypatch.setattr(entry, "RESUMED_EVENTS", 1)
    monkeypatch.setattr(dispatcher, "ENTRY_MESSAGES", 1)
    server = MemoryServer(limits=Limits(burst_messages=30, messages_per_second=0.001))
    host, spectator = server.guest("Host"), server.guest("Spectator")
    room = server.game(host)
    match = room.match
    assert match is not None
    assert match.seq >= 3
    told = 0
    for number in range(1, 200, 2):
        server.now(spectator, Resume(number, room.code, 0))
        if spectator.fault is not None:
            break
        told += match.seq
        server.now(spectator, Leave(number + 1))
    assert told <= 30
    assert spectator.fault is not None
    assert spectator.fault.close_code == 1008
