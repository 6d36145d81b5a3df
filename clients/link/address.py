"""Addresses of servers: as people type them, and as friends on the same network reach this machine."""

import socket
from typing import Final
from urllib.parse import urlsplit

USUAL_PORT: Final = 7777
SCHEMES: Final = {"": "ws", "ws": "ws", "wss": "wss", "http": "ws", "https": "wss"}
"""How an address may begin, and the WebSocket scheme that stands for: the server's web page has the same address."""
USUAL: Final = f"ws://127.0.0.1:{USUAL_PORT}"
EXAMPLE: Final = "ws://192.168.1.20:7777"
ELSEWHERE: Final = (
    "192.0.2.1",
    9,
)  # reserved for examples; nothing is sent there, it only makes the system choose a route


def read_address(typed: str) -> str:
    """The whole address for what was typed, such as `host` or `host:port`; raises ValueError if it cannot be one."""
    scheme, _, rest = typed.rpartition("://")
    if scheme not in SCHEMES or any(map(str.isspace, rest)):
        raise ValueError(typed)
    address = urlsplit(f"{SCHEMES[scheme]}://{rest}")
    port = address.port  # raises ValueError here if it is no number
    if not address.hostname:
        raise ValueError(typed)
    address.hostname.encode(
        "idna"
    )  # raises UnicodeError, a ValueError, here if no host can have this name
    return address.geturl() + (f":{USUAL_PORT}" if not scheme and port is None else "")


def own_host() -> str:
    """This machine's address on its network; its host name if there is no network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(ELSEWHERE)
            return str(probe.getsockname()[0])
        except OSError:
            return socket.gethostname()


def free_port() -> int:
    """The usual port if no program listens on it; otherwise 0, for any free one."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("0.0.0.0", USUAL_PORT))
        except OSError:
            return 0
        return USUAL_PORT
