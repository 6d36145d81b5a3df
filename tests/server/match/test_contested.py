"""A place that players race for is told to everybody at once, by its name alone, and helps nobody to win it."""

import pytest

from tests.support.server.latency_room import MS
from tests.support.server.memory_lobby import MemoryGuest, MemoryLobby
from tests.support.server.opening_place import CHEAT, HONEST, OpeningPlace
from watai.engine.game import Slot
from watai.engine.watai import stakes
from watai.engine.watai.moves import Turn
from watai.protocol.messages import (
    Done,
    Happened,
    Look,
    Pending,
    Prompts,
    Refused,
    Resume,
    ViewNow,
    Watch,
)
from watai.server.match.spectator_delay import STEP
from watai.server.rooms.lobby import Lobby
from watai.server.storage import records

pytestmark = pytest.mark.slow

LONGEST = 260  # ms: how much later spectators are told


def marks(guest: MemoryGuest) -> list[list[str]]:
    """What a guest was told of contested places since the last call."""
    return [each.contested for each in guest.heard(Prompts)]


def opened() -> tuple[OpeningPlace, list[MemoryGuest]]:
    """A place that is open, and the guests at the table, who have been told so."""
    place = OpeningPlace(20, 150)
    place.open()
    guests = [player.guest for player in place.simulation.players]
    for guest in guests:
        guest.told.clear()
    return place, guests


def test_everybody_is_told_once_which_place_and_when_it_is_decided() -> None:
    place, guests = opened()
    place.react(place.cheat, 200)  # the other player, far away, may have been quicker
    mark = [f"pile/{place.opening.pile}"]
    assert [marks(guest) for guest in guests] == [[mark]] * 4
    place.table.later(0)
    place.react(place.honest, 210)
    assert [marks(guest)[-1] for guest in guests] == [[]] * 4
    for guest in guests:
        others = [each for each in guest.told if not isinstance(each, Done | Pending | Refused)]
        assert [type(each) for each in others] == [Happened]


def test_a_busy_server_tells_a_mark_with_the_next_event_only() -> None:
    place, guests = opened()
    place.table.lobby.busy = True
    place.react(place.cheat, 200)
    assert [marks(guest) for guest in guests] == [[]] * 4
    assert place.table.lobby.race_counts.marks_left_out == 1
    place.opener.guest.play(Turn())
    place.table.settle()
    assert [marks(guest) for guest in guests] == [[[f"pile/{place.opening.pile}"]]] * 4


def test_a_busy_server_takes_a_mark_away_at_once() -> None:
    place, guests = opened()
    place.react(place.cheat, 200)
    place.table.lobby.busy = True
    place.table.later(0)
    place.react(place.honest, 210)
    assert [marks(guest)[-1] for guest in guests] == [[]] * 4


def test_a_busy_server_never_tells_a_race_that_nothing_came_between() -> None:
    place, guests = opened()
    place.table.lobby.busy = True
    place.react(place.cheat, 200)
    place.react(place.honest, 210)
    assert [marks(guest) for guest in guests] == [[]] * 4
    assert all(guest.heard(Happened) for guest in guests)


def test_a_mark_tells_a_place_and_nothing_else() -> None:
    place, _ = opened()
    place.react(place.cheat, 200)
    told = place.honest.guest.heard(Prompts)
    assert told == [Prompts([], [f"pile/{place.opening.pile}"])]


def test_a_play_that_nobody_contests_marks_nothing() -> None:
    place = OpeningPlace(20, 150)
    for player in place.simulation.players:
        player.guest.told.clear()
    place.open()
    for player in place.simulation.players:
        assert marks(player.guest) == []


def test_spectators_see_a_mark_as_late_as_everything() -> None:
    place = OpeningPlace(20, 150)
    (eve,) = place.table.guests("Eve")
    eve.do(Watch, place.room.code)
    place.table.later(1)
    eve.told.clear()
    place.open()
    place.react(place.cheat, 200)
    place.until(220 + LONGEST - 1)
    assert marks(eve) == []
    place.until(220 + LONGEST + STEP // MS)
    assert marks(eve)[0] == [f"pile/{place.opening.pile}"]
    place.until(1_000)
    assert marks(eve) == [[]]


@pytest.mark.parametrize("how", ["look", "resume"])
def test_who_comes_meanwhile_sees_it_too(how: str) -> None:
    place, guests = opened()
    guest = guests[3]
    if how == "resume":
        guest.hang_up()
    place.react(place.cheat, 200)
    guest.told.clear()
    if how == "look":
        guest.do(Look)
    else:
        guest.do(Resume, place.room.code, place.match.seq, place.match.id)
    told = [each.contested for each in guest.told if isinstance(each, Prompts | ViewNow)]
    assert told == [[f"pile/{place.opening.pile}"]]


def test_who_waits_for_the_mark_loses_however_quick_the_program() -> None:
    """The mark goes out when the first play arrives: whoever reacts to it has pressed after that."""
    place, _ = opened()
    place.react(place.cheat, 200)
    place.until(200 + 20 + 150)  # the mark is there, and an answer in no time has come back
    place.say(place.honest, place.moves[HONEST], (place.match.seq, 200_000 + 20_000))
    assert place.winner() == CHEAT


def test_a_freeze_is_not_told_it_would_show_the_card_being_turned() -> None:
    assert stakes.contested(stakes.freeze(1)) is None
    assert stakes.contested(stakes.shout(1)) == "shout"
    assert stakes.contested(stakes.pile(1, 12, 3)) == "pile/12"
    assert stakes.contested(Slot("something/else")) is None


def refusal(place: OpeningPlace, seats: tuple[int, int], at: tuple[int, int]) -> Refused:
    """Both play so many ms after the opening, as they see it; the answer to whoever lost."""
    answers = []
    for seat, millis in sorted(zip(seats, at, strict=True), key=lambda each: each[1]):
        who = place.simulation.players[seat]
        place.until(millis + who.rtt / MS)
        claim = place.match.seq, millis * 1_000
        answers.append(place.say(who, place.moves[seat], claim))
    place.until(2_000)
    players = [place.simulation.players[seat].guest for seat in seats]
    answers += [each for guest in players for each in guest.heard(Refused)]
    (lost,) = [each for each in answers if isinstance(each, Refused)]
    return lost


def test_a_draw_between_plays_that_were_too_early_is_told_as_such() -> None:
    """They are 50 ms apart and count alike: that is no draw because they were too close to tell."""
    place = OpeningPlace(20, 20)
    place.open()
    lost = refusal(place, (CHEAT, HONEST), (30, 80))
    assert (lost.ms, lost.early) == (0, True)
    assert lost in answers_after_a_crash(place)


def answers_after_a_crash(place: OpeningPlace) -> list[object]:
    """Every answer that the journal of the room gives again."""
    opened, *rest = map(records.decode, place.table.journal.streams[place.room.code])
    lobby = Lobby(MemoryLobby().journal, place.table.sessions, place.table.limits)
    room = lobby.restore(place.room.code, [opened], place.table.now)
    return [reply for record in rest for _, reply in room.refold(record, place.table.now)]


def test_a_race_lost_in_the_usual_way_was_not_too_early() -> None:
    place = OpeningPlace(20, 20)
    place.open()
    lost = refusal(place, (CHEAT, HONEST), (250, 230))
    assert (lost.by, lost.ms, lost.early) == (HONEST, 20, False)
