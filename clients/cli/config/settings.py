"""How a player wants it: flags over environment over file over defaults. The client's only reader of the environment."""

import getpass
import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Final, Self

from clients.cli.ui.keymap import LAYOUTS
from clients.cli.ui.palette import PALETTES
from clients.link.address import EXAMPLE, read_address
from clients.text.catalogue import LANGUAGES
from protocol.problem import Problem

LONGEST_NAME: Final = 24
COLOURS: Final = ("auto", "always", "never")
CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    "lang": LANGUAGES,
    "layout": LAYOUTS,
    "palette": tuple(PALETTES),
    "color": COLOURS,
}
COUNTRIES: Final = {"azerty": ("FR", "BE"), "qwertz": ("DE", "AT", "CH", "LU", "CZ", "HU")}
YES: Final = ("1", "true", "yes", "on")
NO: Final = ("", "0", "false", "no", "off")


class BadSetting(Problem):
    """A setting that cannot be: which, where it came from, and what would do."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything a player can choose. Each field is a line of the file, a WATAI_ variable and a flag of that name."""

    name: str = ""
    lang: str = ""
    layout: str = LAYOUTS[0]
    palette: str = "default"
    color: str = "auto"
    server: str = ""
    ascii: bool = False
    mouse: bool = False
    """Whether clicks press keys; the terminal then selects no text by itself."""
    keys: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Commands with other keys than the usual ones; only in the file."""

    @classmethod
    def read(cls, flags: Mapping[str, object], environment: Mapping[str, str] = os.environ) -> Self:
        """What is chosen; BadSetting if it cannot be."""
        path = config_path(environment)
        given: dict[str, tuple[str, Any]] = {
            name: (str(path), value) for name, value in _from_file(path).items()
        }
        for each in fields(cls):
            variable = f"WATAI_{each.name.upper()}"
            if each.name != "keys" and variable in environment:
                given[each.name] = (variable, environment[variable])
            if flags.get(each.name):
                given[each.name] = (f"--{each.name}", flags[each.name])
        chosen = {name: _value(name, *each) for name, each in given.items()}
        settings = cls(
            ascii=_plain_locale(environment), name=_login(), layout=_usual_layout(environment)
        )
        return replace(settings, **chosen)


def config_path(environment: Mapping[str, str] = os.environ) -> Path:
    """The player's file (XDG)."""
    home = environment.get("XDG_CONFIG_HOME") or str(Path.home() / ".config")
    return Path(home) / "watai" / "config.toml"


def preferred_language(environment: Mapping[str, str] = os.environ) -> str:
    """The language of the environment or the file, for those who need it before anything can be complained about."""
    try:
        said = environment.get("WATAI_LANG") or _from_file(config_path(environment)).get("lang", "")
    except BadSetting:
        return ""
    return str(said)


def _from_file(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise BadSetting("cannot read {path}: {error}", path=path, error=error.strerror) from None
    except ValueError as error:
        raise BadSetting("{path} is not TOML: {error}", path=path, error=error) from None


def _value(name: str, source: str, value: Any) -> Any:
    known = {each.name: each.default for each in fields(Settings)}
    if name not in known:
        raise BadSetting(
            "{source}: there is no setting {name}; there are: {known}",
            source=source,
            name=name,
            known=", ".join(known),
        )
    if name == "keys":
        return _keys(source, value)
    if name in ("ascii", "mouse"):
        return _truth(name, source, value)
    if not isinstance(value, str) or (name in CHOICES and value not in CHOICES[name]):
        raise _bad(name, source, value, CHOICES.get(name, ()))
    if name == "server" and value:
        return _address(source, value)
    return clean_name(value) if name == "name" else value


def _address(source: str, value: str) -> str:
    try:
        return read_address(value)
    except ValueError:
        raise BadSetting(
            "{source}: “{value}” is no address of a server; one looks like this: {example}",
            source=source,
            value=value,
            example=EXAMPLE,
        ) from None


def _truth(name: str, source: str, value: object) -> bool:
    word = str(value).lower()
    if word not in YES + NO:
        raise _bad(name, source, value, ("true", "false"))
    return word in YES


def _keys(source: str, value: object) -> Mapping[str, tuple[str, ...]]:
    """`"app.chat" = "c"` or `"app.chat" = ["c", "f5"]`."""
    if not isinstance(value, dict):
        raise _bad("keys", source, value, ())
    keys = {}
    for command, given in value.items():
        each = [given] if isinstance(given, str) else given
        if not isinstance(each, list) or not all(isinstance(key, str) for key in each):
            raise _bad(command, source, given, ())
        keys[command] = tuple(each)
    return keys


def _bad(name: str, source: str, value: object, choices: tuple[str, ...]) -> BadSetting:
    if choices:
        return BadSetting(
            "{source}: {name} must be one of {choices}, not “{value}”",
            source=source,
            name=name,
            choices=", ".join(choices),
            value=value,
        )
    return BadSetting("{source}: {name} cannot be “{value}”", source=source, name=name, value=value)


def clean_name(given: str) -> str:
    """A name the server would take: visible characters, not too many."""
    visible = "".join(each for each in given if each.isprintable())
    return " ".join(visible.split())[:LONGEST_NAME].strip()


def _login() -> str:
    try:
        return clean_name(getpass.getuser())
    except (OSError, KeyError):  # a container without users
        return ""


def _usual_layout(environment: Mapping[str, str]) -> str:
    """The keyboard most people have where the locale says they are."""
    said = (environment.get(name, "") for name in ("LC_ALL", "LANG"))
    country = next(filter(None, said), "").partition(".")[0].partition("_")[2]
    return next((layout for layout, where in COUNTRIES.items() if country in where), LAYOUTS[0])


def _plain_locale(environment: Mapping[str, str]) -> bool:
    """Whether the terminal is said to know ASCII only. Python itself sets LC_CTYPE in the C locale, which says nothing."""
    names = ("LC_ALL", "LC_CTYPE", "LANG")
    said = [environment.get(name, "") for name in names]
    if said[1] == "C.UTF-8" and not said[0]:
        said[1] = ""
    return "utf" not in next(filter(None, said), "C").lower()
