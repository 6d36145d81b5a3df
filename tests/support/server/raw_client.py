"""A WebSocket client of raw bytes, which can break every rule of the protocol."""

import re
import ssl
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Protocol, Self, TypeVar

import msgspec
import trio

from watai.protocol.codec import JSON, Codec
from watai.protocol.frames import Opcode, masked_frame
from watai.protocol.messages import (
    VERSION,
    ClientMessage,
    Done,
    Hello,
    Recorded,
    Refused,
    RoomList,
    RoomState,
    ServerMessage,
    Welcome,
)

KEY = (
    b"\x01\x02\x03\x04"  # masks have to be unpredictable for proxies only, and there are none here
)

M = TypeVar("M", bound=ServerMessage)


class Place(Protocol):
    """Where a server is."""

    @property
    def host(self) -> str: ...

    @property
    def port(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Closed:
    """How a connection ended; 1006 without a close frame."""

    code: int
    why: str = ""


class RawClient:
    """One connection. Its sender may send any bytes at any time."""

    def __init__(self, stream: trio.abc.Stream, codec: Codec = JSON) -> None:
        self.stream = stream
        self.codec = codec
        self.answers_pings = True
        self.answers_close = True
        self.room: RoomState | None = None
        self.told: Counter[type[ServerMessage]] = Counter()
        self._data = b""
        self._head = b""
        self._number = 0

    @classmethod
    async def dial(
        cls,
        server: Place,
        codec: Codec = JSON,
        receive_buffer: int = 0,
        source: str = "",
    ) -> Self:
        """A connection that has not said anything yet."""
        family = trio.socket.AF_INET6 if ":" in server.host else trio.socket.AF_INET
        sock = trio.socket.socket(family)
        if receive_buffer:
            sock.setsockopt(trio.socket.SOL_SOCKET, trio.socket.SO_RCVBUF, receive_buffer)
        if source:
            await sock.bind((source, 0))
        await sock.connect((server.host, server.port))
        return cls(trio.SocketStream(sock), codec)

    @classmethod
    async def dial_tls(cls, server: Place, context: ssl.SSLContext, codec: Codec = JSON) -> Self:
        stream = await trio.open_ssl_over_tcp_stream(
            server.host, server.port, ssl_context=context, https_compatible=True
        )
        return cls(stream, codec)

    @classmethod
    async def let_in(cls, server: Place) -> Self:
        """A connection after its handshake; tries again if the server's handshake limit is too short for this machine."""
        while True:
            peer = await cls.dial(server)
            if await peer.request(subprotocol=peer.codec.name) == 101:
                return peer
            await peer.aclose()

    @classmethod
    async def guest(cls, server: Place, name: str = "Ada", codec: Codec = JSON) -> Self:
        """A connection that has been welcomed."""
        peer = await cls.dial(server, codec)
        await peer.shake_hands()
        await peer.hello(name)
        return peer

    # HTTP

    async def shake_hands(self, subprotocol: str | None = None) -> None:
        status = await self.request(subprotocol=subprotocol or self.codec.name)
        assert status == 101, status

    async def request(self, extra: str = "", subprotocol: str = "", upgrade: bool = True) -> int:
        """Ask for a WebSocket, or just for a page; the status of the answer."""
        lines = ["GET / HTTP/1.1", "Host: test"]
        if upgrade:
            lines += ["Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13"]
            lines += ["Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="]
        if subprotocol:
            lines += [f"Sec-WebSocket-Protocol: {subprotocol}"]
        await self.send(("\r\n".join(lines) + "\r\n" + extra + "\r\n").encode())
        return await self.status()

    async def status(self) -> int:
        """The status of an HTTP answer; 0 if the connection ends before there is one."""
        while b"\r\n\r\n" not in self._data:
            if not await self._more():
                return 0
        head, self._data = self._data.split(b"\r\n\r\n", 1)
        self._head = head
        return int(head.split()[1])

    async def take_body(self) -> bytes:
        """The body of the answer whose status was read last."""
        size = re.search(rb"(?im)^content-length: (\d+)", self._head)
        assert size is not None
        body = await self._take(int(size[1]))
        assert body is not None
        return body

    async def rest(self) -> bytes:
        """Everything until the end."""
        while await self._more():
            pass
        return self._data

    # frames

    async def send(self, data: bytes) -> None:
        """Send any bytes; if the server has closed the connection, the next read shows it."""
        with suppress(trio.BrokenResourceError):
            await self.stream.send_all(data)

    async def _more(self) -> bool:
        try:
            data = await self.stream.receive_some()
        except trio.BrokenResourceError:
            data = b""
        self._data += data
        return bool(data)

    async def _take(self, size: int) -> bytes | None:
        while len(self._data) < size:
            if not await self._more():
                return None
        taken, self._data = self._data[:size], self._data[size:]
        return taken

    async def frame(self) -> tuple[int, bytes] | None:
        """The next frame's opcode and payload; a server sends them whole and unmasked."""
        head = await self._take(2)
        if head is None:
            return None
        assert head[0] & 0xF0 == 0x80, "a server's frame is final and has no reserved bits"
        assert head[1] < 0x80, "a server's frame is not masked"
        size = head[1]
        if size > 125:
            length = await self._take(2 if size == 126 else 8)
            size = int.from_bytes(length or b"", "big")
        payload = await self._take(size)
        return None if payload is None else (head[0] & 0x0F, payload)

    async def hear(self) -> ServerMessage | Closed:
        """The next message, or the end."""
        while True:
            got = await self.frame()
            if got is None:
                return Closed(1006)
            opcode, payload = got
            if opcode == Opcode.CLOSE:
                if self.answers_close:
                    await self.send(masked_frame(Opcode.CLOSE, payload[:2], KEY))
                return Closed(int.from_bytes(payload[:2], "big"), payload[2:].decode())
            if opcode == Opcode.PING:
                if self.answers_pings:
                    await self.send(masked_frame(Opcode.PONG, payload, KEY))
            elif opcode == self.codec.opcode:
                message = self.codec.read_server(payload)
                self.told[type(message)] += 1
                if isinstance(message, RoomState):
                    self.room = message
                return message

    async def until(self, kind: type[M]) -> M:
        """The next message of this kind, whatever comes before it."""
        while not isinstance(message := await self.hear(), kind):
            assert not isinstance(message, Closed), message
        return message

    async def until_closed(self) -> Closed:
        while not isinstance(message := await self.hear(), Closed):
            pass
        return message

    # messages

    def framed(self, message: ClientMessage) -> bytes:
        return masked_frame(self.codec.opcode, self.codec.encode(message), KEY)

    async def say(self, message: ClientMessage) -> None:
        await self.send(self.framed(message))

    async def hello(self, name: str = "Ada", token: str = "", version: int = VERSION) -> Welcome:
        await self.say(Hello(version, name, token))
        welcome = await self.until(Welcome)
        self._number = welcome.n
        return welcome

    async def ask(self, kind: Any, *args: Any, **fields: Any) -> Done | Refused:
        """Say a message with the next number, and wait for done or refused."""
        self._number += 1
        await self.say(kind(self._number, *args, **fields))
        return await self.answer(self._number)

    async def ask_raw(self, kind: str, **fields: object) -> Done | Refused:
        """The same for a JSON message that our types cannot express."""
        self._number += 1
        data = msgspec.json.encode({"type": kind, "n": self._number, **fields})
        await self.send(masked_frame(Opcode.TEXT, data, KEY))
        return await self.answer(self._number)

    async def answer(self, number: int) -> Done | Refused:
        while True:
            message = await self.hear()
            assert not isinstance(message, Closed), message
            if isinstance(message, Done | Refused) and message.n == number:
                return message
            assert not isinstance(message, RoomList | Recorded), "use until() for these"

    async def aclose(self) -> None:
        await trio.aclose_forcefully(self.stream)
