"""The invitation to a room: the link that friends open in a browser, and its QR code for their telephones."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby, zip_longest
from typing import Final

import segno

from watai.clients.cli.ui.face import Line, Option, Size
from watai.clients.cli.ui.glyphs import ASCII
from watai.clients.cli.ui.lines import clipped, length
from watai.clients.cli.ui.screen import Back, Scene, Screen, ScreenStep

BORDER: Final = 2
"""Modules of white around the code. The standard wants four, but in 20 lines there is room for two, and telephones
read it."""
HALVES: Final = " ▄▀█"
"""A place that is light, dark below, dark above, dark. Terminals of East Asia may draw these signs wide, and spoil the code."""
FRAME: Final = 2
"""Lines around every screen."""
LIGHT: Final = "code"
DARK: Final = "code.dark"


class InvitationScreen(Screen):
    """The link, and the code where there is room for it, without the sentence above it if need be."""

    def draw(self, scene: Scene, now: float, size: Size) -> Sequence[Line]:
        room = scene.model.room
        if room is None:
            return []
        link = f"http{scene.address.removeprefix('ws').rstrip('/')}/r/{room.code}"
        shown: Line = [("strong", f"  {link}")]
        code = code_lines(link, plain=scene.glyphs is ASCII)
        columns, least = length(code[0]), 1 + len(code)
        if columns > size.columns or least > size.lines:
            words = scene.say("invitation.small", columns=columns, lines=FRAME + least)
            code = [[("dim", f"  {words}")]]
        lines = [[], [("plain", "  " + scene.say("invitation.how"))], [], shown, [], *code]
        lines = lines if len(lines) <= size.lines else [shown, *code]
        return [clipped(line, size.columns) for line in lines]

    def options(self, scene: Scene) -> Sequence[Option]:
        return [Option("app.back", scene.say("pages.back"))]

    def do(self, command: str, scene: Scene) -> ScreenStep | None:
        return Back() if command == "menu.pick" else None


@lru_cache(1)
def code_lines(link: str, *, plain: bool) -> Sequence[Line]:
    """The QR code of a link, two of its rows in a line; in plain ASCII one row, in places of two columns."""
    rows = list(segno.make_qr(link, error="l").matrix_iter(border=BORDER))
    if plain:
        return [list(_places(row)) for row in rows]
    pairs = zip_longest(rows[::2], rows[1::2], fillvalue=bytes(len(rows)))
    return [
        [(LIGHT, "".join(HALVES[2 * above + below] for above, below in zip(*pair, strict=True)))]
        for pair in pairs
    ]


def _places(row: Iterable[int]) -> Iterator[tuple[str, str]]:
    for dark, places in groupby(row):
        yield DARK if dark else LIGHT, "  " * len(list(places))
