"""The styles of the screens, in four palettes, for terminals with 2, 16 and 256 colours.

A style is never the only sign of anything. `now` and `now.` with a suit are for what can be played now. `mono` has no colours at all, only bold, underline and reverse.
The suits of the deuteranopia palette are those of Okabe and Ito, which differ in lightness as well as in hue.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Style:
    """How one style looks with 16 colours, with more, and without. Colours have urwid's names."""

    basic: str
    rich: str
    mono: str = ""
    ground: str = ""
    """The background, the same name for 16 colours and for more."""


PLAIN: Final = Style("", "")

_SIGNS: Final[Mapping[str, Style]] = {
    "plain": PLAIN,
    "dim": Style("dark gray", "g58"),
    "strong": Style("white,bold", "white,bold", "bold"),
    "title": Style("white,bold", "white,bold", "bold"),
    "hint": Style("dark cyan", "#8bc"),
    "warning": Style("yellow,bold", "#fd0,bold", "bold"),
    "error": Style("light red,bold", "#f66,bold", "standout"),
    "good": Style("light green", "#6d6", "bold"),
    "pending": Style("dark cyan,underline", "#6cf,underline", "underline"),
    "contested": Style("black", "black", "standout", "brown"),
    "taken_back": Style("light red,standout", "#f66,standout", "standout"),
    "mine": Style("white,bold", "white,bold", "bold"),
    "selected": Style("black", "black", "standout", "light gray"),
    "key": Style("yellow", "#fd6", "bold"),
    "now": Style("white,standout", "white,standout", "standout"),
    "wrong": Style("white,bold", "white,bold", "standout", "dark red"),
    "code": Style("black", "black", "standout", "light gray"),
    "code.dark": Style("black", "black", "", "black"),
}
_COLOURS: Final[Mapping[str, tuple[str, str]]] = {
    "suit.b": ("light blue,bold", "#6af,bold"),
    "suit.r": ("light red,bold", "#f66,bold"),
    "suit.g": ("light green,bold", "#6d6,bold"),
    "suit.y": ("yellow,bold", "#fe6,bold"),
    "back.G": ("dark green", "#080"),
    "back.L": ("light green", "#af8"),
    "back.O": ("brown", "#f80"),
    "back.Y": ("yellow", "#fe6"),
    "back.B": ("dark blue", "#48f"),
    "back.T": ("light cyan", "#6dd"),
    "back.V": ("light magenta", "#c8f"),
    "back.R": ("light red", "#f66"),
    "tone.1": ("yellow", "#fd6"),
    "tone.2": ("light blue", "#6af"),
    "tone.3": ("light green", "#6d6"),
    "tone.4": ("light red", "#f86"),
    "tone.5": ("light magenta", "#d8f"),
    "tone.6": ("light cyan", "#6dd"),
}
_DEUTERANOPIA: Final[Mapping[str, tuple[str, str]]] = {
    **_COLOURS,
    "suit.b": ("light blue,bold", "#08d,bold"),
    "suit.r": ("light red,bold", "#d60,bold"),
    "suit.g": ("white,bold", "#fff,bold"),
    "suit.y": ("yellow,bold", "#fe4,bold"),
    "tone.1": ("yellow", "#fe4"),
    "tone.2": ("light blue", "#08d"),
    "tone.3": ("white", "#fff"),
    "tone.4": ("light red", "#d60"),
    "tone.5": ("light magenta", "#c8a"),
    "tone.6": ("light cyan", "#6bf"),
}
_STRONG_SIGNS: Final[Mapping[str, Style]] = {
    **_SIGNS,
    "plain": Style("white", "#fff"),
    "dim": Style("light gray", "g85"),
    "hint": Style("white", "#fff"),
    "key": Style("yellow,bold", "#ff0,bold", "bold"),
    "pending": Style("light cyan,bold,underline", "#0ff,bold,underline", "underline"),
    "good": Style("light green,bold", "#0f0,bold", "bold"),
}


def _brightened(colours: Mapping[str, tuple[str, str]]) -> Mapping[str, tuple[str, str]]:
    bright = {"dark green": "light green", "dark blue": "light blue", "brown": "yellow"}
    return {
        name: (
            f"{_bare(bright.get(basic, basic))},bold",
            f"{_bare(rich)},bold",
        )
        for name, (basic, rich) in colours.items()
    }


def _whole(
    signs: Mapping[str, Style], colours: Mapping[str, tuple[str, str]]
) -> Mapping[str, Style]:
    return {
        **signs,
        **{
            name: Style(basic, rich, "bold" if name.startswith("suit") else "")
            for name, (basic, rich) in colours.items()
        },
        **{
            f"now.{name[-1]}": Style(
                f"{_bare(basic)},standout", f"{_bare(rich)},standout", "standout"
            )
            for name, (basic, rich) in colours.items()
            if name.startswith("suit")
        },
    }


def _bare(colour: str) -> str:
    return colour.removesuffix(",bold")


_DEFAULT: Final = _whole(_SIGNS, _COLOURS)

PALETTES: Final[Mapping[str, Mapping[str, Style]]] = {
    "default": _DEFAULT,
    "deuteranopia": _whole(_SIGNS, _DEUTERANOPIA),
    "high-contrast": _whole(_STRONG_SIGNS, _brightened(_COLOURS)),
    "mono": {name: Style(style.mono, style.mono, style.mono) for name, style in _DEFAULT.items()},
}
STYLES: Final = frozenset(_DEFAULT)


def entries(palette: str) -> list[tuple[str, str, str, str, str, str]]:
    """The palette as urwid registers it."""
    return [
        (name, style.basic, style.ground, style.mono, style.rich, style.ground)
        for name, style in PALETTES[palette].items()
    ]
