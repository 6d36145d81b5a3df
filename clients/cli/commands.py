"""The table of commands.

Commands are named by module and loaded only when called, so that `watai simulate` starts without a server
and no package has to import another's entry point. A module has `main`, and `command_line` if it takes anything.
"""

from typing import Final

COMMANDS: Final = {
    "play": "clients.cli.play",
    "host": "clients.cli.host",
    "join": "clients.cli.join",
    "watch": "clients.cli.watch",
    "rooms": "clients.cli.rooms",
    "rules": "clients.cli.rules",
    "simulate": "clients.cli.simulate",
    "serve": "server.__main__",
    "export": "server.export",
    "verify": "server.verify",
    "replay": "clients.cli.replay",
    "bench": "loadtest.bench",
    "completions": "clients.cli.completions",
}
