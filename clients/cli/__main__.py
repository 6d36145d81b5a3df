"""`watai COMMAND …`: finds the command and hands it the rest of the line."""

import os
import sys
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from importlib import import_module
from typing import cast

from clients.cli.config.settings import preferred_language
from clients.cli.config.usage import speak
from clients.cli.exits import FAILURE, INTERRUPTED, OK, USAGE
from clients.cli.registry import COMMANDS
from clients.text.catalogue import Text
from protocol.messages import VERSION


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    text = Text.chosen(words, preferred_language())
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
        from importlib.metadata import version  # it reads mail to find out, and takes its time

        print(text.say("main.version", version=version("watai-arena"), protocol=VERSION))
        return OK
    if name not in COMMANDS:
        near = get_close_matches(name, COMMANDS, 1)
        hint = text.say("main.did_you_mean", name=near[0]) if near else text.say("main.see_help")
        print(text.say("main.unknown_command", name=name), hint, file=sys.stderr)
        return USAGE
    speak(Text("en") if name == "bench" else text)  # measuring speaks English throughout
    command = cast(Callable[[list[str], Text], int], import_module(COMMANDS[name]).main)
    try:
        return command(rest, text)
    except SystemExit as stop:  # argparse ends the program itself; codes are ours to return
        return stop.code if isinstance(stop.code, int) else FAILURE


def _help(text: Text) -> str:
    rows = [f"  watai {name:<12} {text.say(f'main.commands.{name}')}" for name in COMMANDS]
    return "\n".join([text.say("main.usage"), "", *rows, "", text.say("main.examples")])


if __name__ == "__main__":
    sys.exit(main())
