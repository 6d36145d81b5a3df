"""What a room says about the people in it: names that nobody else has, who watches, for whom a bot plays."""

import pytest

from tests.support.server.memory_lobby import MemoryGuest, MemoryLobby
from watai.protocol.messages import (
    AddBot,
    Chat,
    Join,
    Leave,
    Ready,
    Resume,
    RoomState,
    Said,
    SeatState,
    Start,
    Watch,
)
from watai.server.rooms.room_views import NAMED_WATCHERS
from watai.server.rooms.seating import Seating
from watai.server.settings.limits import Limits
from watai.server.storage import records


def seen(guest: MemoryGuest) -> RoomState:
    """The room as this guest was told it last."""
    state: RoomState = guest.heard(RoomState)[-1]
    return state


def names(guest: MemoryGuest) -> list[str]:
    return [seat.name for seat in seen(guest).seats]


# names


@pytest.mark.parametrize(
    ("there", "name", "known_as"),
    [
        ((), "Ana", "Ana"),
        (("Ana",), "Ben", "Ben"),
        (("Ana",), "Ana", "Ana 2"),
        (("Ana",), "ANA", "ANA 2"),
        (("Ana", "Ana 2"), "Ana", "Ana 3"),
        (("Ana 2",), "Ana 2", "Ana 2 2"),
        (("Ana",), "\u0410n\u0430", "\u0410n\u0430 2"),  # Cyrillic
        (("Ana",), "\u0391na", "\u0391na 2"),  # Greek
        (("Ana",), "\uff21\uff4e\uff41", "\uff21\uff4e\uff41 2"),  # full width
        (("Ana \u2764",), "Ana \u2764\ufe0f", "Ana \u2764\ufe0f 2"),
        (("Ina",), "lna", "lna 2"),
        (("Ina",), "ina", "ina 2"),
        (("Bo0",), "BoO", "BoO 2"),
        (("Ana-Lena",), "Ana\u2011Lena", "Ana\u2011Lena 2"),
        (("Amo",), "Arno", "Arno 2"),
        (("Ana",), "An\u00e1", "An\u00e1"),
        (("Ana",), "\u0410\u043d\u043d\u0430", "\u0410\u043d\u043d\u0430"),  # Anna in Cyrillic
        (("x" * 24,), "x" * 24, "x" * 22 + " 2"),
        (("a" * 21 + " bc",), "a" * 21 + " bc", "a" * 21 + " 2"),
    ],
)
def test_a_name_is_made_unique(there: tuple[str, ...], name: str, known_as: str) -> None:
    seating = Seating(8)
    for seat, each in enumerate(there):
        seating.apply(records.Seated(seat, each, each))
    assert seating.unique_name(name) == known_as


def test_two_players_of_one_name_can_be_told_apart() -> None:
    table = MemoryLobby()
    first, second = table.guests("Ana", "Ana")
    room = table.open(first)
    second.do(Join, room.code)
    assert names(first) == ["Ana", "Ana 2", ""]
    second.do(Chat, "hello")
    assert [(each.name, each.seat) for each in first.heard(Said)] == [("Ana 2", 1)]
    second.hang_up()
    second.do(Resume, room.code, -1)
    assert names(first) == ["Ana", "Ana 2", ""]
    first.do(Leave)
    assert names(second) == ["", "Ana 2", ""]


def test_a_spectator_does_not_speak_under_a_players_name() -> None:
    table = MemoryLobby()
    player, spectator = table.guests("Ana", "\u0410na")
    room = table.open(player)
    spectator.do(Watch, room.code)
    spectator.do(Chat, "I give up")
    assert [(each.name, each.seat) for each in player.heard(Said)] == [("\u0410na 2", None)]


def test_a_bot_takes_no_players_name() -> None:
    table = MemoryLobby()
    (ana,) = table.guests("Bot 2")
    table.open(ana)
    ana.do(AddBot)
    assert names(ana) == ["Bot 2", "Bot 2 2", ""]


def test_the_journal_gives_the_same_names_back() -> None:
    table = MemoryLobby()
    first, second = table.guests("Ana", "Ana")
    room = table.open(first)
    second.do(Join, room.code)
    first.do(AddBot)
    later = MemoryLobby(journal=table.journal)
    history = [records.decode(body) for body in table.journal.streams[room.code]]
    again = later.lobby.restore(room.code, history, later.now)
    assert [place.name for place in again.seating] == ["Ana", "Ana 2", "Bot 3"]


# who plays and who watches


def test_the_room_says_for_whom_a_bot_plays() -> None:
    table = MemoryLobby(Limits(hold_seconds=60))
    ana, ben = table.guests("Ana", "Ben")
    room = table.open(ana, seats=2)
    ben.do(Join, room.code)
    ben.do(Ready)
    ana.do(Start)
    ben.hang_up()
    assert seen(ana).seats[1] == SeatState("player", "Ben", True, False)
    table.later(61)
    assert seen(ana).seats[1] == SeatState("player", "Ben", True, False, bot=True)
    ben.do(Resume, room.code, -1)
    assert seen(ana).seats[1] == SeatState("player", "Ben", True, True)


def test_the_room_names_its_spectators_but_no_endless_list() -> None:
    table = MemoryLobby()
    ana, *watchers = table.guests("Ana", *[f"Fan {each}" for each in range(NAMED_WATCHERS + 2)])
    room = table.open(ana)
    watchers[0].do(Watch, room.code)
    assert (seen(ana).watching, seen(watchers[0]).watchers) == (1, ["Fan 0"])
    for each in watchers[1:]:
        each.do(Watch, room.code)
    table.later(10)
    state = seen(ana)
    assert state.watching == NAMED_WATCHERS + 2
    assert state.watchers == [f"Fan {each}" for each in range(NAMED_WATCHERS)]
    watchers[0].do(Leave)
    table.later(10)
    assert seen(ana).watchers[0] == "Fan 1"
