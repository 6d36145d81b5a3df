"""The screens of Wataï are those people have looked at, and nothing on them is too wide, in any variant."""

from itertools import islice
from unicodedata import east_asian_width

import pytest
from wcwidth import wcswidth

from tests.engine.watai.specimen import SPECIMEN
from tests.support.engine.specimen import Setup
from tests.support.screens.watai import FILE, fitting, screens
from tests.support.screens.watai_positions import LARGE, SMALL, Position, face, position, room
from watai.clients.cli.commands.simulate import hire
from watai.clients.cli.ui.face import Size
from watai.clients.cli.ui.glyphs import ASCII, UNICODE
from watai.clients.cli.ui.palette import STYLES
from watai.clients.state.model import Model
from watai.engine.catalogue import GAMES
from watai.engine.playout import playout
from watai.engine.watai.rules import Watai
from watai.engine.watai.view import WataiView


def test_the_screens_are_those_of_the_golden_file() -> None:
    assert "\n".join(screens()) == FILE.read_text(encoding="utf-8")


@pytest.mark.parametrize("setup", SPECIMEN.setups, ids=lambda s: f"{s.seats}p-{s.options}")
def test_every_line_fits_its_screen_and_has_styles_that_exist(setup: Setup) -> None:
    game = SPECIMEN.new(setup, "bounds")
    assert isinstance(game, Watai)
    model = Model().hear(room(setup.seats, dict.fromkeys([], "")), 0.0)
    faces = [face(language, ascii_only=language == "fr") for language in ("en", "fr")]
    steps = playout(game, hire(GAMES["watai"], setup.seats, "bounds", None))
    for step in islice(steps, 0, 600, 23):
        at = Position(game, model, step.at / 1000).shown()
        for eyes in faces:
            for size in (SMALL, LARGE):
                lines = eyes.draw(at.model, at.now, size)
                assert len(lines) <= size.lines
                for line in lines:
                    assert wcswidth("".join(words for _, words in line)) <= size.columns
                    assert {style for style, _ in line} <= STYLES


@pytest.mark.parametrize("seats", range(2, 9))
@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_a_pile_shows_the_key_of_the_card_that_fits(seats: int, size: Size) -> None:
    at, eyes = position(seats, lambda view: bool(fitting(view)), variants="off"), face()
    assert at.model.table is not None
    assert isinstance(at.model.table.view, WataiView)
    for command, _ in fitting(at.model.table.view):
        lines = eyes.draw(at.model, at.now, size)
        arena = next(n for n, line in enumerate(lines) if line and "Talon" in line[0][1])
        keys = "".join(
            words for line in lines[:arena] for style, words in line if style.startswith("now")
        )
        assert eyes.keymap.label(command) in keys


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII])
def test_no_sign_is_wide_or_of_doubtful_width(glyphs: object) -> None:
    signs = "".join(str(getattr(glyphs, name)) for name in UNICODE.__slots__)
    assert {east_asian_width(sign) for sign in signs} <= {"N", "Na", "H"}
