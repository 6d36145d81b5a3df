"""A player alone with bots may pause: nothing moves meanwhile, nothing is lost by it, and nobody else may."""

import pytest

from tests.server.rooms.test_pauses import LONG, count_decisions, room_of_bots
from tests.support.server.latency_room import LatencyRoom
from tests.support.server.memory_lobby import MemoryLobby
from watai.engine.catalogue import GAMES
from watai.engine.game import Seat
from watai.protocol.messages import (
    AddBot,
    Done,
    Happened,
    Join,
    Kick,
    Leave,
    Look,
    Pause,
    Pending,
    Prompts,
    Ready,
    Refused,
    Rematch,
    Resume,
    RoomState,
    Start,
    ViewNow,
    Watch,
)
from watai.server.audit.recheck import recheck
from watai.server.clock import SECOND
from watai.server.dispatch.recovery import recover
from watai.server.rooms.guest import Guest
from watai.server.rooms.room import Room
from watai.server.settings.limits import Limits


@pytest.mark.parametrize("game", GAMES)
def test_while_a_game_is_paused_nothing_moves(monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    table = MemoryLobby(LONG)
    room, host = room_of_bots(table, game)
    match = room.match
    assert match is not None
    table.later(1)
    host.do(Pause)
    assert [state.paused for state in host.heard(RoomState)][-1:] == [True]
    decisions = count_decisions(monkeypatch, game)
    before, clock, prompts = match.seq, match.clock(table.now), match.game.prompts()
    for _ in range(300):
        table.later(2)
    host.heard(ViewNow)
    host.do(Look)
    assert host.heard(ViewNow)[0].at == clock
    assert (decisions, match.seq, match.game.prompts()) == ([], before, prompts)
    assert room.next_due() is None
    host.heard(Prompts)
    host.do(Pause, False)
    left = [max(0, each.until - clock) if each.until is not None else None for each in prompts]
    assert [[line.left for line in told.prompts] for told in host.heard(Prompts)] == [left]
    assert [state.paused for state in host.heard(RoomState)][-1:] == [False]
    for _ in range(300):
        table.later(1)
    assert match.seq > before
    assert not match.game.faults()


def test_a_pause_is_refused_where_others_play_or_nothing_runs() -> None:
    table = MemoryLobby(LONG)
    host, friend, eve = table.guests("Host", "Friend", "Eve")
    assert host.refused(Pause) == "room/none"
    room = table.open(host, "wapi", 3)
    friend.do(Join, room.code)
    friend.do(Ready)
    eve.do(Watch, room.code)
    host.do(AddBot)
    assert eve.refused(Pause) == "seat/none"
    host.do(Start)
    assert host.refused(Pause) == friend.refused(Pause, False) == "game/shared"
    friend.hang_up()
    table.later(100)  # a bot plays for the friend, who may come back
    assert host.refused(Pause) == "game/shared"
    host.do(Kick, seat=1)
    host.do(Pause)
    assert not room.match or not room.match.over
    assert eve.refused(Pause, False) == "seat/none"


def test_before_and_after_a_game_there_is_nothing_to_pause() -> None:
    table = MemoryLobby(Limits(bot_speed=1_000))
    (host,) = table.guests("Host")
    room = table.open(host, "wapi", 2, {"turn_seconds": 5})
    host.do(AddBot)
    assert host.refused(Pause) == host.refused(Pause, False) == "game/not_running"
    host.do(Start)
    while room.status == "playing":
        table.later(1)
    assert host.refused(Pause) == "game/not_running"
    host.do(Rematch)
    assert host.refused(Pause) == "game/not_running"
    host.do(Start)
    assert room.match is not None
    assert not host.heard(RoomState)[-1].paused


def test_no_move_counts_while_the_game_is_paused() -> None:
    table = MemoryLobby(LONG)
    room, host = room_of_bots(table, "wapi")
    match = room.match
    assert match is not None
    while not match.game.moves(Seat(0)):
        table.later(0.1)
    (move, *_) = match.game.moves(Seat(0))
    host.do(Pause)
    host.do(Pause)  # twice is once
    before = match.seq
    assert host.refused(lambda n: host.codec.act(n, move)) == "game/paused"
    assert match.seq == before
    host.do(Pause, False)
    assert isinstance(host.play(move), Done)


def test_a_paused_game_is_still_paused_after_a_kill() -> None:
    table = MemoryLobby(LONG)
    room, host = room_of_bots(table, "watai")
    table.later(5)
    host.do(Pause)
    again = MemoryLobby(LONG, table.journal)
    again.sessions = again.lobby.sessions = table.sessions
    (found,) = recover(again.journal, again.lobby, again.now)
    (back,) = again.guests("Host")
    Guest.__init__(back, host.session, back.connection)  # comes back with its token
    assert found.match is not None
    before = found.match.seq
    back.do(Resume, room.code, -1)
    for _ in range(60):
        again.later(1)
    assert back.heard(RoomState)[-1].paused
    assert found.match.seq == before
    back.do(Pause, False)
    for _ in range(60):
        again.later(1)
    assert found.match.seq > before


def is_holding(room: Room) -> bool:
    return room.holding


def test_races_are_decided_before_a_pause_and_the_game_verifies() -> None:
    """A bot's card that waits for the player is laid at once: the player's pause came instead of a play."""
    simulation = LatencyRoom([120], bots=3)
    player, room = simulation.players[0].guest, simulation.room
    match = room.match
    assert match is not None
    decided = 0
    while not match.over:
        simulation.run(1)
        if room.holding and not match.over:
            waiting = [each for _, each in simulation.answers if isinstance(each, Pending)]
            before = match.seq
            player.say(Pause(next(simulation.numbers)))
            assert not is_holding(room)
            decided += match.seq > before
            stopped = match.seq
            simulation.table.later(1_000)
            assert match.seq == stopped
            player.say(Pause(next(simulation.numbers), False))
            told = [*(each for _, each in simulation.answers), *player.told]
            answered = {each.n for each in told if isinstance(each, Done | Refused)}
            assert {each.n for each in waiting} <= answered
    assert decided
    assert recheck(simulation.replay()).decisions


def test_a_pause_does_not_outlast_its_player() -> None:
    for leaving in (True, False):
        table = MemoryLobby(LONG)
        room, host = room_of_bots(table, "wapi")
        (eve,) = table.guests("Eve")
        eve.do(Watch, room.code)
        host.do(Pause)
        match = room.match
        assert match is not None
        before = match.seq
        if leaving:
            host.do(Leave)
        else:
            host.hang_up()
            table.later(59)
            assert (match.seq, room.paused) == (before, True)
        for _ in range(120):
            table.later(1)
        assert match.seq > before
        assert not eve.heard(RoomState)[-1].paused


def test_a_room_that_a_pausing_player_left_alone_closes_as_any_other() -> None:
    table = MemoryLobby(Limits(hold_seconds=60, empty_game_seconds=120))
    room, host = room_of_bots(table, "wapi")
    host.do(Pause)
    host.hang_up()
    table.later(119)
    assert room.paused
    assert room.code in table.lobby.rooms
    table.later(1)
    assert room.code not in table.lobby.rooms


def test_who_watches_learns_that_the_game_goes_on_before_anything_happens_in_it() -> None:
    table = MemoryLobby(LONG)
    room, host = room_of_bots(table, "wapi")
    (eve,) = table.guests("Eve")
    eve.do(Watch, room.code)
    host.do(Pause)
    eve.heard(RoomState)
    eve.told.clear()
    host.say(Pause(1_000, False))
    table.wait(60 * SECOND)  # the pass is late: bots act in it, or the host's turn runs out
    table.settle()
    first, *others = (each for each in eve.told if isinstance(each, RoomState | Happened))
    assert isinstance(first, RoomState)
    assert not first.paused
    assert any(isinstance(each, Happened) for each in others)


def test_a_pause_whose_player_stays_away_ends_when_somebody_comes_to_watch() -> None:
    table = MemoryLobby(LONG)
    room, host = room_of_bots(table, "wapi")
    host.do(Pause)
    host.hang_up()
    table.later(LONG.hold_seconds + 1)  # a bot takes the seat, and nobody is there
    match = room.match
    assert match is not None
    assert room.paused
    before = match.seq
    (eve,) = table.guests("Eve")
    eve.do(Watch, room.code)
    assert not eve.heard(RoomState)[-1].paused
    for _ in range(60):
        table.later(1)
    assert match.seq > before


def test_a_pause_goes_on_for_whoever_watches_while_its_player_may_come_back() -> None:
    table = MemoryLobby(LONG)
    room, host = room_of_bots(table, "wapi")
    host.do(Pause)
    host.hang_up()
    (eve,) = table.guests("Eve")
    eve.do(Watch, room.code)
    assert room.paused
    table.later(LONG.hold_seconds + 1)
    assert not room.paused
