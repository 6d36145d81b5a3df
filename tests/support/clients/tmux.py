"""A terminal with a shell in it: tmux, driven through its control mode.

Tmux reports whenever something was written to the pane, so nothing here sleeps: a wait looks again after each report,
until it finds what it wants or fails after PATIENCE seconds.
"""

import os
import re
import select
import shlex
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest

from tests.support.clients.pty_client import PATIENCE, environment
from tests.support.programs import require
from watai.child import ROOT

PROMPT: Final = "ready>"
SHELL: Final = f"exec env PS1='{PROMPT}' bash --norc --noprofile -i"
CONFIGURATION: Final = """\
set -g default-terminal {term}
set -g escape-time 0
set -g status off
set -g destroy-unattached on
"""

ESCAPED: Final = re.compile(r"\\(\d{3})")
"""How tmux writes control characters."""

Wanted = str | Callable[[str], object]


class TmuxPane:
    """One terminal with a tmux server of its own."""

    def __init__(self, home: Path, columns: int, lines: int, extra: Mapping[str, str]) -> None:
        tmux = require("tmux")
        told = {**os.environ, **environment(home, {"LC_ALL": "C.UTF-8", **extra}), "HISTFILE": ""}
        told["PROGRAM"] = shlex.join([sys.executable, "-m", "watai"])
        told.pop("TMUX", None)
        folder = home / f"tmux-{len(list(home.glob('tmux-*')))}"
        folder.mkdir()
        configuration = folder / "tmux.conf"
        configuration.write_text(CONFIGURATION.format(term=told["TERM"]))
        words = [tmux, "-u", "-S", str(folder / "socket"), "-f", str(configuration), "-C"]
        words += ["new-session", "-x", str(columns), "-y", str(lines), "-c", str(ROOT), SHELL]
        self._tmux = subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=told, cwd=ROOT
        )
        self.written = ""
        """Everything the programs in it have written."""
        self._heard = b""
        self._changed = True
        self._answer()
        self._tell(f"resize-window -x {columns} -y {lines}")
        self.until(PROMPT)

    # looking

    @property
    def shown(self) -> str:
        """What is on the terminal now."""
        return "\n".join(line.rstrip() for line in self._tell("capture-pane -p")).rstrip("\n")

    @property
    def coloured(self) -> str:
        """The same with its colours, as escape sequences."""
        return "\n".join(self._tell("capture-pane -p -e"))

    def until(self, wanted: Wanted) -> str:
        """Wait until a text is there, or until something is true of what is there.

        What is seen may be half painted: wait for the last of what is needed, not for its first word.
        """
        found, shown = self._look_for(wanted, PATIENCE)
        if not found:
            pytest.fail(f"{wanted!r} did not come; there is:\n{shown}")
        return shown

    def until_changed(self, before: str) -> str:
        """Wait until something else is there."""
        return self.until(lambda shown: shown != before)

    def changed(self, before: str, seconds: float) -> str:
        """What is there once it is something else, or after this time."""
        return self._look_for(lambda shown: shown != before, seconds)[1]

    def until_written(self, pattern: str | re.Pattern[str], since: int) -> str:
        """Wait until this is written, even if it is gone from the screen again; everything written since."""
        deadline = time.monotonic() + PATIENCE
        while not re.search(pattern, self.written[since:]):
            if not self._read(deadline):
                pytest.fail(f"{pattern!r} was not written; there is:\n{self.shown}")
        return self.written[since:]

    def _look_for(self, wanted: Wanted, patience: float) -> tuple[bool, str]:
        """Whether it was there in this time, and what was seen last."""
        deadline = time.monotonic() + patience
        while True:
            self._changed = False
            shown = self.shown
            if wanted in shown if isinstance(wanted, str) else wanted(shown):
                return True, shown
            while not self._changed:
                if not self._read(deadline):
                    return False, shown

    def state(self, *names: str) -> list[str]:
        """What tmux knows about the terminal: alternate_on, cursor_flag, mouse_any_flag and the like."""
        wanted = " ".join(f"#{{{name}}}" for name in names)
        return self._tell(f"display-message -p '{wanted}'")[0].split(" ")

    # acting

    def press(self, *keys: str) -> None:
        """Press keys, by the names tmux has for them."""
        self._tell("send-keys -- " + " ".join(map(_quoted, keys)))

    def type(self, words: str) -> None:
        """Type a line, and Enter."""
        codes = " ".join(f"{byte:02x}" for byte in words.encode())
        self._tell(f"send-keys -H {codes} 0d")

    def resize(self, columns: int, lines: int) -> None:
        self._tell(f"resize-window -x {columns} -y {lines}")

    def watai(self, words: str) -> None:
        """Type a command of ours. The line that is typed names no program: what a test waits for is not found in it."""
        self.type(f'clear; eval "$PROGRAM" {words}')

    def finished(self) -> str:
        """Wait for the shell to ask for the next command; what was left on the terminal, and the exit code."""
        return self.until(lambda shown: shown.endswith(PROMPT))

    # tmux

    def _tell(self, command: str) -> list[str]:
        assert self._tmux.stdin is not None
        self._tmux.stdin.write(command.encode() + b"\n")
        self._tmux.stdin.flush()
        return self._answer()

    def _answer(self) -> list[str]:
        """The lines between `%begin` and `%end`; whatever tmux says in between is only that something changed."""
        deadline = time.monotonic() + PATIENCE
        lines: list[str] | None = None
        while True:
            line = self._line(deadline)
            if line.startswith("%begin "):
                lines = []
            elif line.startswith("%end ") and lines is not None:
                return lines
            elif line.startswith("%error "):
                pytest.fail(f"tmux: {lines}")
            elif lines is not None:
                lines.append(line)
            else:
                self._note(line)

    def _line(self, deadline: float) -> str:
        while b"\n" not in self._heard:
            assert self._fill(deadline), "tmux does not answer"
        line, _, self._heard = self._heard.partition(b"\n")
        return line.decode(errors="replace")

    def _read(self, deadline: float) -> bool:
        """Wait for something to change; False if it has not by then."""
        while b"\n" not in self._heard:
            if not self._fill(deadline):
                return False
        self._note(self._line(deadline))
        return True

    def _note(self, line: str) -> None:
        self._changed = self._changed or line.startswith(("%output", "%layout-change", "%exit"))
        if line.startswith("%output "):
            self.written += ESCAPED.sub(lambda found: chr(int(found[1], 8)), line.split(" ", 2)[2])

    def _fill(self, deadline: float) -> bool:
        assert self._tmux.stdout is not None
        wait = max(0.0, deadline - time.monotonic())
        if not select.select([self._tmux.stdout], [], [], wait)[0]:
            return False
        data = os.read(self._tmux.stdout.fileno(), 65_536)
        self._heard += data
        return bool(data)

    def close(self) -> None:
        """End tmux and all that runs in it."""
        assert self._tmux.stdin is not None
        assert self._tmux.stdout is not None
        self._tmux.stdin.write(b"kill-server\n")
        self._tmux.stdin.flush()
        while self._fill(time.monotonic() + PATIENCE):
            pass
        self._tmux.stdin.close()
        self._tmux.stdout.close()
        self._tmux.wait(PATIENCE)


def _quoted(key: str) -> str:
    return "'" + key.replace("'", "'\\''") + "'"


@contextmanager
def tmux_pane(home: Path, columns: int = 80, lines: int = 24, **extra: str) -> Iterator[TmuxPane]:
    """A terminal that is closed at the end of the block."""
    made = TmuxPane(home, columns, lines, extra)
    try:
        yield made
    finally:
        made.close()
