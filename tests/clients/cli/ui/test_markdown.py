"""The rule books as lines of a screen: nothing of their Markdown is left, nothing of their words is lost."""

import re

import pytest
from wcwidth import width

from watai.clients.cli.ui.markdown import pages
from watai.clients.text.catalogue import LANGUAGES
from watai.clients.text.rulebooks import book
from watai.engine.catalogue import GAMES


def told(markdown: str, columns: int) -> list[str]:
    return ["".join(words for _, words in line) for line in pages(markdown, columns)]


def test_lists_are_indented_tables_aligned_and_emphasis_marks_removed() -> None:
    markdown = """# Title

- **A-1** One *two* three four, [five](#six).
  `seven` eight nine ten eleven.

| token | count |
|---|---|
| a coin of 5 | 6 |
"""
    assert told(markdown, 24) == [
        "Title",
        "",
        "- A-1 One two three",
        "  four, five.",
        "  seven eight nine ten",
        "  eleven.",
        "",
        "token         count",
        "a coin of 5   6",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", list(GAMES))
def test_every_book_fits_and_keeps_its_words(game: str, language: str) -> None:
    markdown = book(game, language)
    lines = told(markdown, 76)
    assert max(map(width, lines)) <= 76
    assert not any(mark in "".join(lines) for mark in ("**", "](", "|--"))
    words = re.findall(r"\w+", re.sub(r"\]\(.*?\)", "", markdown))
    assert re.findall(r"\w+", "\n".join(lines)) == words
