"""What a player has chosen: flags over environment over file over defaults. The client's only reader of the environment."""

import getpass
import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, Self, get_type_hints

import msgspec

from watai.clients.cli.ui.keymap import LAYOUTS
from watai.clients.cli.ui.palette import PALETTES
from watai.clients.link.address import EXAMPLE, read_address
from watai.clients.text.catalogue import LANGUAGES
from watai.protocol.names import seen_part
from watai.protocol.settings import BadSetting, Given, from_file, from_outside, overlay

LONGEST_NAME: Final = 24
COLOURS: Final = ("auto", "always", "never")
CUES: Final = ("off", "title", "all")
MOTION: Final = ("auto", "on", "off")
CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    "lang": LANGUAGES,
    "layout": LAYOUTS,
    "palette": tuple(PALETTES),
    "color": COLOURS,
    "cues": CUES,
    "motion": MOTION,
}
COUNTRIES: Final = {"azerty": ("FR", "BE"), "qwertz": ("DE", "AT", "CH", "LU", "CZ", "HU")}


@dataclass(frozen=True, slots=True)
class ClientSettings:
    """Everything a player can choose. Each field is a line of the file, a WATAI_ variable and a flag of that name."""

    name: str = ""
    lang: str = ""
    layout: str = LAYOUTS[0]
    palette: str = "default"
    color: str = "auto"
    server: str = ""
    ascii: bool = False
    mouse: bool = False
    """Whether clicks press keys. The terminal then no longer selects text with the mouse."""
    cues: str = "title"
    """What calls the player: the title of the terminal's window, or the bell as well."""
    motion: str = "auto"
    """Whether cards fly to their piles: if there are colours and Unicode, always, or never."""
    keys: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Commands with other keys than the usual ones. Only the file can set them."""

    @classmethod
    def read(cls, flags: Mapping[str, object], environment: Mapping[str, str] = os.environ) -> Self:
        """Read all sources; BadSetting for a value that cannot be used."""
        kinds = get_type_hints(cls)
        given = _from_file(config_path(environment))
        named = [name for name in kinds if name != "keys"]
        typed = {name: value for name, value in flags.items() if value}
        given |= from_outside(named, "WATAI_", environment, typed)
        for name, words in CHOICES.items():
            if name in given and given[name].value not in words:
                raise _bad(name, given[name].source, given[name].value, words)
        if "keys" in given:
            given["keys"] = replace(given["keys"], value=_keys(given["keys"]))
        usual = cls(
            ascii=_plain_locale(environment), name=_login(), layout=_usual_layout(environment)
        )
        chosen = overlay(usual, given, kinds, _refuse)
        server = _address(given["server"].source, chosen.server) if chosen.server else ""
        return replace(chosen, name=clean_name(chosen.name), server=server)

    def moves(self, environment: Mapping[str, str] = os.environ) -> bool:
        """Whether cards fly to their piles."""
        if self.motion != "auto":
            return self.motion == "on"
        coloured = self.color == "always" or not environment.get("NO_COLOR")
        return coloured and not self.ascii and self.color != "never" and self.palette != "mono"


def config_path(environment: Mapping[str, str] = os.environ) -> Path:
    """Return the path of the player's file (XDG)."""
    home = environment.get("XDG_CONFIG_HOME") or str(Path.home() / ".config")
    return Path(home) / "watai" / "config.toml"


def preferred_language(environment: Mapping[str, str] = os.environ) -> str:
    """Return the language of the environment or the file. Needed early, so a faulty file is ignored here."""
    try:
        given = _from_file(config_path(environment)).get("lang", Given("", ""))
    except BadSetting:
        given = Given("", "")
    return environment.get("WATAI_LANG") or str(given.value)


def _from_file(path: Path) -> dict[str, Given]:
    try:
        return from_file(path)
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise BadSetting("cannot read {path}: {error}", path=path, error=error.strerror) from None


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


def _keys(given: Given) -> dict[str, tuple[str, ...]]:
    """Read `"app.chat" = "c"` or `"app.chat" = ["c", "f5"]`."""
    if not isinstance(given.value, dict):
        raise _bad("keys", given.source, given.value)
    keys = {}
    for command, keys_given in given.value.items():
        several = [keys_given] if isinstance(keys_given, str) else keys_given
        try:
            keys[command] = msgspec.convert(several, tuple[str, ...])
        except msgspec.ValidationError:
            raise _bad(command, given.source, keys_given) from None
    return keys


def _refuse(name: str, given: Given, value: object, kind: Any) -> BadSetting:
    return _bad(name, given.source, given.value, ("true", "false") if kind is bool else ())


def _bad(name: str, source: str, value: object, choices: tuple[str, ...] = ()) -> BadSetting:
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
    """Return the name as the server accepts it: visible characters only, and not too many."""
    return seen_part(given)[:LONGEST_NAME].strip()


def _login() -> str:
    try:
        return clean_name(getpass.getuser())
    except (OSError, KeyError):  # a container without users
        return ""


def _usual_layout(environment: Mapping[str, str]) -> str:
    """Return the most common keyboard in the country of the locale."""
    said = (environment.get(name, "") for name in ("LC_ALL", "LANG"))
    country = next(filter(None, said), "").partition(".")[0].partition("_")[2]
    return next((layout for layout, where in COUNTRIES.items() if country in where), LAYOUTS[0])


def _plain_locale(environment: Mapping[str, str]) -> bool:
    """Return whether the locale allows ASCII only. In the C locale Python itself sets LC_CTYPE, which is ignored."""
    names = ("LC_ALL", "LC_CTYPE", "LANG")
    said = [environment.get(name, "") for name in names]
    if said[1] == "C.UTF-8" and not said[0]:
        said[1] = ""
    return "utf" not in next(filter(None, said), "C").lower()
