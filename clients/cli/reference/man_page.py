"""docs/man/watai.1, written from the command lines: the page that `man watai` shows."""

import re
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Final

from clients.cli.reference.outline import Command, Flag, commands
from clients.text.catalogue import Text

PAGE: Final = Path(__file__).parents[3] / "docs" / "man" / "watai.1"
ENVIRONMENT: Final = """\
.SH ENVIRONMENT
.TP
.B WATAI_NAME, WATAI_LANG, WATAI_LAYOUT, WATAI_PALETTE, WATAI_COLOR, WATAI_ASCII, WATAI_SERVER
As the flag of that name. A flag counts more than a variable, and that more than the file.
.TP
.B NO_COLOR, CLICOLOR_FORCE, COLORTERM, TERM
Which colours there are. No colour is ever the only sign of anything.
.SH FILES
.TP
.I $XDG_CONFIG_HOME/watai/config.toml
Settings and keys.
.TP
.I $XDG_STATE_HOME/watai
Who you are on which server, and games you have left.
.SH EXIT STATUS
0 all went well, 1 failure, 2 wrong usage, 3 cannot connect, 4 refused by the server,
5 another version of the protocol, 130 interrupted."""


def page() -> str:
    """The whole page."""
    known = list(commands(Text("en")))
    lines = [
        '.\\" Written by "make docs" from the command lines (clients/cli/reference/outline.py).',
        f'.TH WATAI 1 "" "Wataï Arena {version("watai-arena")}"',
        ".SH NAME",
        "watai \\- games played at the same time, in a terminal",
        ".SH SYNOPSIS",
        ".B watai",
        ".I COMMAND",
        "[OPTIONS]",
        ".SH COMMANDS",
        *(line for command in known for line in _command(command)),
        ENVIRONMENT,
    ]
    return "\n".join(lines) + "\n"


def _command(command: Command) -> Iterator[str]:
    yield f".SS watai {_roff(command.name)}"
    yield _roff(command.description or command.about + ".")
    for flag in command.flags:
        if "--help" not in flag.names:
            yield ".TP"
            yield _head(flag)
            yield _roff(flag.about)
    examples = re.findall(r"^  (watai .*)$", command.epilog, re.MULTILINE)
    if examples:
        yield from (".PP", ".nf", *(f"    {_roff(example)}" for example in examples), ".fi")


def _head(flag: Flag) -> str:
    names = ", ".join(flag.names)
    value = "|".join(flag.choices) if flag.names and flag.choices else flag.takes
    return " ".join(f"\\fB{_roff(each)}\\fR" for each in (names, value) if each)


def _roff(words: str) -> str:
    """Words that mean nothing to roff."""
    plain = " ".join(words.split()) if "\n" in words else words
    plain = plain.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{plain}" if plain.startswith((".", "'")) else plain


if __name__ == "__main__":
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(page(), encoding="utf-8")
