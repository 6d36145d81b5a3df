"""`watai COMMAND …`: finds the command and hands it the rest of the line.

Commands are named by module and loaded only when called, so that `watai simulate` starts without a server
and no package has to import another's entry point.
"""

import os
import sys
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from importlib import import_module
from importlib.metadata import version
from typing import cast

from clients.cli.exits import FAILURE, INTERRUPTED, OK, USAGE
from clients.cli.text import Text

COMMANDS = {
    "simulate": "clients.cli.simulate",
    "serve": "server.__main__",
    "export": "server.export",
    "replay": "clients.cli.replay",
    "bench": "loadtest.bench",
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    text = Text.chosen(words)
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="replace")  # type: ignore[union-attr]  # a poor terminal is no reason to fail
    try:
        return _run(words, text)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # the reader has had enough, as in `watai simulate | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK


def _run(words: list[str], text: Text) -> int:
    if not words or words[0] in ("-h", "--help", "help"):
        print(_help(text))
        return OK if words else USAGE
    name, *rest = words
    if name == "--version":
        print(f"watai {version('watai-arena')}")
        return OK
    if name not in COMMANDS:
        near = get_close_matches(name, COMMANDS, 1)
        hint = text.say("main.did_you_mean", name=near[0]) if near else text.say("main.see_help")
        print(text.say("main.unknown_command", name=name), hint, file=sys.stderr)
        return USAGE
    command = cast(Callable[[list[str], Text], int], import_module(COMMANDS[name]).main)
    try:
        return command(rest, text)
    except SystemExit as stop:  # argparse ends the program itself; codes are ours to return
        return stop.code if isinstance(stop.code, int) else FAILURE


def _help(text: Text) -> str:
    rows = [f"  watai {name:<10} {text.say(f'main.commands.{name}')}" for name in COMMANDS]
    return "\n".join([text.say("main.usage"), "", *rows, "", text.say("main.examples")])


if __name__ == "__main__":
    sys.exit(main())
