"""`watai rooms`: lists the public rooms of a server."""

import argparse

import trio

from watai.clients.cli.commands.start import read_all, say_last_words
from watai.clients.cli.config.flags import add_looks, add_server, make_parser
from watai.clients.cli.config.identities import state_folder, take
from watai.clients.cli.exits import OK
from watai.clients.cli.session.mode import Mode
from watai.clients.cli.session.visit import Visit
from watai.clients.cli.ui.glyphs import harmless
from watai.clients.cli.ui.lines import left, right
from watai.clients.cli.ui.screen import Scene
from watai.clients.link.address import USUAL, read_address
from watai.clients.state.guest import ClientGuest
from watai.clients.state.public_rooms import list_rooms
from watai.clients.text.catalogue import Text
from watai.protocol.codec import JSON
from watai.protocol.messages import RoomLine, ServerMessage

WIDTHS = (16, 20, 8, 12)


class RoomsMode(Mode):
    """Asks for the list of rooms, prints it and ends."""

    def __init__(self, scene: Scene, visit: Visit, *, json: bool) -> None:
        super().__init__(scene, visit)
        self._json = json

    async def attend(self, guest: ClientGuest) -> None:
        rooms, _ = await list_rooms(guest, follow=False)
        self._print(rooms)
        self.end(OK)

    def heard(self, message: ServerMessage) -> None:
        pass

    def _print(self, rooms: list[RoomLine]) -> None:
        if self._json:
            for room in rooms:
                print(JSON.encode(room).decode())
            return
        text = self.scene.text
        if not rooms:
            print(text.say("commands.rooms_none", url=self.visit.url))
            return
        print(_row(text.say("commands.rooms_heads").split("|")))
        for room in rooms:
            game = text.say(f"games.{room.game}")
            status = text.say(f"screens.lobby.{room.status}")
            row = _row([room.code, game, f"{room.free}/{room.seats}", status, room.host])
            print(harmless(row))


def _row(cells: list[str]) -> str:
    code, game, free, status, host = cells
    wide = dict(zip(("code", "game", "free", "status"), WIDTHS, strict=True))
    start = left(code, wide["code"], "~") + left(game, wide["game"], "~")
    return f"{start}{right(free, wide['free'], '~')}  {left(status, wide['status'], '~')}{host}"


def command_line(text: Text) -> argparse.ArgumentParser:
    """Return the parser of this command."""
    parser = make_parser(text, "rooms")
    add_server(parser, text)
    add_looks(parser, text)
    return parser


def main(argv: list[str], text: Text) -> int:
    """Run the command."""
    parser = command_line(text)
    args = parser.parse_args(argv)
    _, settings, scene = read_all(parser, args, text, start=False)
    url = read_address(settings.server or USUAL)
    with take(state_folder(), url, settings.name) as identity:
        mode = RoomsMode(scene, Visit(identity, settings.name, url), json=args.json)
        return say_last_words(mode, trio.run(mode.run), json=args.json)
