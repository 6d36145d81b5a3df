"""docs/man/watai.1, the page that `man watai` shows, made from the parsers of all commands.

Written here and not by argparse-manpage, whose page depends on the width of the terminal and on the version of Python.
"""

import argparse
import re
from collections.abc import Iterator
from importlib.metadata import version
from typing import Final

from watai import child
from watai.clients.cli.registry import command_lines
from watai.clients.text.catalogue import Text

PAGE: Final = child.ROOT / "docs" / "man" / "watai.1"
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
    """Return the whole page."""
    text = Text("en")
    commands = command_lines(text).items()
    lines = [
        '.\\" Written by "make docs" from the command lines (clients/cli/registry.py).',
        f'.TH WATAI 1 "" "Wataï Arena {version("watai-arena")}"',
        ".SH NAME",
        "watai \\- games played at the same time, in a terminal",
        ".SH SYNOPSIS",
        ".B watai",
        ".I COMMAND",
        "[OPTIONS]",
        ".SH COMMANDS",
        *(line for name, parser in commands for line in _command(name, parser, text)),
        ENVIRONMENT,
    ]
    return "\n".join(lines) + "\n"


def _command(name: str, parser: argparse.ArgumentParser, text: Text) -> Iterator[str]:
    yield f".SS watai {_roff(name)}"
    yield _roff(parser.description or text.say(f"main.commands.{name}") + ".")
    for action in parser._actions:
        if "--help" not in action.option_strings:
            yield ".TP"
            yield _head(action)
            yield _roff("" if action.help == argparse.SUPPRESS else action.help or "")
    examples = re.findall(r"^  (watai .*)$", parser.epilog or "", re.MULTILINE)
    if examples:
        yield from (".PP", ".nf", *(f"    {_roff(example)}" for example in examples), ".fi")


def _head(action: argparse.Action) -> str:
    """Return the names of a flag and what it takes, or the name of a positional argument."""
    value = "" if action.nargs == 0 else str(action.metavar or action.dest.upper())
    if action.option_strings and action.choices:
        value = "|".join(action.choices)
    names = ", ".join(action.option_strings)
    return " ".join(f"\\fB{_roff(each)}\\fR" for each in (names, value) if each)


def _roff(words: str) -> str:
    """Escape what roff would interpret; argparse's `%%` becomes `%`."""
    plain = " ".join(words.split()) if "\n" in words else words
    plain = plain.replace("%%", "%").replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{plain}" if plain.startswith((".", "'")) else plain


if __name__ == "__main__":
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(page(), encoding="utf-8")
