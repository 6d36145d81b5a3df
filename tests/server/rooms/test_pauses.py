"""A match stands still while nobody is in its room: bots neither think nor play, and no turn runs out."""

import pytest

from tests.support.server.memory_lobby import MemoryGuest, MemoryLobby
from watai.engine.bots.bot import Bot
from watai.engine.catalogue import GAMES
from watai.engine.game import Seat
from watai.protocol.messages import AddBot, Happened, Leave, Start, ViewNow, Watch
from watai.server.clock import SECOND
from watai.server.dispatch.recovery import recover
from watai.server.rooms.room import Room
from watai.server.settings.limits import Limits

LONG = Limits(hold_seconds=60, empty_room_seconds=100_000, empty_game_seconds=100_000)


def room_of_bots(table: MemoryLobby, game: str) -> tuple[Room, MemoryGuest]:
    """A running game of one guest among strong bots."""
    (host,) = table.guests("Host")
    seats = min(GAMES[game].game.seats)
    room = table.open(host, game, seats)
    for _ in range(seats - 1):
        host.do(AddBot, "strong")
    host.do(Start)
    return room, host


def count_decisions(monkeypatch: pytest.MonkeyPatch, game: str) -> list[Seat]:
    """Every time a bot of this game thinks from now on, its seat."""
    kind: type[Bot] = GAMES[game].bot
    decisions: list[Seat] = []
    think = kind.think

    def counted(bot: Bot, *args: object) -> object:
        decisions.append(bot.seat)
        return think(bot, *args)  # type: ignore[arg-type]

    monkeypatch.setattr(kind, "think", counted)
    return decisions


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("leaving", ["leaves", "hangs up"])
def test_hole_8_bots_neither_think_nor_play_where_nobody_is(
    monkeypatch: pytest.MonkeyPatch, game: str, leaving: str
) -> None:
    table = MemoryLobby(LONG)
    room, host = room_of_bots(table, game)
    match = room.match
    assert match is not None
    host.do(Leave) if leaving == "leaves" else host.hang_up()
    decisions, before = count_decisions(monkeypatch, game), match.seq
    for _ in range(600):
        table.later(1)
    assert (decisions, match.seq) == ([], before)
    assert room.code in table.lobby.rooms


@pytest.mark.parametrize("game", GAMES)
def test_a_match_goes_on_where_it_stopped_when_somebody_comes(game: str) -> None:
    table = MemoryLobby(LONG)
    room, host = room_of_bots(table, game)
    match = room.match
    assert match is not None
    table.later(1)
    host.hang_up()
    stopped, prompts = match.clock(table.now), match.game.prompts()
    table.later(10_000)  # a bot has the seat by now, and has not looked at the table either
    (eve,) = table.guests("Eve")
    eve.do(Watch, room.code)
    assert match.game.prompts() == prompts, "nobody's time ran out"
    table.later(1)  # a race shows itself to spectators a little later
    (view,) = eve.heard(ViewNow)
    assert view.at == stopped
    before = match.seq
    for _ in range(120):
        table.later(1)
    assert match.seq > before
    assert not match.game.faults()


def test_bots_play_on_for_a_spectator() -> None:
    table = MemoryLobby(LONG)
    room, host = room_of_bots(table, "wapi")
    (eve,) = table.guests("Eve")
    eve.do(Watch, room.code)
    host.do(Leave)
    eve.told.clear()
    for _ in range(60):
        table.later(1)
    assert eve.heard(Happened)


def test_a_recovered_match_waits_for_its_players(monkeypatch: pytest.MonkeyPatch) -> None:
    table = MemoryLobby(LONG)
    room_of_bots(table, "wapi")
    table.later(1)
    again = MemoryLobby(LONG, table.journal)
    decisions = count_decisions(monkeypatch, "wapi")
    (found,) = recover(again.journal, again.lobby, again.now)
    assert found.match is not None
    before = found.match.seq
    again.later(600)
    assert (decisions, found.match.seq) == ([], before)
    assert found.next_due() == again.now + (100_000 - 600) * SECOND


@pytest.mark.parametrize("game", GAMES)
def test_the_bots_of_a_recovered_match_play_on_when_somebody_comes(game: str) -> None:
    table = MemoryLobby(LONG)
    room, _ = room_of_bots(table, game)
    again = MemoryLobby(LONG, table.journal)
    (found,) = recover(again.journal, again.lobby, again.now)
    assert found.runner is not None
    bots = [seat for seat, place in enumerate(found.seating) if place.session is None]
    assert bots
    assert all(found.runner.has_bot(seat) for seat in bots)
    (eve,) = again.guests("Eve")
    eve.do(Watch, room.code)
    before = found.runner.match.seq
    again.later(600)
    assert found.runner.match.seq > before


def test_a_match_that_nobody_comes_back_to_is_closed_with_its_room() -> None:
    table = MemoryLobby(Limits(empty_game_seconds=120))
    room, host = room_of_bots(table, "watai")
    host.do(Leave)
    table.later(119)
    assert room.code in table.lobby.rooms
    table.later(1)
    assert room.code not in table.lobby.rooms
