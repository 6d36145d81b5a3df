"""The view time of a play: what a claim can change, what it costs, and that no nonsense matters."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.arbitration.plays import MS, claimed, link, links, play, plays
from watai.server.arbitration.rtt import TOKEN_START
from watai.server.arbitration.view_time import (
    DRIP,
    FLOOR,
    FREE,
    GUESSED_WITHIN,
    GUESSES,
    TOKEN_CAP,
    USUAL,
    Claim,
    LinkSnapshot,
    Play,
    allowance,
    is_early,
    reacts_from,
    read_claim,
    timing_of,
    tokens_after,
)
from watai.server.clock import Micros

thorough = settings(max_examples=200, derandomize=True, deadline=None, database=None)


# the rule


def test_without_a_claim_the_usual_round_trip_counts() -> None:
    seen = timing_of(play(arrived=1_000 * MS, link=link(40 * MS)))
    assert (seen.view_time, seen.extra_rtt, seen.believed) == (960 * MS, 0, False)


def test_a_claim_within_the_quota_is_believed() -> None:
    seen = timing_of(claimed(47 * MS, link=link(40 * MS, tokens=10 * MS)))
    assert (seen.view_time, seen.extra_rtt, seen.believed) == (953 * MS, 7 * MS, True)


def test_a_claim_beyond_the_quota_is_cut() -> None:
    seen = timing_of(claimed(90 * MS, link=link(40 * MS, tokens=10 * MS)))
    assert (seen.extra_rtt, seen.believed) == (10 * MS + FREE, False)


def test_a_play_that_came_quicker_than_usual_counts_as_it_came() -> None:
    seen = timing_of(claimed(36 * MS, link=link(40 * MS, low=35 * MS)))
    assert (seen.extra_rtt, seen.view_time, seen.believed) == (-4 * MS, 964 * MS, True)


def test_nobody_is_quicker_than_the_quickest_seen() -> None:
    assert timing_of(claimed(5 * MS, link=link(40 * MS, low=35 * MS))).extra_rtt == -5 * MS


def test_a_stalled_pong_does_not_raise_the_lower_bound() -> None:
    """Were `low − base` taken as it is, stalling by 60 ms would give 60 ms for nothing."""
    stalled = link(40 * MS, low=100 * MS, high=100 * MS)
    assert timing_of(claimed(38 * MS, link=stalled)).extra_rtt <= 0
    assert timing_of(play(link=stalled)).extra_rtt == 0


def test_nobody_predates_what_they_did_before() -> None:
    assert timing_of(play(frontier=Micros(990 * MS))).view_time == 990 * MS


def test_nobody_predates_the_event_they_say_they_have_seen() -> None:
    seen = timing_of(claimed(1 * MS, el=0, link=link(40 * MS)))
    assert seen.view_time == 999 * MS


def test_a_reaction_below_100_ms_counts_as_100_ms() -> None:
    quick = play(arrived=1_000 * MS, opened=Micros(955 * MS), link=link(40 * MS))
    assert timing_of(quick).view_time == 1_055 * MS
    assert timing_of(quick).holds_from == 1_095 * MS  # as if it had been pressed then
    human = play(arrived=1_000 * MS, opened=Micros(800 * MS), link=link(40 * MS))
    assert (timing_of(human).view_time, timing_of(human).holds_from) == (960 * MS, 1_000 * MS)


def test_a_play_is_early_only_below_100_ms() -> None:
    told = Micros(860 * MS)
    at_100_ms = play(arrived=1_000 * MS, opened=told, link=link(40 * MS))
    below = play(arrived=1_000 * MS - 1, opened=told, link=link(40 * MS))
    assert (is_early(below), is_early(at_100_ms)) == (True, False)
    assert not is_early(play())  # for a slot nobody knows the opening of


# what it costs


@pytest.mark.parametrize(
    ("x", "spent"),
    [(0, -2_000), (500, -2_000), (4_000, 1_500), (-3_000, -5_000)],
)
def test_a_contested_play_gains_the_drip_and_pays_what_it_took(x: int, spent: int) -> None:
    seen = timing_of(claimed(40 * MS + x, link=link(40 * MS, low=30 * MS, tokens=20 * MS)))
    assert (seen.extra_rtt, seen.spent) == (x, spent)


@pytest.mark.parametrize(
    ("tokens", "spent", "left"),
    [(10, 3, 7), (10, 11, 0), (59_000, -2_000, 60_000), (0, -2_000, 2_000)],
)
def test_the_quota_stays_between_nothing_and_its_cap(tokens: int, spent: int, left: int) -> None:
    assert tokens_after(Micros(tokens), Micros(spent)) == left


def test_lying_every_time_gains_only_the_refill_and_the_free_allowance() -> None:
    tokens, total = TOKEN_CAP, 0
    for _ in range(1_000):
        seen = timing_of(claimed(500 * MS, link=link(40 * MS, tokens=tokens)))
        tokens, total = tokens_after(tokens, seen.spent), total + seen.extra_rtt
    assert total <= 1_000 * (DRIP + FREE) + TOKEN_CAP


def test_shaking_ones_own_pongs_gives_no_allowance() -> None:
    assert allowance(link(dev=50 * MS)) == allowance(link(dev=0))


# nonsense


@pytest.mark.parametrize(
    ("seen", "el"),
    [(None, 5), (5, None), (5, -1), (-1, 5), (5, 10**30), (10**30, 5), (-(10**30), -(10**30))],
)
def test_a_claim_that_cannot_be_one_is_none(seen: int | None, el: int | None) -> None:
    assert read_claim(seen, el) is None


def test_a_claim_that_can_be_one_is_kept() -> None:
    assert read_claim(7, 0) == Claim(7, 0)


@pytest.mark.parametrize(
    ("claim", "sent"),
    [
        (Claim(1, 10), None),  # an event never sent
        (Claim(1, 10), Micros(2_000 * MS)),  # from the future
        (Claim(1, 10**12), Micros(500 * MS)),  # longer ago than the event itself
        (Claim(1, -5), Micros(500 * MS)),
        (None, Micros(500 * MS)),
    ],
)
def test_a_claim_that_cannot_be_true_counts_as_none(
    claim: Claim | None, sent: Micros | None
) -> None:
    assert timing_of(play(claim=claim, sent=sent)) == timing_of(play())


# any play at all


@thorough
@given(plays())
def test_what_is_believed_stays_within_its_bounds(any_play: Play) -> None:
    seen, known = timing_of(any_play), any_play.link
    assert min(0, known.low - known.base) <= seen.extra_rtt <= allowance(known)
    assert seen.view_time >= any_play.frontier
    assert any_play.opened is None or seen.view_time >= any_play.opened + FLOOR
    assert 0 <= tokens_after(known.tokens, seen.spent) <= TOKEN_CAP


@thorough
@given(plays(), st.integers(-(10**9), 10**9))
def test_a_lie_gains_no_more_than_what_is_free_and_the_quota(any_play: Play, lie: int) -> None:
    """Against making no claim at all, which is open to everybody."""
    lying = Play(
        any_play.seat, 1, any_play.arrived, any_play.link, Micros(0), Claim(1, lie), any_play.sent
    )
    silent = Play(any_play.seat, 1, any_play.arrived, any_play.link, Micros(0))
    assert timing_of(silent).view_time - timing_of(lying).view_time <= FREE + any_play.link.tokens


@thorough
@given(st.lists(st.tuples(st.integers(0, 300 * MS), links), min_size=1, max_size=20))
def test_in_the_long_run_a_liar_has_the_drip_and_no_more(
    attempts: list[tuple[int, LinkSnapshot]],
) -> None:
    tokens, total = TOKEN_START, 0
    for rtt, known in attempts:
        with_tokens = link(known.base, known.low, known.high, known.dev, tokens)
        seen = timing_of(claimed(rtt, link=with_tokens))
        tokens, total = tokens_after(tokens, seen.spent), total + seen.extra_rtt
    assert total <= len(attempts) * (DRIP + FREE) + TOKEN_START


def test_a_misplaced_play_of_the_same_instant_makes_a_guess() -> None:
    shown, arrived = Micros(1_000 * MS), Micros(1_200 * MS)
    guesses = [arrived] * GUESSES
    assert reacts_from(shown, arrived, guesses) == shown + USUAL - FLOOR
    assert reacts_from(shown, Micros(arrived - 1), guesses) == shown
    late = Micros(arrived + GUESSED_WITHIN)
    assert (
        reacts_from(shown, late, guesses) > shown == reacts_from(shown, Micros(late + 1), guesses)
    )


def test_the_least_and_the_greatest_number_of_an_event_that_can_be_claimed() -> None:
    assert read_claim(0, 5) == Claim(0, 5)
    assert read_claim((1 << 53) - 1, 0) == Claim((1 << 53) - 1, 0)
    assert read_claim(1 << 53, 0) is None
