"""Reads what a browser may ask for: the files of `clients/web`, the texts as JSON, the rule books.

They are data of other packages, found by their place beside this one; nothing of `clients` is imported.
"""

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import orjson

from watai import child
from watai.engine.catalogue import GAMES
from watai.protocol.game_types import kinds
from watai.protocol.reasons import key_of
from watai.server.web.preloads import preloaded

PACKAGES: Final = Path(__file__).parents[2]
PAGE: Final = PACKAGES / "clients" / "web"
TEXTS: Final = PACKAGES / "clients" / "text"
BOOKS: Final = (TEXTS / "rules", child.ROOT / "docs" / "rules")
"""Where the rule books are: in a wheel beside the texts, in the source among the docs."""
LANGUAGES: Final = ("en", "fr")
REASONS: Final = "reasons"
"""Refusals by key: the one subject that has no file of its own."""
INDEX: Final = "/index.html"
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
    page = dict(_page())
    page[INDEX] = preloaded(page[INDEX], page)
    return {**page, **dict(_texts()), **dict(_books()), KINDS: orjson.dumps(kinds())}


def _page() -> Iterator[tuple[str, bytes]]:
    for path in sorted(PAGE.rglob("*")):
        if path.suffix in TYPES and path.is_file():
            yield f"/{path.relative_to(PAGE).as_posix()}", path.read_bytes()


def _texts() -> Iterator[tuple[str, bytes]]:
    for language in LANGUAGES:
        subjects: dict[str, Any] = {
            path.stem: tomllib.loads(path.read_text(encoding="utf-8"))
            for path in sorted((TEXTS / language).glob("*.toml"))
            if path.stem not in NOT_FOR_BROWSERS
        }
        subjects[REASONS] = {**subjects["refusals"], **_reasons(subjects)}
        yield f"/text/{language}.json", orjson.dumps(subjects)


def _reasons(subjects: Mapping[str, Any]) -> dict[str, str]:
    """Why the rules of any game refuse a move, by key. The English sentences are the keys of every other language."""
    found: dict[str, str] = {}
    for game in GAMES:
        name = game.replace("-", "_")
        other = tomllib.loads((TEXTS / LANGUAGES[1] / f"{name}.toml").read_text(encoding="utf-8"))
        for sentence in other["why"]:
            found[key_of(sentence)] = subjects[name].get("why", {}).get(sentence, sentence)
    return found


def _books() -> Iterator[tuple[str, bytes]]:
    books = next(folder for folder in BOOKS if folder.is_dir())
    for language in LANGUAGES:
        folder = books if language == LANGUAGES[0] else books / language
        for path in sorted(folder.glob("*.md")):
            yield f"/rules/{language}/{path.name}", path.read_bytes()
