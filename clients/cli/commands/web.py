"""`watai web`: starts a server of the player's own and opens the browser on a game against bots."""

import argparse
import signal
import sys
import webbrowser

import trio

from watai.clients.cli.commands.host import port_number
from watai.clients.cli.config.flags import add_game, help_text, make_parser
from watai.clients.cli.config.identities import state_folder, take
from watai.clients.cli.exits import FAILURE, OK
from watai.clients.cli.session.local_server import EVERYWHERE, LocalServer, LocalServerFailed
from watai.clients.cli.session.program import program
from watai.clients.link.address import free_port, own_host
from watai.clients.state.room_setup import FIRST_GAME
from watai.clients.text.catalogue import LANGUAGES, Text

WEB = "web"
"""In place of an address: the server whose guests play in browsers. The browsers keep their tokens."""

LOOPBACK = "127.0.0.1"


def command_line(text: Text) -> argparse.ArgumentParser:
    """Return the parser of this command."""
    parser = make_parser(text, "web", "[GAME]")
    add_game(parser, text)
    parser.add_argument("--friends", action="store_true", help=help_text(text, "friends"))
    parser.add_argument("--port", type=port_number(text), metavar="N", help=help_text(text, "port"))
    parser.add_argument("--no-open", action="store_true", help=help_text(text, "no_open"))
    parser.add_argument("--lang", choices=LANGUAGES, help=help_text(text, "lang"))
    return parser


def main(argv: list[str], text: Text) -> int:
    """Run the command until Ctrl-C."""
    args = command_line(text).parse_args(argv)
    code = OK
    try:
        with take(state_folder(), WEB, "") as identity:
            port = free_port() if args.port is None else args.port
            host = EVERYWHERE if args.friends else LOOPBACK
            trio.run(_serve, LocalServer(identity.folder, host, port), args, text)
    except* LocalServerFailed as failed:
        why = failed.exceptions[0]
        assert isinstance(why, LocalServerFailed)
        told = why.told(text.find("visit.why") or {})
        print(text.say("visit.server_failed", why=told), file=sys.stderr)
        code = FAILURE
    return code


async def _serve(server: LocalServer, args: argparse.Namespace, text: Text) -> None:
    with trio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as signals:
        async with trio.open_nursery() as nursery:
            port = await nursery.start(server.run)
            near = own_host() if server.is_open else LOOPBACK
            own = f"http://{_opened_at(near)}:{port}/play/{args.game or FIRST_GAME}"
            print(text.say("commands.web_here", url=own))
            if server.is_open:
                print(text.say("commands.web_friends", url=f"http://{near}:{port}"))
            else:
                print(text.say("commands.web_alone", command=f"{program()} web --friends"))
            print(text.say("commands.web_stop"), flush=True)
            if not args.no_open:
                nursery.start_soon(_open, own)
            await anext(signals)
            nursery.cancel_scope.cancel()


def _opened_at(near: str) -> str:
    """Where the player opens the page: where friends do, since a room shows its link under that address.

    Without a network there is only a host name, which nothing may know: then this machine alone.
    """
    return near if near.replace(".", "").isdecimal() else LOOPBACK


async def _open(url: str) -> None:
    """Open the browser; one that runs in the terminal keeps its thread until it ends, and nobody waits for that."""
    await trio.to_thread.run_sync(webbrowser.open, url, abandon_on_cancel=True)
