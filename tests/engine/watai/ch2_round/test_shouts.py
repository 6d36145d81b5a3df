"""Chapter 2 of the rules: the shout, the false shout and the blocked round (WATAI-15, 16, 18)."""

from tests.engine.watai.positions import (
    Table,
    arrange,
    begin,
    lay,
    new,
    of,
    only,
    pass_round,
    seed_for,
    table,
)
from watai.engine.game import Event, Millis
from watai.engine.watai.cards import Card
from watai.engine.watai.events import (
    Blocked,
    Exhausted,
    FalselyShouted,
    Filled,
    Frozen,
    Opened,
    RoundOpened,
    Scored,
    ScoreDieThrown,
    Shouted,
    Started,
)
from watai.engine.watai.moves import Fill, Turn

STARTS = {0: "G+1 G+2 G+3 G+4", 1: "L+1 L+2 L+3 L+4", 2: "O+1 O+2 O+3 O+4"}


def shout_points(events: list[Event]) -> list[int]:
    return [line.shout for line in only(events, Scored).lines]


def last_start(
    talon: str,
    elsewhere: str = "",
    refill: str = "auto",
    shout: str = "manual",
    variant: int = 0,
) -> Table:
    """Seat 0 has the only Start in reach, and these cards as its Talon; the other Starts and 2s lie in rivals' Talons."""
    faces = ("+1", "+2", "+3", "+4", "b2", "r2", "g2", "y2")
    parked = [f"{back}{face}" for back in "GLO" for face in faces]
    buried = [card for card in parked if card not in ("G+1", *talon.split(), elsewhere)]
    talons: dict[int, str | int] = {0: talon, 1: " ".join(buried[:10]), 2: " ".join(buried[10:])}
    return table(variant=variant, reels={0: "G+1"}, talons=talons, refill=refill, shout=shout)


def blocked_from_the_deal(**options: object) -> Table:
    """Before Go: every Start lies in a Talon."""
    it = new(3, seed_for(3), variants="off", **options)
    arrange(it.game, {}, STARTS, {}, ())
    return it


def test_watai_15_the_first_shout_with_an_empty_talon_ends_the_round() -> None:
    it = table(talons={0: 0, 1: 0})
    events = it.shout(1)
    assert only(events, Shouted).seat == 1
    assert shout_points(events) == [0, 5, 0]
    assert (it.view.round, it.view.phase) == (2, "waiting")


def test_watai_15_turning_the_last_talon_card_gives_the_right_to_shout() -> None:
    it = table(reels={0: "G+1"}, talons={0: "Gy5"})
    assert not it.side(0).may_shout
    it.play(0, begin("G+1"))
    assert it.side(0).may_shout
    assert only(it.shout(0), Shouted).seat == 0


def test_watai_15_an_empty_talon_alone_ends_nothing() -> None:
    it = table(reels={0: "G+1"}, talons={0: "Gy5"})
    assert len(it.play(0, begin("G+1"))) == 1
    assert it.wait(60_000) == []
    assert it.view.round == 1


def test_watai_15_open_holes_are_filled_after_the_shout_and_lower_the_talons() -> None:
    it = table(
        reels={0: "G+1 G+2"}, talons={0: "Gy5 Gy6 Gy7", 1: 0}, piles=["L+1"], refill="manual"
    )
    for card in ("G+1", "G+2"):
        it.play(0, begin(card))
    events = it.shout(1)
    assert [(each.slot, each.card) for each in of(events, Filled)] == [(0, "Gy5"), (1, "Gy6")]
    assert only(events, Scored).lines[0].talon == 1


def test_watai_15_more_holes_than_talon_cards_are_filled_as_far_as_it_goes() -> None:
    it = table(reels={0: "G+1 G+2"}, talons={0: "Gy5", 1: 0}, refill="manual")
    for card in ("G+1", "G+2"):
        it.play(0, begin(card))
    events = it.shout(1)
    assert only(events, Filled).slot == 0
    assert only(events, Scored).lines[0].talon == 0


def test_watai_15_the_server_shouts_where_the_room_wants_it() -> None:
    it = table(reels={1: "L+1"}, talons={1: "Ly5"}, shout="auto")
    events = it.play(1, begin("L+1"))
    assert [type(event) for event in events[:3]] == [Opened, Shouted, Scored]
    assert shout_points(events) == [0, 5, 0]


def test_watai_15_the_server_shouts_when_the_last_hole_is_filled_by_hand() -> None:
    it = table(reels={1: "L+1"}, talons={1: "Ly5"}, shout="auto", refill="manual")
    assert len(it.play(1, begin("L+1"))) == 1
    assert only(it.play(1, Fill(0)), Shouted).seat == 1


def test_watai_15_the_server_shouts_for_whoever_has_waited_longest() -> None:
    picture = {0: "G+1", 1: "L+1", 2: "O+1"}
    it = table(variant=11, reels=picture, talons={0: 13, 1: "Ly5", 2: "Oy5"}, shout="auto")
    it.play(2, begin("O+1"))
    assert only(it.play(1, begin("L+1")), Shouted).seat == 2


def test_watai_16_a_shout_with_a_talon_costs_five_points_and_play_goes_on() -> None:
    it = table(talons={1: 0})
    assert only(it.shout(0), FalselyShouted).points == 5
    assert (it.side(0).penalties, it.view.round) == (5, 1)
    line = only(it.shout(1), Scored).lines[0]
    assert (line.penalties, line.points) == (5, -2 * 13 - 5)


def test_watai_16_a_false_shout_within_a_second_of_one_that_counted_costs_nothing() -> None:
    it = table()
    it.shout(0)
    it.wait(999)
    assert only(it.shout(0), FalselyShouted).points == 0
    it.wait(1)
    assert only(it.shout(0), FalselyShouted).points == 5
    assert it.side(0).penalties == 10


def test_watai_16_a_second_is_counted_for_each_player_alone() -> None:
    it = table()
    assert [only(it.shout(seat), FalselyShouted).points for seat in range(3)] == [5, 5, 5]


def test_watai_16_a_false_shout_is_forgotten_in_the_next_round() -> None:
    it = table(talons={1: 0})
    it.shout(0)
    it.shout(1)
    assert it.side(0).penalties == 0


def test_watai_15_who_turns_up_the_last_talon_card_may_shout_though_nothing_fits_any_more() -> None:
    it = last_start(talon="Gy12")
    events = it.play(0, begin("G+1"))
    assert events[1:] == [Exhausted(Millis(it.now + 3_000))]
    assert it.wait(2_999) == []
    events = it.shout(0)
    assert only(events, Shouted).seat == 0
    assert shout_points(events) == [5, 0, 0]


def test_watai_15_the_server_shouts_before_a_round_is_blocked() -> None:
    for refill in ("auto", "manual"):
        events = last_start(talon="Gy12", refill=refill, shout="auto").play(0, begin("G+1"))
        assert only(events, Shouted).seat == 0
        assert of(events, Blocked) == []


def test_watai_18_a_shout_is_waited_for_three_seconds_and_then_the_round_is_blocked() -> None:
    it = last_start(talon="Gy12")
    it.play(0, begin("G+1"))
    assert it.view.until == it.now + 3_000
    events = it.wait(3_000)
    assert [type(event) for event in events[:2]] == [Blocked, Scored]
    assert [line.points for line in only(events, Scored).lines] == [1, -2 * 10, -2 * 13]
    assert (it.view.round, it.view.leader) == (2, 0)


def test_watai_18_while_a_shout_is_waited_for_a_false_one_still_costs_five() -> None:
    it = last_start(talon="Gy12")
    it.play(0, begin("G+1"))
    assert only(it.shout(1), FalselyShouted).points == 5
    assert only(it.shout(0), Shouted).seat == 0


def test_watai_18_the_wait_for_a_shout_does_not_count_a_freeze() -> None:
    starts = ["+1", "+2", "+3", "+4", "b2", "r2", "g2", "y2"]
    parked = " ".join(f"{back}{face}" for back in "GL" for face in starts if back + face != "G+1")
    others = " ".join(f"O{face}" for face in starts)
    it = table(variant=13, leader=1, reels={0: "G+1"}, talons={0: "Gy12", 1: parked, 2: others})
    extra = it.game.players[1].stock
    extra.hand.remove(Card("L!"))
    extra.hand.append(Card("L!"))
    it.play(0, begin("G+1"))
    it.wait(1_000)
    frozen = only(it.play(1, Turn()), Frozen)
    assert it.view.until == frozen.until + 3_000
    it.wait(12_999)
    assert only(it.shout(0), Shouted).seat == 0


def test_watai_18_a_round_without_a_card_that_fits_ends_of_itself_without_a_shout() -> None:
    it = last_start(talon="Gy12 Gy11")
    events = it.play(0, begin("G+1"))
    assert [type(event) for event in events[:3]] == [Opened, Blocked, Scored]
    assert [line.points for line in only(events, Scored).lines] == [-1, -2 * 10, -2 * 13]


def test_watai_18_where_one_empty_talon_is_not_enough_to_shout_nothing_is_waited_for() -> None:
    it = last_start(talon="Gy12", variant=11)
    assert [type(event) for event in it.play(0, begin("G+1"))[:2]] == [Opened, Blocked]


def test_watai_18_a_card_anywhere_in_a_stock_keeps_the_round_going() -> None:
    it = last_start(talon="Gy12", elsewhere="Oy2")
    assert len(it.play(0, begin("G+1"))) == 1
    assert it.view.round == 1


def test_watai_18_a_card_that_comes_up_from_the_talon_keeps_the_round_going() -> None:
    it = last_start(talon="Gb2")
    assert len(it.play(0, begin("G+1"))) == 1
    assert it.view.round == 1


def test_watai_18_a_round_may_be_blocked_from_the_deal() -> None:
    events = blocked_from_the_deal().go()
    assert [type(event) for event in events[1:4]] == [Started, Blocked, Scored]
    assert [line.points for line in only(events, Scored).lines] == [-8, -8, -8]


def test_watai_18_after_a_blocked_round_the_same_leader_throws_again() -> None:
    events = blocked_from_the_deal().go()
    assert (only(events, RoundOpened).leader, only(events, ScoreDieThrown).seat) == (0, 0)


def test_watai_18_after_a_later_blocked_round_the_last_to_shout_leads_again() -> None:
    it = new(3, seed_for(3), variants="off")
    pass_round(it, 2)
    arrange(it.game, {}, STARTS, {}, ())
    assert only(it.go(), RoundOpened).leader == 2


def test_watai_18_a_hole_is_filled_before_a_round_is_called_blocked() -> None:
    it = last_start(talon="Gy12 Gy11", refill="manual")
    events = it.play(0, begin("G+1"))
    assert [type(event) for event in events[:4]] == [Opened, Filled, Blocked, Scored]
    assert only(events, Scored).lines[0].talon == 1


def test_watai_18_a_hole_filled_with_a_card_that_fits_keeps_the_round_going() -> None:
    it = last_start(talon="Gb2", refill="manual")
    events = it.play(0, begin("G+1"))
    assert [type(event) for event in events] == [Opened, Filled]
    it.play(0, lay("Gb2", on=0))


def test_watai_18_a_hole_filled_for_a_blocked_round_may_bring_the_server_to_shout() -> None:
    it = last_start(talon="Gb2", refill="manual", shout="auto")
    events = it.play(0, begin("G+1"))
    assert [type(event) for event in events[:3]] == [Opened, Filled, Shouted]
