"""The names of what the cluster keeps in Redis."""

from typing import Final

PREFIX: Final = "watai:"

MADE_BY: Final = f"{PREFIX}made_by"
"""String: the version of the nodes, which must be the same one for all of them until release 1.0."""
NODES: Final = f"{PREFIX}nodes"
"""Sorted set: each node with the millisecond of Redis' clock at which its lease runs out."""
ABOUT: Final = f"{PREFIX}about"
"""Hash: what each node says about itself."""
OWNERS: Final = f"{PREFIX}owners"
"""Hash: each room with the node that owns it; empty while the room is free."""
FREE: Final = f"{PREFIX}free"
"""Set: the rooms that are free."""
ORDERS: Final = f"{PREFIX}orders"
"""Hash: each node that was asked to drain, with the millisecond of Redis' clock by which it shall have done so."""
SITES: Final = f"{PREFIX}sites"
"""Sorted set: the addresses of nodes by the second in which they were last said to be in use."""
GAMES: Final = f"{PREFIX}games"
"""Sorted set: finished games by the second in which they ended."""


def room(code: str) -> str:
    """Stream: the records of a room, with ids `epoch-seq`."""
    return f"{PREFIX}room:{code}"


def session(id_: str) -> str:
    """String: the record of a guest's session."""
    return f"{PREFIX}session:{id_}"


def version(id_: str) -> str:
    """String: which record of a session that is, for `scripts.KEEP`."""
    return f"{PREFIX}version:{id_}"


def notes(writer: str) -> str:
    """Set: guests of this process who have said hello to another since."""
    return f"{PREFIX}notes:{writer}"


def creation(once: str) -> str:
    """String: the room that this request to open one has opened, or the node that shall open it."""
    return f"{PREFIX}creation:{once}"


def lines(node: str) -> str:
    """String: the public rooms of a node, as the list shows them."""
    return f"{PREFIX}lines:{node}"


def left(node: str) -> str:
    """String: this node has ended its lease itself. Who has given it the order to drain looks for it."""
    return f"{PREFIX}left:{node}"


def game(match: str) -> str:
    """String: a finished game."""
    return f"{PREFIX}game:{match}"
