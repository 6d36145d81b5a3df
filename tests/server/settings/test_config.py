"""Settings: every one by flag, by variable and by file, in that order, and refused where it cannot be."""

import dataclasses
import tomllib
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import pytest

from watai.protocol.settings import BadSetting, flag
from watai.server.settings.config import KINDS, Config, read_config, read_settings
from watai.server.settings.flags import HELP
from watai.server.settings.limits import Limits

SETTINGS = [each.name for each in dataclasses.fields(Config) if each.name != "limits"]
LIMIT_NAMES = [each.name for each in dataclasses.fields(Limits)]
every_setting = pytest.mark.parametrize("name", SETTINGS)
every_limit = pytest.mark.parametrize("name", LIMIT_NAMES)


def other(default: Any, name: str, step: int) -> Any:
    """Another value for a setting, a different one for each step."""
    if get_origin(KINDS.get(name)) is Literal:
        choices = get_args(KINDS[name])
        return choices[-step % len(choices)]
    if name in ("moved_to", "advertise"):
        return f"ws://example.org:{step}"
    if name == "redis":
        return f"redis://example.org:{step}"
    if name == "origin":
        return f"https://example.org:{step}"
    return f"{default}-{step}" if isinstance(default, str) else type(default)(default + step)


def written(value: Any) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value)


def file_with(tmp_path: Path, text: str) -> str:
    path = tmp_path / "watai.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_without_anything_the_defaults_count() -> None:
    assert read_config([], {}) == Config()


def test_every_setting_has_its_help_and_nothing_else_has() -> None:
    assert list(HELP) == SETTINGS


@every_setting
def test_a_flag_counts_more_than_a_variable_and_that_more_than_the_file(
    name: str, tmp_path: Path
) -> None:
    default = getattr(Config(), name)
    by_file, by_variable, by_flag = (other(default, name, step) for step in (1, 2, 3))
    extra = {} if name != "tls_key" else {"WATAI_TLS_CERT": "certificate.pem"}
    file = file_with(tmp_path, f"{name} = {written(by_file)}")
    environment = {**extra, "WATAI_CONFIG": file}
    assert getattr(read_config([], environment), name) == by_file
    environment[f"WATAI_{name.upper()}"] = str(by_variable)
    assert getattr(read_config([], environment), name) == by_variable
    assert getattr(read_config([flag(name), str(by_flag)], environment), name) == by_flag
    assert getattr(read_config(["--config", file], extra), name) == by_file


@every_limit
def test_limits_too(name: str, tmp_path: Path) -> None:
    default = getattr(Limits(), name)
    by_file, by_variable, by_flag = (other(default, name, step) for step in (1, 2, 3))
    file = file_with(tmp_path, f"[limits]\n{name} = {written(by_file)}")
    variable = f"WATAI_LIMIT_{name.upper()}"
    assert getattr(read_config(["--config", file], {}).limits, name) == by_file
    both = ["--config", file, "--limit", f"{name}={by_flag}"]
    assert getattr(read_config(both[:2], {variable: str(by_variable)}).limits, name) == by_variable
    assert getattr(read_config(both, {variable: str(by_variable)}).limits, name) == by_flag


def test_a_flag_names_another_file_than_the_variable(tmp_path: Path) -> None:
    file = file_with(tmp_path, "port = 1")
    assert read_config(["--config", file], {"WATAI_CONFIG": "nowhere.toml"}).port == 1


def test_a_whole_number_will_do_where_any_number_may_stand(tmp_path: Path) -> None:
    file = file_with(tmp_path, "[limits]\nhold_seconds = 5")
    assert read_config(["--config", file], {}).limits.hold_seconds == 5.0


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("port = 'http'", "port must be a whole number, not 'http'"),
        ("port = '7777'", "port must be a whole number"),
        ("port = 77.5", "port must be a whole number, not 77.5"),
        ("port = true", "port must be a whole number, not True"),
        ("port = 70000", r"port must be a number in this range: 0 … 65,535, not 70000"),
        ("port = -1", "port must be a number in this range"),
        ("host = 1", "host must be a text, not 1"),
        ("host = ['a', 'b']", "host must be a text"),
        ("durability = 'none'", "must be one of these: process, power, not 'none'"),
        ("log_level = 'INFO'", "debug, info, warning, error"),
        ("keep_days = -3", "keep_days must be a number in this range"),
        ("prot = 1", "there is no setting 'prot'; there are: host, port"),
        ("limits = 3", r"limits must be a table, \[limits\]"),
        ("[limits]\nchairs = 3", "no setting 'chairs'; there are: messages_per_second"),
        ("[limits]\nrooms = 'many'", "rooms must be a whole number"),
        ("[limits]\nrooms = 0", "rooms must be a number in this range"),
        ("[limits]\nhold_seconds = inf", "hold_seconds must be a number in this range"),
        ("[limits]\nhold_seconds = nan", "hold_seconds must be a number in this range"),
        ("[limits.rooms]\nx = 1", "rooms must be a whole number"),
        ("tls_key = 'key.pem'", "a key is of no use without tls_cert"),
        ("port = ", "is not TOML"),
    ],
)
def test_a_file_with_a_wrong_setting_is_refused(content: str, said: str, tmp_path: Path) -> None:
    file = file_with(tmp_path, content)
    with pytest.raises(BadSetting, match=said) as caught:
        read_config(["--config", file], {})
    assert file in str(caught.value) or "tls_key" in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("words", "environment", "said"),
    [
        (["--port", "http"], {}, "--port: port must be a whole number, not 'http'"),
        (["--port", ""], {}, "--port: port must be a whole number, not ''"),
        ([], {"WATAI_PORT": "x"}, "WATAI_PORT: port must be a whole number"),
        ([], {"WATAI_DURABILITY": "x"}, "WATAI_DURABILITY: durability must be one of these"),
        ([], {"WATAI_LIMIT_CHAIRS": "3"}, "WATAI_LIMIT_CHAIRS: there is no setting 'chairs'"),
        (["--limit", "chairs=3"], {}, "--limit: there is no setting 'chairs'"),
        (["--limit", "rooms"], {}, "--limit: rooms must be a whole number, not ''"),
        (["--limit", "rooms=1.5"], {}, "--limit: rooms must be a whole number, not '1.5'"),
        (["--limit", "rooms=-1"], {}, "--limit: rooms must be a number in this range"),
        (["--config", "nowhere.toml"], {}, "cannot read the configuration nowhere.toml: No such"),
        ([], {"WATAI_CONFIG": "."}, "cannot read the configuration .: Is a directory"),
    ],
)
def test_a_wrong_flag_or_variable_is_named(
    words: list[str], environment: dict[str, str], said: str
) -> None:
    with pytest.raises(BadSetting) as caught:
        read_config(words, environment)
    assert str(caught.value).startswith(said)


@pytest.mark.parametrize("name", ["advertise", "moved_to", "origin"])
@pytest.mark.parametrize(
    "rest",
    [
        "",
        "/",
        ":7777",
        "a\tb",
        "127.0.0.1:99999",
        "127.0.0.1:0",
        "127.0.0.1:http",
        "a:",
        "user:pw@example.org:1",
        "example.org\r\nSet-Cookie:a",
        "[::1",
        "[::1]x:1",
        "exämple.org",
        "a,b",
        "a;b",
        "a/#b",
        "*",
    ],
)
def test_an_address_that_no_client_can_use_is_refused(name: str, rest: str) -> None:
    value = f"{'https' if name == 'origin' else 'wss'}://{rest}"
    with pytest.raises(BadSetting, match="an address such as"):
        read_config([f"{flag(name)}={value}"], {})


@pytest.mark.parametrize("name", ["advertise", "moved_to"])
@pytest.mark.parametrize("value", ["ws://a b:1", "ws://a:1 ", "ws://a:1\n", "http://a:1", "a:1"])
def test_an_address_is_one_word(name: str, value: str) -> None:
    with pytest.raises(BadSetting, match="an address such as"):
        read_config([f"{flag(name)}={value}"], {})


@pytest.mark.parametrize("name", ["advertise", "moved_to", "origin"])
@pytest.mark.parametrize(
    "rest", ["a", "a.example.org", "127.0.0.1:1", "[::1]:65535", "node_1:7777", "a-b:1/games/"]
)
def test_an_address_that_a_client_can_use_is_taken(name: str, rest: str) -> None:
    value = f"{'https' if name == 'origin' else 'wss'}://{rest}"
    assert getattr(read_config([f"{flag(name)}={value}"], {}), name) == value


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "watai.toml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadSetting, match="is not TOML"):
        read_config(["--config", str(path)], {})


def test_variables_of_other_programs_are_left_alone() -> None:
    assert read_config([], {"WATAI_NAME": "Ana", "PORT": "1"}) == Config()


def test_the_printed_configuration_gives_the_same_one_again(tmp_path: Path) -> None:
    words = ["--host", 'a "quoted" näme\\', "--limit", "hold_seconds=1.5", "--print-config"]
    settings = read_settings(words, {"WATAI_PORT": "0", "WATAI_LIMIT_ROOMS": "9"})
    assert settings.print_only
    printed = settings.to_toml()
    assert read_config(["--config", file_with(tmp_path, printed)], {}) == settings.config
    assert "port = 0  # WATAI_PORT" in printed
    assert "rooms = 9  # WATAI_LIMIT_ROOMS" in printed
    assert "hold_seconds = 1.5  # --limit" in printed
    assert list(tomllib.loads(printed)) == [*SETTINGS, "limits"]


def test_flags_are_written_in_full() -> None:
    with pytest.raises(SystemExit):
        read_config(["--metrics", "1"], {})
