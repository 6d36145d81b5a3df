"""What a player chooses: flags over environment over file, and one clear line for what cannot be."""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

import pytest

from watai.clients.cli.config.settings import ClientSettings, clean_name, preferred_language
from watai.protocol.settings import BadSetting


def read(
    home: Path,
    file: str = "",
    flags: Mapping[str, object] = MappingProxyType({}),
    variables: Mapping[str, str] = MappingProxyType({}),
) -> ClientSettings:
    folder = home / "watai"
    folder.mkdir(exist_ok=True)
    (folder / "config.toml").write_text(file, encoding="utf-8")
    usual = {"XDG_CONFIG_HOME": str(home), "LANG": "en_GB.UTF-8"}
    return ClientSettings.read(flags, {**usual, **variables})


def test_flags_count_more_than_the_environment_and_that_more_than_the_file(tmp_path: Path) -> None:
    file = 'name = "File"\npalette = "mono"\nlayout = "azerty"\n'
    variables = {"WATAI_NAME": "Variable", "WATAI_PALETTE": "deuteranopia"}
    settings = read(tmp_path, file, {"name": "Flag"}, variables)
    assert (settings.name, settings.palette, settings.layout) == ("Flag", "deuteranopia", "azerty")


def test_a_flag_that_is_not_given_changes_nothing(tmp_path: Path) -> None:
    settings = read(
        tmp_path, "ascii = true\n", {"ascii": False, "name": None}, {"WATAI_NAME": "Ana"}
    )
    assert settings.ascii
    assert settings.name == "Ana"


@pytest.mark.parametrize(
    ("variables", "ascii_only"),
    [
        ({"LANG": "en_GB.UTF-8"}, False),
        ({"LANG": "C"}, True),
        ({"LANG": "", "LC_CTYPE": "C.UTF-8"}, True),  # set by Python itself
        ({"LANG": "de_DE.utf8", "LC_ALL": ""}, False),
        ({"LANG": "en_GB.UTF-8", "LC_ALL": "C"}, True),
        ({"LANG": "fr_FR.ISO-8859-1"}, True),
        ({"LANG": "C", "WATAI_ASCII": "no"}, False),
    ],
)
def test_signs_are_plain_where_the_locale_is(
    tmp_path: Path, variables: dict[str, str], ascii_only: bool
) -> None:
    assert read(tmp_path, variables=variables).ascii is ascii_only


@pytest.mark.parametrize(
    ("locale", "layout"),
    [
        ("fr_FR.UTF-8", "azerty"),
        ("fr_CA.UTF-8", "qwerty"),
        ("de_AT.UTF-8", "qwertz"),
        ("C", "qwerty"),
    ],
)
def test_the_keyboard_is_that_of_the_country(tmp_path: Path, locale: str, layout: str) -> None:
    assert read(tmp_path, variables={"LANG": locale}).layout == layout
    assert read(tmp_path, 'layout = "qwerty"\n', {}, {"LANG": locale}).layout == "qwerty"


def test_keys_are_given_one_or_several(tmp_path: Path) -> None:
    settings = read(tmp_path, '[keys]\n"app.chat" = "c"\n"menu.pick" = ["enter", "o"]\n')
    assert settings.keys == {"app.chat": ("c",), "menu.pick": ("enter", "o")}


@pytest.mark.parametrize(
    ("file", "variables", "said"),
    [
        ("colour = 1\n", {}, "there is no setting colour"),
        ("palette = 'mauve'\n", {}, "palette must be one of default"),
        ("name = 7\n", {}, "name cannot be “7”"),
        ("this is no TOML", {}, "is not TOML"),
        ("", {"WATAI_LAYOUT": "dvorak"}, "WATAI_LAYOUT: layout must be one of"),
        ("", {"WATAI_ASCII": "perhaps"}, "ascii must be one of true, false"),
        ("keys = 3\n", {}, "keys cannot be"),
        ("[keys]\n'app.chat' = 3\n", {}, "app.chat cannot be"),
    ],
)
def test_what_cannot_be_is_told_with_where_it_came_from(
    tmp_path: Path, file: str, variables: dict[str, str], said: str
) -> None:
    with pytest.raises(BadSetting, match=said):
        read(tmp_path, file, {}, variables)


def test_names_are_made_fit_for_a_server() -> None:
    assert clean_name("  Ana \u202e Lena\t") == "Ana Lena"
    assert clean_name("x" * 40) == "x" * 24
    assert clean_name("\u3164\u2800") == ""
    assert clean_name("\u0301An\u034fa\u0336\u0316\u0317\u0318\u0319") == "Ana\u0316\u0317\u0318"


def test_the_language_is_known_before_anything_can_be_complained_about(tmp_path: Path) -> None:
    read(tmp_path, 'lang = "fr"\n')
    assert preferred_language({"XDG_CONFIG_HOME": str(tmp_path)}) == "fr"
    assert preferred_language({"XDG_CONFIG_HOME": str(tmp_path), "WATAI_LANG": "en"}) == "en"
    (tmp_path / "watai" / "config.toml").write_text("nonsense")
    assert preferred_language({"XDG_CONFIG_HOME": str(tmp_path)}) == ""


@pytest.mark.parametrize(
    ("flags", "environment", "moves"),
    [
        ({}, {"LC_ALL": "C.UTF-8"}, True),
        ({}, {"LC_ALL": "C"}, False),
        ({}, {"LC_ALL": "C.UTF-8", "NO_COLOR": "1"}, False),
        ({"color": "never"}, {"LC_ALL": "C.UTF-8"}, False),
        ({"palette": "mono"}, {"LC_ALL": "C.UTF-8"}, False),
        ({"motion": "off"}, {"LC_ALL": "C.UTF-8"}, False),
        ({"motion": "on"}, {"LC_ALL": "C", "NO_COLOR": "1"}, True),
        ({}, {"LC_ALL": "C.UTF-8", "WATAI_MOTION": "off"}, False),
    ],
)
def test_cards_fly_where_there_are_colours_and_unicode_or_as_one_says(
    flags: dict[str, object], environment: dict[str, str], moves: bool, tmp_path: Path
) -> None:
    environment = {**environment, "XDG_CONFIG_HOME": str(tmp_path)}
    assert ClientSettings.read(flags, environment).moves(environment) is moves
