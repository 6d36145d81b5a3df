"""Languages to say the numbers in (WATAI-V16), with the words for 2 to 12."""

from collections.abc import Mapping
from types import MappingProxyType

from watai.engine.watai.cards import FIRST_NUMBER

_WORDS = {
    "de": "zwei drei vier fünf sechs sieben acht neun zehn elf zwölf",
    "en": "two three four five six seven eight nine ten eleven twelve",
    "es": "dos tres cuatro cinco seis siete ocho nueve diez once doce",
    "fr": "deux trois quatre cinq six sept huit neuf dix onze douze",
    "it": "due tre quattro cinque sei sette otto nove dieci undici dodici",
    "la": "duo tres quattuor quinque sex septem octo novem decem undecim duodecim",
    "nl": "twee drie vier vijf zes zeven acht negen tien elf twaalf",
    "pt": "dois três quatro cinco seis sete oito nove dez onze doze",
}

ACCENTS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {language: tuple(words.split()) for language, words in _WORDS.items()}
)


def word(accent: str, number: int) -> str:
    """The number said in that language."""
    return ACCENTS[accent][number - FIRST_NUMBER]
