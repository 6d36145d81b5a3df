"""Palettes have every style, in colours urwid knows, and none is needed to tell things apart."""

import ast
from pathlib import Path

import pytest
import urwid

from watai.clients.cli.ui import face
from watai.clients.cli.ui.palette import PALETTES, STYLES, entries

CLI = Path(face.__file__).parents[1]


@pytest.mark.parametrize("palette", list(PALETTES))
def test_every_style_can_be_shown_with_few_colours_many_and_none(palette: str) -> None:
    assert set(PALETTES[palette]) == STYLES
    for _, basic, ground, mono, rich, rich_ground in entries(palette):
        urwid.AttrSpec(basic or "default", ground or "default", 16)
        urwid.AttrSpec(rich or "default", rich_ground or "default", 256)
        urwid.AttrSpec(mono or "default", "default", 1)


def test_mono_has_no_colours() -> None:
    allowed = {"", "bold", "underline", "standout"}
    for style in PALETTES["mono"].values():
        assert {style.basic, style.rich, style.mono} <= allowed
        assert not style.ground


def test_suits_differ_in_every_palette_with_colours() -> None:
    for name, palette in PALETTES.items():
        suits = {palette[f"suit.{suit}"].rich for suit in "brgy"}
        assert len(suits) == (1 if name == "mono" else 4)


def test_screens_name_no_style_that_does_not_exist() -> None:
    """Pieces are pairs of a style and its words; a constant first half must be a style."""
    for path in CLI.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "attr", "") in ("tell", "_tell"):
                first = node.args[0] if node.args else None
                if isinstance(first, ast.Constant):
                    assert first.value in STYLES, f"{path.name}:{node.lineno}"
