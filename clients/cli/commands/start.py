"""Starts the client of a command: on a terminal, in lines, or in JSON."""

import argparse
import gc
import sys
from dataclasses import replace
from itertools import chain

import trio

from watai.clients.cli.config.flags import read_setup
from watai.clients.cli.config.settings import ClientSettings
from watai.clients.cli.guide.choosing import Choosing
from watai.clients.cli.line.host_menu import HostMenu
from watai.clients.cli.line.json_mode import JsonMode
from watai.clients.cli.line.line_mode import LineMode
from watai.clients.cli.screens.keys import KEYS
from watai.clients.cli.session.mode import Mode
from watai.clients.cli.session.visit import Visit
from watai.clients.cli.terminal.app import TerminalApp
from watai.clients.cli.terminal.terminal import is_terminal
from watai.clients.cli.ui.glyphs import ASCII, UNICODE, harmless
from watai.clients.cli.ui.keymap import BadKey, Keymap
from watai.clients.cli.ui.screen import Scene, Screen
from watai.clients.state.room_setup import Setup
from watai.clients.text.catalogue import Text
from watai.clients.text.options import why_not
from watai.engine.options import BadOption
from watai.protocol.codec import JSON
from watai.protocol.settings import BadSetting


def read_all(
    parser: argparse.ArgumentParser, args: argparse.Namespace, text: Text, *, start: bool
) -> tuple[Setup, ClientSettings, Scene]:
    """Return the room asked for, the player's settings and a scene that follows them. A wrong one ends the program."""
    try:
        setup = read_setup(args, start=start) if "game" in args else Setup()
        settings = ClientSettings.read(vars(args))
        keymap = Keymap(KEYS, text, settings.layout, settings.keys)
    except BadOption as bad:
        parser.error(text.say("commands.bad_option", option=bad.option, why=why_not(text, bad)))
    except BadSetting as bad:
        parser.error(bad.told(text.find("commands.why") or {}))
    except BadKey as bad:
        word = "commands.key_twice" if bad.key else "commands.no_command"
        parser.error(text.say(word, command=bad.command, key=bad.key, other=bad.other))
    named = replace(settings, name=settings.name or text.say("commands.nobody"))
    glyphs = ASCII if settings.ascii else UNICODE
    return setup, named, Scene(text, glyphs, keymap, motion=settings.moves())


def on_terminal(args: argparse.Namespace) -> bool:
    """Return whether there is a terminal to draw on and the player did not ask for lines or JSON."""
    return is_terminal() and not args.line and not args.json


def is_asked(args: argparse.Namespace) -> bool:
    """Return whether the player is there to be asked for the game, and has not named one."""
    return args.game is None and sys.stdin.isatty() and not args.json


def run(
    args: argparse.Namespace,
    settings: ClientSettings,
    scene: Scene,
    visit: Visit,
    home: Screen,
    *,
    exhibition: Visit | None = None,
    choosing: Choosing | None = None,
    hosting: HostMenu | None = None,
) -> int:
    """Run the visit in the mode that the flags ask for and return the exit code."""
    gc.collect()
    gc.freeze()  # a full collection of all that is loaded would delay a key
    with visit.identity:
        mode: Mode
        if on_terminal(args):
            mode = TerminalApp(
                settings, scene, visit, home, None if choosing is None else choosing.guides
            )
        elif args.json:
            mode = JsonMode(scene, replace(visit, codec=JSON))
        else:
            mode = LineMode(
                scene,
                visit,
                plain=settings.ascii,
                exhibition=exhibition,
                choosing=choosing,
                hosting=hosting,
                attended=sys.stdin.isatty(),
            )
        return say_last_words(mode, trio.run(mode.run), json=args.json)


def say_last_words(mode: Mode, code: int, *, json: bool) -> int:
    """Print how the visit ended, after the terminal has been restored."""
    for line in chain.from_iterable(words.splitlines() for words in mode.last_words):
        print(harmless(line), file=sys.stderr if code or json else sys.stdout)
    return code
