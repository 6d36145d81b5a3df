"""Which words a view may contain for whom, and how often: stated independently of the engine."""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Final

from watai.engine.duel.rules import Duel
from watai.engine.game import Game, Seat
from watai.engine.waka_tanka.box import ANIMALS
from watai.engine.waka_tanka.rules import WakaTanka
from watai.engine.waka_waka.cards.elder import ChooseLoan
from watai.engine.waka_waka.rules import WakaWaka
from watai.engine.waka_waka.turn import ChooseOffer
from watai.engine.wapi.rules import Wapi
from watai.engine.wapi.tables import SYMBOLS
from watai.engine.watai.rules import Watai

Needle = str | tuple[str, int]
"""A word, or a number in a field."""


def _of_tanka(game: Game, seat: Seat | None) -> Counter[Needle]:
    assert isinstance(game, WakaTanka)
    words = Counter[Needle](ANIMALS)  # the tiles, which piles are named after
    words[game.pawn] += 1
    words.update(() if seat is None else game.table.hand(seat))
    for pile in game.table.piles.values():
        words.update(card.card for card in pile if card.layer == seat and card.card is not None)
    if game.last is not None:
        words.update((game.last.animal, *game.last.revealed))
    return words


def _of_wapi(game: Game, seat: Seat | None) -> Counter[Needle]:
    assert isinstance(game, Wapi)
    words = Counter[Needle]((*SYMBOLS, *SYMBOLS))  # the sections, and how many are left in the bag
    if game.pending is not None:
        token = game.pending.token
        words.update(SYMBOLS if isinstance(token, int) else (token,))
    return words


def _of_duel(game: Game, seat: Seat | None) -> Counter[Needle]:
    assert isinstance(game, Duel)
    own = None if seat is None else game.state.masks.get(seat)
    return Counter[Needle]() if own is None else Counter[Needle]([("mask", own)])


def _of_waka(game: Game, seat: Seat | None) -> Counter[Needle]:
    assert isinstance(game, WakaWaka)
    table = game.table
    words = Counter[Needle]((*table.village, *table.discards, *table.tables.gold_symbols))
    asked = [prompt.ask for prompt in game.prompts()]  # some are called like the card that asks
    words.update((*asked, *asked))  # in the view, and beside it
    for player in table.players:
        words.update(player.stock)
    for slot in table.slots:
        words.update(slot if len(slot) == 1 else ())
    for boat in table.boats:
        known = (cell for cell in range(1, len(boat.goods) + 1) if boat.shows(cell, seat))
        words.update(boat.goods[cell - 1] for cell in known)
    if seat is not None:
        words.update(table.hand(seat))
    top = table.agenda[-1] if table.agenda else None
    if isinstance(top, ChooseOffer):
        words[top.card] += 1
    if isinstance(top, ChooseLoan) and top.seat == seat:
        words.update(table.hand(top.owner))
    return words


def _of_watai(game: Game, seat: Seat | None) -> Counter[Needle]:
    assert isinstance(game, Watai)
    words = Counter[Needle](pile.cards[-1] for pile in game.race.arena.open.values())
    for player in game.players:
        words.update(player.face_up())
    return words


VISIBLE: Final[Mapping[str, Callable[[Game, Seat | None], Counter[Needle]]]] = {
    "watai": _of_watai,
    "waka-tanka": _of_tanka,
    "wapi": _of_wapi,
    "duel": _of_duel,
    "waka-waka": _of_waka,
}
