"""Messages to bytes and back, as MessagePack or JSON; no other module knows the encodings."""

from collections.abc import Mapping
from functools import reduce
from operator import or_
from typing import Any, cast

import msgspec

from watai.engine.catalogue import GAMES
from watai.engine.game import Move
from watai.protocol.errors import BadMessage, Denied, UnknownMessage
from watai.protocol.frames import Opcode, frame
from watai.protocol.messages import (
    CLIENT_MESSAGES,
    SERVER_MESSAGES,
    SUBPROTOCOLS,
    Act,
    ClientMessage,
    ServerMessage,
)

_CLIENT: Any = reduce(or_, CLIENT_MESSAGES)
_SERVER: Any = reduce(or_, SERVER_MESSAGES)
_SERVER_TYPES = frozenset(kind.__struct_config__.tag for kind in SERVER_MESSAGES)


class _Typed(msgspec.Struct):
    """Any message at all: only its type is read."""

    type: str


class Codec:
    """One of the two encodings. `frame` makes a whole WebSocket frame as a server sends it."""

    def __init__(self, name: str, opcode: Opcode, coding: Any) -> None:
        self.name = name
        self.opcode = opcode
        self._coding = coding
        self._encode = coding.Encoder().encode
        self._decode_client = coding.Decoder(_CLIENT).decode
        self._decode_server = coding.Decoder(_SERVER).decode
        self._decode_type = coding.Decoder(_Typed).decode
        self._moves: dict[tuple[str, str], Any] = {}
        for name_of_game, entry in GAMES.items():
            for kind in entry.game.move_types:
                decoder = coding.Decoder(kind)
                self._moves[name_of_game, kind.__name__] = decoder.decode
        self._no_args = coding.encode({})

    def encode(self, message: object) -> bytes:
        return cast(bytes, self._encode(message))

    def frame(self, message: ServerMessage) -> bytes:
        """A message as a frame; all recipients can share its bytes."""
        return frame(self.opcode, self._encode(message))

    def read_client(self, data: bytes) -> ClientMessage:
        """A client's message; raises BadMessage."""
        try:
            return cast(ClientMessage, self._decode_client(data))
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise BadMessage(_short(error)) from None

    def act(self, n: int, move: Move, seen: int | None = None, el: int | None = None) -> Act:
        """The message that makes this move, with what its player had seen."""
        return Act(n, type(move).__name__, msgspec.Raw(self._encode(move)), seen, el)

    def read_server(self, data: bytes) -> ServerMessage:
        """A message of the server; raises BadMessage, or UnknownMessage for one that a newer server added."""
        try:
            return cast(ServerMessage, self._decode_server(data))
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise (UnknownMessage if self._is_unknown(data) else BadMessage)(
                _short(error)
            ) from None

    def _is_unknown(self, data: bytes) -> bool:
        """Whether a message of the server is whole but of a type that this version does not have."""
        try:
            kind = self._decode_type(data).type
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return False
        return kind not in _SERVER_TYPES

    def read_move(self, game: str, act: Act) -> Move:
        """The move of an act; raises Denied if the game has no such move or its fields are wrong."""
        decode = self._moves.get((game, act.move))
        if decode is None:
            raise Denied("move/unknown")
        try:
            return cast(Move, decode(self._no_args if act.args is msgspec.UNSET else act.args))
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise Denied("move/unknown", _short(error)) from None


def _short(error: Exception) -> str:
    return str(error)[:200]


MSGPACK = Codec(SUBPROTOCOLS[0], Opcode.BINARY, msgspec.msgpack)
JSON = Codec(SUBPROTOCOLS[1], Opcode.TEXT, msgspec.json)
CODECS: Mapping[str, Codec] = {codec.name: codec for codec in (MSGPACK, JSON)}
