"""What the players of a fairness run know of their Stocks is what the engine turns up."""

from watai.engine.dice import Dice
from watai.engine.watai.cards import FULL, Back, Card, deck
from watai.engine.watai.stock import Stock
from watai.loadtest.fairness.races.known_stock import KnownSide, rank


def known(reel: list[Card | None], talon: int, stock: int) -> KnownSide:
    dealt = {"backs": ["G"], "reel": reel, "talon": talon, "stock": stock}
    zero = {"waste": 0, "top": None, "playable": False, "laid": 0, "penalties": 0}
    return KnownSide({**dealt, **zero})


def real_and_known(seed: str) -> tuple[Stock, KnownSide]:
    cards = Dice.from_text(seed).shuffle(deck(Back("G"), FULL))[:34]
    return Stock(cards, 3), known([], 13, len(cards))


def turn(real: Stock, side: KnownSide) -> None:
    if real.hand:
        count = len(real.turn())
        side.turn(count, real.top(), real.playable)
    else:
        real.gather()
        side.gather()


def test_whoever_has_seen_the_whole_stock_knows_when_every_rank_comes_up() -> None:
    real, side = real_and_known("stock")
    for _ in range(side.turns_to_see_all()):
        turn(real, side)
    for wanted in sorted(side.reach()):
        for _ in range(side.reach()[wanted]):
            turn(real, side)
        top = real.top()
        assert top is not None
        assert rank(top) == wanted
        assert real.playable
        assert side.shows(wanted) == top


def test_a_played_card_is_gone_and_the_one_below_it_is_seen() -> None:
    real, side = real_and_known("played")
    for _ in range(side.turns_to_see_all()):
        turn(real, side)
    turn(real, side)
    turn(real, side)
    real.waste.pop()
    side.lay_top(real.top())
    assert side.top == real.top()
    turns = side.reach()
    nearest = min(turns, key=turns.__getitem__)
    for _ in range(turns[nearest]):
        turn(real, side)
    top = real.top()
    assert top is not None
    assert rank(top) == nearest


def test_a_card_of_the_devidoir_is_kept_and_replaced_from_the_talon() -> None:
    side = known([Card("Gr7"), None, Card("G+1")], 2, 30)
    assert side.keeps(7)
    assert side.shows(1) == "G+1"
    side.lay_slot(0, Card("Gb12"))
    assert not side.keeps(7)
    assert side.shows(12) == "Gb12"
    assert side.talon == 1
