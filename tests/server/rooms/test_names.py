"""Names and chat: visible text that does not disguise other text."""

import pytest

from watai.protocol.errors import Denied
from watai.server.rooms import names
from watai.server.rooms.names import checked_chat, checked_name

FORBIDDEN = {
    "a control character": "a\x07b",
    "an escape sequence": "\x1b[31mred",
    "a null": "a\0b",
    "a bidi override": "a\u202eb",
    "a bidi isolate": "a\u2066b",
    "a bidi mark": "a\u200fb",
    "a zero-width space": "a\u200bb",
    "a zero-width joiner": "a\u200db",
    "a byte order mark": "\ufeffa",
    "a soft hyphen": "a\u00adb",
    "a line separator": "a\u2028b",
    "a paragraph separator": "a\u2029b",
    "a private character": "a\ue000b",
    "an unassigned character": "a\u0378b",
    "a lone surrogate": "a\ud800b",
    "a language tag": "a\U000e0041b",
    "a Hangul filler": "\u3164",
    "a Hangul filler among letters": "An\u3164a",
    "a halfwidth Hangul filler": "\uffa0",
    "a blank Braille cell": "\u2800\u2800",
    "a grapheme joiner": "A\u034fna",
    "an inherent Khmer vowel": "\u17b4",
    "a null notehead": "\U0001d159",
    "a mark without a letter": "\u0301na",
    "a flood of marks": "A" + "\u0316\u0317\u0318\u0319",
    "a tilde over the letter": "A\u0334na",
    "a short stroke over the letter": "A\u0335na",
    "a long stroke over the letter": "A\u0336n\u0336a\u0336",
    "a short slash over the letter": "A\u0337na",
    "a long slash over the letter": "A\u0338na",
    "a line over the symbol": "A\u20d2na",
    "a double stroke over the symbol": "A\u20e6na",
}

SEEN = {
    "an accent": "Chloé",
    "a crossed sign that is one character": "a \u2260 b",
    "a heart": "Ana \u2764\ufe0f",
    "a key cap": "1\ufe0f\u20e3",
    "Thai": "\u0e19\u0e49\u0e33",
    "Hebrew with points": "\u05e9\u05c1\u05b8\u05dc\u05d5\u05b9\u05dd",
    "Hindi": "\u0939\u093f\u0928\u094d\u0926\u0940",
}


@pytest.mark.parametrize("what", FORBIDDEN)
def test_a_name_hides_nothing(what: str) -> None:
    text = FORBIDDEN[what]
    if what not in ("a line separator", "a paragraph separator"):  # white space in a name
        with pytest.raises(Denied) as denied:
            checked_name(text)
        assert denied.value.code == "name/bad"
    with pytest.raises(Denied) as denied:
        checked_chat(text)
    assert denied.value.code == "chat/bad"


@pytest.mark.parametrize("what", SEEN)
def test_a_name_may_be_in_any_writing(what: str) -> None:
    assert checked_name(SEEN[what])
    assert checked_chat(SEEN[what])


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("Ada", "Ada"),
        ("  Ada   Lovelace ", "Ada Lovelace"),
        ("a\tb\nc", "a b c"),
        ("e\u0301", "é"),
        ("小明", "小明"),
        ("a\u2028b", "a b"),
    ],
)
def test_a_name_is_shown_tidily(given: str, shown: str) -> None:
    assert checked_name(given) == shown


@pytest.mark.parametrize("given", ["", " ", "\t\n", "\u2003"])
def test_a_name_or_a_line_is_something(given: str) -> None:
    with pytest.raises(Denied):
        checked_name(given)
    with pytest.raises(Denied):
        checked_chat(given)


def test_a_name_has_as_many_characters_as_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(names, "NAME_CHARACTERS", 5)
    assert checked_name("ééééé") == "ééééé"
    assert checked_name(" ééééé ") == "ééééé"
    with pytest.raises(Denied):
        checked_name("éééééé")


def test_a_line_of_chat_has_as_many_characters_as_the_limit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(names, "CHAT_CHARACTERS", 5)
    assert checked_chat(" ab  c ") == "ab  c"
    with pytest.raises(Denied):
        checked_chat("abcdef")
