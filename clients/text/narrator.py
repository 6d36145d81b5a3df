"""Turns events and moves of any game into sentences: templates from the texts, filled in with the fields."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Self, get_args, get_type_hints

from watai.clients.text.catalogue import Text, subject_of
from watai.engine.game import Event, Millis, Move, Seat
from watai.engine.watai.cards import Card
from watai.engine.watai.view import FACE_OF

MANY = "many"


class Noun(str):
    """A word with its plural: in a template `{good}` gives « jewel » and `{good:many}` gives « jewels »."""

    many: str
    __slots__ = ("many",)

    def __new__(cls, one: str, many: str) -> Self:
        noun = super().__new__(cls, one)
        noun.many = many
        return noun

    def __format__(self, spec: str) -> str:
        return self.many if spec == MANY else super().__format__(spec)


class Narrator:
    """Narrates one game in one language, with names for its seats."""

    def __init__(self, text: Text, game: str, names: Sequence[str], *, plays: bool = True) -> None:
        subject = subject_of(game)
        self.text = text
        self.names = names
        self._words: Mapping[str, str] = text.find(f"{subject}.words") or {}
        self._many: Mapping[str, str] = text.find(f"{subject}.many") or {}
        self._templates: dict[str, Any] = {
            **(text.find(f"{subject}.events") or {}),
            **((text.find(f"{subject}.plays") or {}) if plays else {}),
        }
        self._offers: Mapping[str, Any] = text.find(f"{subject}.moves") or {}

    def tell(self, event: Event) -> str:
        """Return the event as a sentence; an empty text if it has no template."""
        return self._fill(self._templates.get(type(event).__name__, ""), event)

    def offer(self, move: Move) -> str:
        """Return a legal move as a sentence."""
        return self._fill(self._offers.get(type(move).__name__, type(move).__name__), move)

    def _fill(self, template: Any, told: Event | Move) -> str:
        if isinstance(template, Mapping):
            template = self._chosen(template, told)
        kind: Any = type(told)  # mypy does not accept a class as hashable
        hints = _hints(kind)
        return str(template).format_map(
            {name: self.word(getattr(told, name), hint) for name, hint in hints.items()}
        )

    def _chosen(self, table: Mapping[str, Any], told: Event | Move) -> object:
        """Return the template for the seat's own value, else for this value, else for its number form, else the `else` one."""
        value = getattr(told, table["when"])
        if "own" in table and value == getattr(told, "seat", None):
            return table["own"]
        number = len(value) if isinstance(value, tuple) else value
        form = self.text.form(number) if isinstance(number, int) else "other"
        return table.get(_key(value), table.get(form, table.get("else", "")))

    def word(self, value: object, hint: object) -> str:
        """Return a value in words. The hint is the declared type, which tells a seat from a number."""
        if value is None:
            return self._words.get("none", "—")
        if isinstance(value, tuple):
            inner = get_args(hint)[0] if get_args(hint) else None
            words = [self.word(each, inner) for each in value]
            return self.text.listed(words) if inner is Seat else ", ".join(words)
        kinds = {hint, *get_args(hint)}
        if Seat in kinds and isinstance(value, int):
            return self.names[value]
        if Card in kinds and isinstance(value, str):
            return self.card(Card(value))
        if Millis in kinds and isinstance(value, int):
            return f"{value / 1000:g}"
        many = self._many.get(str(value))
        word = self._words.get(str(value), str(value))
        return word if many is None else Noun(word, many)

    def things(self, count: int, thing: str) -> str:
        """Return a count with its noun: « 2 jewels »."""
        noun = self.word(thing, None)
        several = isinstance(noun, Noun) and self.text.form(count) == "other"
        return f"{count} {noun:many}" if several else f"{count} {noun}"

    def card(self, card: Card) -> str:
        """Return a Wataï card in words: « red 7 »."""
        face = FACE_OF[card]
        if face in self._words:
            return self._words[face]
        return self._words["card"].format(suit=self._words[face[0]], number=face[1:])


def _key(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) or value is None else str(value)


@cache
def _hints(kind: type[Event | Move]) -> Mapping[str, Any]:
    return get_type_hints(kind)
