"""The words argparse says by itself, "usage:" and the like, in the player's language.

Argparse asks gettext, whose catalogues are binary files that a build must make; its two functions are replaced instead.
"""

import argparse
from collections.abc import Mapping

from clients.text.catalogue import Text


def speak(text: Text) -> None:
    """Let every parser of this process speak the language of these texts; what they lack stays English."""
    words: Mapping[str, str] = text.find("main.why") or {}

    def told(sentence: str) -> str:
        return words.get(sentence, sentence)

    def counted(one: str, many: str, count: int) -> str:
        return told(one if count == 1 else many)

    vars(argparse).update(_=told, ngettext=counted)
