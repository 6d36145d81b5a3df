"""Positions of Waka Tanka, laid out from words."""

from collections import Counter
from collections.abc import Mapping, Sequence

from watai.engine.dice import Dice
from watai.engine.game import Event, Millis, Move, Prompt, Seat
from watai.engine.waka_tanka.options import TankaOptions
from watai.engine.waka_tanka.rules import WakaTanka
from watai.engine.waka_tanka.view import LastTurn, PiledCard

NOON = Millis(1_000)
"""An instant at which nothing is due."""


def new(seats: int = 3, seed: str = "table", turn_seconds: int = 60) -> WakaTanka:
    return WakaTanka(TankaOptions(turn_seconds=turn_seconds), seats, Dice.from_text(seed))


def position(
    *hands: str,
    piles: Mapping[str, str] | None = None,
    pawn: str = "coyote",
    tokens: Sequence[int] | None = None,
    ask: str = "turn",
    seed: str = "table",
) -> WakaTanka:
    """A game in which seat 0 is to move.

    Hands and piles are words such as "bear mouse"; every piled card was laid by the last seat, which has just moved.
    Cards that are named nowhere have left the game.
    """
    game = new(len(hands), seed)
    table, previous = game.table, Seat(len(hands) - 1)
    everything = Counter(card for hand in table.hands for card in hand.elements())
    table.hands = [Counter(hand.split()) for hand in hands]
    for animal, cards in (piles or {}).items():
        table.piles[animal] = [PiledCard(previous, card) for card in cards.split()]
        everything.subtract(cards.split())
    for hand in table.hands:
        everything.subtract(hand)
    assert min(everything.values()) >= 0, "there are not so many cards of a kind"
    table.removed = sorted(everything.elements())
    table.tokens = list(tokens or [0] * len(hands))
    game.pawn = pawn
    game.last = LastTurn(previous, "laid" if ask in ("answer", "last") else "incanted", pawn)
    game.pending = [Prompt(Seat(0), ask, game.turn_time)]
    assert game.faults() == ()
    return game


def kinds(events: Sequence[Event]) -> list[str]:
    return [type(event).__name__ for event in events]


def act(game: WakaTanka, move: Move) -> Sequence[Event]:
    """Let whoever is asked make this move."""
    events = game.play(game.prompts()[0].seat, move, NOON)
    assert game.faults() == ()
    return events


def asked(game: WakaTanka) -> tuple[int, str]:
    (prompt,) = game.prompts()
    return prompt.seat, prompt.ask
