"""`watai play`: starts a game against bots at once, on a local server."""

import argparse
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

from watai.clients.cli.commands.start import is_asked, read_all, run
from watai.clients.cli.config.choices_file import read_choices, save_choices
from watai.clients.cli.config.flags import add_looks, add_room, help_text, make_parser
from watai.clients.cli.config.identities import OWN, state_folder, take
from watai.clients.cli.guide.choosing import Choosing
from watai.clients.cli.guide.guide import Guides
from watai.clients.cli.screens.start_menu import StartMenu
from watai.clients.cli.session.local_server import OWN_LIMITS, LocalServer
from watai.clients.cli.session.visit import Visit
from watai.clients.cli.ui.screen import OpenRoom
from watai.clients.state.room_setup import Setup, strengths
from watai.clients.text.catalogue import Text
from watai.protocol.messages import OptionValue

SHORT: Final[Mapping[str, Mapping[str, OptionValue]]] = {"watai": {"target": 1, "variants": "off"}}
"""Options that shorten the game that bots show where there is no terminal."""
EXHIBITION_SPEED: Final = 40.0


def command_line(text: Text) -> argparse.ArgumentParser:
    """Return the parser of this command."""
    parser = make_parser(text, "play", "[GAME]")
    add_room(parser, text)
    parser.add_argument("--guide", action="store_true", help=help_text(text, "guide"))
    add_looks(parser, text)
    return parser


def main(argv: list[str], text: Text) -> int:
    """Run the command."""
    parser = command_line(text)
    args = parser.parse_args(argv)
    setup, settings, scene = read_all(parser, args, text, start=True)
    identity = take(state_folder(), OWN, settings.name)
    choosing = _choosing(state_folder(), guided=args.guide)
    if args.bots or args.seats or args.strength or args.option:
        strength = setup.strength or strengths(setup.game)[0]
        choosing.choices.setups[setup.game] = replace(setup, strength=strength)
    home = StartMenu(choosing)
    asked = is_asked(args)
    scene.setup, scene.own = setup, True
    first = None if asked else OpenRoom(setup)
    visit = Visit(identity, settings.name, local_server=LocalServer(identity.folder), first=first)
    if sys.stdin.isatty() or args.line or args.json:
        return run(args, settings, scene, visit, home, choosing=choosing)
    with tempfile.TemporaryDirectory(prefix="watai-") as folder:
        shown = _exhibition(Path(folder), settings.name, setup)
        return run(args, settings, scene, visit, home, exhibition=shown)


def _choosing(folder: Path, *, guided: bool) -> Choosing:
    """What the player chose before, saved again with every choice; `guided` asks for the guide once more."""
    choices = read_choices(folder)

    def keep() -> None:
        save_choices(folder, choices)

    def seen(game: str) -> None:
        choices.guided.add(game)
        keep()

    guides = Guides(choices.guided, seen)
    guides.wanted = True if guided else None
    return Choosing(choices, guides, keep)


def _exhibition(folder: Path, name: str, setup: Setup) -> Visit:
    """Return a visit in which fast bots play a short game, for output that is no terminal."""
    options = {**SHORT.get(setup.game, {}), **setup.options}
    local_server = LocalServer(
        folder / "server", limits=(*OWN_LIMITS, ("bot_speed", EXHIBITION_SPEED))
    )
    first = OpenRoom(replace(setup, options=options))
    return Visit(take(folder, OWN, name), name, local_server=local_server, first=first)
