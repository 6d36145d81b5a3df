"""`watai host`: opens a room for friends, on a local server that they can reach or on another server."""

import argparse
from collections.abc import Callable

from watai.clients.cli.commands.start import is_asked, read_all, run
from watai.clients.cli.config.flags import add_looks, add_room, add_server, help_text, make_parser
from watai.clients.cli.config.identities import OWN, hosted, state_folder, take
from watai.clients.cli.line.host_menu import HostMenu
from watai.clients.cli.screens.choose import ChooseScreen
from watai.clients.cli.screens.lobby import LobbyScreen
from watai.clients.cli.session.local_server import EVERYWHERE, LocalServer
from watai.clients.cli.session.visit import Visit
from watai.clients.cli.ui.screen import EnterRoom, OpenRoom
from watai.clients.link.address import free_port, own_host, read_address
from watai.clients.text.catalogue import Text

PORTS = range(65_536)


def command_line(text: Text) -> argparse.ArgumentParser:
    """Return the parser of this command."""
    parser = make_parser(text, "host", "[GAME]")
    add_room(parser, text)
    parser.add_argument("--public", action="store_true", help=help_text(text, "public"))
    parser.add_argument("--port", type=port_number(text), metavar="N", help=help_text(text, "port"))
    add_server(parser, text)
    add_looks(parser, text)
    return parser


def main(argv: list[str], text: Text) -> int:
    """Run the command."""
    parser = command_line(text)
    args = parser.parse_args(argv)
    setup, settings, scene = read_all(parser, args, text, start=False)
    scene.setup = setup
    asked = is_asked(args)
    hosting = HostMenu(scene, seats_given=args.seats is not None) if asked else None
    first = None if asked else OpenRoom(setup)
    if settings.server:
        url = scene.address = read_address(settings.server)
        identity = take(state_folder(), url, settings.name)
        return run(
            args,
            settings,
            scene,
            Visit(identity, settings.name, url, first=first),
            ChooseScreen(set_up=True) if asked else LobbyScreen(),
            hosting=hosting,
        )
    waiting = hosted(state_folder(), settings.name) if args.game is None else None
    identity = take(state_folder(), OWN, settings.name) if waiting is None else waiting
    returns = waiting is not None
    renamed = identity.name != settings.name
    usual = identity.port if returns else free_port()
    port = usual if args.port is None else args.port
    scene.own = True
    visit = Visit(
        identity,
        identity.name,
        local_server=LocalServer(identity.folder, EVERYWHERE, port),
        first=EnterRoom(identity.room) if returns else first,
        instead=first,
        returns=returns,
        news=text.say("visit.other_name", name=identity.name) if renamed else "",
    )
    scene.friends_host = own_host()
    return run(args, settings, scene, visit, ChooseScreen(set_up=True), hosting=hosting)


def port_number(text: Text) -> Callable[[str], int]:
    """Return what reads a port for argparse."""

    def read(typed: str) -> int:
        if not typed.isdecimal() or len(typed) > 5 or int(typed) not in PORTS:
            raise argparse.ArgumentTypeError(text.say("commands.bad_port", port=typed))
        return int(typed)

    return read
