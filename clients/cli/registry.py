"""The table of commands.

A command is named by its module, which is imported only when the command is called: `watai simulate` starts without
loading the server, and no package imports another's entry point. A module has `main`, and `command_line` if its
command takes arguments.
"""

import argparse
from importlib import import_module
from typing import Final

from watai.clients.text.catalogue import Text

COMMANDS: Final = {
    "play": "watai.clients.cli.commands.play",
    "web": "watai.clients.cli.commands.web",
    "host": "watai.clients.cli.commands.host",
    "join": "watai.clients.cli.commands.join",
    "watch": "watai.clients.cli.commands.watch",
    "rooms": "watai.clients.cli.commands.rooms",
    "games": "watai.clients.cli.commands.games",
    "rules": "watai.clients.cli.commands.rules",
    "simulate": "watai.clients.cli.commands.simulate",
    "serve": "watai.server.__main__",
    "drain": "watai.server.cluster.drain_command",
    "export": "watai.server.audit.export",
    "verify": "watai.server.audit.verify",
    "anonymize": "watai.server.audit.anonymize",
    "record": "watai.clients.cli.commands.record",
    "replay": "watai.clients.cli.commands.replay",
    "bench": "watai.loadtest.registry",
    "completions": "watai.clients.cli.reference.completions",
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
