"""`watai COMMAND …`: finds the command and passes it the remaining arguments."""

import os
import sys
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from importlib import import_module
from typing import cast

from watai.clients.cli.config.settings import preferred_language
from watai.clients.cli.config.usage import translate_argparse
from watai.clients.cli.exits import FAILURE, INTERRUPTED, OK, USAGE
from watai.clients.cli.registry import COMMANDS
from watai.clients.text.catalogue import Text
from watai.protocol.messages import VERSION


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    text = Text.chosen(arguments, preferred_language())
    _prepare_output()
    try:
        code = _run(arguments, text)
        sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        return INTERRUPTED
    except (OSError, BaseExceptionGroup) as error:
        return _explain(_system_error(error), text)


def _prepare_output() -> None:
    """Make output possible: to nowhere if a stream is closed, and with a sign for characters that the terminal lacks."""
    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: SIM115  # open until the program ends
    sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="replace")  # type: ignore[union-attr]


def _system_error(error: OSError | BaseExceptionGroup[BaseException]) -> OSError:
    """The system's error, also out of tasks that ran at the same time; anything else is a fault of ours, and raised."""
    if isinstance(error, OSError):
        return error
    ours = error.split(OSError)[1]
    if ours is not None:
        raise error
    first = error.exceptions[0]
    assert isinstance(first, OSError | BaseExceptionGroup)
    return _system_error(first)


def _explain(error: OSError, text: Text) -> int:
    """Say what the system refused, unless the reader has closed the pipe, as in `watai simulate | head`."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # Python flushes it at its end
    if isinstance(error, BrokenPipeError):
        return OK
    print(text.say("main.system", why=error.strerror or error), file=sys.stderr)
    return FAILURE


def _run(arguments: list[str], text: Text) -> int:
    if not arguments or arguments[0] in ("-h", "--help", "help"):
        print(_help(text))
        return OK if arguments else USAGE
    name, *rest = arguments
    if name in ("version", "--version"):
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
