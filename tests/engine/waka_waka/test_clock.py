"""WAKA-24: the clocks."""

from tests.engine.waka_waka.positions import JUNK, LEFT, YOU, asked, do, position
from watai.engine.game import Event, Millis, Outcome
from watai.engine.waka_waka.events import (
    Declined,
    Drawn,
    Given,
    Passed,
    Resupplied,
    Started,
    TimedOut,
    Won,
)
from watai.engine.waka_waka.moves import Buy, Discard, Look, Pass, Play, Stop
from watai.engine.waka_waka.rules import WakaWaka

FULL = ["fruit", "hides", "salt", "tea", "cloth", "jewel"]


def run_out(game: WakaWaka) -> list[Event]:
    due = game.due()
    assert due is not None
    events = list(game.tick(due))
    assert game.faults() == ()
    return events


def test_waka_24_out_of_time_means_cards_to_the_hand_limit_and_gold_for_the_rest() -> None:
    game = position(JUNK * 5, JUNK)
    assert game.due() == 60_000
    events = run_out(game)
    assert events[:2] == [TimedOut(YOU), Resupplied(YOU, 1, 2)]
    assert events[-1] == Started(LEFT)
    assert game.due() == 120_000


def test_waka_24_a_turn_has_one_clock() -> None:
    game = position(["rainmaker", "rainmaker", "seer"], JUNK)
    do(game, YOU, Play("rainmaker"), at=25_000)
    assert game.due() == 60_000
    do(game, YOU, Stop(), at=59_000)
    assert game.due() == 60_000


def test_waka_24_it_stands_still_while_somebody_else_is_asked() -> None:
    game = position(["seer", "rainmaker"], JUNK)
    do(game, YOU, Play("seer"), at=10_000)
    assert game.due() == 30_000  # the neighbour's 20 seconds
    do(game, LEFT, Pass(), at=25_000)
    assert game.due() == 75_000


def test_waka_24_an_offer_not_answered_is_declined() -> None:
    game = position(["seer", "rainmaker"], JUNK)
    do(game, YOU, Play("seer"))
    assert run_out(game) == [TimedOut(LEFT), Passed(LEFT, "seer")]
    assert asked(game) == (YOU, "turn")


def test_waka_24_an_overfull_stock_is_emptied_at_random() -> None:
    game = position(["merchant"], JUNK, stocks=[FULL], boats=[["tea", "salt"]])
    do(game, YOU, Play("merchant"), Buy(1))
    events = run_out(game)
    assert sum(isinstance(event, Given) for event in events) == 2
    assert events.count(TimedOut(YOU)) == 1
    assert asked(game) == (LEFT, "turn")


def test_waka_24_an_overfull_hand_is_cut_at_random() -> None:
    game = position(
        JUNK * 3, ["seer", "elder", "porter", "drummer", "gatherer", "juggler", "sorcerer"]
    )
    run_out(game)
    run_out(game)
    assert game.view(None).players[LEFT].cards == 6


def test_waka_24_an_effect_not_chosen_in_time_is_lost() -> None:
    game = position(["merchant", "seer"], JUNK)
    do(game, YOU, Play("merchant"))
    run_out(game)
    me = game.view(None).players[YOU]
    assert (me.stock, me.gold) == ((), 8)
    assert asked(game) == (LEFT, "turn")


def test_waka_24_an_elder_who_waits_too_long_uses_nothing_and_the_hand_may_still_change() -> None:
    game = position(["elder", "seer"], ["merchant"])
    do(game, YOU, Play("elder"), Look(LEFT))
    assert run_out(game) == [TimedOut(YOU), Declined(YOU, LEFT)]
    assert asked(game) == (LEFT, "change")
    run_out(game)
    assert game.view(LEFT).hand == ("merchant",)
    assert asked(game) == (LEFT, "turn")


def test_waka_24_a_drummer_draws_for_what_was_discarded_in_time() -> None:
    game = position(["drummer", "chimpanzee", "elder"], JUNK, gold=[8, 0], pile=["merchant"])
    do(game, YOU, Play("drummer"), Discard("chimpanzee"))
    assert Drawn(YOU, 1, ("merchant",)) in run_out(game)


def test_waka_24_the_clock_acts_at_its_own_instant_however_late_it_is_read() -> None:
    game = position(JUNK, JUNK)
    game.tick(Millis(70_000))
    assert game.due() == 120_000


def test_waka_26_three_rounds_of_the_table_without_a_move_end_the_game() -> None:
    game = position(JUNK, JUNK, status=[1, 2], gold=[30, 1])
    for _ in range(3 * 2 - 1):
        run_out(game)
        assert game.outcome() is None
    events = run_out(game)
    assert events[-2] == Won(LEFT, "nobody plays any more")
    assert game.outcome() == Outcome("nobody plays any more", (LEFT,))
    assert game.due() is None


def test_waka_26_of_equal_status_the_richer_wins_and_equals_share() -> None:
    for gold, winners in (((9, 8), (YOU,)), ((8, 8), (YOU, LEFT))):
        game = position(JUNK * 6, ["seer", "elder", "porter", "drummer", "gatherer", "juggler"])
        for player, amount in zip(game.table.players, gold, strict=True):
            player.gold = amount
        while game.outcome() is None:
            run_out(game)
        outcome = game.outcome()
        assert outcome is not None
        assert outcome.winners == winners


def test_waka_26_a_single_answer_begins_the_count_anew() -> None:
    game = position(JUNK, JUNK)
    for _ in range(3 * 2 - 1):
        run_out(game)
    due = game.due()
    assert due is not None
    seat, _ = asked(game)
    do(game, seat, Stop(), at=due - 1)
    run_out(game)
    for _ in range(3 * 2 - 1):
        run_out(game)
        assert game.outcome() is None
    run_out(game)
    assert game.outcome() is not None
