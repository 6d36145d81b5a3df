"""Chapter 3 of the rules: rounds in which nobody lays a card, and the end of a game that nobody plays (WATAI-22)."""

from tests.engine.watai.positions import (
    Table,
    arrange,
    begin,
    bot,
    new,
    of,
    only,
    pass_round,
    seed_for,
    table,
)
from watai.engine.game import Event, Seat
from watai.engine.playout import playout
from watai.engine.watai.events import Blocked, RoundOpened, Scored, TenLost, Won
from watai.engine.watai.moves import Turn
from watai.engine.watai.rules import STANDSTILL

LULL = 180_000
ROUND = 30_000 + 3_000 + LULL
"""A round that nobody plays: the server says Go, the countdown, the race."""


def sleep(it: Table, rounds: int) -> list[Event]:
    """Let so many rounds go by without a move, from the opening of the first."""
    return it.wait(rounds * ROUND)


def slept(seed: str) -> list[Event]:
    """A game that nobody ever plays."""
    return sleep(new(3, seed, variants="off"), 3)


def test_watai_22_a_race_without_a_card_laid_for_three_minutes_is_blocked() -> None:
    it = table(reels={0: "G+1"})
    it.play(0, begin("G+1"))
    it.wait(LULL - 1)
    it.play(1, Turn())
    events = it.wait(1)
    assert [type(event) for event in events[:2]] == [Blocked, Scored]
    assert only(events, Scored).lines[0].points == 1 - 2 * 12
    assert only(events, RoundOpened).leader == 0


def test_watai_22_every_card_laid_begins_the_three_minutes_anew() -> None:
    it = table(reels={0: "G+1 G+2"})
    it.wait(LULL - 1)
    it.play(0, begin("G+1"))
    it.wait(LULL - 1)
    it.play(0, begin("G+2"))
    assert it.wait(LULL - 1) == []
    assert of(it.wait(1), Blocked) == [Blocked()]


def test_watai_22_three_such_rounds_in_a_row_end_the_game_for_the_highest_total() -> None:
    it = new(3, seed_for(3), variants="off")
    pass_round(it, 2)
    assert of(sleep(it, 2), Won) == []
    events = sleep(it, 1)
    best = max(it.game.totals)
    winners = tuple(seat for seat, total in enumerate(it.game.totals) if total == best)
    assert of(events, Won) == [Won(Seat(winner), best) for winner in winners]
    outcome = it.game.outcome()
    assert outcome is not None
    assert (outcome.reason, outcome.winners) == (STANDSTILL, winners)
    assert it.game.due() is None


def test_watai_22_players_who_share_the_highest_total_share_the_victory() -> None:
    even = next(seed for seed in map(str, range(99)) if not of(slept(seed), TenLost))
    it = new(3, even, variants="off")
    sleep(it, 3)
    outcome = it.game.outcome()
    assert outcome is not None
    assert outcome.winners == (0, 1, 2)


def test_watai_22_a_round_that_is_played_begins_the_count_of_rounds_anew() -> None:
    it = new(3, seed_for(3), variants="off")
    sleep(it, 2)
    pass_round(it, 1)
    assert of(sleep(it, 2), Won) == []
    assert of(sleep(it, 1), Won) != []


def test_watai_22_a_round_blocked_because_nothing_fits_is_not_one_of_them() -> None:
    it = new(3, seed_for(3), variants="off")
    sleep(it, 2)
    while it.game.phase.name != "waiting":
        it._next_due()
    starts = {seat: " ".join(f"{back}+{n}" for n in range(1, 5)) for seat, back in enumerate("GLO")}
    arrange(it.game, {}, starts, {}, ())
    assert of(it.go(), Blocked) == [Blocked()]
    assert (it.game.lulls, it.game.outcome()) == (0, None)


def test_watai_22_rivals_who_only_turn_their_stock_do_not_keep_a_round_going() -> None:
    it = new(3, "c")  # seat 0 sleeps on cards that the others wait for
    for _ in playout(it.game, {Seat(seat): bot(seat=seat) for seat in (1, 2)}):
        pass
    outcome = it.game.outcome()
    assert outcome is not None
    assert outcome.reason == STANDSTILL
