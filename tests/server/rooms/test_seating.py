"""The seats of a room and its host."""

import pytest

from watai.protocol.errors import Denied
from watai.server.rooms.seating import Seating
from watai.server.storage import records


def seated(*sessions: str | None) -> Seating:
    seating = Seating(len(sessions))
    for seat, session in enumerate(sessions):
        if session is not None:
            seating.apply(records.Seated(seat, session, session.title()))
    return seating


def test_the_first_to_sit_is_host() -> None:
    seating = seated(None, "ada", "bob")
    assert seating.host == "ada"
    assert seating.host_seat() == 1
    assert seating.seat_of("bob") == 2
    assert seating.seat_of("eve") is None


def test_a_free_seat_is_the_first_or_the_one_wanted() -> None:
    seating = seated("ada", None, None)
    assert seating.free_seat(None) == 1
    assert seating.free_seat(2) == 2
    for wanted, code in ((0, "seat/taken"), (3, "seat/unknown"), (-1, "seat/unknown")):
        with pytest.raises(Denied) as denied:
            seating.free_seat(wanted)
        assert denied.value.code == code
    with pytest.raises(Denied) as denied:
        seated("ada").free_seat(None)
    assert denied.value.code == "room/full"


def test_a_bot_is_always_ready_and_here() -> None:
    seating = seated("ada", None)
    seating.apply(records.BotSeated(1, "easy"))
    seating.clear_ready()
    seating.check_ready()
    state = seating.state(1, connected=False, stand_in=True)
    assert (state.kind, state.ready, state.here, state.bot) == ("bot", True, True, False)


def test_the_heir_is_one_who_is_here_then_anybody() -> None:
    seating = seated("ada", "bob", "eve")
    assert seating.heir("ada", {"eve"}) == "eve"
    assert seating.heir("ada", {"bob", "eve"}) == "bob"
    assert seating.heir("ada", set()) == "bob"
    assert seated("ada", None).heir("ada", {"ada"}) is None


def test_without_guests_nobody_is_host_until_one_sits_down() -> None:
    seating = seated("ada", None)
    seating.apply(records.HostPassed(""))
    seating.apply(records.Vacated(0))
    assert seating.host is None
    assert seating.host_seat() is None
    seating.apply(records.Seated(1, "bob", "Bob"))
    assert seating.host == "bob"


def test_its_records_seat_everybody_again() -> None:
    seating = seated("ada", None, "bob", None)
    seating.apply(records.BotSeated(3, "strong"))
    seating.apply(records.HostPassed("bob"))
    again = Seating(4)
    for record in seating.as_records():
        again.apply(record)
    assert again.places[3].strength == "strong"
    assert (again.host, again.seat_of("ada"), again.seat_of("bob")) == ("bob", 0, 2)
    assert again.places[1].free
