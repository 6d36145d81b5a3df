"""A connection that wants views is always shown the newest table, or in a race its newest moves, without asking."""

from collections.abc import Iterator, Sequence

import msgspec
import pytest

from tests.support.server.memory_lobby import MemoryGuest, MemoryLobby
from watai.engine.catalogue import GAMES
from watai.engine.dice import Dice
from watai.engine.game import Move, Seat
from watai.engine.watai.moves import Call
from watai.protocol.messages import (
    AddBot,
    Create,
    Happened,
    Look,
    MoveLine,
    MovesNow,
    Prompts,
    Resume,
    ServerMessage,
    Start,
    ViewNow,
    Watch,
)
from watai.server import chance
from watai.server.match.fresh_views import RETRY
from watai.server.match.match import Match
from watai.server.rooms.room import Room

CALM = [name for name, entry in GAMES.items() if not entry.game.races]


@pytest.fixture(autouse=True)
def _seeded() -> Iterator[None]:
    dice = Dice.from_text("fresh views")
    with chance.simulated(lambda size: bytes(dice.below(256) for _ in range(size))):
        yield


def started(game: str, wants: bool = True) -> tuple[MemoryLobby, MemoryGuest, Room]:
    """A game of a guest with bots, in which all of them may act by now."""
    table = MemoryLobby()
    (ada,) = table.guests("Ada")
    ada.wants_views = wants
    seats = GAMES[game].game.seats[0]
    code = ada.do(Create, game, seats).code or ""
    for _ in range(seats - 1):
        ada.do(AddBot)
    ada.do(Start)
    return table, ada, table.lobby.rooms[code]


def match_of(room: Room) -> Match:
    assert room.match is not None
    return room.match


def plain(value: object) -> object:
    return msgspec.json.decode(msgspec.json.encode(value))


def lines(moves: list[Move]) -> object:
    return plain([MoveLine(type(each).__name__, each) for each in moves])


def play_on(table: MemoryLobby, room: Room, guest: MemoryGuest, steps: int) -> Iterator[None]:
    """Let guest and bots play, a pass at a time."""
    match, dice = match_of(room), Dice.from_text("moves")
    for _ in range(steps):
        moves = match.game.moves(Seat(0))
        if match.over:
            return
        if moves and dice.below(2):
            guest.play(dice.choice(moves))
        else:
            due = room.next_due()
            assert due is not None
            table.later(max(0, due - table.now) / 1e9)
        yield


@pytest.mark.parametrize("game", CALM)
def test_after_every_pass_the_last_view_is_the_table(game: str) -> None:
    table, ada, room = started(game)
    (bob,) = table.guests("Bob")
    bob.wants_views = True
    bob.do(Watch, room.code)
    match = match_of(room)
    last: dict[Seat | None, ViewNow] = {}
    for _ in play_on(table, room, ada, 300):
        for seat, guest in ((Seat(0), ada), (None, bob)):
            views = guest.heard(ViewNow)
            assert len(views) < (3 if seat not in last else 2), "one a pass is enough"
            last[seat] = views[-1] if views else last[seat]
            assert last[seat].seq == match.seq
            assert plain(last[seat].view) == plain(match.game.view(seat))
            offered = [] if seat is None else list(match.game.moves(seat))
            assert plain(last[seat].moves) == lines(offered)
            asked = [(each.seat, each.ask) for each in last[seat].prompts]
            assert asked == [(each.seat, each.ask) for each in match.game.prompts()]
    assert match.seq > 20


def test_a_view_follows_the_events_and_prompts_of_its_pass() -> None:
    table, ada, room = started("wapi")
    ada.told.clear()
    for _ in play_on(table, room, ada, 30):
        news = [each for each in ada.told if isinstance(each, Happened | Prompts | ViewNow)]
        if news:
            assert isinstance(news[-1], ViewNow)
            assert [type(each) for each in news].count(ViewNow) == 1
        ada.told.clear()


def test_a_pass_without_news_sends_no_view() -> None:
    table, ada, _ = started("wapi")
    ada.told.clear()
    table.later(0)
    ada.do(Look)
    assert len(ada.heard(ViewNow)) == 1, "the one that was asked for"
    table.later(0)
    assert ada.heard(ViewNow) == []


def test_whoever_does_not_ask_gets_neither() -> None:
    for game in ("wapi", "watai"):
        table, ada, room = started(game, wants=False)
        assert len(ada.heard(ViewNow)) == 1
        for _ in play_on(table, room, ada, 40):
            assert ada.heard(ViewNow) == ada.heard(MovesNow) == []


def test_in_a_race_the_moves_are_told_when_they_change_and_the_view_is_not() -> None:
    table, ada, room = started("watai")
    assert len(ada.heard(ViewNow)) == 1
    match, known, told = match_of(room), object(), 0
    for _ in play_on(table, room, ada, 400):
        news: list[MovesNow] = ada.heard(MovesNow)
        assert len(news) <= (1 if told else 2)
        for each in news:
            assert plain(each.moves) != known
            known, told = plain(each.moves), told + 1
        legal = [each for each in match.game.moves(Seat(0)) if not isinstance(each, Call)]
        assert known == lines(legal)
    assert ada.heard(ViewNow) == []
    assert told > 10


def test_moves_come_with_every_view_and_after_a_resume() -> None:
    _, ada, room = started("watai")
    seq = match_of(room).seq
    ada.told.clear()
    ada.do(Look)
    assert kinds(ada) == [ViewNow, MovesNow]
    ada.hang_up()
    ada.told.clear()
    ada.do(Resume, room.code, seq)
    assert kinds(ada)[-1] is MovesNow


def kinds(guest: MemoryGuest) -> Sequence[type[ServerMessage]]:
    found = [type(each) for each in guest.told if isinstance(each, ViewNow | MovesNow)]
    guest.told.clear()
    return found


@pytest.mark.parametrize("game", ["wapi", "watai"])
def test_a_peer_that_does_not_read_is_passed_over_and_later_gets_the_newest(game: str) -> None:
    table, ada, room = started(game)
    kind = MovesNow if GAMES[game].game.races else ViewNow
    ada.told.clear()
    ada.connection.channel.waiting = 1
    before = match_of(room).seq
    for _ in play_on(table, room, ada, 60):
        assert ada.heard(kind) == []
    assert match_of(room).seq > before
    due = room.next_due()
    assert due is not None
    assert due <= table.now + RETRY
    ada.connection.channel.waiting = 0
    table.later(0)
    (newest,) = ada.heard(kind)
    assert newest.seq == match_of(room).seq


def test_a_late_peer_that_leaves_is_no_longer_waited_for() -> None:
    table, ada, room = started("wapi")
    (bob,) = table.guests("Bob")
    bob.wants_views = True
    bob.connection.channel.waiting = 1
    bob.do(Watch, room.code)
    for _ in play_on(table, room, ada, 4):
        pass
    bob.hang_up()
    ada.hang_up()
    due = room.next_due()
    assert due is not None
    assert due > table.now + RETRY
