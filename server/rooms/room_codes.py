"""Room codes: short, easy to say on the telephone, and too many to guess."""

from collections.abc import Container

from watai.protocol.rooms import read_code
from watai.server import chance

CONSONANTS = (
    "bdfgjklmnprstvz"  # no c, h, q, w, x, y: languages differ in how they say or spell them
)
VOWELS = "aeiou"
SYLLABLES = 6  # (15 × 5)⁶, about 178 billion: too many for all addresses together to try


def new_code(taken: Container[str]) -> str:
    """A new code, such as `bako-timu-rane`."""
    while True:
        syllables = [chance.choice(CONSONANTS) + chance.choice(VOWELS) for _ in range(SYLLABLES)]
        code = read_code("".join(syllables))
        if code not in taken:
            return code
