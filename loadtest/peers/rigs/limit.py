"""What Trio's transport can reach: frames parsed by hand, built once, written once per connection and loop pass.

No checks: a yardstick, not a server.
"""

import contextlib
import socket
import sys
from collections.abc import Callable
from dataclasses import dataclass, field

import msgpack  # type: ignore[import-untyped]
import trio
from wsproto import ConnectionType, WSConnection
from wsproto.events import AcceptConnection, Request


@dataclass(slots=True)
class Room:
    """Eight players, a counter, and what this pass has for them."""

    sends: list[Callable[[bytes], int]] = field(default_factory=list)
    out: list[bytes] = field(default_factory=list)
    piles: list[int] = field(default_factory=lambda: [0] * 8)
    seq: int = 0

    def play(self, payload: bytes) -> None:
        _, seat, number, pile = msgpack.unpackb(payload)
        self.seq += 1
        self.piles[pile] += 1
        body = msgpack.packb(
            [1, seat, number, pile, self.seq, self.piles[pile], trio.current_time()]
        )
        self.out.append(bytes((0x82, len(body))) + body)


rooms: dict[str, Room] = {}
dirty: list[Room] = []
wake = trio.lowlevel.ParkingLot()


async def flush() -> None:
    """Once a pass: every room's plays, one write per connection."""
    while True:
        await wake.park()
        batch = dirty[:]
        dirty.clear()
        for room in batch:
            data = b"".join(room.out)
            room.out.clear()
            for send in room.sends:
                with contextlib.suppress(OSError):
                    send(data)


async def shake_hands(stream: trio.SocketStream) -> str:
    handshake = WSConnection(ConnectionType.SERVER)
    while True:
        handshake.receive_data(await stream.receive_some())
        for event in handshake.events():
            if isinstance(event, Request):
                await stream.send_all(handshake.send(AcceptConnection()))
                return event.target


async def handle(stream: trio.SocketStream) -> None:
    room = rooms.setdefault(await shake_hands(stream), Room())
    # Trio's own send is a checkpoint, so a second handle of the same socket does it; it is non-blocking already
    plug = socket.fromfd(stream.socket.fileno(), socket.AF_INET, socket.SOCK_STREAM)
    plug.setblocking(False)
    send: Callable[[bytes], int] = plug.send
    room.sends.append(send)
    buffer = bytearray()
    with contextlib.suppress(OSError):
        while data := await stream.socket.recv(65536):
            buffer += data
            while len(buffer) >= 6 and len(buffer) >= 6 + (size := buffer[1] & 127):
                key = (buffer[2:6] * ((size + 3) // 4))[:size]
                raw = int.from_bytes(buffer[6 : 6 + size], "little") ^ int.from_bytes(key, "little")
                del buffer[: 6 + size]
                if not room.out:
                    dirty.append(room)
                    wake.unpark()
                room.play(raw.to_bytes(size, "little"))
    room.sends.remove(send)
    plug.close()


async def main() -> None:
    async with trio.open_nursery() as nursery:
        nursery.start_soon(flush)
        await trio.serve_tcp(handle, int(sys.argv[1]), host="127.0.0.1")


if __name__ == "__main__":
    trio.run(main)
