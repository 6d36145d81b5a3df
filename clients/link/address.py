"""Addresses of servers: as people type them, and as friends on the same network find ours."""

import socket
from typing import Final
from urllib.parse import urlsplit

USUAL_PORT: Final = 7777
SCHEMES: Final = {"": "ws", "ws": "ws", "wss": "wss", "http": "ws", "https": "wss"}
"""How an address may begin, and how it does begin: a page in a browser is on the same server."""
USUAL: Final = f"ws://127.0.0.1:{USUAL_PORT}"
EXAMPLE: Final = "ws://192.168.1.20:7777"
ELSEWHERE: Final = (
    "192.0.2.1",
    9,
)  # an address kept for examples: nothing is sent, only a route is chosen


def read_address(typed: str) -> str:
    """A whole address; `host` and `host:port` will do. ValueError for what cannot be one."""
    scheme, _, rest = typed.rpartition("://")
    if scheme not in SCHEMES or any(map(str.isspace, rest)):
        raise ValueError(typed)
    address = urlsplit(f"{SCHEMES[scheme]}://{rest}")
    port = address.port  # urllib finds out only now whether it is a number
    if not address.hostname:
        raise ValueError(typed)
    return address.geturl() + (f":{USUAL_PORT}" if not scheme and port is None else "")


def own_host() -> str:
    """What this machine is called by others on its network, as well as it is known here."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(ELSEWHERE)
            return str(probe.getsockname()[0])
        except OSError:  # no network at all
            return socket.gethostname()


def free_port() -> int:
    """The usual port if nobody listens there; otherwise 0, for any."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("0.0.0.0", USUAL_PORT))
        except OSError:
            return 0
        return USUAL_PORT
