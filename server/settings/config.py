"""How a server is to run: flags over environment over file over defaults. The only reader of the environment."""

import dataclasses
import json
import math
import os
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from protocol.problem import Problem
from server.settings.flags import HELP, flag, make_parser
from server.settings.limits import Limits
from server.settings.translations import Words

PREFIX = "WATAI_"
LIMIT_PREFIX = "WATAI_LIMIT_"


class BadConfig(Problem):
    """A setting that cannot be: which, where it came from, and what would do."""


@dataclass(frozen=True, slots=True)
class Config:
    """Everything that can be set. Each field is a flag, a WATAI_ variable and a line of the file."""

    host: str = "127.0.0.1"
    port: int = 7777
    journal: str = "watai-journal/journal.sqlite"
    durability: str = "process"
    keep_days: int = 30
    keep_games: int = 10_000
    metrics_host: str = "127.0.0.1"
    metrics_port: int = -1
    tls_cert: str = ""
    tls_key: str = ""
    behind_proxy: str = "no"
    moved_to: str = ""
    log_level: str = "info"
    log_format: str = "text"
    limits: Limits = dataclasses.field(default_factory=Limits)


CHOICES = {
    "behind_proxy": ("no", "yes"),
    "durability": ("process", "power"),
    "log_level": ("debug", "info", "warning", "error"),
    "log_format": ("text", "json"),
}
RANGES = {"port": (0, 65_535), "metrics_port": (-1, 65_535)}
SOMETHING = (1e-3, 1e12)  # a limit of nothing would lock everybody out; endless ones have no end
COUNT = (0, 1_000_000_000)


@dataclass(frozen=True, slots=True)
class Settings:
    """A configuration with the source of everything that is not a default."""

    config: Config
    sources: Mapping[str, str]
    limit_sources: Mapping[str, str]
    print_only: bool

    def to_toml(self) -> str:
        """The whole configuration as a file that would give it again."""
        lines = [*_lines(self.config, self.sources), "", "[limits]"]
        return "\n".join([*lines, *_lines(self.config.limits, self.limit_sources)])


def read_config(argv: Sequence[str], environment: Mapping[str, str] = os.environ) -> Config:
    """Flags over environment over file over defaults."""
    return read_settings(argv, environment).config


def read_settings(
    argv: Sequence[str], environment: Mapping[str, str] = os.environ, words: Words | None = None
) -> Settings:
    """The same, with where everything came from; --help is in the language of the words."""
    args = vars(make_parser(words or Words(), Config()).parse_args(argv))
    given, limits = _from_file(args["config"] or environment.get(f"{PREFIX}CONFIG"))
    for variable, value in environment.items():
        if variable.startswith(LIMIT_PREFIX):
            limits[variable.removeprefix(LIMIT_PREFIX).lower()] = _Given(variable, value)
    for name in HELP:
        if (variable := PREFIX + name.upper()) in environment:
            given[name] = _Given(variable, environment[variable])
        if args[name] is not None:
            given[name] = _Given(flag(name), args[name])
    for pair in args["limit"]:
        name, _, value = pair.partition("=")
        limits[name] = _Given("--limit", value)
    config = _typed(Config(), given, COUNT)
    config = dataclasses.replace(config, limits=_typed(Limits(), limits, SOMETHING))
    if config.tls_key and not config.tls_cert:
        raise BadConfig("{source}: a key is of no use without tls_cert", source="tls_key")
    if config.moved_to and not config.moved_to.startswith(("ws://", "wss://")):
        raise BadConfig(
            "{source}: moved_to must be an address such as wss://games.example.org, not {value}",
            source=given["moved_to"].source,
            value=repr(config.moved_to),
        )
    sources = {name: each.source for name, each in given.items()}
    limit_sources = {name: each.source for name, each in limits.items()}
    return Settings(config, sources, limit_sources, args["print_config"])


@dataclass(frozen=True, slots=True)
class _Given:
    """A value with where it came from. Only a file has types; everything else is text."""

    source: str
    value: Any
    has_type: bool = False


def _from_file(path: str | None) -> tuple[dict[str, _Given], dict[str, _Given]]:
    """Settings and limits, if there is a file."""
    if not path:
        return {}, {}
    try:
        content = tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise BadConfig(
            "cannot read the configuration {path}: {error}", path=path, error=error.strerror
        ) from None
    except ValueError as error:
        raise BadConfig("{path} is not TOML: {error}", path=path, error=error) from None
    limits = content.pop("limits", {})
    if not isinstance(limits, dict):
        raise BadConfig("{source}: limits must be a table, [limits]", source=path)
    return (
        {name: _Given(path, value, True) for name, value in content.items()},
        {name: _Given(path, value, True) for name, value in limits.items()},
    )


T = TypeVar("T", Config, Limits)


def _typed(default: T, given: Mapping[str, _Given], usual: tuple[float, float]) -> T:
    """The defaults with what is given in their place, each of the type its default has."""
    known = [each.name for each in dataclasses.fields(default) if each.name != "limits"]
    values = {}
    for name, each in given.items():
        if name not in known:
            raise BadConfig(
                "{source}: there is no setting {name}; there are: {known}",
                source=each.source,
                name=repr(name),
                known=", ".join(known),
            )
        low, high = RANGES.get(name, usual)
        values[name] = _value(name, type(getattr(default, name)), each, low, high)
    return dataclasses.replace(default, **values)


def _value(name: str, kind: Any, given: _Given, low: float, high: float) -> Any:
    value: Any = given.value
    if not given.has_type:
        with suppress(ValueError):  # it then stays a text, and that is of the wrong type
            value = kind(value)
    elif kind is float and type(value) is int:
        value = float(value)
    if type(value) is not kind:
        raise _bad(name, given, _KINDS[kind])
    if name in CHOICES and value not in CHOICES[name]:
        choices = ", ".join(CHOICES[name])
        raise _bad(name, given, "one of these", f": {choices}")
    if kind is not str and not (math.isfinite(value) and low <= value <= high):
        raise _bad(name, given, "a number in this range", f": {low:g} … {high:,}")
    return value


_KINDS = {int: "a whole number", float: "a number", str: "a text"}


def _bad(name: str, given: _Given, wanted: str, more: str = "") -> BadConfig:
    return BadConfig(
        "{source}: {name} must be {wanted}{more}, not {value}",
        source=given.source,
        name=name,
        wanted=wanted,
        more=more,
        value=repr(given.value),
    )


def _lines(settings: Config | Limits, sources: Mapping[str, str]) -> Iterator[str]:
    for each in dataclasses.fields(settings):
        value = getattr(settings, each.name)
        if not isinstance(value, Limits):
            # what JSON writes for texts and numbers, TOML reads
            line = f"{each.name} = {json.dumps(value, ensure_ascii=False)}"
            yield f"{line}  # {sources[each.name]}" if each.name in sources else line
