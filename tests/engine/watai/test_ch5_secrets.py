"""Chapter 5 of the rules: what is hidden, and how anybody can check that chance was fair."""

import dataclasses
from collections.abc import Iterator

import pytest

from tests.engine.watai.positions import new, of, only, pass_round, table
from tests.engine.watai.specimen import SPECIMEN
from tests.support.engine.random_play import wander
from tests.support.engine.specimen import Setup
from watai.engine.dice import Dice, opens
from watai.engine.game import Committed, Revealed, Seat
from watai.engine.watai.cards import FULL, Back, deck
from watai.engine.watai.events import Dealt, RoundOpened
from watai.engine.watai.moves import Turn
from watai.engine.watai.rules import Watai

SETUPS = [
    Setup({"variants": variant, "refill": refill}, seats)
    for variant, refill, seats in [
        ("off", "auto", 3),
        ("off", "manual", 2),
        ("6", "auto", 4),
        ("10", "manual", 3),
        ("13", "auto", 5),
    ]
]
every_setup = pytest.mark.parametrize(
    "setup", SETUPS, ids=lambda setup: f"{setup.seats}-{'-'.join(setup.options.values())}"
)


def texts(value: object) -> Iterator[str]:
    """Every text anywhere in a view or an event."""
    if isinstance(value, str):
        yield value
    elif dataclasses.is_dataclass(value):
        for field in dataclasses.fields(value):
            yield from texts(getattr(value, field.name))
    elif isinstance(value, list | tuple):
        for item in value:
            yield from texts(item)


def hidden(game: Watai) -> set[str]:
    """Every card that lies face down or under another on a waste."""
    return {
        card
        for player in game.players
        for card in (*player.talon, *player.stock.hand, *player.stock.waste[:-1])
    }


def game_of(setup: Setup, seed: str) -> Watai:
    game = SPECIMEN.new(setup, seed)
    assert isinstance(game, Watai)
    return game


@every_setup
def test_no_view_ever_names_a_card_that_lies_face_down(setup: Setup) -> None:
    game = game_of(setup, "views")
    for _ in wander(game, setup.seats, Dice.from_text("views"), 200):
        for seat in (None, *(player.seat for player in game.players)):
            assert hidden(game).isdisjoint(texts(game.view(seat)))


@every_setup
def test_no_event_ever_names_a_card_that_lies_face_down(setup: Setup) -> None:
    game = game_of(setup, "events")
    named: set[str] = set()
    for step in wander(game, setup.seats, Dice.from_text("events"), 300):
        if not of(step.events, RoundOpened):  # there the cards of the round before are named too
            assert hidden(game).isdisjoint(texts(step.events))
            named.update(texts(step.events))
    assert len(named) > 20  # else nothing was tried


@every_setup
def test_owner_rivals_and_spectators_see_the_same_table(setup: Setup) -> None:
    game = game_of(setup, "eyes")
    for _ in wander(game, setup.seats, Dice.from_text("eyes"), 100):
        for player in game.players:
            mine = game.view(player.seat)
            assert dataclasses.replace(mine, seat=None) == game.view(None)


@every_setup
def test_events_are_told_whole_to_everybody(setup: Setup) -> None:
    game = game_of(setup, "tell")
    for event in game.opening:
        assert {game.tell(event, seat) for seat in (None, Seat(0), Seat(1))} == {event}


def test_everybody_sees_how_many_cards_lie_face_down() -> None:
    it = table(talons={0: 4}, stocks={1: "Lr3 Lr4 Lr5 Lr6"})
    it.play(1, Turn())
    assert it.side(0).talon == 4
    assert (it.side(1).stock, it.side(1).waste, it.side(1).top) == (1, 3, "Lr5")


def test_cards_of_a_turn_below_the_top_are_not_shown() -> None:
    it = table(stocks={0: "Gr3 Gr4 Gr5"})
    events = it.play(0, Turn())
    assert {"Gr3", "Gr4"}.isdisjoint({*texts(events), *texts(it.view)})
    assert "Gr5" in set(texts(it.view))


def test_no_view_holds_the_seed() -> None:
    it = new(3, "seed")
    secrets = {it.game.dice.reveal(), it.game.round_dice.reveal()}
    assert secrets.isdisjoint({*texts(it.view), *texts(it.game.opening)})


def test_every_round_commits_to_its_seed_and_shows_it_afterwards() -> None:
    it = new(3, "fair", variants="off")
    promised = of(it.game.opening, Committed)[-1].commitment
    for _ in range(4):
        assert it.view.commitment == promised
        events = pass_round(it, 0)
        assert opens(promised, only(events, Revealed).seed)
        promised = only(events, Committed).commitment


def test_the_game_commits_to_its_own_seed_and_shows_it_at_the_end() -> None:
    it = new(3, "fair", variants="off", target=1)
    promised = of(it.game.opening, Committed)[0].commitment
    assert opens(promised, of(pass_round(it, 0), Revealed)[-1].seed)


def test_the_deal_can_be_made_again_from_the_seed_that_was_shown() -> None:
    it = new(3, "fair", variants="off")
    opening = it.game.opening
    dice = Dice(bytes.fromhex(only(pass_round(it, 0), Revealed).seed))
    assert only(opening, RoundOpened).leader == dice.below(3)
    for dealt in of(opening, Dealt):
        cards = dice.shuffle(deck(Back(dealt.backs[0]), FULL))
        assert dealt.reel == tuple(cards[:5])


def test_the_seed_of_a_round_tells_nothing_about_the_next() -> None:
    it = new(3, "fair", variants="off")
    shown = Dice(bytes.fromhex(only(pass_round(it, 0), Revealed).seed))
    following = it.game.round_dice.reveal()
    assert following not in {shown.reveal(), shown.fork("round 2").reveal()}
