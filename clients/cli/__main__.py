"""`watai COMMAND …`: finds the command and passes it the remaining arguments."""

import os
import sys
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from importlib import import_module
from typing import cast

from clients.cli.config.settings import preferred_language
from clients.cli.config.usage import translate_argparse
from clients.cli.exits import FAILURE, INTERRUPTED, OK, USAGE
from clients.cli.registry import COMMANDS
from clients.text.catalogue import Text
from protocol.messages import VERSION


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    text = Text.chosen(arguments, preferred_language())
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="replace")  # type: ignore[union-attr]  # a character that the terminal lacks must not end the program
    try:
        return _run(arguments, text)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # the reader has closed the pipe, as in `watai simulate | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK


def _run(arguments: list[str], text: Text) -> int:
    if not arguments or arguments[0] in ("-h", "--help", "help"):
        print(_help(text))
        return OK if arguments else USAGE
    name, *rest = arguments
    if name == "--version":
        from importlib.metadata import version  # slow to import: it loads the email package

        print(text.say("main.version", version=version("watai-arena"), protocol=VERSION))
        return OK
    if name not in COMMANDS:
        near = get_close_matches(name, COMMANDS, 1)
        hint = text.say("main.did_you_mean", name=near[0]) if near else text.say("main.see_help")
        print(text.say("main.unknown_command", name=name), hint, file=sys.stderr)
        return USAGE
    translate_argparse(Text("en") if name == "bench" else text)  # bench prints English only
    command = cast(Callable[[list[str], Text], int], import_module(COMMANDS[name]).main)
    try:
        return command(rest, text)
    except SystemExit as stop:  # argparse exits by itself; return its code instead
        return stop.code if isinstance(stop.code, int) else FAILURE


def _help(text: Text) -> str:
    rows = [f"  watai {name:<12} {text.say(f'main.commands.{name}')}" for name in COMMANDS]
    return "\n".join([text.say("main.usage"), "", *rows, "", text.say("main.examples")])


if __name__ == "__main__":
    sys.exit(main())
