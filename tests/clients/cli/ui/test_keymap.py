"""The key table: no key with two meanings, every command told, every keyboard served."""

import pytest

from watai.clients.cli.reference.key_page import PAGE, page
from watai.clients.cli.screens.keys import KEYS, about, rows
from watai.clients.cli.ui.keymap import LAYOUTS, BadKey, Key, Keymap
from watai.clients.text.catalogue import LANGUAGES, Text

ENGLISH = Text("en")


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_command_has_a_key_and_no_key_two_meanings_in_one_scope(layout: str) -> None:
    keymap = Keymap(KEYS, ENGLISH, layout)
    for key in KEYS:
        assert keymap.label(key.command)
        for name in keymap.keys(key.command):
            assert keymap.command(name, [key.scope]) == key.command


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_is_told(language: str) -> None:
    for key in KEYS:
        assert about(Text(language), key.command) != key.command


def test_the_first_scope_that_knows_a_key_has_it() -> None:
    keymap = Keymap([Key("a.x", ("q",)), Key("b.y", ("q", "w"))], ENGLISH)
    assert keymap.command("q", ["b", "a"]) == "b.y"
    assert keymap.command("q", ["a", "b"]) == "a.x"
    assert keymap.command("w", ["a", "b"]) == "b.y"
    assert keymap.command("z", ["a", "b"]) is None


def test_caps_lock_changes_nothing_unless_a_capital_has_a_meaning_of_its_own() -> None:
    keymap = Keymap([Key("a.x", ("q",)), Key("a.y", ("W",)), Key("a.z", ("w",))], ENGLISH)
    assert keymap.command("Q", ["a"]) == "a.x"
    assert keymap.command("W", ["a"]) == "a.y"


def test_layouts_differ_where_they_say_so() -> None:
    key = Key("a.x", ("q",), azerty=("a",))
    assert [key.on(layout) for layout in LAYOUTS] == [("q",), ("a",), ("q",)]
    keymap = Keymap(KEYS, ENGLISH, "azerty")
    assert keymap.command("é", ["menu"]) == "menu.2"  # the digits without Shift


def test_own_keys_replace_the_usual_ones() -> None:
    keymap = Keymap(KEYS, ENGLISH, own={"app.chat": ("c",)})
    assert keymap.command("c", ["app"]) == "app.chat"
    assert keymap.command("/", ["app"]) is None
    with pytest.raises(BadKey) as unknown:
        Keymap(KEYS, ENGLISH, own={"app.dance": ("d",)})
    assert unknown.value.command == "app.dance"
    with pytest.raises(BadKey) as twice:
        Keymap(KEYS, ENGLISH, own={"app.chat": ("?",)})
    assert {twice.value.command, twice.value.other} == {"app.chat", "app.help"}


@pytest.mark.parametrize(
    ("language", "key", "name"),
    [
        ("en", " ", "Space"),
        ("fr", "enter", "Entrée"),
        ("en", "ctrl c", "Ctrl-C"),
        ("fr", "f1", "F1"),
        ("en", "é", "é"),
    ],
)
def test_keys_are_called_as_people_call_them(language: str, key: str, name: str) -> None:
    assert Keymap(KEYS, Text(language)).name(key) == name


def test_numbered_commands_share_a_row() -> None:
    told = dict(rows(Keymap(KEYS, ENGLISH), ENGLISH, "menu"))
    assert told["0 1 2 3 4 5 6 7 8 9"] == "choose the one with this number"
    assert told["Enter, Space"] == "choose"


def test_the_page_of_keys_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "make docs"
