"""Options of a room in the player's language: their names, their values, and why one is refused."""

from watai.clients.text.catalogue import Text
from watai.engine.options import BadOption


def option_name(text: Text, option: str) -> str:
    """Return the name of an option on the screen. On the command line it is English in every language."""
    return str(text.find(f"options.names.{option}") or option)


def option_value(text: Text, option: str, value: object) -> str:
    """Return a value in words. A number stays a number, except where it has a meaning, such as 0 for « off »."""
    return str(text.find(f"options.values.{option}.{value}") or value)


def why_not(text: Text, bad: BadOption) -> str:
    """Return what is wrong with an option and what is allowed."""
    return bad.told(text.find("options.why") or {})
