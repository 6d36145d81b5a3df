"""How a server is to run. This is the server's only reader of the environment."""

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

from msgspec import Meta

from watai.protocol.settings import BadSetting, Given, from_file, from_outside, overlay
from watai.server.settings.addresses import is_address
from watai.server.settings.flags import make_parser
from watai.server.settings.limits import Limits
from watai.server.settings.translations import Translations

PREFIX = "WATAI_"
LIMIT_PREFIX = "WATAI_LIMIT_"
WholeNumber = Annotated[int, Meta(ge=0, le=1_000_000_000)]


@dataclass(frozen=True, slots=True)
class Config:
    """Everything an operator can set. Each field is a flag, a WATAI_ variable and a line of the file."""

    host: str = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65_535)] = 7777
    journal: str = "watai-journal/journal.sqlite"
    durability: Literal["process", "power"] = "process"
    keep_days: WholeNumber = 30
    keep_games: WholeNumber = 10_000
    metrics_host: str = "127.0.0.1"
    metrics_port: Annotated[int, Meta(ge=-1, le=65_535)] = -1
    tls_cert: str = ""
    tls_key: str = ""
    behind_proxy: Literal["no", "yes"] = "no"
    moved_to: str = ""
    redis: str = ""
    advertise: str = ""
    drain_seconds: WholeNumber = 60
    nodes: Annotated[int, Meta(ge=1, le=64)] = 1
    origin: str = ""
    web: Literal["on", "off"] = "on"
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    log_format: Literal["text", "json"] = "text"
    limits: Limits = field(default_factory=Limits)


KINDS: Mapping[str, Any] = {
    name: kind
    for name, kind in get_type_hints(Config, include_extras=True).items()
    if name != "limits"
}
_LIMIT = {
    int: Annotated[int, Meta(ge=1, le=2**31 - 1)],
    float: Annotated[float, Meta(ge=1e-3, le=1e12)],
}
"""Limits must be finite and positive: a limit of 0 would lock everybody out, and the kernel takes no size above 2³¹ − 1."""
LIMIT_KINDS: Mapping[str, Any] = {
    name: _LIMIT[kind] for name, kind in get_type_hints(Limits).items()
}


@dataclass(frozen=True, slots=True)
class Settings:
    """A configuration, and the source of every value that is not a default."""

    config: Config
    sources: Mapping[str, str]
    limit_sources: Mapping[str, str]
    print_only: bool

    def to_toml(self) -> str:
        """Return the whole configuration as a file that gives the same configuration when read."""
        lines = [*_lines(self.config, self.sources), "", "[limits]"]
        return "\n".join([*lines, *_lines(self.config.limits, self.limit_sources)])


def read_config(argv: Sequence[str], environment: Mapping[str, str] = os.environ) -> Config:
    """Return the configuration: flags over environment over file over defaults."""
    return read_settings(argv, environment).config


def read_settings(
    argv: Sequence[str],
    environment: Mapping[str, str] = os.environ,
    translations: Translations | None = None,
) -> Settings:
    """Return the configuration with the source of each value. `--help` is printed in the language of the translations."""
    args = vars(make_parser(translations or Translations(), Config()).parse_args(argv))
    given, limits = _from_file(args["config"] or environment.get(f"{PREFIX}CONFIG"))
    given |= from_outside(KINDS, PREFIX, environment, args)
    for variable, value in environment.items():
        if variable.startswith(LIMIT_PREFIX):
            limits[variable.removeprefix(LIMIT_PREFIX).lower()] = Given(variable, value)
    for pair in args["limit"]:
        name, _, value = pair.partition("=")
        limits[name] = Given("--limit", value)
    config = replace(
        overlay(Config(), given, KINDS, _refuse, repr),
        limits=overlay(Limits(), limits, LIMIT_KINDS, _refuse, repr),
    )
    if config.tls_key and not config.tls_cert:
        raise BadSetting("{source}: a key is of no use without tls_cert", source="tls_key")
    if config.moved_to and not is_address(config.moved_to, "ws", "wss"):
        raise BadSetting(
            "{source}: moved_to must be an address such as wss://games.example.org, not {value}",
            source=given["moved_to"].source,
            value=repr(config.moved_to),
        )
    if config.advertise and not is_address(config.advertise, "ws", "wss"):
        raise BadSetting(
            "{source}: advertise must be an address such as wss://one.example.org, not {value}",
            source=given["advertise"].source,
            value=repr(config.advertise),
        )
    if config.redis and not config.redis.startswith(("redis://", "rediss://", "unix://")):
        raise BadSetting(
            "{source}: redis must be an address such as redis://127.0.0.1:6379, not {value}",
            source=given["redis"].source,
            value=repr(config.redis),
        )
    for origin in config.origin.split():
        if origin != "*" and not is_address(origin, "http", "https"):
            raise BadSetting(
                "{source}: an origin is an address such as https://games.example.org, not {value}",
                source=given["origin"].source,
                value=repr(origin),
            )
    sources = {name: each.source for name, each in given.items()}
    limit_sources = {name: each.source for name, each in limits.items()}
    return Settings(config, sources, limit_sources, args["print_config"])


def _from_file(path: str | None) -> tuple[dict[str, Given], dict[str, Given]]:
    """Return the settings and the limits of the file; none if there is no file."""
    if not path:
        return {}, {}
    try:
        given = from_file(path)
    except OSError as error:
        raise BadSetting(
            "cannot read the configuration {path}: {error}", path=path, error=error.strerror
        ) from None
    limits = given.pop("limits", Given(path, {})).value
    if not isinstance(limits, dict):
        raise BadSetting("{source}: limits must be a table, [limits]", source=path)
    return given, {name: Given(path, value, typed=True) for name, value in limits.items()}


_KINDS = {int: "a whole number", float: "a number"}


def _refuse(name: str, given: Given, value: object, kind: Any) -> BadSetting:
    details = get_args(kind)
    if get_origin(kind) is Literal and isinstance(value, str):
        return _bad(name, given, "one of these", f": {', '.join(details)}")
    if get_origin(kind) is not Annotated:
        return _bad(name, given, "a text")
    plain, bounds = details
    if type(value) not in (int, plain):
        return _bad(name, given, _KINDS[plain])
    return _bad(name, given, "a number in this range", f": {bounds.ge:g} … {bounds.le:,}")


def _bad(name: str, given: Given, wanted: str, more: str = "") -> BadSetting:
    return BadSetting(
        "{source}: {name} must be {wanted}{more}, not {value}",
        source=given.source,
        name=name,
        wanted=wanted,
        more=more,
        value=repr(given.value),
    )


def _lines(settings: Config | Limits, sources: Mapping[str, str]) -> Iterator[str]:
    for each in fields(settings):
        value = getattr(settings, each.name)
        if not isinstance(value, Limits):
            # JSON texts and numbers are also valid TOML
            line = f"{each.name} = {json.dumps(value, ensure_ascii=False)}"
            yield f"{line}  # {sources[each.name]}" if each.name in sources else line
