"""A client of a plain socket that keeps every byte it is sent, and decodes it with libraries other than the server's."""

import json
from base64 import b64encode
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

import msgpack  # type: ignore[import-untyped]  # it has no stubs
import trio

from watai.protocol.frames import Opcode, masked_frame

Encoding = Literal["json", "msgpack"]
Message = dict[str, Any]

KEY: Final = b64encode(bytes(16)).decode()
MASK: Final = b"\x01\x02\x03\x04"  # a fixed one: nothing here is secret from a proxy
ANSWERS: Final = ("done", "refused", "rooms", "catalogue", "replay", "record")


@dataclass(frozen=True, slots=True)
class Heard:
    """One frame: its bytes as they came off the wire, and what an independent decoder makes of them."""

    raw: bytes
    said: Message


class RecordingClient:
    """One connection. `listen` runs as long as it does; `close` is as abrupt as a lost network."""

    def __init__(self, stream: trio.SocketStream, encoding: Encoding, name: str) -> None:
        self.name = name
        self.encoding = encoding
        self.heard: list[Heard] = []
        self.sent: list[Message] = []
        self.pings: list[bytes] = []
        self.news = trio.Event()
        self.closed: int | None = None
        self._stream = stream
        self._sending = trio.Lock()
        self._buffer = b""
        self._number = 0

    @classmethod
    async def connect(
        cls,
        nursery: trio.Nursery,
        port: int,
        encoding: Encoding,
        name: str,
        token: str = "",
        wants: Sequence[str] = (),
    ) -> "RecordingClient":
        """Shake hands, say hello, and wait for the welcome."""
        peer = cls(await trio.open_tcp_stream("127.0.0.1", port), encoding, name)
        await peer._shake_hands(port)
        nursery.start_soon(peer.listen)
        hello = {"type": "hello", "v": 1, "name": name, "token": token}
        await peer.say({**hello, "wants": list(wants)} if wants else hello)
        await peer.until(lambda: peer.last("welcome") is not None)
        peer._number = peer.told("welcome")[0]["n"]
        return peer

    async def _shake_hands(self, port: int) -> None:
        request = (
            f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {KEY}\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Protocol: watai.v1.{self.encoding}\r\n\r\n"
        )
        await self._stream.send_all(request.encode())
        while b"\r\n\r\n" not in self._buffer:
            self._buffer += await self._stream.receive_some()
        head, _, self._buffer = self._buffer.partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 101"), head

    # speaking

    async def say(self, message: Message) -> None:
        self.sent.append(message)
        if self.encoding == "json":
            frame = masked_frame(Opcode.TEXT, json.dumps(message).encode(), MASK)
        else:
            frame = masked_frame(Opcode.BINARY, msgpack.packb(message), MASK)
        await self._send(frame)

    async def _send(self, frame: bytes) -> None:
        async with self._sending:  # a pong may fall due while something is being said
            await self._stream.send_all(frame)

    async def ask(self, kind: str, **fields: Any) -> Message:
        """Send a message with the next number and wait for its answer."""
        self._number += 1
        number = self._number
        await self.say({"type": kind, "n": number, **fields})
        await self.until(lambda: self.answer(number) is not None)
        return self.answer(number) or {}

    async def done(self, kind: str, **fields: Any) -> Message:
        """Ask for something that must be done."""
        answer = await self.ask(kind, **fields)
        assert answer["type"] != "refused", (kind, fields, answer)
        return answer

    async def close(self) -> None:
        await self._stream.aclose()

    # hearing

    async def listen(self) -> None:
        """Keep everything that is said, until the connection ends."""
        async with self._stream:
            while True:
                for opcode, raw, payload in self._take_frames():
                    await self._hear(opcode, raw, payload)
                self.news.set()
                self.news = trio.Event()
                try:
                    data = await self._stream.receive_some()
                except (trio.ClosedResourceError, trio.BrokenResourceError):
                    return
                if not data:
                    return
                self._buffer += data

    async def _hear(self, opcode: int, raw: bytes, payload: bytes) -> None:
        if opcode == Opcode.CLOSE:
            self.closed = int.from_bytes(payload[:2], "big")
            await self._send(masked_frame(Opcode.CLOSE, payload, MASK))
        elif opcode == Opcode.PING:
            self.pings.append(payload)
            await self._send(masked_frame(Opcode.PONG, payload, MASK))
        else:
            self.heard.append(Heard(raw, self._decode(payload)))

    def _decode(self, payload: bytes) -> Message:
        said: Message = json.loads(payload) if self.encoding == "json" else msgpack.unpackb(payload)
        return said

    def _take_frames(self) -> Iterator[tuple[int, bytes, bytes]]:
        while len(self._buffer) >= 2:
            length, head = self._buffer[1], 2
            if length >= 126:
                head = 4 if length == 126 else 10
                length = int.from_bytes(self._buffer[2:head], "big")
            if len(self._buffer) < head + length:
                return
            raw, self._buffer = self._buffer[: head + length], self._buffer[head + length :]
            yield raw[0] & 0x0F, raw, raw[head:]

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait until what was heard makes this true."""
        while not holds():
            await self.news.wait()

    def told(self, *kinds: str) -> list[Message]:
        """Every message of these types so far; of all types if none is named."""
        return [each.said for each in self.heard if not kinds or each.said["type"] in kinds]

    def last(self, kind: str) -> Message | None:
        return next((each.said for each in reversed(self.heard) if each.said["type"] == kind), None)

    def answer(self, number: int) -> Message | None:
        heard = (each.said for each in reversed(self.heard))
        return next(
            (said for said in heard if said["type"] in ANSWERS and said["n"] == number), None
        )
