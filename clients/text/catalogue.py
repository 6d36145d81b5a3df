"""Everything a person reads, in English and French: one TOML file per language and subject.

A text has a dotted name, `main.usage` or `watai.events.Shouted`, whose first part is the file.
Both languages have the same names, and every name is used; a test checks both.

A text that depends on a number is a table of two texts, `one` and `other`, as in gettext and CLDR; the language decides
which numbers are `one`. A list ends in a word: « Ana, Bo and Chloé ».
"""

import os
import tomllib
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from importlib.resources import files
from itertools import pairwise
from typing import Any, Self

LANGUAGES = ("en", "fr")
Number = int | Fraction


def subject_of(game: str) -> str:
    """What the files of a game are called: its texts, its rule book, its package."""
    return game.replace("-", "_")


@cache
def _subject(language: str, subject: str) -> Mapping[str, Any]:
    path = files("watai.clients.text").joinpath(language, f"{subject}.toml")
    return tomllib.loads(path.read_text(encoding="utf-8"))


class Text:
    """The texts of one language."""

    def __init__(self, language: str) -> None:
        self.language = language if language in LANGUAGES else LANGUAGES[0]

    @classmethod
    def chosen(cls, words: Sequence[str] = (), preferred: str = "") -> Self:
        """Choose the language: `--lang` on the command line, else the preferred one, else the locale's, else English."""
        for word, following in pairwise([*words, ""]):
            if word == "--lang":
                return cls(following)
            if word.startswith("--lang="):
                return cls(word.removeprefix("--lang="))
        if preferred:
            return cls(preferred)
        locale = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
        return cls(locale[:2].lower())

    def find(self, name: str) -> Any:
        """Return the text or table of that name, or None."""
        subject, *path = name.split(".")
        found: Any = _subject(self.language, subject)
        for part in path:
            found = found.get(part) if isinstance(found, Mapping) else None
        return found

    def say(self, name: str, /, **values: object) -> str:
        """Return the text of that name with its blanks filled in."""
        found = self.find(name)
        if not isinstance(found, str):
            raise KeyError(f"no text {name} in {self.language}")
        return found.format_map(values)

    def count(self, name: str, number: Number, /, **values: object) -> str:
        """Return the form of the text for this number, which it may show as `{count}`."""
        return self.say(f"{name}.{self.form(number)}", **{"count": number, **values})

    def form(self, number: Number) -> str:
        """Return `one` or `other` for a number. In French 0 and 1.5 are `one` too."""
        singular = -2 < number < 2 if self.language == "fr" else number in (-1, 1)
        return "one" if singular else "other"

    def listed(self, words: Sequence[str]) -> str:
        """Join the words to a list in a sentence."""
        if len(words) < 2:
            return "".join(words)
        return self.say("main.list", words=", ".join(words[:-1]), last=words[-1])
