"""The invitation to a room: its link, and a code that telephones read, on every terminal with room for it."""

from collections.abc import Iterator, Sequence
from itertools import chain

import pytest

from tests.support.clients.client_game import as_text
from tests.support.scan import scan
from tests.support.screens.around_games import ADDRESS, a_room, a_scene, in_room
from watai.clients.cli.screens.lobby import LobbyScreen
from watai.clients.cli.screens.stage import Stage
from watai.clients.cli.ui.face import Line, Size
from watai.clients.cli.ui.lines import length
from watai.clients.cli.ui.screen import Back, Show

CODE = "bako-timu-rane"
LINK = f"http://192.168.1.20:7777/r/{CODE}"
LONG = "wss://wataï.exemple-avec-un-long-nom-de-domaine.example.org:17777"
TINY, SMALL, TALL = Size(60, 20), Size(80, 24), Size(66, 36)
DARK = {" ": (False, False), "▄": (False, True), "▀": (True, False), "█": (True, True)}


def invited(address: str = ADDRESS, *, plain: bool = False, you: int | None = 0) -> Stage:
    scene = a_scene(plain=plain, model=in_room(a_room(you)))
    scene.address = address
    stage = Stage(scene, LobbyScreen())
    step = stage.press("i", 0.0)
    assert isinstance(step, Show)
    stage.show(step)
    return stage


def drawn(stage: Stage, size: Size) -> Sequence[Line]:
    lines, _ = stage.draw(size, 0.0, [])
    assert len(lines) == size.lines
    assert all(length(line) <= size.columns for line in lines)
    return lines


def scanned(lines: Sequence[Line]) -> list[str]:
    """What a camera reads off the lines, by the sign or, in ASCII, by the style of each place of the code."""
    code = [line for line in lines if line and line[0][0] == "code"]
    plain = as_text(code).isascii()
    return scan(list(chain.from_iterable(map(styles if plain else signs, code)))) if code else []


def signs(line: Line) -> Iterator[list[bool]]:
    assert [style for style, _ in line] == ["code"]
    yield from map(list, zip(*(DARK[sign] for sign in line[0][1]), strict=True))


def styles(line: Line) -> Iterator[list[bool]]:
    places = [style == "code.dark" for style, words in line for _ in words]
    assert places[::2] == places[1::2], "a place is two columns wide"
    yield places[::2]


@pytest.mark.parametrize("you", [0, 1, None])
@pytest.mark.parametrize("size", [TINY, SMALL, TALL])
def test_host_guest_and_spectator_show_a_code_that_says_the_link(
    size: Size, you: int | None
) -> None:
    lines = drawn(invited(you=you), size)
    assert LINK in as_text(lines)
    assert scanned(lines) == [LINK]


def test_without_unicode_a_place_is_two_columns_of_blanks() -> None:
    lines = drawn(invited(plain=True), TALL)
    assert scanned(lines) == [LINK]
    for size in (SMALL, Size(65, 36), Size(66, 35)):
        lines = drawn(invited(plain=True), size)
        assert scanned(lines) == []
        assert LINK in as_text(lines)
        assert "A terminal of 66×36 has room for its code." in as_text(lines)


@pytest.mark.parametrize(
    ("address", "link"),
    [
        ("ws://127.0.0.1:7777", f"http://127.0.0.1:7777/r/{CODE}"),
        ("wss://play.example.org/", f"https://play.example.org/r/{CODE}"),
        ("ws://[fe80::1]:7777", f"http://[fe80::1]:7777/r/{CODE}"),
        (LONG, f"https{LONG.removeprefix('wss')}/r/{CODE}"),
    ],
)
def test_the_link_opens_the_page_of_the_same_server(address: str, link: str) -> None:
    assert scanned(drawn(invited(address), Size(80, 30))) == [link]


def test_a_code_that_does_not_fit_leaves_the_link() -> None:
    lines = drawn(invited(LONG), TINY)
    assert scanned(lines) == []
    assert "has room for its code." in as_text(lines)


def test_nobody_is_invited_where_friends_cannot_come() -> None:
    stage = Stage(a_scene(model=in_room(a_room())), LobbyScreen())
    assert "i QR code" in as_text(drawn(stage, SMALL))
    stage.scene.address = ""
    assert "i QR code" not in as_text(drawn(stage, SMALL))
    assert stage.press("i", 0.0) is None


@pytest.mark.parametrize("key", ["esc", "enter"])
def test_the_invitation_is_put_away(key: str) -> None:
    assert isinstance(invited().press(key, 1.0), Back)
