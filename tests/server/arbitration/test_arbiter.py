"""Cases: how long they wait, in which order they end, and that anybody can decide them again."""

import hmac
import json
from itertools import permutations
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import msgpack, structs

from tests.support.arbitration.plays import (
    HOLD_CAP,
    KEY,
    MS,
    SLOT,
    case,
    claimed,
    link,
    micros,
    play,
    plays,
    rival,
    several_rivals,
)
from watai.engine.game import Slot
from watai.engine.watai.stakes import freeze, pile, shout
from watai.server.arbitration.arbiter import (
    REACH_MARGIN,
    TIE_HIGH,
    TIE_LOW,
    decide,
    draw,
    due,
    join,
    late,
    opened,
    reach,
    seen_proof,
    tie_width,
    waited_for,
)
from watai.server.arbitration.races import (
    VERSION,
    Case,
    Late,
    Rival,
    Verdict,
    encode,
)
from watai.server.arbitration.view_time import DRIP, FLOOR, FREE, Play, timing_of
from watai.server.clock import Micros

RECORDED = json.loads((Path(__file__).parents[2] / "data/races.json").read_bytes())
decode = msgpack.Decoder(Case | Verdict | Late).decode

pytestmark = pytest.mark.slow

thorough = settings(max_examples=80, derandomize=True, deadline=None, database=None)


def seats(verdict: Verdict) -> list[int]:
    return [each.seat for each in verdict.order]


def standing(verdict: Verdict) -> list[int]:
    return [each.seat for each in verdict.order if each.stands]


# waiting


def test_nobody_else_could_play_so_it_is_decided_at_once() -> None:
    alone = case(play(arrived=1_000 * MS))
    assert due(alone) == 1_000 * MS
    verdict = decide(alone, KEY)
    assert (verdict.at, verdict.held, standing(verdict)) == (1_000 * MS, 0, [0])


def test_a_rival_is_awaited_until_its_play_could_no_longer_be_earlier() -> None:
    rested = link(70 * MS, tokens=30 * MS)
    waiting = case(play(arrived=1_000 * MS, link=link(10 * MS)), rival(link=rested))
    w = 990 * MS
    assert due(waiting) == w + TIE_LOW + 70 * MS + REACH_MARGIN
    assert [each.seat for each in waited_for(waiting)] == [1]


def test_a_nearer_rival_is_not_awaited_at_all() -> None:
    far = case(play(arrived=1_000 * MS, link=link(90 * MS)), rival(base=20 * MS))
    assert due(far) == 1_000 * MS


def test_the_wait_has_a_cap() -> None:
    slow = case(play(link=link(0)), rival(base=200 * MS), cap=60 * MS)
    assert due(slow) == 1_060 * MS
    assert decide(slow, KEY).held == 60 * MS
    assert HOLD_CAP == 160 * MS


def test_a_rival_that_plays_is_no_longer_awaited() -> None:
    held = case(play(arrived=1_000 * MS, link=link(10 * MS)), rival(base=90 * MS))
    held = join(held, play(1, 1_020 * MS, link=link(90 * MS)))
    assert due(held) == 1_020 * MS
    assert standing(decide(held, KEY)) == [1]  # 930 against 990


def test_a_frame_from_a_later_moment_ends_the_wait() -> None:
    held = case(play(arrived=1_000 * MS, link=link(10 * MS)), rival(base=90 * MS))
    earlier = seen_proof(held, 1, Micros(1_010 * MS), Micros(980 * MS))
    assert due(earlier) == due(held)
    later = seen_proof(earlier, 1, Micros(1_030 * MS), Micros(995 * MS))
    assert due(later) == 1_030 * MS


def test_a_rival_that_is_gone_is_not_awaited() -> None:
    held = case(play(link=link(10 * MS)), rival(base=90 * MS))
    assert due(seen_proof(held, 1, Micros(1_005 * MS), None)) == 1_005 * MS


def test_a_rival_already_past_the_moment_is_not_awaited() -> None:
    held = case(play(link=link(10 * MS)), rival(base=90 * MS, shown=995 * MS))
    assert due(held) == 1_000 * MS


def test_a_rival_who_saw_the_slot_open_too_late_is_not_awaited() -> None:
    """Nobody reacts in less than 100 ms, so whoever was told at 950 cannot have played by 990."""
    held = case(play(link=link(10 * MS)), rival(base=90 * MS, opened=Micros(950 * MS)))
    assert due(held) == 1_000 * MS


def test_a_rival_who_could_just_have_reacted_in_time_is_awaited() -> None:
    just = 990 * MS + TIE_LOW - FLOOR
    for told, awaited in ((just, [1]), (just + 1, [])):
        held = case(play(link=link(10 * MS)), rival(base=90 * MS, opened=Micros(told)))
        assert [each.seat for each in waited_for(held)] == awaited


def test_a_play_is_awaited_as_long_as_it_could_count() -> None:
    calm = link(40 * MS, high=43 * MS, tokens=60 * MS)
    assert reach(calm) == 43 * MS + REACH_MARGIN
    poor = link(40 * MS, high=90 * MS, tokens=5 * MS)
    assert reach(poor) == 45 * MS + FREE


def test_frames_of_others_leave_a_case_as_it_is() -> None:
    held = case(play(link=link(10 * MS)), rival(base=90 * MS))
    assert seen_proof(held, 5, Micros(1_010 * MS), Micros(999 * MS)) is held


def test_a_program_that_plays_at_once_gains_nothing_by_the_cap() -> None:
    """It is credited with 100 ms, and the wait for the others is counted from there too."""
    bot = play(arrived=1_005 * MS, link=link(5 * MS), opened=Micros(1_000 * MS))
    far = rival(base=150 * MS, opened=Micros(1_000 * MS))
    held = case(bot, far)
    quickest = play(1, 1_250 * MS, link=link(150 * MS), opened=Micros(1_000 * MS))
    assert due(held) >= quickest.arrived
    verdicts = {
        decide(structs.replace(join(held, quickest), slot=pile(1, number, 2)), KEY).order[0].seat
        for number in range(20)
    }
    assert verdicts == {0, 1}  # both count as 100 ms: the draw decides


# the order


def test_watai_14_the_quicker_player_wins_not_the_quicker_network() -> None:
    near = play(0, 1_000 * MS, link=link(10 * MS))
    far = play(1, 1_100 * MS, link=link(140 * MS))
    verdict = decide(join(case(near, rival(1, 140 * MS)), far), KEY)
    assert seats(verdict) == [1, 0]
    beaten = verdict.order[1]
    assert (beaten.stands, beaten.by, beaten.margin, beaten.tied) == (False, 1, 30 * MS, False)
    assert verdict.taker == verdict.order[0]


def test_a_tie_is_settled_by_the_draw_and_says_so() -> None:
    one, other = (claimed(40 * MS, 1_000 * MS + seat * 100, seat=seat) for seat in (0, 1))
    by_slot = set()
    for number in range(20):
        tied = join(opened("AB-12", pile(1, number, 2), HOLD_CAP, one, ()), other)
        verdict = decide(tied, KEY)
        lots = [draw(KEY, "AB-12", tied.slot, seat) for seat in (0, 1)]
        assert seats(verdict)[0] == lots.index(min(lots))
        assert verdict.order[1].tied
        assert 0 <= verdict.order[1].margin <= TIE_LOW
        by_slot.add(seats(verdict)[0])
    assert by_slot == {0, 1}


def test_two_plays_quicker_than_the_floor_count_alike_however_far_apart_and_are_drawn_for() -> None:
    """A place opened for both at 1 s; the keys went down so many ms later."""

    def pressed(seat: int, after: int) -> Play:
        arrived = (1_000 + after + 40) * MS
        return claimed(40 * MS, arrived, el=after * MS, seat=seat, opened=Micros(1_000 * MS))

    def raced(first: int, second: int) -> set[tuple[int, bool]]:
        """Who won over many places, and whether by lot."""
        won = set()
        for number in range(20):
            slot = pile(1, number, 2)
            race = join(opened("AB-12", slot, HOLD_CAP, pressed(0, first), ()), pressed(1, second))
            verdict = decide(race, KEY)
            won.add((seats(verdict)[0], verdict.order[1].tied))
        return won

    assert raced(20, 60) == raced(0, 99) == {(0, True), (1, True)}
    assert raced(20, 101) == raced(150, 190) == {(0, False)}


def test_the_draw_is_an_hmac_of_the_committed_seed() -> None:
    expected = hmac.new(KEY, msgpack.encode(["AB-12", SLOT, 3]), "sha256").digest()
    assert draw(KEY, "AB-12", SLOT, 3) == expected
    others = {draw(key, room, slot, seat) for key in (KEY, b"z" * 32) for room in ("a", "b")
              for slot in (SLOT, shout(1)) for seat in (0, 1)}  # fmt: skip
    assert len(others) == 16


def test_beyond_the_tie_the_quicker_one_wins_whatever_the_draw() -> None:
    one = claimed(40 * MS, 1_000 * MS, seat=0)
    other = claimed(40 * MS, 1_000 * MS + TIE_LOW + 1, seat=1)
    for number in range(20):
        slot = pile(1, number, 2)
        assert seats(decide(join(opened("AB-12", slot, HOLD_CAP, other, ()), one), KEY)) == [0, 1]


def test_ties_are_narrow_between_believed_claims_and_bounded_otherwise() -> None:
    calm, shaky, wild = (play(link=link(dev=dev)) for dev in (0, 3 * MS, 99 * MS))
    assert tie_width(shaky, wild, (True, True)) == TIE_LOW
    assert tie_width(calm, shaky, (True, False)) == 3 * MS
    assert tie_width(wild, calm, (False, False)) == TIE_HIGH
    assert tie_width(calm, wild, (False, True)) == TIE_LOW


def test_two_plays_of_one_player_keep_their_order() -> None:
    first = play(0, 1_000 * MS, n=4)
    second = play(0, 1_000 * MS, n=5)
    verdict = decide(join(case(second), first), KEY)
    assert [each.n for each in verdict.order] == [4, 5]


def test_a_contested_play_is_paid_for_by_winner_and_loser() -> None:
    winner = claimed(60 * MS, 1_000 * MS, seat=0, link=link(40 * MS, tokens=30 * MS))
    loser = play(1, 1_050 * MS)
    verdict = decide(join(case(winner, rival(1)), loser), KEY)
    assert [each.spent for each in verdict.order] == [17_500, -DRIP]


# what is not for one alone


def test_watai_v15_slappers_do_not_hinder_each_other() -> None:
    slap = play(0, 1_000 * MS, takes=False)
    held = case(slap, rival(1, 150 * MS, takes=False), rival(2, 150 * MS, takes=False))
    assert due(held) == 1_000 * MS
    assert standing(decide(join(held, play(1, 1_000 * MS, takes=False)), KEY)) in ([0, 1], [1, 0])
    assert decide(held, KEY).taker is None


def test_watai_v15_a_slap_waits_for_whoever_could_lay_the_next_card() -> None:
    slap = play(0, 1_000 * MS, link=link(10 * MS), takes=False)
    held = case(slap, rival(1, 90 * MS))
    assert due(held) > 1_000 * MS
    card = play(1, 1_060 * MS, link=link(90 * MS))
    verdict = decide(join(held, card), KEY)
    assert seats(verdict) == [1, 0]
    assert standing(verdict) == [1]  # the card was there first: too late to slap


def test_watai_v15_the_next_card_waits_for_slaps_that_were_earlier() -> None:
    card = play(0, 1_000 * MS, link=link(10 * MS))
    held = case(card, rival(1, 90 * MS, takes=False), rival(2, 90 * MS, takes=False))
    held = join(held, play(1, 1_050 * MS, link=link(90 * MS), takes=False))
    held = join(held, play(2, 1_085 * MS, link=link(90 * MS), takes=False))
    verdict = decide(held, KEY)
    assert standing(verdict) == [1, 0]
    assert [each.seat for each in verdict.order if not each.stands] == [2]
    assert verdict.taker is not None
    assert verdict.taker.seat == 0


def test_watai_v15_slaps_alone_wait_until_the_last_of_them_is_safe() -> None:
    held = case(play(0, 1_000 * MS, link=link(10 * MS), takes=False), rival(2, 90 * MS))
    more = join(held, play(1, 1_020 * MS, link=link(10 * MS), takes=False))
    assert due(more) == due(held) + 20 * MS


def test_watai_v11_of_two_who_may_shout_the_quicker_one_does() -> None:
    first = play(0, 1_000 * MS, link=link(5 * MS))
    held = opened("AB-12", shout(2), HOLD_CAP, first, [rival(1, 100 * MS)])
    verdict = decide(join(held, play(1, 1_040 * MS, link=link(100 * MS))), KEY)
    assert standing(verdict) == [1]


def test_watai_v13_a_card_laid_before_the_freeze_counts() -> None:
    turn = play(0, 1_000 * MS, link=link(5 * MS))
    held = opened("AB-12", freeze(2), HOLD_CAP, turn, [rival(1, 100 * MS, takes=False)])
    card = play(1, 1_040 * MS, link=link(100 * MS), takes=False)
    assert standing(decide(join(held, card), KEY)) == [1, 0]


def test_slots_have_names_of_their_own() -> None:
    names: set[Slot] = {pile(1, 2, 3), pile(1, 3, 2), pile(2, 2, 3), shout(1), shout(2), freeze(1)}
    assert len(names) == 6


# too late


def test_a_play_after_the_decision_is_told_by_how_much_it_lost() -> None:
    done = case(play(0, 1_000 * MS))
    found = late(decide(done, KEY), play(1, 1_030 * MS))
    assert found is not None
    assert (found.by, found.margin, found.beaten) == (0, 30 * MS, False)


def test_a_play_that_was_earlier_and_came_too_late_is_logged_as_beaten() -> None:
    done = case(play(0, 1_000 * MS, link=link(5 * MS)), rival(1, 190 * MS), cap=50 * MS)
    found = late(decide(done, KEY), play(1, 1_100 * MS, link=link(190 * MS)))
    assert found is not None
    assert (found.beaten, found.margin) == (True, -85 * MS)
    assert decode(encode(found)) == found


def test_a_late_play_of_the_very_same_moment_is_not_logged_as_beaten() -> None:
    done = decide(case(play(0, 1_000 * MS)), KEY)
    same, earlier = (late(done, play(1, 1_000 * MS - each)) for each in (0, 1))
    assert same is not None
    assert earlier is not None
    assert [(each.margin, each.beaten) for each in (same, earlier)] == [(0, False), (-1, True)]


def test_after_a_slap_alone_the_slot_is_still_free() -> None:
    done = case(play(takes=False))
    assert late(decide(done, KEY), play(1, 1_100 * MS)) is None


# the record


@pytest.mark.parametrize("record", RECORDED)
def test_a_recorded_race_has_the_same_bytes_and_is_decided_alike(record: dict[str, str]) -> None:
    """A race with claims and a late play, and a tie from a real game. Other bytes are another version of the rule."""
    written = {name: bytes.fromhex(data) for name, data in record.items()}
    known, verdict, missed = (decode(written[name]) for name in ("case", "verdict", "late"))
    assert isinstance(known, Case)
    assert isinstance(missed, Late)
    assert known.version == VERSION
    assert [encode(each) for each in (known, verdict, missed)] == [
        written["case"],
        written["verdict"],
        written["late"],
    ]
    assert decide(known, written["key"]) == verdict


# any case at all

seats_of_plays = st.lists(
    plays(), min_size=1, max_size=6, unique_by=lambda each: (each.seat, each.n)
)
caps = st.sampled_from([1, 60 * MS, 160 * MS, 400 * MS]).map(Micros)


@st.composite
def cases(draw_: st.DrawFn) -> Case:
    """A case as a room would let it grow: what comes after its moment does not get in."""
    first, *more = sorted(draw_(seats_of_plays), key=lambda each: each.arrived)
    found = opened("AB-12", SLOT, draw_(caps), first, draw_(several_rivals))
    for each in more:
        if each.arrived <= due(found):
            found = join(found, each)
            seat, moment = draw_(st.integers(0, 7)), draw_(st.none() | micros)
            found = seen_proof(found, seat, each.arrived, moment)
    return found


@thorough
@given(cases())
def test_a_decision_is_total_and_made_of_what_came(any_case: Case) -> None:
    verdict = decide(any_case, KEY)
    came = sorted((each.seat, each.n) for each in any_case.plays)
    assert sorted((each.seat, each.n) for each in verdict.order) == came
    assert sum(each.stands and each.takes for each in verdict.order) == any(
        each.takes for each in any_case.plays
    )
    beaten = [each.stands for each in verdict.order]
    assert beaten == sorted(beaten, reverse=True)
    assert all((each.by is None) == each.stands and each.margin >= 0 for each in verdict.order)


@thorough
@given(cases(), st.randoms(use_true_random=False))
def test_the_order_in_which_plays_are_read_does_not_matter(any_case: Case, chance: Random) -> None:
    shuffled = list(any_case.plays)
    chance.shuffle(shuffled)
    other = structs.replace(any_case, plays=tuple(shuffled))
    assert decide(other, KEY) == decide(any_case, KEY)


@thorough
@given(cases())
def test_a_decision_can_be_made_again_from_its_record(any_case: Case) -> None:
    data = encode(any_case)
    again = decode(data)
    assert isinstance(again, Case)
    assert encode(again) == data
    verdict = decide(any_case, KEY)
    assert encode(decide(again, KEY)) == encode(verdict)
    assert decode(encode(verdict)) == verdict


@thorough
@given(cases())
def test_no_wait_exceeds_the_cap(any_case: Case) -> None:
    start = min(timing_of(each).holds_from for each in any_case.plays)
    assert due(any_case) <= max(start + any_case.cap, max(p.arrived for p in any_case.plays))
    assert decide(any_case, KEY).held >= 0


@thorough
@given(plays(), caps)
def test_without_rivals_nothing_waits(any_play: Play, cap: Micros) -> None:
    assert due(opened("AB-12", SLOT, cap, any_play, ())) == any_play.arrived


@thorough
@given(plays().filter(lambda each: each.takes), several_rivals, plays())
def test_one_more_play_never_prolongs_the_wait(
    first: Play, there: list[Rival], second: Play
) -> None:
    held = opened("AB-12", SLOT, HOLD_CAP, first, there)
    if first.arrived <= second.arrived <= due(held):
        assert due(join(held, second)) <= due(held)


@thorough
@given(plays().filter(lambda each: each.takes), several_rivals, plays())
def test_whoever_comes_after_the_wait_was_not_earlier_unless_the_cap_or_a_frame_ended_it(
    first: Play, there: list[Rival], second: Play
) -> None:
    """What makes the wait long enough: beyond it, a rival's play on its usual link cannot win."""
    held = opened("AB-12", SLOT, Micros(10**9), first, there)
    known = next((each for each in held.rivals if each.seat == second.seat), None)
    if known is None or known.seen_until or second.arrived <= due(held):
        return
    usual = max(0, known.link.high - known.link.base) + REACH_MARGIN
    play_there = structs.replace(second, link=known.link, opened=known.opened)
    if timing_of(play_there).extra_rtt <= usual:
        assert timing_of(play_there).view_time >= timing_of(first).view_time


def test_every_reading_order_of_a_close_race_gives_the_same() -> None:
    close = [play(seat, 1_000 * MS + seat * 150, link=link(dev=MS)) for seat in range(4)]
    verdicts = {
        encode(decide(Case(1, "AB-12", SLOT, HOLD_CAP, order, ()), KEY))
        for order in permutations(close)
    }
    assert len(verdicts) == 1
