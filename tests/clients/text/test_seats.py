"""Who is at a table, in words."""

import pytest
from msgspec.structs import replace

from watai.clients.text.catalogue import Text
from watai.clients.text.seats import people, presence, room_news, watchers, why_not_started
from watai.protocol.messages import RoomState, SeatState

ANA = SeatState("player", "Ana", True, True)
BEN = SeatState("player", "Ben", True, True)
AWAY = SeatState("player", "Ben", True, False)
PLAYED = SeatState("player", "Ben", True, False, bot=True)
LATE = SeatState("player", "Ben", False, True)
OPEN = SeatState("open", "", False, False)
BOT = SeatState("bot", "Bot 3", True, True)


def room(*seats: SeatState, host: int = 0, watching: tuple[str, ...] = ()) -> RoomState:
    count = len(watching)
    return RoomState(
        *("bako", "wapi", "playing", False, {}, host),
        *(list(seats), count, 0, "m", False, list(watching)),
    )


@pytest.mark.parametrize(
    ("seat", "distances", "shown"),
    [(BEN, (3, 42), "42"), (BEN, (), ""), (AWAY, (3, None), "away"), (PLAYED, (3,), "bot")],
)
def test_a_distance_or_why_there_is_none(
    seat: SeatState, distances: tuple[int | None, ...], shown: str
) -> None:
    assert presence(Text("en"), room(ANA, seat), distances, 1) == shown


def test_everybody_at_the_table_is_told() -> None:
    told = people(Text("en"), room(ANA, PLAYED, BOT), (3, None, None))
    assert list(told) == [
        ("Ana (you) (host)", "3 ms"),
        ("Ben", "away, a bot plays"),
        ("Bot 3", "bot"),
    ]


@pytest.mark.parametrize(
    ("others", "told"),
    [
        ([OPEN], "A seat is free: b adds a bot."),
        ([OPEN, OPEN, BOT], "2 seats are free: b adds a bot."),
        ([LATE, BOT], "Ben is not ready yet."),
        ([OPEN, LATE, LATE], "A seat is free: b adds a bot. Ben and Ben are not ready yet."),
        ([BEN], "Somebody is missing or not ready."),
    ],
)
def test_a_host_is_told_who_is_missing(others: list[SeatState], told: str) -> None:
    ana = replace(ANA, ready=False)  # the host is ready by asking to start
    assert why_not_started(Text("en"), room(ana, *others), "b") == told


def test_who_watches_is_named_and_the_rest_counted() -> None:
    watched = room(ANA, BEN, watching=("Cleo", "Dan"))
    assert watchers(Text("en"), room(ANA, BEN)) == ""
    assert watchers(Text("en"), watched) == "Watching: Cleo, Dan"
    assert watchers(Text("fr"), replace(watched, watching=5)) == "Spectateurs : Cleo, Dan, +3"


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        (BEN, AWAY, "Ben is away. A bot plays after a minute."),
        (AWAY, PLAYED, "A bot plays for Ben, who is away."),
        (PLAYED, BEN, "Ben is back."),
        (AWAY, BOT, "Ben has left; Bot 3 plays on."),
    ],
)
def test_who_comes_and_goes_is_told(before: SeatState, after: SeatState, told: str) -> None:
    assert list(room_news(Text("en"), room(ANA, before), room(ANA, after))) == [told]


def test_a_new_host_and_a_new_spectator_are_told() -> None:
    before, after = room(ANA, BEN), room(ANA, BEN, host=1, watching=("Cleo",))
    assert list(room_news(Text("fr"), before, after)) == [
        "Ben est maintenant l’hôte.",
        "Cleo regarde.",
    ]
