"""Tables of the host's own for Waka Waka: read from a file, and written into the option that takes them."""

import json
import tomllib
from pathlib import Path

from watai.engine.options import BadOption
from watai.protocol.messages import OptionValue

GAME = "waka-waka"


def own_tables(game: str, file: str | None) -> dict[str, OptionValue]:
    """The option with the tables of a file like docs/rules/waka_waka_tables.toml; none without a file. Raises BadOption."""
    if file is None:
        return {}
    if game != GAME:
        raise BadOption("tables", "only Waka Waka has tables that can be changed")
    try:
        given = tomllib.loads(Path(file).read_text(encoding="utf-8"))
        return {"tables": json.dumps(given, ensure_ascii=False, separators=(",", ":"))}
    except (OSError, ValueError, TypeError) as error:  # TypeError: a date, which is no JSON
        raise BadOption("tables", "cannot read {file}: {error}", file=file, error=error) from None
