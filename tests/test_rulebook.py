"""Book, code and tests agree: every clause has a test that names it, every clause cited exists."""

import ast
import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from watai.clients.text.catalogue import LANGUAGES
from watai.clients.text.rulebooks import book
from watai.engine.catalogue import GAMES

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[1]
BOOKS = ROOT / "docs" / "rules"


def _up_to(prefix: str, last: int) -> set[str]:
    return {f"{prefix}{number}" for number in range(1, last + 1)}


EXPECTED: Mapping[str, set[str]] = {
    "watai": _up_to("WATAI-", 22) | _up_to("WATAI-V", 16) | {"WATAI-V*"},
    "waka-tanka": _up_to("TANKA-", 11),
    "wapi": _up_to("WAPI-", 13),
    "duel": _up_to("DUEL-", 11),
    "waka-waka": _up_to("WAKA-", 26),
}
"""Every clause there is, by game."""

WORDS = sorted({clause.partition("-")[0] for clauses in EXPECTED.values() for clause in clauses})
IN_BOOK = re.compile(r"\*\*([A-Z]+-(?:V\*|V?\d+))\*\*")
FIXED = re.compile(rf"{IN_BOOK.pattern}|`[^`]+`|\d+")
"""What no translation changes: clauses, what is written as code, and figures."""
CITED = re.compile(rf"\b(?:{'|'.join(WORDS)})-(?:V\*|V?\d+)")


def book_of(game: str) -> Path:
    return BOOKS / f"{game.replace('-', '_')}.md"


def clauses_of(game: str) -> list[str]:
    return IN_BOOK.findall(book_of(game).read_text(encoding="utf-8"))


WRITTEN = [game for game in EXPECTED if book_of(game).exists()]
every_book = pytest.mark.parametrize("game", WRITTEN)


def names_of_tests() -> set[str]:
    trees = (
        ast.parse(path.read_text(encoding="utf-8")) for path in ROOT.glob("tests/**/test_*.py")
    )
    return {
        node.name
        for tree in trees
        for node in tree.body
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }


def prefix_of(clause: str) -> str:
    """How the name of a test for this clause begins."""
    return "test_" + clause.lower().replace("-", "_").replace("v*", "v_star") + "_"


def test_every_game_has_a_book_and_every_book_is_of_a_game() -> None:
    assert set(GAMES) <= set(WRITTEN)
    for language in LANGUAGES:
        folder = BOOKS / language if language != "en" else BOOKS
        assert {path.name for path in folder.glob("*.md")} == {
            book_of(game).name for game in WRITTEN
        }


@every_book
def test_a_book_has_exactly_the_clauses_of_its_game_each_once_and_in_order(game: str) -> None:
    found = clauses_of(game)
    assert set(found) == EXPECTED[game]
    assert found == sorted(EXPECTED[game], key=_order)


def _order(clause: str) -> tuple[bool, int]:
    number = clause.rpartition("-")[2]
    return number.startswith("V"), int(number.strip("V").replace("*", "99"))


@every_book
def test_a_book_says_the_same_in_french_line_for_line(game: str) -> None:
    english, french = (book(game, language) for language in ("en", "fr"))
    assert IN_BOOK.findall(french) == clauses_of(game)
    assert _fixed(french) == _fixed(english)
    assert french.count("Décision") == english.count("Ruling")


def _fixed(text: str) -> list[list[str]]:
    return [sorted(match.group() for match in FIXED.finditer(line)) for line in text.splitlines()]


@every_book
def test_every_clause_has_a_test_that_names_it(game: str) -> None:
    names = names_of_tests()
    untested = [
        clause
        for clause in clauses_of(game)
        if not any(name.startswith(prefix_of(clause)) for name in names)
    ]
    assert untested == []


def test_every_clause_cited_in_the_engine_is_in_a_book() -> None:
    written = {clause for game in WRITTEN for clause in clauses_of(game)}
    cited = {
        clause
        for path in ROOT.glob("engine/**/*.py")
        for clause in CITED.findall(path.read_text(encoding="utf-8"))
    }
    assert len(cited) > 30, "the engine cites next to nothing: this test has lost sight of it"
    assert cited - written == set()


def test_every_test_named_after_a_clause_names_one_that_exists() -> None:
    named = re.compile(rf"test_(?:{'|'.join(WORDS).lower()})_(?:v_star|v?\d+)_")
    known = {prefix_of(clause) for clauses in EXPECTED.values() for clause in clauses}
    prefixes = {match.group() for name in names_of_tests() if (match := named.match(name))}
    assert prefixes - known == set()
