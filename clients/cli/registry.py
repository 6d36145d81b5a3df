"""The table of commands.

Commands are named by module and loaded only when called, so that `watai simulate` starts without a server
and no package has to import another's entry point. A module has `main`, and `command_line` if it takes anything.
"""

from typing import Final

COMMANDS: Final = {
    "play": "clients.cli.commands.play",
    "host": "clients.cli.commands.host",
    "join": "clients.cli.commands.join",
    "watch": "clients.cli.commands.watch",
    "rooms": "clients.cli.commands.rooms",
    "rules": "clients.cli.commands.rules",
    "simulate": "clients.cli.commands.simulate",
    "serve": "server.__main__",
    "export": "server.audit.export",
    "verify": "server.audit.verify",
    "replay": "clients.cli.commands.replay",
    "bench": "loadtest.registry",
    "completions": "clients.cli.reference.completions",
}
