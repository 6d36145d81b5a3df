"""What an operator reads: English sentences in the code, which are the keys of their translations."""

from collections.abc import Mapping
from typing import Protocol

from protocol.problem import Problem


class Text(Protocol):
    """The texts of one language, as the command hands them over."""

    def find(self, name: str) -> Mapping[str, str] | None: ...


class Words:
    """One language; English where nobody hands over another."""

    def __init__(self, text: Text | None = None) -> None:
        self._table: Mapping[str, str] = (text and text.find("server.why")) or {}

    def say(self, sentence: str, /, **values: object) -> str:
        """A constant sentence with its blanks filled in."""
        return self.explain(Problem(sentence, **values))

    def explain(self, problem: Problem) -> str:
        return problem.told(self._table)

    def help(self, sentence: str, /, **values: object) -> str:
        """The same for argparse, to which a % means something."""
        return self.say(sentence, **values).replace("%", "%%")
