"""Room codes: short, easy to say on the telephone, and too many to guess."""

from collections.abc import Container

from server import chance

CONSONANTS = (
    "bdfgjklmnprstvz"  # no c, h, q, w, x, y: languages differ in how they say or spell them
)
VOWELS = "aeiou"
SYLLABLES = 4  # (15 × 5)⁴, about 32 million


def new_code(taken: Container[str]) -> str:
    """A new code, such as `bako-timu`."""
    while True:
        syllables = [chance.choice(CONSONANTS) + chance.choice(VOWELS) for _ in range(SYLLABLES)]
        code = "".join(syllables[:2]) + "-" + "".join(syllables[2:])
        if code not in taken:
            return code
