"""What people may call themselves and say: visible text, nothing that could disguise other text."""

import unicodedata

from protocol.errors import Denied
from server.settings.limits import Limits

_FORBIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Control, format (bidi overrides among them), surrogate, private, unassigned, and line separators."""


def clean_name(given: str, limits: Limits) -> str:
    """The name as it will be shown, or Denied."""
    name = " ".join(unicodedata.normalize("NFC", given).split())
    if not 1 <= len(name) <= limits.name_characters or _hides_something(name):
        raise Denied("name/bad")
    return name


def clean_chat(given: str, limits: Limits) -> str:
    """The line as it will be shown, or Denied."""
    line = unicodedata.normalize("NFC", given).strip()
    if not 1 <= len(line) <= limits.chat_characters or _hides_something(line):
        raise Denied("chat/bad")
    return line


def _hides_something(text: str) -> bool:
    return any(unicodedata.category(character) in _FORBIDDEN for character in text)
