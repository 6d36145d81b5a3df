"""`watai play`: starts a game against bots at once, on a local server."""

import argparse
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

from clients.cli.commands.start import read_all, run
from clients.cli.config.flags import add_looks, add_room, make_parser
from clients.cli.config.identities import OWN, state_folder, take
from clients.cli.screens.choose import ChooseScreen
from clients.cli.session.local_server import OWN_LIMITS, LocalServer
from clients.cli.session.visit import Visit
from clients.cli.ui.screen import Open
from clients.state.room_setup import Setup
from clients.text.catalogue import Text
from protocol.messages import OptionValue

SHORT: Final[Mapping[str, Mapping[str, OptionValue]]] = {"watai": {"target": 1, "variants": "off"}}
"""Options that shorten the game that bots show where there is no terminal."""
EXHIBITION_SPEED: Final = 40.0


def command_line(text: Text) -> argparse.ArgumentParser:
    """Return the parser of this command."""
    parser = make_parser(text, "play", "[GAME]")
    add_room(parser, text)
    add_looks(parser, text)
    return parser


def main(argv: list[str], text: Text) -> int:
    """Run the command."""
    parser = command_line(text)
    args = parser.parse_args(argv)
    setup, settings, scene = read_all(parser, args, text, start=True)
    identity = take(state_folder(), OWN, settings.name)
    asked = args.game is None and sys.stdin.isatty() and not args.json
    scene.setup, scene.own = setup, True
    first = None if asked else Open(setup)
    visit = Visit(identity, settings.name, local_server=LocalServer(identity.folder), first=first)
    if sys.stdin.isatty() or args.line or args.json:
        return run(args, settings, scene, visit, ChooseScreen())
    with tempfile.TemporaryDirectory(prefix="watai-") as folder:
        shown = _exhibition(Path(folder), settings.name, setup)
        return run(args, settings, scene, visit, ChooseScreen(), exhibition=shown)


def _exhibition(folder: Path, name: str, setup: Setup) -> Visit:
    """Return a visit in which fast bots play a short game, for output that is no terminal."""
    options = {**SHORT.get(setup.game, {}), **setup.options}
    local_server = LocalServer(
        folder / "server", limits=(*OWN_LIMITS, ("bot_speed", EXHIBITION_SPEED))
    )
    first = Open(replace(setup, options=options))
    return Visit(take(folder, OWN, name), name, local_server=local_server, first=first)
