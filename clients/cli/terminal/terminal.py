"""The terminal through urwid: draws lines of styled pieces and reports keys by name. What keys mean is decided elsewhere."""

import os
import select
import sys
from collections.abc import Callable, Sequence
from typing import Any, Final

import urwid
from urwid.display.raw import Screen as RawScreen

from watai.clients.cli.config.settings import ClientSettings
from watai.clients.cli.terminal.mouse import Named, keys_at
from watai.clients.cli.ui.face import Line, Size
from watai.clients.cli.ui.glyphs import harmless, plain_letters
from watai.clients.cli.ui.lines import filled
from watai.clients.cli.ui.palette import entries

ESCAPE_SECONDS: Final = 0.02
"""How long a lone Esc waits for the rest of an escape sequence. Urwid's default is six times as long."""
NO_COLOURS: Final = 1
PUSH_TITLE: Final = "\x1b[22;2t"
POP_TITLE: Final = "\x1b[23;2t"
"""Have the terminal keep the title of its window, and put it back (xterm's window operations)."""
BASIC_COLOURS: Final = 16

Cursor = tuple[int, int] | None
Draw = Callable[[Size], tuple[Sequence[Line], Cursor]]
Press = Callable[[str], None]
LEFT_BUTTON: Final = 1
LETTERS: Final = range(0x20, 0x7F)
"""The bytes that are a key each: visible ASCII."""
CHUNK: Final = 1024
"""How many bytes are read at once; what is left is read next."""


class Picture(urwid.Widget):
    """The whole screen as one widget."""

    _sizing = frozenset([urwid.BOX])
    _selectable = True

    def __init__(self, draw: Draw, press: Press, named: Named, *, plain: bool) -> None:
        super().__init__()
        self._draw = draw
        self._press = press
        self._named = named
        self._plain = plain
        self._drawn: tuple[Size, tuple[Sequence[Line], Cursor]] | None = None

    def render(self, size: Any, focus: bool = False) -> urwid.Canvas:
        columns, rows = size
        if self._drawn is None or self._drawn[0] != Size(columns, rows):
            self._drawn = Size(columns, rows), self._draw(Size(columns, rows))
        lines, cursor = self._drawn[1]
        texts: list[bytes] = []
        styles: list[list[tuple[str, int]]] = []
        for line in (*lines, *[()] * rows)[:rows]:
            pieces = filled([(style, self._letters(words)) for style, words in line], columns)
            encoded = [(style, words.encode()) for style, words in pieces]
            texts.append(b"".join(words for _, words in encoded))
            styles.append([(style, len(words)) for style, words in encoded])
        return urwid.TextCanvas(texts, styles, cursor=cursor, maxcol=columns)  # type: ignore[arg-type]

    def _letters(self, words: str) -> str:
        return plain_letters(words) if self._plain else words

    def keypress(self, size: Any, key: str) -> str | None:
        for each in apart(key):
            self._press(each)
        return None

    def mouse_event(
        self, size: Any, event: str, button: int, column: int, row: int, focus: bool
    ) -> bool:
        if event == "mouse press" and button == LEFT_BUTTON and self._drawn is not None:
            for key in keys_at(self._drawn[1][0], column, row, self._named):
                self._press(key)
        return True

    def redraw(self) -> None:
        """Draw again and show the result when Trio is idle next; nothing is written if nothing has changed."""
        if self._drawn is None:
            return
        size, before = self._drawn
        after = self._draw(size)
        if after != before:
            self._drawn = size, after
            self._invalidate()


def apart(key: str) -> tuple[str, ...]:
    """Esc and another key that arrive together are two keys: no key of ours has Alt."""
    return ("esc", key.removeprefix("meta ")) if key.startswith("meta ") else (key,)


class TerminalScreen(RawScreen):
    """A raw screen that passes Ctrl-C on as a key, also after Ctrl-Z and fg start it again.

    A key that is one letter takes a short cut: urwid opens two selectors and logs seven times for each, which is a
    third of the time from the key to the wire. Everything else goes urwid's way.
    """

    _watched: Any = None
    """Watches the two descriptors of a terminal: urwid's pipe, into which signals write, and the keyboard."""

    def _start(self, *args: Any, **kwargs: Any) -> None:
        super()._start(*args, **kwargs)
        self.tty_signal_keys(
            intr="undefined", quit="undefined", start="undefined", stop="undefined"
        )
        descriptors = [
            each if isinstance(each, int) else each.fileno()
            for each in self.get_input_descriptors()
        ]
        self._keyboard = sys.stdin.fileno()
        self._watched = None
        if len(descriptors) == 2 and self._keyboard in descriptors:
            self._watched = select.poll()
            for descriptor in descriptors:
                self._watched.register(descriptor, select.POLLIN)

    def get_available_raw_input(self) -> list[int]:
        """What was typed, if there is nothing else."""
        usual = self._watched is None or getattr(self, "_partial_codes", True)
        if usual or self._watched.poll(0) != [(self._keyboard, select.POLLIN)]:
            return super().get_available_raw_input()
        return list(os.read(self._keyboard, CHUNK)) or super().get_available_raw_input()

    def parse_input(
        self, event_loop: Any, callback: Any, codes: list[int], wait_for_more: bool = True
    ) -> Any:
        """Letters by themselves are keys of that name."""
        waits = getattr(self, "_input_timeout", True) or getattr(self, "_resized", True)
        if callback is None or waits or len(codes) != 1 or codes[0] not in LETTERS:
            return super().parse_input(event_loop, callback, codes, wait_for_more)
        callback([chr(codes[0])], codes)
        return None


class Terminal:
    """The player's terminal while the client runs."""

    def __init__(self, draw: Draw, press: Press, named: Named, settings: ClientSettings) -> None:
        urwid.set_encoding("utf-8")
        self._picture = Picture(draw, press, named, plain=settings.ascii)
        self._mouse = settings.mouse
        self._titled = settings.cues != "off" and not os.environ.get("TERM", "").startswith("linux")
        self._bell = settings.cues == "all"
        self._screen = TerminalScreen(bracketed_paste_mode=False, focus_reporting=False)
        self._screen.set_input_timeouts(complete_wait=ESCAPE_SECONDS)
        self._screen.register_palette(entries(settings.palette))
        self._set_colours(settings.color)

    def _set_colours(self, color: str) -> None:
        """Let the --color flag override what urwid read from NO_COLOR, COLORTERM and the like."""
        if color == "never":
            self._screen.set_terminal_properties(colors=NO_COLOURS)
        elif color == "always" and self._screen.colors == NO_COLOURS:
            self._screen.set_terminal_properties(colors=BASIC_COLOURS)

    async def run(self) -> None:
        """Draw and read keys until cancelled; the terminal is restored afterwards, whatever happens."""
        events = urwid.TrioEventLoop()
        loop = urwid.MainLoop(
            self._picture, screen=self._screen, handle_mouse=self._mouse, event_loop=events
        )
        with loop.start():
            self._write(PUSH_TITLE if self._titled else "")
            try:
                await events.run_async()
            finally:
                self._write(POP_TITLE if self._titled else "")

    def title(self, words: str) -> None:
        """Say something in the title of the window, which is restored at the end."""
        if self._titled:
            self._write(f"\x1b]2;{harmless(words)}\x07")

    def ring(self) -> None:
        """Ring the bell, if the player wants it."""
        if self._bell:
            self._write("\a")

    def _write(self, words: str) -> None:
        if words:
            self._screen.write(words)
            self._screen.flush()

    def redraw(self) -> None:
        self._picture.redraw()

    def repaint(self) -> None:
        """Clear the screen and draw everything again."""
        self._screen.clear()
        self._picture._invalidate()


def is_terminal() -> bool:
    """Whether input and output are a terminal that can do more than print lines."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"
