"""Wataï's bots in whole games: they finish them, the better ones win, and none is faster than people."""

import dataclasses
from collections import Counter
from collections.abc import Mapping, Sequence
from statistics import fmean

import pytest

from tests.engine.watai.positions import bot, new, of, table
from watai.engine.bots.bot import Plan
from watai.engine.bots.reaction import Reaction
from watai.engine.bots.watai import SKILLS, WataiBot
from watai.engine.dice import Dice
from watai.engine.game import Millis, Move, Seat, View
from watai.engine.options import BadOption
from watai.engine.playout import Step, playout
from watai.engine.watai.events import FalselyShouted, Shouted
from watai.engine.watai.moves import Place
from watai.engine.watai.rules import Watai

STRENGTHS = list(SKILLS)


class Watched(WataiBot):
    """A bot that notes which of its plans the game would refuse at the moment they are made."""

    def __init__(self, game: Watai, seat: Seat, strength: str) -> None:
        super().__init__(seat, strength, Dice.from_text(f"bot {seat}"))
        self.game = game
        self.made = 0
        self.wrong: list[Move] = []

    def think(self, view: View, at: Millis) -> Plan | None:
        plan = super().think(view, at)
        if plan is not None:
            self.made += 1
            if plan.move not in self.game.moves(self.seat):
                self.wrong.append(plan.move)
        return plan


def whole_game(
    strengths: Sequence[str], seed: str, options: Mapping[str, object]
) -> tuple[Watai, list[Watched], list[Step]]:
    game = new(len(strengths), seed, **options).game
    bots = [Watched(game, Seat(seat), strength) for seat, strength in enumerate(strengths)]
    steps = []
    for step in playout(game, {each.seat: each for each in bots}):
        steps.append(step)
        if len(steps) % 10 == 0:
            assert tuple(game.faults()) == ()
    return game, bots, steps


@pytest.mark.parametrize("seats", range(2, 9))
@pytest.mark.parametrize("strength", STRENGTHS)
def test_whole_games_of_every_size_and_strength_come_to_an_end(strength: str, seats: int) -> None:
    game, _, _ = whole_game([strength] * seats, "whole", {"target": 20})
    assert game.outcome() is not None
    assert tuple(game.faults()) == ()


@pytest.mark.parametrize("variant", range(1, 17))
def test_whole_games_of_every_variant_come_to_an_end(variant: int) -> None:
    options = {"target": 15, "variants": variant, "refill": "manual"}
    game, _, steps = whole_game(["strong", "medium", "easy"], "whole", options)
    assert game.outcome() is not None
    assert of([event for step in steps for event in step.events], Shouted)


def test_the_same_seeds_give_the_same_game() -> None:
    games = [whole_game(["easy", "medium", "strong"], "same", {"target": 20}) for _ in range(2)]
    assert [step.events for step in games[0][2]] == [step.events for step in games[1][2]]


def test_the_stronger_the_better() -> None:
    points: Counter[str] = Counter()
    for number in range(18):
        turn = number % 3
        order = STRENGTHS[turn:] + STRENGTHS[:turn]
        game, _, _ = whole_game(order, f"series {number}", {"target": 40, "variants": "off"})
        points.update(dict(zip(order, game.totals, strict=True)))
    assert points["strong"] > points["medium"] > points["easy"]


def test_a_strong_bot_never_intends_what_is_not_allowed() -> None:
    _, bots, steps = whole_game(["strong"] * 4, "careful", {"target": 60, "boxes": 2})
    assert [each.wrong for each in bots] == [[], [], [], []]
    assert min(each.made for each in bots) > 100
    assert of([event for step in steps for event in step.events], FalselyShouted) == []


def test_an_easy_bot_slips_with_hand_and_tongue() -> None:
    _, bots, steps = whole_game(["easy"] * 4, "clumsy", {"target": 60})
    assert {type(move) for each in bots for move in each.wrong} == {Place}
    assert of([event for step in steps for event in step.events], FalselyShouted)


def test_watai_v1_bots_are_30_percent_slower_with_the_other_hand() -> None:
    view = table().view
    usual = bot(speed=0.01).think(view, Millis(0))
    other = bot(speed=0.01).think(dataclasses.replace(view, variant=1), Millis(0))
    assert usual is not None
    assert other is not None
    assert other.after == pytest.approx(1.3 * usual.after, abs=1)


@pytest.mark.parametrize("speed", [0.5, 1.0, 4.0])
def test_the_speed_factor_scales_the_time_and_changes_no_move(speed: float) -> None:
    view = table().view
    slow = bot(speed=0.01).think(view, Millis(0))
    fast = bot(speed=speed).think(view, Millis(0))
    assert slow is not None
    assert fast is not None
    assert fast.move == slow.move
    assert fast.after == pytest.approx(slow.after * 0.01 / speed, abs=1)


def test_no_plan_is_for_this_very_instant() -> None:
    plan = bot(speed=1000).think(table().view, Millis(0))
    assert plan is not None
    assert plan.after == 1


@pytest.mark.parametrize("strength", STRENGTHS)
@pytest.mark.parametrize("things", [0, 12])
def test_reaction_times_have_the_mean_of_their_three_parts(strength: str, things: int) -> None:
    reaction = SKILLS[strength].reaction
    dice = Dice.from_text("reaction")
    drawn = [reaction.millis(dice, things) for _ in range(5_000)]
    expected = reaction.mean + reaction.tail + reaction.per_thing * things
    assert fmean(drawn) == pytest.approx(expected, rel=0.02)
    assert min(drawn) >= reaction.floor + reaction.per_thing * things


def test_nobody_reacts_faster_than_the_floor() -> None:
    dice = Dice.from_text("floor")
    eager = Reaction(mean=0, spread=200, tail=1, per_thing=0, floor=120)
    drawn = [eager.millis(dice, 0) for _ in range(500)]
    assert min(drawn) == 120
    assert max(drawn) > 120


def test_stronger_bots_react_sooner_and_notice_more() -> None:
    skills = list(SKILLS.values())
    means = [skill.reaction.mean + skill.reaction.tail for skill in skills]
    assert means == sorted(means, reverse=True)
    assert [skill.notices for skill in skills] == sorted(skill.notices for skill in skills)


@pytest.mark.parametrize("strength", ["", "Strong", "godlike"])
def test_an_unknown_strength_is_refused_in_words(strength: str) -> None:
    with pytest.raises(BadOption, match="one of easy, medium, strong"):
        bot(strength)


@pytest.mark.parametrize("speed", [0, -1, 0.001, 1001, float("nan"), float("inf")])
def test_an_impossible_speed_is_refused_in_words(speed: float) -> None:
    with pytest.raises(BadOption, match=r"from 0\.01 to 1000"):
        bot(speed=speed)
