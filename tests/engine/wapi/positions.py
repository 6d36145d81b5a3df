"""Positions of Wapi: a bag in a given order, and answers by the player who is asked."""

from collections.abc import Sequence

from watai.engine.dice import Dice, T
from watai.engine.game import Event, Millis, Move, Seat
from watai.engine.wapi.moves import Claim, Decline, Place
from watai.engine.wapi.options import WapiOptions
from watai.engine.wapi.rules import Wapi
from watai.engine.wapi.tables import CoinTable, SectionTable, Tables, Token
from watai.engine.wapi.view import SectionView, WapiView


class PackedDice(Dice):
    """Dice that let a chosen player begin and these tokens come first out of the bag."""

    def __init__(self, first: int, tokens: Sequence[Token]) -> None:
        super().__init__(b"a bag packed by hand")
        self.first: int | None = first
        self.tokens = tokens

    def below(self, limit: int) -> int:
        first, self.first = self.first, None
        return super().below(limit) if first is None else first

    def shuffle(self, items: Sequence[T]) -> list[T]:
        rest: list[object] = list(items)
        for token in self.tokens:
            rest.remove(token)
        return [*rest, *reversed(self.tokens)]  # type: ignore[list-item]


class TinyWapi(Wapi):
    """Two sections of two coin spaces, and a bag that may run out of coins first."""

    tables = Tables(
        sections=(SectionTable("owl", 2, 2, 2), SectionTable("bear", 2, 2, 1)),
        coins=(CoinTable(1, 1), CoinTable(4, 2)),
        totems=1,
    )


def deal(
    *tokens: Token,
    seats: int = 2,
    first: int = 0,
    scoring: str = "basic",
    seconds: int = 60,
    rules: type[Wapi] = Wapi,
) -> Wapi:
    """A game in which these tokens are drawn first, in this order."""
    options = WapiOptions(scoring=scoring, turn_seconds=seconds)
    return rules(options, seats, PackedDice(first, tokens))


def answer(game: Wapi, *answers: bool | str, at: int = 0) -> list[Event]:
    """The players who are asked answer: a totem or none, or the section for the coin."""
    events: list[Event] = []
    for each in answers:
        [prompt] = game.prompts()
        move: Move = Place(each) if isinstance(each, str) else Claim() if each else Decline()
        events.extend(game.play(prompt.seat, move, Millis(at)))
    return events


def seen(game: Wapi) -> WapiView:
    """What a spectator sees."""
    return game.view(None)


def section(game: Wapi, symbol: str) -> SectionView:
    """One section as everybody sees it."""
    [found] = [each for each in seen(game).sections if each.symbol == symbol]
    return found


def places(game: Wapi) -> set[str]:
    """Where the coin in hand may go, as listed for the player who has it."""
    [prompt] = game.prompts()
    return {move.symbol for move in game.moves(prompt.seat) if isinstance(move, Place)}


def in_turn(game: Wapi) -> Seat:
    """Who is asked."""
    [prompt] = game.prompts()
    return prompt.seat
