"""The data of the board that the rulebook only shows in pictures: standard values, and a host's own.

`STANDARD` is partly reconstructed (docs/rules/waka_waka.md says which part).
A host may replace any of it: the option `tables` is JSON with the content of a file like docs/rules/waka_waka_tables.toml.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from watai.engine.options import LONGEST_QUOTE, BadOption, Whole
from watai.engine.waka_waka.orders import LETTERS
from watai.engine.waka_waka.words import CHIMPANZEE, DRUMMER, GATHERER, PORTER, RAINMAKER, SEER

LONGEST_TABLES: Final = 2_000
"""Characters of the option: three times what every table changed at once needs, and half a message."""

STOCK_PLACES: Final = 6  # WAKA-3; an order can never be longer

MOST_BOATS: Final = 6
MOST_ON_BOATS: Final = 24  # so that 36 of the 84 goods are always in the Reserve or on the Village
MOST_LEVELS: Final = 9
PRICES: Final = Whole(0, 20)
EXTRA_CARDS: Final = Whole(0, 3)
MAY_BEAR_GOLD: Final = (
    RAINMAKER,
    CHIMPANZEE,
    GATHERER,
    PORTER,
    DRUMMER,
    SEER,
)  # nothing that raises a status


@dataclass(frozen=True, slots=True)
class BoatPlan:
    """One boat: its price, how many goods it carries, and the cell (from 1) with the Eye."""

    price: int
    goods: int
    eye: int


@dataclass(frozen=True, slots=True)
class Tables:
    """Everything a host may change about the board."""

    boats: tuple[BoatPlan, ...]
    gold_symbols: tuple[str, ...]
    drummer_extra: int
    """How many cards more than were discarded the Drummer draws."""
    orders: Mapping[str, tuple[str, ...]]
    """Per table of orders, one order a level, lowest level first."""


STANDARD: Final = Tables(
    boats=(BoatPlan(2, 2, 1), BoatPlan(3, 3, 1), BoatPlan(4, 3, 1), BoatPlan(5, 4, 1)),
    gold_symbols=(DRUMMER, GATHERER, PORTER, SEER),
    drummer_extra=0,
    orders={
        "board": ("aa", "JF", "HST", "aaa", "CJFS"),
        "tile1": ("aa", "abc", "HST", "aabb", "FJCT"),
        "tile2": ("abc", "aaa", "aabb", "HHST", "abcde"),
        "tile3": ("aaa", "aabb", "FFJC", "aaabb", "SSTTH"),
        "tile4": ("aabb", "abcd", "aaabb", "SSTTH", "abcdef"),
    },
)


def read_tables(written: str) -> Tables:
    """The tables that an option has in JSON; none is STANDARD. Raises BadOption with what would be allowed."""
    if not written:
        return STANDARD
    try:
        given = json.loads(written)
    except (ValueError, RecursionError):
        raise BadOption("tables", "must be JSON, as made from a file of tables") from None
    return parse_tables(_mapping(given, "tables"))


def parse_tables(given: Mapping[str, object]) -> Tables:
    """Read a host's tables; what is left out stays as in STANDARD. Raises BadOption with what would be allowed."""
    _know(given, "tables", ("boats", "gold_symbols", "drummer_extra", "orders"))
    return Tables(
        boats=_boats(given["boats"]) if "boats" in given else STANDARD.boats,
        gold_symbols=_symbols(given["gold_symbols"])
        if "gold_symbols" in given
        else STANDARD.gold_symbols,
        drummer_extra=_number(
            given.get("drummer_extra", STANDARD.drummer_extra), "drummer_extra", EXTRA_CARDS
        ),
        orders=_orders(given["orders"]) if "orders" in given else STANDARD.orders,
    )


def _boats(given: object) -> tuple[BoatPlan, ...]:
    rows = _list(given, "boats")
    if not 1 <= len(rows) <= MOST_BOATS:
        raise BadOption(
            "boats",
            "there must be 1 to {most} boats, not {given}",
            most=MOST_BOATS,
            given=len(rows),
        )
    boats = tuple(_boat(row, f"boats[{number}]") for number, row in enumerate(rows, 1))
    if sum(boat.goods for boat in boats) > MOST_ON_BOATS:
        raise BadOption(
            "boats", "all boats together may carry at most {most} goods", most=MOST_ON_BOATS
        )
    return boats


def _boat(given: object, where: str) -> BoatPlan:
    row = _mapping(given, where)
    _know(row, where, ("price", "goods", "eye"))
    for key in ("price", "goods", "eye"):
        if key not in row:
            raise BadOption(f"{where}.{key}", "is missing")
    goods = _number(row["goods"], f"{where}.goods", Whole(1, STOCK_PLACES))
    eye = _number(row["eye"], f"{where}.eye", Whole(1, goods))
    return BoatPlan(_number(row["price"], f"{where}.price", PRICES), goods, eye)


def _symbols(given: object) -> tuple[str, ...]:
    cards = _list(given, "gold_symbols")
    for card in cards:
        if card not in MAY_BEAR_GOLD:
            raise BadOption(
                "gold_symbols",
                "must be some of {known}, not {given!r}",
                known=", ".join(MAY_BEAR_GOLD),
                given=str(card)[:LONGEST_QUOTE],
            )
    return tuple(sorted({str(card) for card in cards}))


def _orders(given: object) -> Mapping[str, tuple[str, ...]]:
    rows = _mapping(given, "orders")
    _know(rows, "orders", tuple(STANDARD.orders))
    read = {name: _levels(row, f"orders.{name}") for name, row in rows.items()}
    return {**STANDARD.orders, **read}


def _levels(given: object, where: str) -> tuple[str, ...]:
    levels = _list(given, where)
    if not 1 <= len(levels) <= MOST_LEVELS:
        raise BadOption(
            where,
            "there must be 1 to {most} levels, not {given}",
            most=MOST_LEVELS,
            given=len(levels),
        )
    return tuple(_order(level, f"{where}[{number}]") for number, level in enumerate(levels, 1))


def _order(given: object, where: str) -> str:
    capitals, small = "".join(LETTERS), "abcdef"
    if not isinstance(given, str) or not 1 <= len(given) <= STOCK_PLACES:
        raise BadOption(
            where,
            "must be an order of 1 to {most} letters, not {given!r}",
            most=STOCK_PLACES,
            given=str(given)[:LONGEST_QUOTE],
        )
    if not set(given) <= set(capitals + small):
        raise BadOption(
            where,
            "only {capitals} (goods) and {small} (kinds of choice) are known, not {given!r}",
            capitals=capitals,
            small=small,
            given=given,
        )
    return given


def _number(given: object, where: str, kind: Whole) -> int:
    try:
        return kind.read(given)
    except ValueError:
        raise kind.refuse(where, given) from None


def _list(given: object, where: str) -> Sequence[object]:
    if not isinstance(given, list | tuple):
        raise BadOption(where, "must be a list, not {given!r}", given=str(given)[:LONGEST_QUOTE])
    return given


def _mapping(given: object, where: str) -> Mapping[str, object]:
    if not isinstance(given, Mapping):
        raise BadOption(
            where,
            "must be a table of names and values, not {given!r}",
            given=str(given)[:LONGEST_QUOTE],
        )
    return given


def _know(given: Mapping[str, object], where: str, known: tuple[str, ...]) -> None:
    for key in given:
        if key not in known:
            raise BadOption(
                f"{where}.{str(key)[:LONGEST_QUOTE]}",
                "there is no such entry; there are: {known}",
                known=", ".join(known),
            )
