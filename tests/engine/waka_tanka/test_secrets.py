"""Who may know what, over whole games: TANKA-10."""

from collections.abc import Sequence

import pytest

from tests.engine.waka_tanka.positions import NOON, act, new, position
from tests.engine.waka_tanka.specimen import disguise
from tests.support.engine.random_play import wander
from watai.engine.dice import Dice
from watai.engine.game import Event, IllegalMove, Seat
from watai.engine.waka_tanka.box import ANIMALS, KINDS
from watai.engine.waka_tanka.events import Dealt, Denounced, Incanted, Laid
from watai.engine.waka_tanka.moves import Denounce, Lay
from watai.engine.waka_tanka.rules import WakaTanka
from watai.engine.waka_tanka.view import PiledCard

EVERY_TABLE = pytest.mark.parametrize("seats", WakaTanka.seats)


def eyes(seats: int) -> list[Seat | None]:
    return [None, *(Seat(seat) for seat in range(seats))]


def words_told(game: WakaTanka, events: Sequence[Event], seat: Seat | None) -> str:
    return repr([game.tell(event, seat) for event in events])


def test_tanka_10_a_hand_is_seen_by_its_holder_and_counted_by_all() -> None:
    game = position("bear mouse", "owl", "puma puma puma")
    assert game.view(Seat(0)).hand == ("bear", "mouse")
    assert game.view(Seat(1)).hand == ("owl",)
    assert game.view(None).hand == ()
    assert {game.view(seat).hands for seat in eyes(3)} == {(2, 1, 3)}


def test_tanka_10_a_pile_shows_who_laid_each_card_and_in_which_order() -> None:
    game = position("bear mouse", "owl puma", "puma", pawn="coyote")
    act(game, Lay("puma", "mouse"))
    act(game, Lay("coyote", "owl"))
    act(game, Lay("puma", "puma"))
    puma = ANIMALS.index("puma")
    nobody, own = game.view(None).piles[puma].cards, game.view(Seat(2)).piles[puma].cards
    assert nobody == (PiledCard(Seat(0), None), PiledCard(Seat(2), None))
    assert own == (PiledCard(Seat(0), None), PiledCard(Seat(2), "puma"))


def test_tanka_10_revealed_cards_are_public_for_that_moment() -> None:
    game = position("bear", "owl", "puma", piles={"coyote": "owl mouse"}, ask="answer")
    events = act(game, Denounce())
    assert words_told(game, events, None) == repr(events)
    last = game.view(None).last
    assert last is not None
    assert (last.revealed, last.taker) == (("owl", "mouse"), 2)
    act(game, Lay("puma", "owl"))
    assert "mouse" not in repr(game.view(None))


@EVERY_TABLE
def test_tanka_10_an_event_tells_each_pair_of_eyes_what_it_may_know(seats: int) -> None:
    game = new(seats, f"told {seats}")
    events = [*game.opening]
    for step in wander(game, seats, Dice.from_text("told"), 400, patience=5_000):
        events += step.events
    for event in events:
        for seat in eyes(seats):
            told = game.tell(event, seat)
            if isinstance(event, Dealt) and event.seat != seat:
                assert told == Dealt(event.seat, event.count, ())
            elif isinstance(event, Laid) and event.seat != seat:
                assert told == Laid(event.seat, event.animal, None, event.left)
            else:
                assert told == event


@EVERY_TABLE
def test_tanka_10_what_is_told_does_not_depend_on_what_is_hidden(seats: int) -> None:
    """Twins that differ only in what a seat may not know tell it the same, until a reveal shows the difference."""
    for seat in eyes(seats):
        compared = 0
        for number in range(12):
            one, two = new(seats, f"twin {number}"), new(seats, f"twin {number}")
            for game in (one, two):
                for _ in wander(game, seats, Dice.from_text(f"walk {number}"), number):
                    pass
            disguise(two, seat, Dice.from_text(f"disguise {number}"))
            compared += compare(one, two, seat, Dice.from_text(f"on {number}"))
        assert compared > 20


def compare(one: WakaTanka, two: WakaTanka, seat: Seat | None, dice: Dice) -> int:
    """Play the same announcements in both; where the player is not `seat`, each twin lays a card of its own."""
    compared = 0
    while one.outcome() is None and compared < 30:
        player = one.prompts()[0].seat
        lay = dice.choice([move for move in one.moves(player) if isinstance(move, Lay)])
        other = lay
        if player != seat:
            mine = [m for m in two.moves(player) if isinstance(m, Lay) and m.animal == lay.animal]
            other = dice.choice(mine)
        told = words_told(one, one.play(player, lay, NOON), seat)
        if one.outcome() is None or lay == other:
            assert words_told(two, two.play(player, other, NOON), seat) == told
        else:
            return compared
        assert one.view(seat) == two.view(seat)
        assert one.prompts() == two.prompts()
        compared += 1
    return compared


@EVERY_TABLE
def test_tanka_10_a_refusal_does_not_depend_on_what_is_hidden(seats: int) -> None:
    for seat in map(Seat, range(seats)):
        game = new(seats, "refusals")
        dice = Dice.from_text("refusals")
        for _ in wander(game, seats, Dice.from_text("refused"), 60):
            before = refusals(game, seat)
            disguise(game, seat, dice)
            assert refusals(game, seat) == before


def refusals(game: WakaTanka, seat: Seat) -> list[str]:
    """What this seat hears for every illegal placement."""
    heard = []
    legal = game.moves(seat)
    for lay in (Lay(animal, card) for animal in KINDS for card in KINDS):
        if lay not in legal:
            with pytest.raises(IllegalMove) as refused:
                game.play(seat, lay, NOON)
            heard.append(str(refused.value))
    return heard


def test_tanka_10_only_reveals_show_faces_to_a_spectator() -> None:
    game = new(4, "spectator")
    for step in wander(game, 4, Dice.from_text("spectator"), 300):
        told = [game.tell(event, None) for event in step.events]
        for event in told:
            if not isinstance(event, (Denounced, Incanted)):
                assert getattr(event, "cards", ()) == ()
                assert getattr(event, "card", None) is None
        piles = game.view(None).piles
        assert all(piled.card is None for pile in piles for piled in pile.cards)
