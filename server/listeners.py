"""Listening sockets, or one line that says why there are none."""

import errno
import socket

import trio

from watai.protocol.problem import Problem
from watai.server.settings.config import Config

BACKLOG = 1024


class CannotStart(Problem):
    """The server cannot start; one line says why and what to do."""


async def listen(config: Config) -> list[socket.socket]:
    """A socket for each address of the host."""
    try:
        listeners = await trio.open_tcp_listeners(config.port, host=config.host, backlog=BACKLOG)
    except OSError as error:
        raise cannot_listen(config.host, config.port, "--port", error) from None
    return [_take_socket(each) for each in listeners]


def _take_socket(listener: trio.SocketListener) -> socket.socket:
    """The listener's socket for our own accept loop, which accepts without a task switch."""
    own = socket.socket(fileno=socket.dup(listener.socket.fileno()))
    own.setblocking(False)
    listener.socket.close()
    return own


def cannot_listen(host: str, port: int, flag: str, error: OSError) -> CannotStart:
    """The error for an address that is taken or not ours."""
    # for a host with several addresses, Trio raises one error without a number
    if error.errno == errno.EADDRINUSE or "in use" in str(error):
        return CannotStart(
            "cannot listen on {host} port {port}: something listens there already; choose another {flag}",
            host=host,
            port=port,
            flag=flag,
        )
    return CannotStart(
        "cannot listen on {host} port {port}: {error}",
        host=host,
        port=port,
        error=error.strerror or error,
    )
