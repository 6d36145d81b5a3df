"""The rule books of the games, as text: in the source they are `docs/rules`, in a wheel they lie beside this module."""

from importlib.resources import files

from watai import child
from watai.clients.text.catalogue import LANGUAGES, subject_of

BOOKS = child.ROOT / "docs" / "rules"


def book(game: str, language: str) -> str:
    """The rules of a game in Markdown. English, the first language, has no folder of its own."""
    folder = () if language == LANGUAGES[0] else (language,)
    path = (*folder, f"{subject_of(game)}.md")
    packed = files("watai.clients.text").joinpath("rules", *path)
    return (
        packed.read_text(encoding="utf-8")
        if packed.is_file()
        else BOOKS.joinpath(*path).read_text(encoding="utf-8")
    )
