"""The tables a host may edit: docs/rules/waka_waka_tables.toml is the standard, everything wrong is said plainly."""

import json
import tomllib
from pathlib import Path

import pytest

from tests.engine.waka_waka.positions import JUNK, LEFT, YOU, asked, do, position
from watai.engine.dice import Dice
from watai.engine.options import BadOption
from watai.engine.waka_waka.moves import Buy, Discard, Draw, Pass, Play, Rise
from watai.engine.waka_waka.options import WakaWakaOptions
from watai.engine.waka_waka.rules import WakaWaka
from watai.engine.waka_waka.tables import STANDARD, BoatPlan, parse_tables

EXAMPLE = Path(__file__).parents[3] / "docs" / "rules" / "waka_waka_tables.toml"


def test_the_example_file_is_the_standard() -> None:
    assert parse_tables(tomllib.loads(EXAMPLE.read_text())) == STANDARD


def test_what_is_left_out_stays_as_it_is() -> None:
    assert parse_tables({}) == STANDARD
    tables = parse_tables({"orders": {"board": ["aaa"]}})
    assert tables.orders["board"] == ("aaa",)
    assert tables.orders["tile1"] == STANDARD.orders["tile1"]
    assert tables.boats == STANDARD.boats


def test_waka_2_boats_prices_and_eyes_are_data() -> None:
    tables = parse_tables({"boats": [{"price": 1, "goods": 3, "eye": 2}]})
    assert tables.boats == (BoatPlan(1, 3, 2),)
    game = position(["merchant", "seer"], JUNK, boats=[["tea", "salt", "jewel"]], tables=tables)
    assert game.view(None).boats[0].cells == (None, "salt", None)
    do(game, YOU, Play("merchant"), Buy(1))
    assert game.view(None).players[YOU].gold == 7


def test_waka_19_how_many_cards_the_drummer_draws_is_data() -> None:
    game = position(
        ["drummer", "porter"], JUNK, gold=[8, 0], tables=parse_tables({"drummer_extra": 1})
    )
    do(game, YOU, Play("drummer"), Discard("porter"), Draw())
    assert len(game.view(YOU).hand) == 2


def test_waka_21_which_cards_bear_the_gold_symbol_is_data() -> None:
    tables = parse_tables({"gold_symbols": ["rainmaker"]})
    game = position(["seer", "rainmaker", "porter"], JUNK, tables=tables)
    do(game, YOU, Play("seer"))
    assert asked(game) == (YOU, "turn")
    do(game, YOU, Play("rainmaker"))
    assert asked(game) == (LEFT, "offer")
    do(game, LEFT, Pass())


def test_waka_22_the_orders_and_how_many_levels_there_are_are_data() -> None:
    tables = parse_tables({"orders": {"board": ["aaJ", "T"]}})
    game = position(["merchant", "seer"], JUNK, stocks=[["tea", "tea", "jewel"]], tables=tables)
    do(game, YOU, Play("merchant"), Rise(("jewel", "tea", "tea")))
    assert game.view(None).orders == ("aaJ", "T")
    assert game.view(None).players[YOU].status == 1


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        ({"boat": []}, "tables.boat: there is no such entry; there are: boats"),
        ({"boats": 4}, "boats: must be a list, not '4'"),
        ({"boats": []}, "boats: there must be 1 to 6 boats, not 0"),
        ({"boats": [3]}, r"boats\[1\]: must be a table of names and values"),
        ({"boats": [{"price": 2, "goods": 2}]}, r"boats\[1\].eye: is missing"),
        (
            {"boats": [{"price": 2, "goods": 2, "eye": 3}]},
            r"boats\[1\].eye: must be a whole number from 1 to 2",
        ),
        (
            {"boats": [{"price": -1, "goods": 2, "eye": 1}]},
            r"boats\[1\].price: must be a whole number",
        ),
        (
            {"boats": [{"price": 1, "goods": 7, "eye": 1}]},
            r"boats\[1\].goods: must be a whole number from 1 to 6",
        ),
        (
            {"boats": [{"price": 1, "goods": 1, "eye": 1, "sail": 1}]},
            r"boats\[1\].sail: there is no such entry",
        ),
        ({"boats": [{"price": 1, "goods": 6, "eye": 1}] * 5}, "at most 24 goods"),
        (
            {"gold_symbols": ["merchant"]},
            "gold_symbols: must be some of rainmaker, .*, not 'merchant'",
        ),
        ({"gold_symbols": "seer"}, "gold_symbols: must be a list"),
        ({"drummer_extra": 4}, "drummer_extra: must be a whole number from 0 to 3, not '4'"),
        ({"drummer_extra": True}, "drummer_extra: must be a whole number"),
        ({"orders": ["aa"]}, "orders: must be a table of names and values"),
        (
            {"orders": {"tile5": ["aa"]}},
            "orders.tile5: there is no such entry; there are: board, tile1",
        ),
        ({"orders": {"board": []}}, "orders.board: there must be 1 to 9 levels, not 0"),
        (
            {"orders": {"board": ["aa", ""]}},
            r"orders.board\[2\]: must be an order of 1 to 6 letters",
        ),
        (
            {"orders": {"board": ["aaaaaaa"]}},
            r"orders.board\[1\]: must be an order of 1 to 6 letters",
        ),
        ({"orders": {"board": [7]}}, r"orders.board\[1\]: must be an order"),
        ({"orders": {"board": ["aX"]}}, r"orders.board\[1\]: only FHSTCJ \(goods\) and abcdef"),
    ],
)
def test_a_wrong_table_is_refused_in_words(given: dict[str, object], complaint: str) -> None:
    with pytest.raises(BadOption, match=complaint):
        parse_tables(given)


def test_a_host_sends_tables_as_an_option_and_a_bad_one_is_refused_with_its_reason() -> None:
    own = json.dumps({"orders": {"board": ["FF", "SS"]}, "drummer_extra": 2})
    options = WakaWakaOptions.parse({"tables": own})
    game = WakaWaka(options, 2, Dice.from_text("own tables"))
    assert game.table.tables == parse_tables(json.loads(own))
    for bad, why in (
        ("{", "must be JSON"),
        ("[" * 1999, "must be JSON"),
        ("[]", "must be a table"),
        (own + " " * 2000, "at most 2000 characters"),
        ('{"drummer_extra": 9}', "from 0 to 3"),
        ('{"taxes": 1}', "no such entry"),
    ):
        with pytest.raises(BadOption, match=why):
            WakaWakaOptions.parse({"tables": bad})
    with pytest.raises(BadOption, match="at most 2000 characters"):
        WakaWakaOptions.parse({"tables": 7})
