"""Bots that think elsewhere: no decision in the loop, and the same moves as if they had thought there."""

import pickle
from collections.abc import Sequence

import pytest

from tests.support.server.memory_lobby import MemoryGuest, MemoryLobby
from tests.support.server.whole_game import fixed_chance
from watai.engine.bots.bot import Bot
from watai.engine.catalogue import GAMES
from watai.engine.game import Millis, Seat
from watai.protocol.messages import AddBot, Leave, Start, Watch
from watai.server.bots.bot_pool import BotProcess
from watai.server.bots.remote_bot import BotFailed, RemoteBot
from watai.server.bots.thinker import Recipe, Thinker
from watai.server.rooms.room import Room
from watai.server.settings.limits import Limits

CALM = [game for game, entry in GAMES.items() if entry.bot.slow_strengths]
LONG = Limits(hold_seconds=1, empty_room_seconds=1_000_000)


class Elsewhere:
    """What the process of a lobby's bots would do, when the test says so."""

    def __init__(self, table: MemoryLobby) -> None:
        assert table.lobby.bots is not None
        (self.process,) = table.lobby.bots.processes
        self.table = table
        self.process.pid = 1  # as if it ran
        self.thinker = Thinker()

    def think(self) -> int:
        """Answer everything that was asked, over and over until nothing is; returns how many decisions it took."""
        decisions = 0
        while self.process.unsent:
            answer = self.thinker.take(pickle.loads(pickle.dumps(self.process.unsent.popleft())))
            if answer is not None:
                decisions += 1
                self.process.take_answer(pickle.loads(pickle.dumps(answer)))
        self.table.settle()
        return decisions


def table_of_bots(
    game: str, bot_processes: int, limits: Limits = LONG
) -> tuple[MemoryLobby, Room, MemoryGuest]:
    """Strong bots play, and the guest who opened the room watches."""
    table = MemoryLobby(limits, bot_processes=bot_processes)
    host, eve = table.guests("Host", "Eve")
    seats = min(GAMES[game].game.seats)
    room = table.open(host, game, seats)
    for _ in range(seats - 1):
        host.do(AddBot, "strong")
    eve.do(Watch, room.code)
    with fixed_chance(game):
        host.do(Start)
        host.hang_up()
        table.later(1)  # the weakest bot plays for the host
    return table, room, eve


def decisions_here(monkeypatch: pytest.MonkeyPatch, game: str) -> list[str]:
    kind: type[Bot] = GAMES[game].bot
    strengths: list[str] = []
    think = kind.think

    def counted(bot: Bot, *args: object) -> object:
        strengths.append(bot.strength)
        return think(bot, *args)  # type: ignore[arg-type]

    monkeypatch.setattr(kind, "think", counted)
    return strengths


@pytest.mark.parametrize("game", CALM)
def test_hole_8_no_slow_bot_thinks_in_the_loop(monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    here = decisions_here(monkeypatch, game)
    table, room, _ = table_of_bots(game, bot_processes=1)
    for _ in range(120):
        table.later(1)
    assert not set(here) & set(GAMES[game].bot.slow_strengths)
    assert table.lobby.bots is not None
    asked = table.lobby.bots.waiting
    assert 1 <= asked <= len(room.seating), "of each bot one decision, however long it takes"
    here.clear()
    assert Elsewhere(table).think() >= asked
    assert len(here) >= asked


def history(room: Room) -> Sequence[object]:
    assert room.match is not None
    return [(each.seq, each.event) for each in room.match.history]


@pytest.mark.parametrize("game", CALM)
def test_they_play_the_same_moves_as_bots_in_the_loop(game: str) -> None:
    limits = Limits(hold_seconds=1, empty_room_seconds=1_000_000, history_events=10_000)
    near, near_room, _ = table_of_bots(game, 0, limits)
    far, far_room, _ = table_of_bots(game, 1, limits)
    elsewhere = Elsewhere(far)
    elsewhere.think()
    for _ in range(600):
        near.later(0.25)
        far.later(0.25)
        elsewhere.think()
        assert history(far_room) == history(near_room)
    assert len(history(far_room)) > 20


@pytest.mark.parametrize("game", CALM)
def test_a_game_goes_on_while_a_bot_takes_long_to_think(game: str) -> None:
    """Its turn clock runs, a plan that no longer fits is refused by the rules, and the bot looks again."""
    table, room, _ = table_of_bots(game, 1)
    elsewhere = Elsewhere(table)
    assert room.match is not None
    for _ in range(1_000):
        table.later(7)
        table.later(6)
        elsewhere.think()
        assert not room.match.game.faults()
        if room.match.over:
            break
    assert room.match.seq > 20


def test_a_plan_that_comes_late_is_carried_out_at_once_and_not_in_the_past() -> None:
    table, room, _ = table_of_bots("wapi", 1)
    elsewhere = Elsewhere(table)
    match = room.match
    assert match is not None
    while not any(each.seat == Seat(1) for each in match.game.prompts()):
        table.later(0.1)
    table.later(15)  # less than the turn clock, and more than any plan takes
    before = match.seq
    elsewhere.think()
    assert match.seq > before
    assert match.at == match.clock(table.now)


def test_bots_are_forgotten_when_the_room_closes_or_the_game_is_over() -> None:
    table, room, eve = table_of_bots("wapi", 1)
    elsewhere = Elsewhere(table)
    elsewhere.think()
    assert len(elsewhere.thinker) == elsewhere.process.bots == 1
    while room.status == "playing":
        table.later(1)
        elsewhere.think()
    assert len(elsewhere.thinker) == elsewhere.process.bots == 0
    table, room, eve = table_of_bots("wapi", 1)
    elsewhere = Elsewhere(table)
    elsewhere.think()
    eve.do(Leave)
    table.later(1_000_000)
    assert room.code not in table.lobby.rooms
    elsewhere.think()
    assert len(elsewhere.thinker) == elsewhere.process.bots == 0


def test_an_answer_for_a_bot_that_was_dismissed_goes_nowhere() -> None:
    table, room, _ = table_of_bots("wapi", 1)
    assert table.lobby.bots is not None
    (process,) = table.lobby.bots.processes
    while not process.asked:
        table.later(0.1)
    ((_, request),) = process.asked.values()
    answer = Thinker().take(request)
    assert answer is not None
    table.lobby.close(room)
    assert not process.asked
    process.take_answer(answer)


def test_a_bot_that_breaks_breaks_its_room_and_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    process = BotProcess()
    process.pid = 1

    def broken(bot: Bot, *args: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(GAMES["wapi"].bot, "think", broken)
    told: list[bool] = []
    recipe = Recipe("wapi", Seat(0), "strong", bytes(32), 1.0)
    bot = RemoteBot(1, recipe, process.send, lambda: told.append(True))
    bot.think(None, Millis(0))  # type: ignore[arg-type]
    answer = Thinker().take(process.unsent.popleft())
    assert answer is not None
    process.take_answer(answer)
    assert told == [True]
    with pytest.raises(BotFailed, match="ZeroDivisionError"):
        bot.take_plan()
