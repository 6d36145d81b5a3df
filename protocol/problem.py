"""An error for people: one plain sentence that says what is wrong and what to do next."""

from collections.abc import Mapping


class Problem(Exception):
    """A constant sentence with named blanks, and the values for them.

    The English sentence is the key of its translations, so the code that raises it needs no language.
    """

    def __init__(self, sentence: str, /, **values: object) -> None:
        super().__init__(sentence, values)
        self.sentence = sentence
        self.values = values

    def __str__(self) -> str:
        return self.told({})

    def told(self, words: Mapping[str, str]) -> str:
        """The sentence, translated by these words; what they lack stays English."""
        values = {
            name: words.get(value, value) if isinstance(value, str) else value
            for name, value in self.values.items()
        }
        return words.get(self.sentence, self.sentence).format_map(values)
