"""The server's log on standard error: lines for people, or one JSON object a line for machines."""

import json
import logging
import time
from typing import Any

from watai.server.settings.config import Config

USUAL = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}


class JsonLines(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)),
            "level": record.levelname.lower(),
            "from": record.name,
            "what": record.getMessage(),
        }
        line["at"] += f".{int(record.msecs):03}Z"
        line |= _extra(record)
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str, ensure_ascii=False)


class TextLines(logging.Formatter):
    """One line of text, with the extra fields behind it."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")

    def formatMessage(self, record: logging.LogRecord) -> str:
        extra = "".join(f" {name}={value}" for name, value in _extra(record).items())
        return super().formatMessage(record) + extra


def _extra(record: logging.LogRecord) -> dict[str, Any]:
    """The fields that the caller added with `extra`."""
    return {name: value for name, value in vars(record).items() if name not in USUAL}


def set_up_logs(config: Config) -> None:
    """Log from the configured level on. Of trio-websocket only warnings: its debug lines hold what peers send. Of coredis
    nothing: it logs a traceback for every connection that Redis closes, and the server says itself that Redis is away."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines() if config.log_format == "json" else TextLines())
    logging.basicConfig(level=config.log_level.upper(), handlers=[handler], force=True)
    logging.getLogger("trio-websocket").setLevel(logging.WARNING)
    logging.getLogger("coredis").setLevel(logging.CRITICAL)
