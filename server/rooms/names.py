"""Which names and chat lines a guest may use: visible text, without characters that could disguise other text."""

import unicodedata

from protocol.errors import Denied
from server.settings.limits import Limits

_FORBIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Control, format (bidi overrides among them), surrogate, private, unassigned, and line separators."""


def checked_name(given: str, limits: Limits) -> str:
    """The name as others will see it; raises Denied if it is not allowed."""
    name = " ".join(unicodedata.normalize("NFC", given).split())
    if not 1 <= len(name) <= limits.name_characters or _has_forbidden(name):
        raise Denied("name/bad")
    return name


def checked_chat(given: str, limits: Limits) -> str:
    """The line as others will see it; raises Denied if it is not allowed."""
    line = unicodedata.normalize("NFC", given).strip()
    if not 1 <= len(line) <= limits.chat_characters or _has_forbidden(line):
        raise Denied("chat/bad")
    return line


def _has_forbidden(text: str) -> bool:
    return any(unicodedata.category(character) in _FORBIDDEN for character in text)
