"""Demands on a result, as people write them: `ack.p99<25ms`, `violations==0`, `server.us_per_play<60`."""

import operator
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

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


class BadDemand(ValueError):
    """Not a demand, or about a figure that there is not."""


@dataclass(frozen=True, slots=True)
class Demand:
    """A figure, a sign, and a number; latencies are in ms."""

    text: str
    path: str
    sign: str
    number: float

    def value(self, result: Mapping[str, Any]) -> float | None:
        """The figure it is about; None if nothing was measured. `ack` means `ack_ms`."""
        found: Any = result
        for part in self.path.split("."):
            if not isinstance(found, Mapping):
                raise BadDemand(f"{self.text}: there is no figure {self.path}")
            name = part if part in found else f"{part}_ms"
            if name not in found:
                raise BadDemand(f"{self.text}: there is no {part}; there are: {', '.join(found)}")
            found = found[name]
        if found is not None and not isinstance(found, bool | int | float):
            raise BadDemand(f"{self.text}: {self.path} is not a number")
        return found

    def judge(self, result: Mapping[str, Any]) -> dict[str, Any]:
        """Whether the result meets it; a figure that was not measured does not."""
        value = self.value(result)
        passed = value is not None and _SIGNS[self.sign](value, self.number)
        return {"text": self.text, "value": value, "passed": passed}


def demand(text: str) -> Demand:
    """Read one, or raise BadDemand."""
    found = _TEXT.fullmatch(text.strip())
    if found is None:
        raise BadDemand(f"{text!r} is not like 'ack.p99<25ms'")
    number = float(found["number"]) * _MILLIS[found["unit"]]
    return Demand(text, found["path"], found["sign"], number)
