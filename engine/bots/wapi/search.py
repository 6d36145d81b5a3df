"""The answer that promises most in Wapi, found by playing the answers to the end with bags as they may lie.

What is left in the bag is public, its order is not: so every bag is as likely as every other, and the mean over bags is the expectation.
All answers are tried with the same bags, so that they differ by the answer and not by luck, and after each round the worse half is dropped.
The effort is counted in tokens drawn, not in time: equal views and dice give equal answers on every machine.
"""

from collections.abc import Sequence

from watai.engine.bots.wapi.future import Future
from watai.engine.dice import Dice
from watai.engine.game import Move, Seat
from watai.engine.wapi.moves import Claim, Decline, Place
from watai.engine.wapi.view import WapiView

EFFORT = 6_000  # tokens drawn per decision: about 15 ms, so that a busy machine stays under 50
MOST_BAGS = 300  # late in the game bags are short, and more of them tell nothing new
FEWEST_BAGS = 8
CLOSE_CALL = 1.0  # a lead of so many points is half of the greatest merit: what counts is to win, hardly by how much


def best_answer(view: WapiView, seat: Seat, dice: Dice) -> Move:
    """What this seat, which is asked, should do."""
    bag = _bag(view)
    table = Future(view)
    answers = _answers(view, table, bag, dice)
    draws = max(1.0, sum(table.free) * len(bag) / (sum(token >= 0 for token in bag) or 1))
    after = (seat + 1) % table.seats
    merits = dict.fromkeys(answers, 0.0)
    rounds = (len(answers) - 1).bit_length()
    for _ in range(rounds):
        bags = int(EFFORT / (rounds * len(answers) * draws))
        for _ in range(min(max(bags, FEWEST_BAGS), MOST_BAGS)):
            order = dice.shuffle(bag)
            for move, future in answers.items():
                merits[move] += _merit(future.copy().finish(order, after), seat)
        ranked = sorted(answers, key=merits.__getitem__, reverse=True)
        answers = {move: answers[move] for move in ranked[: (len(ranked) + 1) // 2]}
    return next(iter(answers))


def _answers(view: WapiView, table: Future, bag: Sequence[int], dice: Dice) -> dict[Move, Future]:
    """Every answer worth a thought, and the table it leads to. Of sections exactly alike one is enough."""
    names = [section.symbol for section in view.sections]
    if view.coin is None:
        assert view.prompt is not None
        assert view.symbol is not None
        claimed = table.copy()
        claimed.claim(view.prompt.seat, names.index(view.symbol))
        return {Claim(): claimed, Decline(): table}
    answers: dict[tuple[object, ...], tuple[Move, Future]] = {}
    for name in dice.shuffle(view.places):
        section = names.index(name)
        placed = table.copy()
        placed.place(section, view.coin)
        answers[(*table.looks(section), bag.count(-1 - section))] = Place(name), placed
    return dict(answers.values())


def _bag(view: WapiView) -> list[int]:
    """What is left in the bag, in the numbers of a Future."""
    names = [section.symbol for section in view.sections]
    bag: list[int] = []
    for kind in view.bag:
        token = -1 - names.index(kind.symbol) if kind.symbol is not None else kind.value
        assert token is not None
        bag.extend([token] * kind.left)
    return bag


def _merit(points: Sequence[float], seat: Seat) -> float:
    """From -1, hopelessly behind the best of the others, to 1, far ahead of them."""
    best_rival = max(each for other, each in enumerate(points) if other != seat)
    lead = (points[seat] - best_rival) / CLOSE_CALL
    return lead / (1 + abs(lead))
