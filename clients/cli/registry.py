"""The table of commands.

A command is named by its module, which is imported only when the command is called: `watai simulate` starts without
loading the server, and no package imports another's entry point. A module has `main`, and `command_line` if its
command takes arguments.
"""

import argparse
from importlib import import_module
from typing import Final

from clients.text.catalogue import Text

COMMANDS: Final = {
    "play": "clients.cli.commands.play",
    "web": "clients.cli.commands.web",
    "host": "clients.cli.commands.host",
    "join": "clients.cli.commands.join",
    "watch": "clients.cli.commands.watch",
    "rooms": "clients.cli.commands.rooms",
    "games": "clients.cli.commands.games",
    "rules": "clients.cli.commands.rules",
    "simulate": "clients.cli.commands.simulate",
    "serve": "server.__main__",
    "drain": "server.cluster.drain_command",
    "export": "server.audit.export",
    "verify": "server.audit.verify",
    "record": "clients.cli.commands.record",
    "replay": "clients.cli.commands.replay",
    "bench": "loadtest.registry",
    "completions": "clients.cli.reference.completions",
}


def command_lines(text: Text) -> dict[str, argparse.ArgumentParser]:
    """Load every command and return its parser, for the completions and the man page."""
    modules = {name: import_module(module) for name, module in COMMANDS.items()}
    return {
        name: module.command_line(text)
        if hasattr(module, "command_line")
        else argparse.ArgumentParser(add_help=False)
        for name, module in modules.items()
    }
