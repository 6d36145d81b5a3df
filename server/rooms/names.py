"""Which names and chat lines a guest may use: visible text, without characters that could disguise other text."""

import unicodedata
from typing import Final

from watai.protocol.errors import Denied
from watai.protocol.names import is_seen, tidy

NAME_CHARACTERS: Final = 24
"""The longest name of a guest: it fits beside a score in 80 columns."""
CHAT_CHARACTERS: Final = 300
"""The longest chat message: four lines of a terminal."""


def checked_name(given: str) -> str:
    """The name as others will see it; raises Denied if it is not allowed."""
    name = tidy(given)
    if not 1 <= len(name) <= NAME_CHARACTERS or not is_seen(name):
        raise Denied("name/bad")
    return name


def checked_chat(given: str) -> str:
    """The line as others will see it; raises Denied if it is not allowed."""
    line = unicodedata.normalize("NFC", given).strip()
    if not 1 <= len(line) <= CHAT_CHARACTERS or not is_seen(line):
        raise Denied("chat/bad")
    return line
