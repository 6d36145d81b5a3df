"""Keys of refusals, for clients that say them in another language: they name a sentence of `reasons` in the texts."""

import re
from typing import Final

from msgspec.structs import replace

from watai.protocol.messages import Refused

ILLEGAL: Final = "move/illegal"


def key_of(sentence: str) -> str:
    """The key of a sentence of the rules: `you_drew_a_symbol_claim_it_with_a_totem_or_decline`."""
    return re.sub(r"[^a-z0-9]+", "_", sentence.lower()).strip("_")


def keyed(refused: Refused) -> Refused:
    """A refusal with its key: an illegal move has that of its sentence, any other refusal its code."""
    key = key_of(refused.why) if refused.code == ILLEGAL else refused.code
    return replace(refused, key=key)
