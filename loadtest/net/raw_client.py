"""One player on a raw WebSocket: waits for answers before the race, sends as cheaply as can be during it."""

from collections.abc import Callable
from typing import Any, Final

import msgspec

from watai.loadtest.net.messages import AnyMessage, read_message
from watai.loadtest.net.raw_websocket import (
    CHUNK,
    CLOSE,
    PING,
    Address,
    RawWebSocket,
    Refusal,
    connect,
)
from watai.protocol.codec import MSGPACK
from watai.protocol.frames import Opcode, mask, masked_frame
from watai.protocol.messages import SUBPROTOCOLS, VERSION, ClientMessage, Hello

_TURN = msgspec.msgpack.encode({"type": "act", "move": "Turn", "n": 0})
_WIDE = b"\xce"  # MessagePack: a number of four bytes follows
TURN_BYTES: Final = 2 + 4 + len(_TURN) + 4
"""How long the frame of a turn is, mask and all."""


class RawClient(RawWebSocket):
    """A guest of the server, with the number of its last message and its place in the room's stream."""

    __slots__ = (
        "_key_number",
        "_turn",
        "block",
        "flying",
        "held",
        "name",
        "number",
        "offset",
        "pending",
        "room",
        "seat",
        "strayed",
        "token",
    )

    def __init__(
        self,
        address: Address,
        name: str,
        receive_buffer: int = 0,
        token: str = "",
        tls: bool = False,
    ) -> None:
        super().__init__(*connect(address, "/", SUBPROTOCOLS[0], receive_buffer, tls))
        self.name = name
        self.number = 0
        self.room: Any = None  # the Room it sits in
        self.seat = 0
        self.block = self.offset = 0
        """How far it has come in the blocks of its room."""
        self.pending: dict[int, tuple[int, int]] = {}
        """Plays without an answer: when each should have left, and when it did."""
        self.held: dict[int, int] = {}
        """When the server said of a play that it waits for rivals."""
        self.flying: dict[int, str] = {}
        """Cards on their way to a pile, by the number of their play."""
        self.strayed = False
        """Whether it heard something else than the others, and is not followed any more."""
        self._turn, self._key_number = turn_frame(self.key)
        self.token = ""
        self.tell(Hello(VERSION, name, token))

    # before and after the race: slow

    def arrive(self) -> None:
        """Wait for the welcome, unless it has come: the server answers nothing before."""
        if not self.token:
            welcome = self.wait(lambda message: message["type"] == "welcome")
            self.token = welcome["token"]
            self.number = welcome["n"]

    def tell(self, message: ClientMessage) -> None:
        self.sock.sendall(masked_frame(Opcode.BINARY, MSGPACK.encode(message), self.key))

    def say(self, make: Callable[[int], ClientMessage]) -> int:
        """Send a message with the next number, without waiting for its answer."""
        self.arrive()
        self.number += 1
        self.tell(make(self.number))
        return self.number

    def ask(self, make: Callable[[int], ClientMessage]) -> AnyMessage:
        """Send a message and wait for its answer."""
        return self.answer(self.say(make))

    def answer(self, number: int) -> AnyMessage:
        """Wait for the answer to a message and drop what comes before it; Refusal if it was refused."""
        answer = self.wait(
            lambda message: message["type"] in ("done", "refused") and message["n"] == number
        )
        if answer["type"] != "done":
            raise Refusal(str(answer))
        return answer

    def wait(self, wanted: Callable[[AnyMessage], bool]) -> AnyMessage:
        """Read until a message is the wanted one; those before it are dropped, those after it kept."""
        data = b""
        while True:
            for first, payload in self.frames(data):
                if first == PING:
                    self.pong(payload)
                elif first == CLOSE:
                    raise Refusal(f"the server closed the connection: {payload[2:].decode()}")
                elif wanted(message := read_message(payload)):
                    return message
            data = self.sock.recv(CHUNK)
            if not data:
                raise Refusal("the server closed the connection")

    # during the race: fast

    def turn(self) -> int:
        """Turn the Stock: the commonest play, from a frame made once."""
        self.number = number = self.number + 1
        masked = (number ^ self._key_number).to_bytes(4, "big")
        self.sock.send(self._turn + masked)
        return number

    def act(
        self, move: str, args: dict[str, object], seen: int | None = None, el: int | None = None
    ) -> int:
        """Make any other play, with the last event seen and how many µs before; the arbiter uses both."""
        self.number = number = self.number + 1
        message = {"type": "act", "n": number, "move": move, "args": args, "seen": seen, "el": el}
        self.send(msgspec.msgpack.encode(message))
        return number


def turn_frame(key: bytes) -> tuple[bytes, int]:
    """A masked frame without its last four bytes, the number; and what to mask that with."""
    body = _TURN[:-1] + _WIDE + bytes(4)
    whole = masked_frame(Opcode.BINARY, body, key)
    return whole[:-4], int.from_bytes(mask(body, key)[-4:], "big")
