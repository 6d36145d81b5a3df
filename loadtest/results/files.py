"""Reads and writes results as JSON files."""

import sys
from pathlib import Path

import msgspec
import orjson

from watai.loadtest.results.schema import BadRun, Measurement, parse


def dumps(result: object) -> str:
    """A result as one line of JSON."""
    return orjson.dumps(msgspec.to_builtins(result)).decode()


def write_json(result: object, file: str | None) -> bool:
    """Write a result if a file is named; True if it went to standard output, where nothing else may be."""
    if file == "-":
        print(dumps(result))
    elif file:
        write(dumps(result) + "\n", file)
    return file == "-"


def write(text: str, file: str) -> None:
    """Write to a file, or to standard output for `-`."""
    if file == "-":
        sys.stdout.write(text)
    else:
        Path(file).write_text(text, encoding="utf-8")


def read(path: Path) -> list[Measurement]:
    """The measurements in a file: one JSON object, or one per line."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise BadRun(f"{path}: {error.strerror}") from error
    try:
        return [parse(orjson.loads(text))]
    except orjson.JSONDecodeError:
        pass
    try:
        return [parse(orjson.loads(line)) for line in text.splitlines() if line.strip()]
    except ValueError as error:
        raise BadRun(f"{path}: {error}") from error
