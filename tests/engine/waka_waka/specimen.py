"""Waka Waka for the law tests: its setups, random moves, and tables that look the same to one seat."""

from tests.support.engine.specimen import Setup, Specimen
from watai.engine.dice import Dice
from watai.engine.game import Game, Move, Seat
from watai.engine.waka_waka import moves
from watai.engine.waka_waka.cards.elder import ChooseLoan
from watai.engine.waka_waka.rules import WakaWaka
from watai.engine.waka_waka.table import Table
from watai.engine.waka_waka.words import CARDS, FIRE, GOODS

NUMBERS = (-(10**9), -1, 0, 1, 2, 3, 4, 5, 10**9)
WORDS = (*CARDS, *GOODS, "", "gold", "Merchant")


def stray(game: Game, dice: Dice) -> Move:
    """Any move with any values: legal ones now and then, so that refusals are tried close to the line."""
    number, other = dice.choice(NUMBERS), dice.choice(NUMBERS)
    words = [dice.choice(WORDS) for _ in range(dice.below(6))]
    word, another = dice.choice(WORDS), dice.choice(WORDS)
    return dice.choice(
        (
            moves.Play(word),
            moves.PlayFaceDown(tuple(sorted(words))),
            moves.PlayFaceDown((word, another, word)),
            moves.Stop(),
            moves.Resupply(number),
            moves.Buy(number),
            moves.Sell(word),
            moves.Rise(tuple(words)),
            moves.Rise((word, word)),
            moves.Give(word),
            moves.Look(Seat(number)),
            moves.Borrow(word),
            moves.Peek(number, (other,)),
            moves.Peek(number, (other, number)),
            moves.Gather(word),
            moves.Exchange(word, another),
            moves.Discard(word),
            moves.Draw(),
            moves.Pay(),
            moves.Pass(),
        )
    )


def disguise(game: Game, seat: Seat | None, dice: Dice) -> None:
    """Other hands, cards face down, the draw pile, goods face down and to come: all as they might have been."""
    assert isinstance(game, WakaWaka)
    _disguise_cards(game.table, seat, dice)
    _disguise_goods(game.table, seat, dice)
    game.table.dice = dice.fork(f"disguise {dice.word()}")


def _disguise_cards(table: Table, seat: Seat | None, dice: Dice) -> None:
    known = {seat}
    if table.agenda and isinstance(loan := table.agenda[-1], ChooseLoan) and loan.seat == seat:
        known.add(loan.owner)
    hands = [player.hand for number, player in enumerate(table.players) if number not in known]
    face_down = (
        [] if table.active == seat else [n for n, slot in enumerate(table.slots) if len(slot) > 1]
    )
    unknown = [card for card in table.pile if card != FIRE]
    unknown += [card for hand in hands for card in hand]
    unknown += [card for number in face_down for card in table.slots[number]]
    unknown = dice.shuffle(unknown)
    for hand in hands:
        hand[:] = [unknown.pop() for _ in hand]
    for number in face_down:
        table.slots[number] = tuple(unknown.pop() for _ in table.slots[number])
    table.pile = dice.shuffle(unknown + [card for card in table.pile if card == FIRE])


def _disguise_goods(table: Table, seat: Seat | None, dice: Dice) -> None:
    cells = [
        (boat, cell - 1)
        for boat in table.boats
        for cell in boat.hidden_cells()
        if not boat.shows(cell, seat)
    ]
    unknown = dice.shuffle(table.reserve + [boat.goods[cell] for boat, cell in cells])
    for boat, cell in cells:
        boat.goods[cell] = unknown.pop()
    table.reserve = unknown


SPECIMEN = Specimen(
    game="waka-waka",
    setups=(
        Setup({}, 2),
        Setup({"orders": "tile1"}, 3),
        Setup({"orders": "tile2", "turn_seconds": 5, "answer_seconds": 5}, 4),
        Setup({"orders": "tile3"}, 2),
        Setup({"orders": "tile4"}, 4),
    ),
    stray=stray,
    disguise=disguise,
)
