"""What the kernel's shortest round trip is worth against a client that acknowledges late: an experiment, as root, for Linux.

    unshare -n python -m tests.support.server.late_acks MTU RECEIVE_BUFFER HOARD

The client asks its kernel for late acknowledgements, looks at all data at once, takes it 60 ms late, and always leaves so
many bytes. The kernel of the server forgets its figure after two seconds here, instead of five minutes. Prints the
shortest round trip in µs and the window in bytes: before the filler, after it, and four seconds later.
"""

import socket
import subprocess
import sys
import threading
import time
from typing import Final

from watai.server.arbitration.rtt import read_min_rtt, read_window
from watai.server.transport.connection import FILLER

LATE: Final = 0.06  # seconds
EVENT: Final = bytes(150)
PING: Final = bytes(10)


def main(mtu: int, receive_buffer: int, hoard: int) -> None:
    for command in (f"ip link set lo mtu {mtu} up", "sysctl -qw net.ipv4.tcp_min_rtt_wlen=2"):
        subprocess.run(command.split(), check=True)
    listener = socket.create_server(("127.0.0.1", 0))
    address = listener.getsockname()
    threading.Thread(target=_cheat, args=(address, receive_buffer, hoard), daemon=True).start()
    served, _ = listener.accept()
    served.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    served.sendall(bytes(max(1, hoard)))
    _play(served, 12)
    _show("before", served)
    served.sendall(FILLER)
    served.sendall(PING)
    time.sleep(0.05)
    _show("filled", served)
    _play(served, 13)
    _show("later", served)


def _play(served: socket.socket, events: int) -> None:
    for _ in range(events):
        served.sendall(EVENT)
        time.sleep(0.31)


def _show(when: str, served: socket.socket) -> None:
    info = served.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 256)
    print(f"{when}: {read_min_rtt(info)} µs, window {read_window(info)}")


def _cheat(address: tuple[str, int], receive_buffer: int, hoard: int) -> None:
    sock = socket.socket()
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_QUICKACK, 0)
    if receive_buffer:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
    threading.Thread(target=_hold_back, args=(sock,), daemon=True).start()
    sock.connect(address)
    taken = seen = 0
    arrivals: list[tuple[float, int]] = []
    while there := sock.recv(1 << 20, socket.MSG_PEEK):
        now = time.monotonic()
        if taken + len(there) > seen:
            seen = taken + len(there)
            arrivals.append((now, seen))
        old = max((upto for at, upto in arrivals if now - at > LATE), default=0)
        if (size := min(old, seen - hoard) - taken) > 0:
            taken += len(sock.recv(size))
        time.sleep(0.001)


def _hold_back(sock: socket.socket) -> None:
    while True:
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_QUICKACK, 0)
        time.sleep(0.0003)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:4]))
