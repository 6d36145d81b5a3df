"""`watai join`: enters a room that another player has opened, or returns to a game."""

import argparse

from watai.clients.cli.commands.start import read_all, run
from watai.clients.cli.config.flags import add_looks, add_server, help_text, make_parser
from watai.clients.cli.config.identities import OWN, Identity, find, state_folder, take
from watai.clients.cli.config.settings import ClientSettings
from watai.clients.cli.screens.choose import ChooseScreen
from watai.clients.cli.screens.lobby import LobbyScreen
from watai.clients.cli.session.local_server import EVERYWHERE, LocalServer
from watai.clients.cli.session.visit import Visit
from watai.clients.cli.ui.screen import EnterRoom, Scene
from watai.clients.link.address import USUAL, own_host, read_address
from watai.clients.text.catalogue import Text


def command_line(text: Text, *, watching: bool = False) -> argparse.ArgumentParser:
    """Return the parser of this command."""
    command, code = ("watch", "CODE") if watching else ("join", "[CODE]")
    parser = make_parser(text, command, code)
    nargs = None if watching else "?"
    parser.add_argument("code", metavar="CODE", nargs=nargs, help=help_text(text, "code"))
    add_server(parser, text)
    add_looks(parser, text)
    return parser


def main(argv: list[str], text: Text) -> int:
    """Run the command."""
    return enter(argv, text, watching=False)


def enter(argv: list[str], text: Text, *, watching: bool) -> int:
    """Run `watai join`, or `watai watch` if `watching`."""
    parser = command_line(text, watching=watching)
    args = parser.parse_args(argv)
    _, settings, scene = read_all(parser, args, text, start=False)
    first = EnterRoom(args.code, watching=watching) if args.code else None
    left = (
        find(state_folder(), args.code) if args.code and not watching and not args.server else None
    )
    if left is not None and left.server == OWN:
        return _go_on_at_home(args, settings, scene, left, first)
    url = left.server if left is not None else read_address(settings.server or USUAL)
    identity = left if left is not None else take(state_folder(), url, settings.name)
    scene.address = url
    return run(
        args, settings, scene, Visit(identity, identity.name, url, first=first), LobbyScreen()
    )


def _go_on_at_home(
    args: argparse.Namespace,
    settings: ClientSettings,
    scene: Scene,
    left: Identity,
    first: EnterRoom | None,
) -> int:
    """Return to a game on the player's local server, which is restarted from its journal, where friends reached it."""
    scene.own = True
    scene.friends_host = own_host() if left.hosts else ""
    local_server = (
        LocalServer(left.folder, EVERYWHERE, left.port) if left.hosts else LocalServer(left.folder)
    )
    visit = Visit(left, left.name, local_server=local_server, first=first)
    return run(args, settings, scene, visit, ChooseScreen())
