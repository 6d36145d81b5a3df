"""Assertions about a result, as users write them: `ack.p99<25ms`, `violations==0`, `server.us_per_play<60`."""

import operator
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from watai.loadtest.results.schema import AssertionResult

_TEXT = re.compile(
    r"(?P<path>[a-z_]\w*(\.\w+)*)\s*(?P<sign><=|>=|==|<|>)\s*(?P<number>\d+(\.\d+)?)\s*(?P<unit>us|µs|ms|s|)"
)
_SIGNS: Final[Mapping[str, Callable[[float, float], bool]]] = {
    "<": operator.lt,
    "<=": operator.le,
    "==": operator.eq,
    ">=": operator.ge,
    ">": operator.gt,
}
_MILLIS: Final = {"us": 0.001, "µs": 0.001, "ms": 1.0, "s": 1000.0, "": 1.0}


class BadAssertion(ValueError):
    """A text that is no assertion, or names a figure that does not exist."""


@dataclass(frozen=True, slots=True)
class Assertion:
    """A figure, a sign, and a number; latencies are in ms."""

    text: str
    path: str
    sign: str
    number: float

    def value(self, result: Mapping[str, Any]) -> float | None:
        """The figure it names; None if nothing was measured. `ack` means `ack_ms`."""
        found: Any = result
        for part in self.path.split("."):
            if not isinstance(found, Mapping):
                raise BadAssertion(f"{self.text}: there is no figure {self.path}")
            name = part if part in found else f"{part}_ms"
            if name not in found:
                raise BadAssertion(
                    f"{self.text}: there is no {part}; there are: {', '.join(found)}"
                )
            found = found[name]
        if found is not None and not isinstance(found, bool | int | float):
            raise BadAssertion(f"{self.text}: {self.path} is not a number")
        return found

    def judge(self, result: object) -> AssertionResult:
        """Whether a result, a struct or its JSON, meets it; a figure that was not measured does not."""
        value = self.value(msgspec.to_builtins(result))
        passed = value is not None and _SIGNS[self.sign](value, self.number)
        return AssertionResult(self.text, passed, value)


def parse_assertion(text: str) -> Assertion:
    """Read one, or raise BadAssertion."""
    found = _TEXT.fullmatch(text.strip())
    if found is None:
        raise BadAssertion(f"{text!r} is not like 'ack.p99<25ms'")
    number = float(found["number"]) * _MILLIS[found["unit"]]
    return Assertion(text, found["path"], found["sign"], number)
