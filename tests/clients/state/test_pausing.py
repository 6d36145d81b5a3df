"""When a client asks for a pause, and what the clock shows meanwhile."""

from dataclasses import replace

import msgspec

from tests.support.screens.watai_positions import position as a_race
from watai.clients.state.model import Model
from watai.clients.state.pausing import ASKED, READING, ROUND, Pausing
from watai.protocol.messages import RoomState, SeatState


def alone(model: Model, *, others: str = "bot", paused: bool = False) -> Model:
    """The same game, with the first player alone among bots."""
    assert model.room is not None
    seats = [
        SeatState("player" if seat == 0 else others, name, True, True)
        for seat, name in enumerate(model.names)
    ]
    room = msgspec.structs.replace(model.room, seats=seats, paused=paused)
    return replace(model, room=room)


def before_a_race() -> Model:
    return a_race(3, lambda view: view.phase == "waiting").model


def in_a_race() -> Model:
    return a_race(3, lambda view: view.phase == "race").model


def room_of(model: Model) -> RoomState:
    assert model.room is not None
    return model.room


def test_a_round_waits_until_the_player_has_read_what_comes() -> None:
    pausing, model = Pausing(), alone(before_a_race())
    assert pausing.reason(model) == ROUND
    assert pausing.due(model) is True
    assert pausing.due(model) is None, "the server was told"
    paused = alone(model, paused=True)
    pausing.go_on(paused)
    assert pausing.due(paused) is False
    assert pausing.reason(alone(in_a_race())) is None


def test_with_other_people_nothing_waits() -> None:
    pausing, model = Pausing(reading=True), alone(before_a_race(), others="player")
    assert pausing.reason(model) is None
    assert pausing.due(model) is None


def test_what_is_read_and_what_the_player_asks_for_stop_the_game() -> None:
    pausing, model = Pausing(), alone(in_a_race())
    assert pausing.due(model) is None
    pausing.reading = True
    assert (pausing.reason(model), pausing.due(model)) == (READING, True)
    pausing.asked = True
    assert pausing.reason(model) == ASKED
    paused = alone(model, paused=True)
    pausing.go_on(paused)
    assert pausing.due(paused) is None, "there is still something to read"
    pausing.reading = False
    assert pausing.due(paused) is False


def test_a_game_that_was_paused_when_the_player_left_is_still_paused() -> None:
    pausing, model = Pausing(), alone(in_a_race(), paused=True)
    assert pausing.due(model) is None
    assert pausing.reason(model) == ASKED


def test_a_refused_pause_is_not_asked_for_again_until_the_room_changes() -> None:
    pausing, model = Pausing(reading=True), alone(in_a_race())
    assert pausing.due(model) is True
    pausing.refused(model.room)
    assert pausing.due(model) is None
    assert pausing.due(alone(model)) is True


def test_a_move_lets_the_game_go_on_first() -> None:
    pausing, model = Pausing(reading=True), alone(in_a_race())
    assert not pausing.let_go(model)
    pausing.due(model)
    assert pausing.let_go(model), "the pause is on its way"
    assert pausing.let_go(alone(model, paused=True))


def test_the_clock_stands_still_during_a_pause_and_goes_on_from_there() -> None:
    model = alone(in_a_race())
    assert model.table is not None
    now = model.table.started + 10
    stopped = model.hear(msgspec.structs.replace(room_of(model), paused=True), now)
    assert stopped.table is not None
    assert stopped.table.clock(now + 100) == 10_000
    going = stopped.hear(room_of(model), now + 100)
    assert going.table is not None
    assert going.table.clock(now + 101) == 11_000
