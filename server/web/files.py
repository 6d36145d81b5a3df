"""Reads what a browser may ask for: the files of `clients/web`, the texts as JSON, the rule books.

They are data of other packages, found by their place beside this one; nothing of `clients` is imported.
"""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import orjson

from protocol.game_types import kinds

ROOT: Final = Path(__file__).parents[2]
PAGE: Final = ROOT / "clients" / "web"
TEXTS: Final = ROOT / "clients" / "text"
BOOKS: Final = (TEXTS / "rules", ROOT / "docs" / "rules")
"""Where the rule books are: in a wheel beside the texts, in the source among the docs."""
LANGUAGES: Final = ("en", "fr")
KINDS: Final = "/kinds.json"
"""Where it says what the fields of every game are."""
NOT_FOR_BROWSERS: Final = ("commands", "server", "simulate")
"""Texts of the command line and for operators."""

TYPES: Final = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".md": "text/markdown; charset=utf-8",
    ".txt": "text/plain; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".woff2": "font/woff2",
}
"""By the ending of the name. A file with another ending is not served."""


def read_files() -> dict[str, bytes]:
    """Return the content of every file by its path in an address."""
    return {**dict(_page()), **dict(_texts()), **dict(_books()), KINDS: orjson.dumps(kinds())}


def _page() -> Iterator[tuple[str, bytes]]:
    for path in sorted(PAGE.rglob("*")):
        if path.suffix in TYPES and path.is_file():
            yield f"/{path.relative_to(PAGE).as_posix()}", path.read_bytes()


def _texts() -> Iterator[tuple[str, bytes]]:
    for language in LANGUAGES:
        subjects = {
            path.stem: tomllib.loads(path.read_text(encoding="utf-8"))
            for path in sorted((TEXTS / language).glob("*.toml"))
            if path.stem not in NOT_FOR_BROWSERS
        }
        yield f"/text/{language}.json", orjson.dumps(subjects)


def _books() -> Iterator[tuple[str, bytes]]:
    books = next(folder for folder in BOOKS if folder.is_dir())
    for language in LANGUAGES:
        folder = books if language == LANGUAGES[0] else books / language
        for path in sorted(folder.glob("*.md")):
            yield f"/rules/{language}/{path.name}", path.read_bytes()
