"""How a server is to run: flags over environment over file. The only reader of the environment."""

import argparse
import dataclasses
import os
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from server.limits import Limits

PREFIX = "WATAI_"


class BadConfig(Exception):
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
    metrics_port: int = 0
    tls_cert: str = ""
    tls_key: str = ""
    log_level: str = "info"
    log_format: str = "text"
    limits: Limits = dataclasses.field(default_factory=Limits)


HELP = {
    "host": "address to listen on; 0.0.0.0 or :: for all",
    "port": "port to listen on; 0 for any free one",
    "journal": "file that keeps running and finished games",
    "durability": "process: nothing is lost when the server is killed; power: nor when the machine is",
    "keep_days": "how many days finished games are kept",
    "keep_games": "how many finished games are kept at most",
    "metrics_port": "local port for /metrics and /healthz; 0 for none",
    "tls_cert": "certificate chain, for wss://",
    "tls_key": "private key of the certificate",
    "log_level": "debug, info, warning or error",
    "log_format": "text, or json: one object a line",
}
CHOICES = {
    "durability": ("process", "power"),
    "log_level": ("debug", "info", "warning", "error"),
    "log_format": ("text", "json"),
}


def read_config(argv: Sequence[str], environment: Mapping[str, str] = os.environ) -> Config:
    """Flags over environment over file over defaults."""
    parser = argparse.ArgumentParser(prog="watai serve", description="Run a Wataï Arena server.")
    parser.add_argument("--config", metavar="FILE", help="a TOML file with any of these settings")
    fields = {each.name: each for each in dataclasses.fields(Config) if each.name != "limits"}
    for name in fields:
        flag = "--" + name.replace("_", "-")
        default = fields[name].default
        parser.add_argument(flag, metavar="X", help=f"{HELP[name]} (default: {default!r})")
    parser.add_argument(
        "--limit", action="append", default=[], metavar="NAME=N", help="one of limits.py"
    )
    parser.add_argument("--lang", help=argparse.SUPPRESS)
    args = vars(parser.parse_args(argv))
    given: dict[str, tuple[str, Any]] = {}
    limits: dict[str, tuple[str, Any]] = {}
    file = args.pop("config") or environment.get(f"{PREFIX}CONFIG")
    if file:
        content = _read_file(file)
        limits |= {name: (file, value) for name, value in content.pop("limits", {}).items()}
        given |= {name: (file, value) for name, value in content.items()}
    for name in fields:
        if (value := environment.get(PREFIX + name.upper())) is not None:
            given[name] = (f"{PREFIX}{name.upper()}", value)
        if args[name] is not None:
            given[name] = (f"--{name.replace('_', '-')}", args[name])
    for pair in args["limit"]:
        name, _, value = pair.partition("=")
        limits[name] = ("--limit", value)
    config: Config = _typed(Config(), given)
    return dataclasses.replace(config, limits=_typed(Limits(), limits))


def _read_file(path: str) -> dict[str, Any]:
    try:
        return tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise BadConfig(f"{path}: {error}") from None


def _typed(default: Any, given: Mapping[str, tuple[str, Any]]) -> Any:
    """The defaults with what is given in their place, each of the type its default has."""
    known = {each.name for each in dataclasses.fields(default)}
    values = {}
    for name, (source, value) in given.items():
        if name not in known:
            raise BadConfig(f"{source}: there is no setting {name!r}")
        kind = type(getattr(default, name))
        try:
            values[name] = kind(value)
        except (TypeError, ValueError):
            raise BadConfig(
                f"{source}: {name} must be of type {kind.__name__}, not {value!r}"
            ) from None
        if name in CHOICES and values[name] not in CHOICES[name]:
            raise BadConfig(f"{source}: {name} must be one of {', '.join(CHOICES[name])}")
    return dataclasses.replace(default, **values)
