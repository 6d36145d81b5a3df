"""Python `websockets` on uvloop, with its own `broadcast`."""

import logging
import sys
import time
from collections import defaultdict
from dataclasses import dataclass, field

import msgpack  # type: ignore[import-untyped]
import uvloop  # type: ignore[import-not-found]  # lives in the peers' own environment
from websockets.asyncio.server import (  # type: ignore[import-not-found]
    ServerConnection,
    broadcast,
    serve,
)


@dataclass(slots=True)
class Room:
    """Eight players and a counter."""

    players: set[ServerConnection] = field(default_factory=set)
    piles: list[int] = field(default_factory=lambda: [0] * 8)
    seq: int = 0


rooms: dict[str, Room] = defaultdict(Room)


async def handle(socket: ServerConnection) -> None:
    room = rooms[socket.request.path]
    room.players.add(socket)
    try:
        async for data in socket:
            _, seat, number, pile = msgpack.unpackb(data)
            room.seq += 1
            room.piles[pile] += 1
            event = [1, seat, number, pile, room.seq, room.piles[pile], time.monotonic()]
            broadcast(room.players, msgpack.packb(event))
    finally:
        room.players.discard(socket)


async def main() -> None:
    async with serve(handle, "127.0.0.1", int(sys.argv[1]), compression=None) as server:
        await server.serve_forever()


if __name__ == "__main__":
    logging.disable(logging.CRITICAL)
    uvloop.run(main())
