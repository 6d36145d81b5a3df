"""Translates what argparse prints by itself, such as "usage:".

Argparse asks gettext, whose catalogues are binary files that a build step must make. Its two functions are replaced
instead.
"""

import argparse
from collections.abc import Mapping

from watai.clients.text.catalogue import Text


def translate_argparse(text: Text) -> None:
    """Make every parser of this process use the language of `text`; a missing sentence stays English."""
    translations: Mapping[str, str] = text.find("main.why") or {}

    def translate(sentence: str) -> str:
        return translations.get(sentence, sentence)

    def counted(one: str, many: str, count: int) -> str:
        return translate(one if count == 1 else many)

    vars(argparse).update(_=translate, ngettext=counted)
