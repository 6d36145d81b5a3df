"""Chapter 2 of the rules: Go, and everybody at once (WATAI-6)."""

import pytest

from tests.engine.watai.positions import begin, new, of, only, pass_round, table
from watai.engine.game import Move
from watai.engine.watai.events import GoSaid, Opened, RoundOpened, Started
from watai.engine.watai.moves import Go, Shout, Turn

SECOND = 1_000


@pytest.mark.parametrize("seats", [2, 3, 8])
def test_watai_6_everybody_may_be_drawn_to_lead_the_first_round(seats: int) -> None:
    leaders = {new(seats, str(seed)).view.leader for seed in range(100)}
    assert leaders == set(range(seats))


@pytest.mark.parametrize("move", [Turn(), Shout(), begin("G+1")])
def test_watai_6_nothing_may_be_played_before_go(move: Move) -> None:
    it = new(3, "go")
    assert {it.refused(seat, move) for seat in range(3)} == {"WATAI-6"}


def test_watai_6_nobody_but_the_leader_says_go() -> None:
    it = new(3, "go")
    others = {0, 1, 2} - {it.view.leader}
    assert {it.refused(seat, Go()) for seat in others} == {"WATAI-6"}


def test_watai_6_the_leader_is_asked_for_go_and_told_until_when() -> None:
    it = new(3, "go")
    (prompt,) = it.view.prompts
    assert (prompt.seat, prompt.ask, prompt.until) == (it.view.leader, "go", 30 * SECOND)


def test_watai_6_go_starts_a_countdown_of_three_seconds() -> None:
    it = new(3, "go")
    it.wait(700)
    said = only(it.play(it.view.leader, Go()), GoSaid)
    assert (said.by_server, said.starts) == (False, 3_700)
    assert it.view.phase == "countdown"


def test_watai_6_nobody_plays_during_the_countdown() -> None:
    it = new(3, "go")
    it.play(it.view.leader, Go())
    assert it.wait(2_999) == []
    assert {it.refused(seat, Turn()) for seat in range(3)} == {"WATAI-6"}


def test_watai_6_the_race_is_on_when_the_countdown_is_over() -> None:
    it = new(3, "go")
    it.play(it.view.leader, Go())
    assert it.wait(3_000) == [Started()]
    it.play(0, Turn())


def test_watai_6_the_server_says_go_after_thirty_seconds_and_not_before() -> None:
    it = new(3, "go")
    assert it.wait(29_999) == []
    said = only(it.wait(1), GoSaid)
    assert (said.seat, said.by_server, said.starts) == (it.view.leader, True, 33_000)


def test_watai_6_go_is_said_once() -> None:
    it = table()
    assert it.refused(0, Go()) == "WATAI-6"


@pytest.mark.parametrize("shouter", [0, 1, 2])
def test_watai_6_whoever_ended_a_round_by_shouting_leads_the_next(shouter: int) -> None:
    it = new(3, "go")
    assert only(pass_round(it, shouter), RoundOpened).leader == shouter
    assert [prompt.seat for prompt in it.view.prompts] == [shouter]


def test_watai_6_all_play_at_the_same_time_and_nobody_waits_for_a_turn() -> None:
    it = table(reels={0: "G+1 G+2", 1: "L+1", 2: "O+1"})
    played = [(2, "O+1"), (0, "G+1"), (0, "G+2"), (1, "L+1")]
    events = [event for seat, card in played for event in it.play(seat, begin(card))]
    assert [(event.seat, event.card) for event in of(events, Opened)] == played
