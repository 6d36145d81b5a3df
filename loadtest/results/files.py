"""A result as one JSON object, where `--json` wants it."""

import json
from pathlib import Path


def write_json(result: object, file: str | None) -> bool:
    """Write it, if a file is named; True if it went to standard output, where nothing else may be."""
    if file == "-":
        print(json.dumps(result))
    elif file:
        Path(file).write_text(json.dumps(result) + "\n", encoding="utf-8")
    return file == "-"
