"""Book, code and tests agree: every clause has a test that names it, every clause cited exists."""

import ast
import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from engine.catalogue import GAMES

ROOT = Path(__file__).parents[1]
BOOKS = ROOT / "docs" / "rules"


def _up_to(prefix: str, last: int) -> set[str]:
    return {f"{prefix}{number}" for number in range(1, last + 1)}


EXPECTED: Mapping[str, set[str]] = {
    "watai": _up_to("WATAI-", 21) | _up_to("WATAI-V", 16) | {"WATAI-V*"},
    "tanka": _up_to("TANKA-", 11),
    "wapi": _up_to("WAPI-", 13),
    "duel": _up_to("DUEL-", 11),
    "waka": _up_to("WAKA-", 25),
}
"""Every clause there is, by the word its ids begin with."""

CLAUSE = r"[A-Z]{2,}-(?:V\*|V?\d+)"
IN_BOOK = re.compile(rf"\*\*({CLAUSE})\*\*")
CITED = re.compile(rf"\b({'|'.join(word.upper() for word in EXPECTED)})-(V\*|V?\d+)")


def books() -> list[Path]:
    return sorted(BOOKS.glob("*.md"))


def clauses_of(book: Path) -> list[str]:
    return IN_BOOK.findall(book.read_text(encoding="utf-8"))


def word_of(name: str) -> str:
    """The word that the clause ids of a game or book begin with, in lower case."""
    return next(word for word in EXPECTED if name.replace("-", "_").startswith(word))


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


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_book(game: str) -> None:
    assert word_of(game) in {word_of(book.stem) for book in books()}


@pytest.mark.parametrize("book", books(), ids=lambda book: book.stem)
def test_a_book_has_exactly_the_clauses_of_its_game_each_once_and_in_order(book: Path) -> None:
    found = clauses_of(book)
    assert set(found) == EXPECTED[word_of(book.stem)]
    assert len(found) == len(set(found))
    assert found == sorted(found, key=_order)


def _order(clause: str) -> tuple[bool, int]:
    number = clause.rpartition("-")[2]
    return number.startswith("V"), int(number.strip("V").replace("*", "99"))


@pytest.mark.parametrize("book", books(), ids=lambda book: book.stem)
def test_every_clause_has_a_test_that_names_it(book: Path) -> None:
    names = names_of_tests()
    untested = [
        clause
        for clause in clauses_of(book)
        if not any(name.startswith(prefix_of(clause)) for name in names)
    ]
    assert untested == []


def test_every_clause_cited_in_the_engine_is_in_a_book() -> None:
    written = {clause for book in books() for clause in clauses_of(book)}
    cited = {
        f"{word}-{number}"
        for path in ROOT.glob("engine/**/*.py")
        for word, number in CITED.findall(path.read_text(encoding="utf-8"))
    }
    assert cited, "the engine cites nothing, so this test has lost sight of it"
    assert cited - written == set()


def test_every_test_named_after_a_clause_names_one_that_exists() -> None:
    words = "|".join(EXPECTED)
    named = re.compile(rf"test_({words})_(v_star|v?\d+)_")
    known = {prefix_of(clause) for clauses in EXPECTED.values() for clause in clauses}
    strangers = {
        match.group(0)
        for name in names_of_tests()
        if (match := named.match(name)) and match.group(0) not in known
    }
    assert strangers == set()
