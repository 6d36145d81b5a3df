"""`watai serve`: from arguments to a running server."""

import json
import logging
import sys
import time
from typing import Any

import trio

from server.app import App, CannotStart, open_journal
from server.collector import Collector
from server.config import BadConfig, Config, read_config
from server.journal import JournalError
from server.version import SERVER

USUAL = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}


class JsonLines(logging.Formatter):
    """One object a line, for machines."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(record.created)),
            "level": record.levelname.lower(),
            "from": record.name,
            "what": record.getMessage(),
        }
        line |= {name: value for name, value in vars(record).items() if name not in USUAL}
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str)


class TextLines(logging.Formatter):
    """The same for people."""

    def format(self, record: logging.LogRecord) -> str:
        extra = "".join(
            f" {name}={value}" for name, value in vars(record).items() if name not in USUAL
        )
        return super().format(record) + extra


def main(argv: list[str], text: Any = None) -> int:
    """Run the server; 0 after a graceful stop, 1 if it cannot run, 2 for a wrong setting."""
    try:
        config = read_config(argv)
    except BadConfig as bad:
        print(f"watai serve: {bad}", file=sys.stderr)
        return 2
    _set_up_logging(config)
    try:
        journal = open_journal(config)
    except JournalError as error:
        print(f"watai serve: {error}", file=sys.stderr)
        return 1
    try:
        with journal:
            app = App(config, journal, Collector(time.monotonic()))
            trio.run(app.run, lambda addresses: _greet(config, addresses))
    except (CannotStart, JournalError) as error:
        print(f"watai serve: {error}", file=sys.stderr)
        return 1
    return 0


def _greet(config: Config, addresses: list[tuple[str, int]]) -> None:
    scheme = "wss" if config.tls_cert else "ws"
    for host, port in addresses:
        shown = f"[{host}]" if ":" in host else host
        print(f"{SERVER} listens on {scheme}://{shown}:{port}", flush=True)


def _set_up_logging(config: Config) -> None:
    handler = logging.StreamHandler()
    plain = TextLines("%(asctime)s %(levelname)s %(name)s: %(message)s")
    handler.setFormatter(JsonLines() if config.log_format == "json" else plain)
    logging.basicConfig(level=config.log_level.upper(), handlers=[handler], force=True)
    logging.getLogger("trio-websocket").setLevel(logging.WARNING)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
