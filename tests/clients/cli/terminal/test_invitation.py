"""A telephone before a terminal: the code of a room is read off the colours that are really there, and opens its page."""

from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from urllib.request import urlopen

import pyte
import pytest

from tests.support.clients.screen_player import room_code
from tests.support.clients.shared_server import shared_server
from tests.support.clients.tmux import tmux_pane
from tests.support.scan import scan

pytestmark = pytest.mark.slow


def seen(written: str, columns: int, lines: int) -> list[list[bool]]:
    """A dark terminal as a camera sees it: two points for each place, one above the other."""
    screen = pyte.Screen(columns, lines)
    pyte.Stream(screen).feed(written)
    rows = (points([screen.buffer[y][x] for x in range(columns)]) for y in range(lines))
    return list(chain.from_iterable(rows))


def points(line: list[pyte.screens.Char]) -> Iterator[list[bool]]:
    for half in "▀█", "▄█":
        inked = [(each.data in half) != each.reverse for each in line]
        dark = [(each.fg == "black", each.bg in ("black", "default")) for each in line]
        yield [ink if on else paper for on, (ink, paper) in zip(inked, dark, strict=True)]


@pytest.mark.parametrize(
    ("flags", "columns", "lines"),
    [("", 60, 20), ("--ascii", 66, 36), ("--palette mono", 80, 24)],
)
def test_a_telephone_reads_the_code_and_opens_the_page(
    flags: str, columns: int, lines: int, tmp_path: Path
) -> None:
    with shared_server(tmp_path) as server, tmux_pane(tmp_path, columns, lines) as terminal:
        terminal.watai(f"host duel --server {server.url} {flags}")
        code = room_code(terminal)
        terminal.press("i")
        link = f"http://{server.url}/r/{code}"
        terminal.until(
            lambda shown: link in shown and scan(seen(terminal.written, columns, lines)) == [link]
        )
        with urlopen(link) as page:
            assert page.read().startswith(b"<!doctype html>")
