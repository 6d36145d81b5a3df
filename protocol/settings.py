"""How a program reads its settings: flags over environment over file over defaults. Server and client share it.

Each value keeps its source, so that a refusal can name the line, the variable or the flag to mend.
"""

import tomllib
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec

from watai.protocol.problem import Problem

T = TypeVar("T")
TRUTHS: Final = {
    **dict.fromkeys(("1", "true", "yes", "on"), True),
    **dict.fromkeys(("", "0", "false", "no", "off"), False),
}


class BadSetting(Problem):
    """A setting that cannot be used: which one, where it came from, and what is allowed."""


@dataclass(frozen=True, slots=True)
class Given:
    """A value and its source. Values of a file have types; values of variables and flags are text."""

    source: str
    value: Any
    typed: bool = False


Refuse = Callable[[str, Given, object, Any], BadSetting]
"""Makes the complaint about a value: the setting's name, the value as given, as converted, and the type wanted."""


def flag(name: str) -> str:
    """Return how a setting is written on the command line."""
    return "--" + name.replace("_", "-")


def from_file(path: str | Path) -> dict[str, Given]:
    """Read a TOML file. Raises OSError if it cannot be read, BadSetting if it is not TOML."""
    try:
        content = tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except ValueError as error:
        raise BadSetting("{path} is not TOML: {error}", path=path, error=error) from None
    return {name: Given(str(path), value, typed=True) for name, value in content.items()}


def from_outside(
    names: Collection[str], prefix: str, environment: Mapping[str, str], flags: Mapping[str, object]
) -> dict[str, Given]:
    """Return what variables and flags give, flags over variables. A flag that is None was not given."""
    variables = {name: prefix + name.upper() for name in names}
    return {
        **{name: Given(v, environment[v]) for name, v in variables.items() if v in environment},
        **{name: Given(flag(name), flags[name]) for name in names if flags.get(name) is not None},
    }


def overlay(
    defaults: T,
    given: Mapping[str, Given],
    kinds: Mapping[str, Any],
    refuse: Refuse,
    quote: Callable[[str], str] = str,
) -> T:
    """Return the defaults with the given values in their place, each converted to its kind.

    A kind is a type as msgspec takes it, with its range. BadSetting for an unknown name or a value that does not fit.
    """
    values = {}
    for name, each in given.items():
        if name not in kinds:
            raise BadSetting(
                "{source}: there is no setting {name}; there are: {known}",
                source=each.source,
                name=quote(name),
                known=", ".join(kinds),
            )
        value, plain = each.value, type(getattr(defaults, name))
        if plain is bool:
            value = TRUTHS.get(str(value).lower(), value)
        elif not each.typed:
            with suppress(ValueError):  # the text stays a text, which msgspec refuses below
                value = plain(value)
        try:
            values[name] = msgspec.convert(value, kinds[name])
        except msgspec.ValidationError:
            raise refuse(name, each, value, kinds[name]) from None
    return replace(defaults, **values)  # type: ignore[type-var]  # any dataclass
