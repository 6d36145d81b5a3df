"""Spectators of a race see it later than every player who is compensated, in order and whole, however they look."""

import pytest

from tests.support.server.latency_room import MS, LatencyRoom
from tests.support.server.memory_lobby import MemoryGuest
from tests.support.server.opening_place import CHEAT, HONEST, OpeningPlace
from watai.protocol.messages import (
    Done,
    Happened,
    Leave,
    Look,
    Resume,
    RoomState,
    Said,
    ServerMessage,
    ViewNow,
    Watch,
)
from watai.server.clock import Nanos
from watai.server.match.spectator_delay import STEP

pytestmark = pytest.mark.slow

CAP = 160  # ms
LONGEST = 260  # ms: the longest way that is compensated
SOON = LONGEST + STEP // MS


def spectator(place: OpeningPlace) -> MemoryGuest:
    """A guest who watches, and has been told everything up to now."""
    (eve,) = place.table.guests("Eve")
    eve.do(Watch, place.room.code)
    place.table.later(1)
    eve.told.clear()
    return eve


def shown(guest: MemoryGuest) -> int:
    """The newest event that a guest knows of."""
    told = [each.seq for each in guest.told if isinstance(each, Happened | ViewNow)]
    return max(told, default=-1)


def test_a_far_seat_learns_nothing_from_a_spectator_nearby() -> None:
    """By the spectator the place opens when the far seat's own event is there long since."""
    place = OpeningPlace(150, 20)
    eve = spectator(place)
    place.open()
    place.until(CAP)
    assert shown(eve) < place.match.seq
    place.until(SOON)
    assert shown(eve) == place.match.seq


def test_an_honest_player_beats_who_waits_for_the_spectator() -> None:
    place = OpeningPlace(150, 20)
    eve = spectator(place)
    place.open()
    opening = place.match.seq
    seen = 0
    while shown(eve) < opening:
        seen += 1
        place.until(seen)
    reaction = 250  # of the cheat, 50 ms quicker than the honest one's
    place.until(300 + 20)
    place.say(place.honest, place.moves[HONEST], (opening, 300_000))
    place.until(seen + reaction + 75)
    place.say(place.cheat, place.moves[CHEAT])
    assert place.winner() == HONEST


@pytest.mark.parametrize("how", ["watch", "look", "resume"])
def test_looking_shows_the_table_as_late(how: str) -> None:
    place = OpeningPlace(150, 20)
    eve = spectator(place)
    if how != "look":
        eve.hang_up()
    before = place.match.seq
    place.open()
    place.until(10)
    if how == "watch":
        eve.do(Watch, place.room.code)
    elif how == "look":
        eve.do(Look)
    else:
        eve.do(Resume, place.room.code, before, place.match.id)
    place.until(CAP)
    assert not [each for each in eve.told if isinstance(each, Happened | ViewNow | RoomState)]
    place.react(place.honest, 200)
    place.until(1_000)
    numbers = [each.seq for each in eve.told if isinstance(each, Happened)]
    view = [each.seq for each in eve.told if isinstance(each, ViewNow)]
    assert view == ([] if how == "resume" else [before + 1])
    expected = range(before + (2 if how == "watch" else 1), place.match.seq + 1)
    assert numbers == list(expected)


def test_a_longer_wait_of_the_room_makes_spectators_later() -> None:
    place = OpeningPlace(150, 20, hold_cap=700)
    eve = spectator(place)
    place.open()
    place.until(700)
    assert shown(eve) < place.match.seq
    place.until(700 + STEP // MS)
    assert shown(eve) == place.match.seq


def test_chat_keeps_its_place_between_events() -> None:
    place = OpeningPlace(150, 20)
    eve = spectator(place)
    place.room.say("Ana", "", "look there")
    place.open()
    place.room.say("Ana", "", "gone")
    place.table.later(0)
    place.until(SOON)
    kinds = [type(each) for each in eve.told if isinstance(each, Happened | Said)]
    assert kinds == [Said, Happened, Said]


def test_fifty_looks_keep_one_view_back() -> None:
    place = OpeningPlace(150, 20)
    eve = spectator(place)
    for _ in range(50):
        eve.do(Look)
    place.open()
    place.until(SOON)
    assert [type(each) for each in eve.told if isinstance(each, ViewNow)] == [ViewNow]
    eve.told.clear()
    eve.do(Look)
    place.until(2 * SOON)
    assert [type(each) for each in eve.told if isinstance(each, ViewNow)] == [ViewNow]


def test_who_leaves_is_told_nothing_more_and_comes_back_to_a_view() -> None:
    place = OpeningPlace(150, 20)
    eve = spectator(place)
    place.open()
    eve.do(Leave)
    eve.do(Watch, place.room.code)
    place.until(SOON)
    match [each for each in eve.told if isinstance(each, Happened | ViewNow)]:
        case [ViewNow(seq)]:
            assert seq == place.match.seq
        case other:
            pytest.fail(f"{other}")


def test_events_are_encoded_once_for_all_spectators(monkeypatch: pytest.MonkeyPatch) -> None:
    place = OpeningPlace(150, 20)
    watching = [spectator(place) for _ in range(3)]
    heard: list[bytes] = []
    for each in watching:
        monkeypatch.setattr(each, "queue", lambda data, upto_seq=None: heard.append(data))
    place.open()
    place.until(SOON)
    assert len(heard) >= 3
    assert len({id(data) for data in heard}) * 3 == len(heard)


def test_a_spectator_is_told_a_whole_game_in_order_and_its_end_last() -> None:
    simulation = LatencyRoom([5, 20, 60, 150])
    (eve,) = simulation.table.guests("Eve")
    eve.do(Watch, simulation.room.code)
    simulation.run()
    match = simulation.room.match
    assert match is not None
    assert shown(eve) < match.seq
    simulation.table.later(1)
    story: list[ServerMessage] = [
        each for each in eve.told if isinstance(each, Happened | ViewNow | RoomState)
    ]
    view = next(each for each in story if isinstance(each, ViewNow))
    numbers = [each.seq for each in story if isinstance(each, Happened)]
    assert numbers == list(range(view.seq + 1, match.seq + 1))
    assert isinstance(story[-1], RoomState)
    assert story[-1].status == "finished"
    assert simulation.room.broadcast.spectator_delay.due() is None
    eve.told.clear()
    eve.do(Look)
    assert [type(each) for each in eve.told if isinstance(each, ViewNow)] == [ViewNow]


def test_a_room_by_arrival_keeps_nothing_back() -> None:
    simulation = LatencyRoom([5, 20], {"arbitration": "arrival", "variants": "off"})
    (eve,) = simulation.table.guests("Eve")
    eve.do(Watch, simulation.room.code)
    assert [type(each) for each in eve.told if isinstance(each, ViewNow)] == [ViewNow]


def test_the_answer_to_a_spectator_is_not_kept_back() -> None:
    place = OpeningPlace(150, 20)
    eve = spectator(place)
    assert isinstance(eve.ask(Look), Done)
    assert place.room.next_due() is not None
    assert place.room.next_due() <= Nanos(place.table.now + SOON * MS)  # type: ignore[operator]
