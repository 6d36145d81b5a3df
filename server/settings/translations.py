"""Translations of what an operator reads. The English sentences stand in the code and are the keys."""

from collections.abc import Mapping
from typing import Protocol

from watai.protocol.problem import Problem


class TextTable(Protocol):
    """What the server needs of the client's `Text`, which the `watai` command hands over."""

    def find(self, name: str) -> Mapping[str, str] | None: ...


class Translations:
    """The operator's sentences in one language; in English without a table."""

    def __init__(self, text: TextTable | None = None) -> None:
        self._table: Mapping[str, str] = (text and text.find("server.why")) or {}

    def say(self, sentence: str, /, **values: object) -> str:
        """Translate a constant sentence and fill in its blanks."""
        return self.explain(Problem(sentence, **values))

    def explain(self, problem: Problem) -> str:
        """Translate what a Problem says."""
        return problem.told(self._table)

    def help(self, sentence: str, /, **values: object) -> str:
        """Do what `say` does, for argparse: a percent sign is doubled."""
        return self.say(sentence, **values).replace("%", "%%")
