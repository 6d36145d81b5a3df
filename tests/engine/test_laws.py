"""The laws every game of the catalogue obeys, whatever its rules."""

import dataclasses
import re
from pathlib import Path

import pytest

from tests.support.engine.random_play import wander
from tests.support.engine.snapshot import Snapshot
from tests.support.engine.specimen import Setup, Specimen, specimens
from watai.engine.catalogue import GAMES
from watai.engine.dice import Dice
from watai.engine.fingerprint import dump, fingerprint
from watai.engine.game import Event, Game, IllegalMove, Millis, Seat
from watai.engine.options import BadOption

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
INPUTS = 200  # long enough to reach every phase of every game, short enough for every commit
RARELY = 23  # every how many inputs a costly law is tried; a prime, so as not to fall in with a rhythm of the game


CASES = [
    pytest.param(
        each, setup, id=f"{each.game}-{setup.seats}-{'-'.join(map(str, setup.options.values()))}"
    )
    for each in specimens()
    for setup in each.setups
]
every_setup = pytest.mark.parametrize(("specimen", "setup"), CASES)
every_game = pytest.mark.parametrize("name", list(GAMES))


def eyes(setup: Setup) -> list[Seat | None]:
    return [None, *(Seat(seat) for seat in range(setup.seats))]


def clauses(game: str) -> set[str]:
    book = (ROOT / "docs" / "rules" / f"{game.replace('-', '_')}.md").read_text()
    return set(re.findall(r"\*\*([A-Z]+-[V]?\d+|[A-Z]+-V\*)\*\*", book))


@every_setup
def test_same_seed_and_inputs_give_the_same_bytes(specimen: Specimen, setup: Setup) -> None:
    one, two = specimen.new(setup, "laws"), specimen.new(setup, "laws")
    assert dump(one.opening) == dump(two.opening)
    for step in wander(one, setup.seats, Dice.from_text("walk"), INPUTS):
        if step.seat is None or step.move is None:
            events = two.tick(step.at)
        else:
            events = two.play(step.seat, step.move, step.at)
        assert dump(events) == dump(step.events)
    assert fingerprint(one) == fingerprint(two)


@every_setup
def test_play_accepts_what_moves_lists_and_nothing_else(specimen: Specimen, setup: Setup) -> None:
    game = specimen.new(setup, "agree")
    dice = Dice.from_text("strays")
    known = clauses(specimen.game)
    refused, count = 0, -1
    for step in wander(game, setup.seats, Dice.from_text("agree"), INPUTS):
        seat = Seat(dice.below(setup.seats))
        legal = game.moves(seat)
        strays = [specimen.stray(game, dice) for _ in range(6)]
        if (count := count + 1) % 4:
            continue
        before = Snapshot(game)
        for stray in (stray for stray in strays if stray not in legal):
            with pytest.raises(IllegalMove) as refusal:
                game.play(seat, stray, step.at)
            assert refusal.value.clause in known
            refused += 1
        assert before.is_still(game), f"one of {strays} was refused and changed the game"
    assert refused > 20  # the strays must stray, or this test would prove nothing


@every_setup
def test_nothing_is_ever_wrong_with_the_state(specimen: Specimen, setup: Setup) -> None:
    game = specimen.new(setup, "faults")
    assert game.faults() == ()
    for step in wander(game, setup.seats, Dice.from_text("faults"), INPUTS):
        assert tuple(game.faults()) == (), step


@every_setup
def test_ticking_early_does_nothing_and_ticking_leaves_nothing_due(
    specimen: Specimen, setup: Setup
) -> None:
    game, count = specimen.new(setup, "ticks"), -1
    for step in wander(game, setup.seats, Dice.from_text("ticks"), INPUTS):
        due = game.due()
        if due is None:
            continue
        assert due > step.at or step.move is not None, "a tick left something due"
        if (count := count + 1) % RARELY:
            continue
        before = Snapshot(game)
        assert tuple(game.tick(Millis(min(step.at, due - 1)))) == ()
        assert before.is_still(game)


@every_setup
def test_a_late_tick_is_as_good_as_a_punctual_one(specimen: Specimen, setup: Setup) -> None:
    punctual, late = specimen.new(setup, "late"), specimen.new(setup, "late")
    horizon = Millis(90_000)
    events: list[Event] = []
    while (due := punctual.due()) is not None and due <= horizon:
        events.extend(punctual.tick(due))
    assert dump(late.tick(horizon)) == dump(events)
    assert dump(late) == dump(punctual)


@every_setup
def test_eyes_do_not_see_what_is_hidden_from_them(specimen: Specimen, setup: Setup) -> None:
    for seat in eyes(setup):
        game = specimen.new(setup, "secrets")
        changed = False
        dice = Dice.from_text("disguise")
        for number, _ in enumerate(wander(game, setup.seats, Dice.from_text("secrets"), INPUTS)):
            if number % RARELY:
                continue
            view, before = game.view(seat), Snapshot(game)
            specimen.disguise(game, seat, dice)
            changed = changed or not before.is_still(game)
            assert game.view(seat) == view
            assert tuple(game.faults()) == ()
        assert changed, "the disguise hid nothing, so the law was not tried"


@every_setup
def test_random_play_ends_and_the_end_is_final(specimen: Specimen, setup: Setup) -> None:
    game = specimen.new(setup, "end")
    last = Millis(0)
    walk = Dice.from_text("end")
    for step in wander(game, setup.seats, walk, 20_000, patience=2_000, sober=specimen.sober):
        last = step.at
    assert game.outcome() is not None
    assert game.due() is None
    assert tuple(game.prompts()) == ()
    before = dump(game)
    dice = Dice.from_text("after")
    for seat in map(Seat, range(setup.seats)):
        assert tuple(game.moves(seat)) == ()
        with pytest.raises(IllegalMove):
            game.play(seat, specimen.stray(game, dice), last)
    assert dump(game) == before
    assert set(game.outcome().winners) <= set(range(setup.seats))  # type: ignore[union-attr]


@every_setup
def test_a_game_in_which_nobody_ever_acts_ends_by_its_clocks(
    specimen: Specimen, setup: Setup
) -> None:
    game = specimen.new(setup, "asleep")
    ticks = 0
    while (due := game.due()) is not None:
        game.tick(due)
        assert (ticks := ticks + 1) < 2_000, "it goes on and on"
    assert game.outcome() is not None


@every_setup
def test_a_stranger_s_move_and_a_stranger_s_seat_are_refused(
    specimen: Specimen, setup: Setup
) -> None:
    game = specimen.new(setup, "strangers")
    alien = dataclasses.make_dataclass("Alien", [], frozen=True)()
    before = dump(game)
    for seat in (Seat(-1), Seat(setup.seats), Seat(10**9)):
        assert tuple(game.moves(seat)) == ()
        with pytest.raises(IllegalMove):
            game.play(seat, specimen.stray(game, Dice.from_text("seat")), Millis(0))
    with pytest.raises(IllegalMove):
        game.play(Seat(0), alien, Millis(0))
    assert dump(game) == before


@every_setup
def test_events_moves_and_prompts_are_of_the_declared_kinds(
    specimen: Specimen, setup: Setup
) -> None:
    game = specimen.new(setup, "kinds")
    steps = list(wander(game, setup.seats, Dice.from_text("kinds"), INPUTS))
    events = [*game.opening, *(event for step in steps for event in step.events)]
    assert {type(event) for event in events} <= set(type(game).event_types)
    assert {type(step.move) for step in steps if step.move} <= set(type(game).move_types)
    for event in events:
        told = [game.tell(event, seat) for seat in eyes(setup)]
        assert {type(each) for each in told if each} <= {type(event)}


@every_game
def test_wrong_options_and_seats_are_refused_in_words(name: str) -> None:
    rules: type[Game] = GAMES[name].game
    with pytest.raises(BadOption, match="no such option"):
        rules.options_type.parse({"colour": "mauve"})
    for option in rules.options_type.kinds():
        with pytest.raises(BadOption, match="must be"):
            rules.options_type.parse({option: "\N{PILE OF POO}"})
    for seats in (-1, 0, rules.seats[0] - 1, rules.seats[-1] + 1, 10**9):
        with pytest.raises(BadOption, match="players"):
            rules(rules.options_type(), seats, Dice.from_text("options"))
