"""Which names and chat lines a guest may use: visible text, without characters that could disguise other text."""

import unicodedata

from watai.protocol.errors import Denied
from watai.protocol.names import is_seen, tidy
from watai.server.settings.limits import Limits


def checked_name(given: str, limits: Limits) -> str:
    """The name as others will see it; raises Denied if it is not allowed."""
    name = tidy(given)
    if not 1 <= len(name) <= limits.name_characters or not is_seen(name):
        raise Denied("name/bad")
    return name


def checked_chat(given: str, limits: Limits) -> str:
    """The line as others will see it; raises Denied if it is not allowed."""
    line = unicodedata.normalize("NFC", given).strip()
    if not 1 <= len(line) <= limits.chat_characters or not is_seen(line):
        raise Denied("chat/bad")
    return line
