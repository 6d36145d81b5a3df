"""Options of a room in the player's language: their names, their values, and why one cannot be."""

from clients.text.catalogue import Text
from engine.options import BadOption


def option_name(text: Text, option: str) -> str:
    """What an option is called on the screen; on the command line it has its English name everywhere."""
    return str(text.find(f"options.names.{option}") or option)


def option_value(text: Text, option: str, value: object) -> str:
    """A value in words; a number is one already, but 0 may mean something else."""
    return str(text.find(f"options.values.{option}.{value}") or value)


def why_not(text: Text, bad: BadOption) -> str:
    """What is wrong with an option, and what would do."""
    return bad.told(text.find("options.why") or {})
