"""trio-websocket used the obvious way: one `send_message` to each player in turn."""

import contextlib
import sys
from collections import defaultdict
from dataclasses import dataclass, field

import msgpack  # type: ignore[import-untyped]
import trio
from trio_websocket import (
    ConnectionClosed,
    WebSocketConnection,
    WebSocketRequest,
    serve_websocket,
)


@dataclass(slots=True)
class Room:
    """Eight players and a counter."""

    players: list[WebSocketConnection] = field(default_factory=list)
    piles: list[int] = field(default_factory=lambda: [0] * 8)
    seq: int = 0


rooms: dict[str, Room] = defaultdict(Room)


async def handle(request: WebSocketRequest) -> None:
    room = rooms[request.path]
    socket = await request.accept()
    room.players.append(socket)
    with contextlib.suppress(ConnectionClosed):
        while True:
            _, seat, number, pile = msgpack.unpackb(await socket.get_message())
            room.seq += 1
            room.piles[pile] += 1
            event = [1, seat, number, pile, room.seq, room.piles[pile], trio.current_time()]
            out = msgpack.packb(event)
            for player in room.players:
                await player.send_message(out)
    room.players.remove(socket)


if __name__ == "__main__":
    trio.run(serve_websocket, handle, "127.0.0.1", int(sys.argv[1]), None)
