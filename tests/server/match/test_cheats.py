"""Cheats of a race that were found from outside, each on a room in virtual time: none of them pays."""

import pytest

from tests.support.server.latency_room import MS
from tests.support.server.memory_lobby import MemoryGuest, MemoryLobby
from tests.support.server.opening_place import CHEAT, HONEST, OpeningPlace
from watai.engine.game import Seat
from watai.protocol.messages import Refused, Resume
from watai.protocol.replay import Numbered, Replay
from watai.server.arbitration import arbiter
from watai.server.arbitration.rtt import RttMeter
from watai.server.arbitration.view_time import Play
from watai.server.audit.recheck import Difference, recheck
from watai.server.clock import Micros
from watai.server.match import player_timing
from watai.server.match.attempt import Attempt
from watai.server.match.player_timing import PlayerTiming
from watai.server.rooms.lobby import Lobby
from watai.server.storage import records

pytestmark = pytest.mark.slow

SEEDS = ("place 0", "place 4", "place 5", "place 7", "place 8")
EVERY = 25  # ms: 40 times a second


def judged(place: OpeningPlace) -> records.Judged:
    kept = map(records.decode, place.table.journal.streams[place.room.code])
    return [each for each in kept if isinstance(each, records.Judged)][-1]


def noted(place: OpeningPlace, seat: int) -> list[records.Misplaced]:
    """The seat's misplaced plays on record."""
    kept = map(records.decode, place.table.journal.streams[place.room.code])
    return [each for each in kept if isinstance(each, records.Misplaced) and each.seat == seat]


def credited(place: OpeningPlace, seat: int) -> float:
    """The reaction that the verdict gives a seat, in ms from the opening."""
    ruling = next(each for each in judged(place).verdict.order if each.seat == seat)
    opened = place.match.micros(place.opened_at)
    return (ruling.view_time - opened) / 1_000


# the same move again and again, before the place is open


def repeat(place: OpeningPlace, times: int, every: int = EVERY) -> None:
    """Misplaced plays before the opening, so many ms apart, the last one just before it."""
    for _ in range(times):
        assert isinstance(place.say(place.cheat, place.moves[CHEAT]), Refused)
        place.table.wait(every * MS)
    place.table.wait(-(every - 5) * MS)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("reaction", [110, 250])
def test_blind_repetition_wins_against_nobody(seed: str, reaction: int) -> None:
    place = OpeningPlace(10, 60, seed)
    repeat(place, 20)
    place.open()
    place.until(EVERY - 5)
    place.say(place.cheat, place.moves[CHEAT])
    place.react(place.honest, reaction)
    assert place.winner() == HONEST


def test_blind_repetition_twice_a_second_does_not_pay_either() -> None:
    place = OpeningPlace(10, 60)
    repeat(place, 3, 490)
    place.open()
    place.until(20)
    place.say(place.cheat, place.moves[CHEAT])
    place.react(place.honest, 350)
    assert place.winner() == HONEST
    assert credited(place, CHEAT) >= 400


def test_one_honest_mistake_costs_nothing() -> None:
    place = OpeningPlace(10, 60)
    repeat(place, 1)
    place.open()
    place.react(place.cheat, 200)
    place.react(place.honest, 201)
    assert place.winner() == CHEAT
    assert credited(place, CHEAT) == 200


def test_mistakes_on_another_pile_or_long_ago_cost_nothing() -> None:
    place = OpeningPlace(10, 60)
    repeat(place, 3)
    place.table.later(6)
    elsewhere = type(place.opening)(place.moves[CHEAT].card, place.opening.pile + 50)
    for _ in range(3):
        assert isinstance(place.say(place.cheat, elsewhere), Refused)
    place.open()
    place.react(place.cheat, 200)
    place.react(place.honest, 201)
    assert place.winner() == CHEAT


def test_a_play_that_lost_its_race_is_no_mistake() -> None:
    """The place was open when the player pressed; the refused play is no guess at the next one."""
    place = OpeningPlace(10, 60)
    place.open()
    place.react(place.honest, 200)
    place.until(600)
    before = noted(place, CHEAT)
    lost = place.say(place.cheat, place.moves[CHEAT])
    assert isinstance(lost, Refused)
    assert lost.code == "race/lost"
    assert noted(place, CHEAT) == before


# the floor


def test_who_does_not_read_is_no_quicker_than_a_person() -> None:
    place = OpeningPlace(10, 60)
    place.open(unread=place.cheat.guest)
    place.until(12)
    place.say(place.cheat, place.moves[CHEAT])
    place.until(170)
    assert place.room.holding or credited(place, CHEAT) >= 100
    place.until(1_000)
    assert credited(place, CHEAT) == 100


def test_who_comes_back_and_resumes_is_no_quicker_than_a_person() -> None:
    place = OpeningPlace(10, 60)
    place.open()
    place.until(3)
    seen = place.match.seq - 1
    place.cheat.guest.hang_up()
    again = MemoryGuest(place.table, "again")
    again.session = place.cheat.guest.session
    place.cheat.guest = again
    again.do(Resume, place.room.code, seen, place.match.id)
    place.until(5)
    place.say(place.cheat, place.moves[CHEAT])
    place.react(place.honest, 90)
    place.winner()
    assert credited(place, CHEAT) == 100


def test_a_burst_of_other_moves_does_not_hide_the_opening() -> None:
    place = OpeningPlace(10, 60)
    place.open(unread=place.cheat.guest)
    turn = next(
        each for each in place.game.moves(place.cheat.seat) if type(each).__name__ == "Turn"
    )
    for _ in range(100):
        place.say(place.opener, turn)  # type: ignore[arg-type]
    place.until(12)
    place.say(place.cheat, place.moves[CHEAT])
    place.until(1_000)
    assert credited(place, CHEAT) == 100


# the record


def whole_game(place: OpeningPlace) -> Replay:
    """Play on to the end."""
    place.until(1_000)
    place.simulation.run()
    return place.simulation.replay()


def test_games_with_guesses_and_unread_events_can_be_verified() -> None:
    place = OpeningPlace(10, 60)
    repeat(place, 4)
    place.open(unread=place.cheat.guest)
    place.until(12)
    place.say(place.cheat, place.moves[CHEAT])
    place.until(1_000)
    assert credited(place, CHEAT) >= 400
    assert recheck(whole_game(place)).decisions


def test_verify_finds_a_server_without_the_floor(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PlayerTiming, "_shown", lambda *_: None)
    place = OpeningPlace(10, 60)
    place.open()
    place.until(12)
    place.say(place.cheat, place.moves[CHEAT])
    with pytest.raises(Difference, match="quicker than a person"):
        recheck(whole_game(place))


def test_verify_finds_a_server_that_forgives_guesses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(player_timing, "reacts_from", lambda shown, *_: shown)
    place = OpeningPlace(10, 60)
    repeat(place, 4)
    place.open()
    place.until(12)
    place.say(place.cheat, place.moves[CHEAT])
    with pytest.raises(Difference, match="quicker than a person"):
        recheck(whole_game(place))


def test_a_client_that_repeats_all_the_time_makes_few_records() -> None:
    place = OpeningPlace(10, 60)
    before = len(noted(place, CHEAT))
    repeat(place, 100)  # for 2.5 seconds
    assert len(noted(place, CHEAT)) - before == 6


def test_guesses_are_known_again_after_a_crash() -> None:
    place = OpeningPlace(10, 60)
    repeat(place, 4)
    bodies = place.table.journal.streams[place.room.code]
    lobby = Lobby(MemoryLobby().journal, place.table.sessions, place.table.limits)
    room = lobby.restore(
        place.room.code, [records.decode(body) for body in bodies], place.table.now
    )
    assert room.runner is not None
    timing = room.runner.referee.timing
    move, now = place.moves[CHEAT], place.match.micros(place.table.now)
    play = Play(CHEAT, 1, now, RttMeter().snapshot(), Micros(0))
    opening = Numbered(1, now, place.match.history[-1].event)
    again = timing.play_for(Attempt(Seat(CHEAT), move, play), opening, True)
    assert again.opened == now + 300_000


def test_verify_refuses_a_version_that_it_does_not_know(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arbiter, "VERSION", 2)
    place = OpeningPlace(10, 60)
    place.open()
    place.react(place.cheat, 200)
    with pytest.raises(Difference, match="a version that is not known"):
        recheck(whole_game(place))
