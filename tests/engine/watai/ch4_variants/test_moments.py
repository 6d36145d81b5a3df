"""Chapter 4 of the rules: the variants of hand, eye and nerve (V1, V13, V14, V15)."""

import pytest

from tests.engine.watai.positions import Table, begin, call, climb, lay, new, of, only, table
from watai.engine.game import Move
from watai.engine.watai.events import (
    Called,
    Dealt,
    Frozen,
    Gathered,
    PacksChanged,
    Scored,
    Shouted,
    Slapped,
    Thawed,
    Turned,
    VariantSet,
)
from watai.engine.watai.moves import Fill, Go, Say, Shout, Slap, Turn


def frozen(stock: str = "Gr3 Gr4 G!", **picture: dict[int, str]) -> Table:
    """Seat 0 has just turned up the Extra Stop."""
    it = table(
        variant=13,
        reels={0: "G+1", 1: "Lb3", **picture.get("reels", {})},
        stocks={0: stock},
        talons={1: 0},
        piles=["O+1 Ob2"],
    )
    it.wait(4_000)
    it.play(0, Turn())
    return it


def slapping() -> Table:
    """Seat 0 has just put a 10 on pile 0; pile 1 waits for another."""
    it = table(
        variant=15,
        reels={0: "Gb10 Gb11", 1: "Lr10"},
        talons={0: 0, 1: 0, 2: 0},
        piles=[climb("Gb9"), climb("Lr9")],
    )
    it.play(0, lay("Gb10", on=0))
    return it


def test_watai_v1_the_engine_announces_the_other_hand_and_changes_nothing_else() -> None:
    plain, other = new(3, "hand", variants="off"), new(3, "hand", variants="1")
    assert only(other.game.opening, VariantSet).variant == other.view.variant == 1
    assert of(other.game.opening, Dealt) == of(plain.game.opening, Dealt)
    plain.go()
    other.go()
    assert [other.game.moves(player.seat) for player in other.game.players] == [
        plain.game.moves(player.seat) for player in plain.game.players
    ]


def test_watai_v13_the_thrower_has_an_extra_stop_in_a_stock_of_35() -> None:
    it = new(3, "freeze", variants="13")
    changed = only(it.game.opening, PacksChanged)
    assert (changed.seat, changed.talon, changed.stock) == (it.view.leader, 13, 35)
    for player in it.game.players:
        extras = [card for card in player.stock.hand if card.endswith("!")]
        assert extras == ([f"{player.backs[0]}!"] if player.seat == it.view.leader else [])


def test_watai_v13_it_lies_in_any_place_of_the_stock() -> None:
    games = [new(3, str(seed), variants="13").game for seed in range(400)]
    stocks = [game.players[game.leader].stock.hand for game in games]
    places = {place for stock in stocks for place, card in enumerate(stock) if card.endswith("!")}
    assert places == set(range(35))


@pytest.mark.parametrize(
    ("stock", "top"), [("Gr3 Gr4 G!", "Gr4"), ("Gr3 G! Gr4", "Gr4"), ("G! Gr3 Gr4", "Gr4")]
)
def test_watai_v13_turned_up_even_below_the_top_it_freezes_play_for_ten_seconds(
    stock: str, top: str
) -> None:
    it = table(variant=13, stocks={0: stock})
    events = it.play(0, Turn())
    turned, ice = only(events, Turned), only(events, Frozen)
    assert (turned.count, turned.top, turned.playable) == (3, top, True)
    assert (ice.seat, ice.card, ice.until) == (0, "G!", it.now + 10_000)
    assert it.view.frozen_until == ice.until


@pytest.mark.parametrize(
    "move",
    [
        Turn(),
        Shout(),
        lay("Lb3", on=0),
        begin("L+1"),
        call(0, "G+1"),
        Fill(0),
        Slap(0),
        Say(3),
        Go(),
    ],
    ids=lambda move: type(move).__name__,
)
def test_watai_v13_the_others_can_do_nothing_at_all(move: Move) -> None:
    it = frozen(reels={1: "Lb3 L+1"})
    assert it.refused(1, move) == "WATAI-V13"
    assert it.game.moves(it.game.players[1].seat) == ()


def test_watai_v13_the_thrower_plays_alone() -> None:
    it = frozen()
    it.play(0, begin("G+1"))
    it.play(0, Turn())
    assert it.view.frozen_until is not None


def test_watai_v13_the_thrower_may_shout_in_the_ice() -> None:
    it = table(variant=13, stocks={0: "Gr3 Gr4 G!"}, talons={0: 0})
    it.play(0, Turn())
    assert only(it.shout(0), Shouted).seat == 0
    assert it.view.frozen_until is None


def test_watai_v13_after_ten_seconds_all_play_again() -> None:
    it = frozen()
    assert it.wait(9_999) == []
    assert it.refused(1, lay("Lb3", on=0)) == "WATAI-V13"
    assert it.wait(1) == [Thawed()]
    it.play(1, lay("Lb3", on=0))


def test_watai_v13_the_card_is_set_aside_and_counts_nothing() -> None:
    it = frozen()
    assert (it.side(0).waste, it.side(0).top) == (2, "Gr4")
    assert only(it.play(0, Turn()), Gathered).count == 2
    it.wait(10_000)
    assert only(it.shout(1), Scored).lines[0].laid == 0


def test_watai_v13_alone_in_the_stock_it_leaves_nothing_to_turn() -> None:
    it = frozen(stock="G!")
    assert it.side(0).top is None
    assert it.refused(0, Turn()) == "WATAI-11"


@pytest.mark.parametrize(("millis", "held"), [(4_999, False), (5_000, True)])
def test_watai_v13_no_refusal_is_counted_across_a_freeze(millis: int, held: bool) -> None:
    it = frozen()
    it.wait(10_000 + millis)
    assert only(it.play(0, call(1, "Lb3")), Called).holds == held


def test_watai_v13_the_thrower_s_calls_do_not_hold_in_the_ice() -> None:
    it = frozen()
    it.wait(9_999)
    assert not only(it.play(0, call(1, "Lb3")), Called).holds


def test_watai_v14_the_stock_is_turned_two_by_two() -> None:
    it = table(variant=14, stocks={0: "Gr3 Gr4 Gr5 Gr6"})
    turned = [only(it.play(0, Turn()), Turned) for _ in range(2)]
    assert [(each.count, each.top, each.playable) for each in turned] == [
        (2, "Gr4", True),
        (2, "Gr6", True),
    ]


def test_watai_v14_one_card_left_over_is_not_playable_and_all_come_up_in_time() -> None:
    it = table(variant=14, stocks={0: "Gr3 Gr4 G+1"})
    tops = [only(it.play(0, Turn()), Turned) for _ in range(2)]
    assert [(each.top, each.playable) for each in tops] == [("Gr4", True), ("G+1", False)]
    assert it.refused(0, begin("G+1")) == "WATAI-12"
    it.play(0, Turn())
    assert only(it.play(0, Turn()), Turned).top == "G+1"
    it.play(0, begin("G+1"))


def test_watai_v14_a_stock_of_one_card_is_playable() -> None:
    it = table(variant=14, stocks={0: "G+1"})
    assert only(it.play(0, Turn()), Turned).playable
    it.play(0, begin("G+1"))


def test_watai_v15_everybody_may_slap_a_fresh_10_for_a_point_whoever_laid_it() -> None:
    it = slapping()
    slapped = [only(it.play(seat, Slap(0)), Slapped) for seat in (1, 0, 2)]
    assert [(each.seat, each.pile) for each in slapped] == [(1, 0), (0, 0), (2, 0)]
    assert it.view.fresh_tens[0].slapped == (0, 1, 2)
    assert [line.slaps for line in only(it.shout(1), Scored).lines] == [1, 1, 1]


def test_watai_v15_a_slap_adds_a_point_to_the_count() -> None:
    it = slapping()
    it.play(2, Slap(0))
    lines = only(it.shout(0), Scored).lines
    assert (lines[1].points, lines[2].points) == (lines[1].laid, lines[2].laid + 1)


def test_watai_v15_nobody_slaps_the_same_10_twice() -> None:
    it = slapping()
    it.play(1, Slap(0))
    assert it.refused(1, Slap(0)) == "WATAI-V15"


def test_watai_v15_a_slap_after_the_next_card_is_too_late() -> None:
    it = slapping()
    it.play(0, lay("Gb11", on=0))
    assert it.refused(1, Slap(0)) == "WATAI-V15"


def test_watai_v15_a_10_stays_fresh_however_long_nothing_lands_on_it() -> None:
    it = slapping()
    it.play(1, lay("Lr10", on=1))
    it.wait(179_999)
    for pile in (0, 1):
        it.play(2, Slap(pile))
    assert only(it.shout(0), Scored).lines[2].slaps == 2


@pytest.mark.parametrize("pile", [-1, 1, 2, 10**30])
def test_watai_v15_there_is_nothing_to_slap_but_a_10(pile: int) -> None:
    assert slapping().refused(0, Slap(pile)) == "WATAI-V15"


def test_watai_v15_not_slapping_costs_nothing() -> None:
    it = slapping()
    lines = only(it.shout(0), Scored).lines
    assert [line.slaps for line in lines] == [0, 0, 0]
    assert lines[2].points == 0
