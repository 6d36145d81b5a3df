"""Room options: what a host may choose, declared once, read from any mapping, refused with a plain sentence."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from functools import partial
from typing import Any, Final, Self

LONGEST_QUOTE: Final = 40
"""How many characters of a bad value a refusal quotes."""


class BadOption(ValueError):
    """An option that is refused: its name, and what would be allowed.

    The sentence is constant, with named blanks, so that it can be translated.
    """

    def __init__(self, option: str, sentence: str, /, **values: object) -> None:
        super().__init__(option, sentence, values)
        self.option = option
        self.sentence = sentence
        self.values = values

    def __reduce__(self) -> tuple[Callable[[str, str], "BadOption"], tuple[str, str]]:
        return partial(BadOption, **self.values), (
            self.option,
            self.sentence,
        )  # keyword arguments survive pickling

    def told(self, words: Mapping[str, str]) -> str:
        """Why it is refused, translated by these words; what they lack stays English."""
        return words.get(self.sentence, self.sentence).format_map(self.values)

    def __str__(self) -> str:
        return f"{self.option}: {self.told({})}"


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number from `least` to `most`."""

    least: int
    most: int

    def read(self, given: object) -> int:
        text = str(given).strip()
        if isinstance(given, bool) or not text.lstrip("-").isdecimal() or len(text) > 12:
            raise ValueError(given)
        number = int(text)
        if not self.least <= number <= self.most:
            raise ValueError(given)
        return number

    def __str__(self) -> str:
        return f"a whole number from {self.least} to {self.most}"

    def refuse(self, option: str, given: object) -> BadOption:
        return BadOption(
            option,
            "must be a whole number from {least} to {most}, not {given!r}",
            least=self.least,
            most=self.most,
            given=str(given)[:LONGEST_QUOTE],
        )


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of a few words."""

    words: tuple[str, ...]

    def read(self, given: object) -> str:
        word = {True: "on", False: "off"}[given] if isinstance(given, bool) else str(given).strip()
        if word not in self.words:
            raise ValueError(given)
        return word

    def __str__(self) -> str:
        return "one of " + ", ".join(self.words)

    def refuse(self, option: str, given: object) -> BadOption:
        return BadOption(
            option,
            "must be one of {words}, not {given!r}",
            words=", ".join(self.words),
            given=str(given)[:LONGEST_QUOTE],
        )


@dataclass(frozen=True, slots=True)
class Written:
    """A text of the host's own, or none; `check` raises BadOption for one that cannot be used."""

    longest: int
    check: Callable[[str], object]

    def read(self, given: object) -> str:
        if not isinstance(given, str) or len(given) > self.longest:
            raise ValueError(given)
        if given:
            self.check(given)
        return given

    def __str__(self) -> str:
        return f"a text of at most {self.longest} characters"

    def refuse(self, option: str, given: object) -> BadOption:
        return BadOption(option, "must be a text of at most {most} characters", most=self.longest)


Kind = Whole | OneOf | Written


def whole(default: int, least: int, most: int) -> Any:
    """Declare an option that is a whole number."""
    return field(default=default, metadata={"kind": Whole(least, most)})


def one_of(*words: str) -> Any:
    """Declare an option that is one of these words; the first is the default."""
    return field(default=words[0], metadata={"kind": OneOf(words)})


def written(longest: int, check: Callable[[str], object]) -> Any:
    """Declare an option that is a text; the default is none."""
    return field(default="", metadata={"kind": Written(longest, check)})


@dataclass(frozen=True, slots=True)
class Options:
    """The options of one game. Subclasses are frozen dataclasses whose fields are `whole`, `one_of` or `written`."""

    @classmethod
    def kinds(cls) -> Mapping[str, Kind]:
        """Every option by name, with what it may be."""
        return {each.name: each.metadata["kind"] for each in fields(cls)}

    @classmethod
    def parse(cls, given: Mapping[str, object]) -> Self:
        """Read options from names and loosely typed values, as they come from a command line or a message."""
        kinds = cls.kinds()
        chosen: dict[str, Any] = {}
        for name, value in given.items():
            if name not in kinds:
                known = ", ".join(kinds) or "none"
                option = name[:LONGEST_QUOTE]
                raise BadOption(option, "there is no such option; there are: {known}", known=known)
            try:
                chosen[name] = kinds[name].read(value)
            except BadOption:
                raise
            except ValueError:
                raise kinds[name].refuse(name, value) from None
        return cls(**chosen)

    def check(self, seats: int) -> None:
        """Raise BadOption where options do not go together, or with this many players."""
