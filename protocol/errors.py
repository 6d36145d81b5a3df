"""Everything that can go wrong between client and server, by name.

IllegalMove(clause, why)   engine     the player broke a rule    → refused, the game goes on
Denied(code, why)          here       policy: seat, room, rate   → refused, the connection goes on
ProtocolError              here       the peer broke the protocol → goodbye, and the connection closes
anything else                         our bug                    → this room or connection dies, with a traceback
"""

from collections.abc import Mapping
from types import MappingProxyType

CODES: Mapping[str, str] = MappingProxyType(
    {
        "move/illegal": "A rule of the game forbids it; `clause` says which.",
        "move/unknown": "The game has no such move, or its fields are wrong.",
        "race/lost": "Another player was quicker; `by` says who, and `ms` by how much.",
        "game/unknown": "The house does not have that game.",
        "game/not_running": "There is no running game in this room.",
        "game/running": "The game is running: do that before or after it.",
        "game/paused": "The game is paused: go on with it first.",
        "game/shared": "Other people are playing too: only a player alone with bots may pause.",
        "game/not_found": "No finished game of that name is kept.",
        "option/bad": "An option has a value it cannot have.",
        "room/not_found": "There is no room with that code.",
        "room/banned": "The host of this room has sent you away for good.",
        "room/none": "You are in no room.",
        "room/other": "You are in a room already: leave it first.",
        "room/full": "Every seat is taken.",
        "room/not_ready": "Somebody is missing or not ready.",
        "seat/taken": "Somebody sits there.",
        "seat/none": "That is for players, and you are watching.",
        "seat/unknown": "There is no such seat.",
        "guest/unknown": "There is no such guest in this room.",
        "host/only": "Only the host of the room may do that.",
        "name/bad": "A name has 1 to 24 visible characters.",
        "chat/bad": "A line of chat has 1 to 300 characters, each of which can be seen.",
        "limit/rooms": "There are too many rooms already.",
        "limit/address": "Too much of this came from your address in a short time: try again in a moment.",
        "limit/bans": "Too many guests are banned from this room already.",
        "limit/busy": "Too many have asked for replays: ask again in a moment.",
        "limit/spectators": "Too many are watching this room.",
        "server/stopping": "The server is about to stop and opens nothing new.",
        "server/failed": "The server has a bug, and this room is closed because of it.",
        "number/old": "That number was used so long ago that its answer is forgotten.",
    }
)
"""Every code a refusal can have, with a sentence for people who write clients."""

CLOSES: Mapping[int, str] = MappingProxyType(
    {
        1000: "You closed the connection, or said nothing for a long time and were in no room.",
        1001: "The server stops; connect again in a moment, and resume.",
        1002: "A message that may not come here, such as anything before hello, or a name that cannot be; or a broken frame.",
        1007: "Bytes that are no message: not the encoding agreed upon, no such type, a field missing, unknown or of the wrong type.",
        1008: "More messages a second than anybody needs.",
        1009: "A message that is too long.",
        1011: "The server has a bug, and the room is closed because of it.",
        1013: "There are too many guests, or too many new ones from your address: try again in a moment.",
        4001: "You have connected from somewhere else, and the newest connection counts.",
        4003: "The host has sent you away from the room; your seat is free, or a bot plays it.",
        4004: "The host has sent you away from the room for good.",
        4005: "The server does not speak that version.",
        4008: "You do not read what you are sent, or gave no sign of life; connect again, and resume.",
    }
)
"""Every code the server closes a connection with. 1009 comes without a goodbye."""


class Denied(Exception):
    """The server refuses a request: a code from CODES, and why in one plain sentence."""

    def __init__(self, code: str, why: str = "") -> None:
        assert code in CODES, code
        super().__init__(code, why or CODES[code])
        self.code = code
        self.why = why or CODES[code]


class ProtocolError(Exception):
    """The peer broke the protocol; `close_code` is what the WebSocket closes with."""

    close_code = 1002

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


class BadMessage(ProtocolError):
    """Bytes that are not a message of this protocol."""

    close_code = 1007


class UnknownMessage(BadMessage):
    """A whole message of a type that this version does not know. A client ignores those of the server."""


class OutOfTurn(ProtocolError):
    """A message that may not come at this point of the conversation."""

    close_code = 1002


class TooLong(ProtocolError):
    """A message longer than the limit."""

    close_code = 1009


class WrongVersion(ProtocolError):
    """The peer speaks a version that the server does not."""

    close_code = 4005


class TooFast(ProtocolError):
    """The peer sends more messages a second than the limit."""

    close_code = 1008


class TooSlow(ProtocolError):
    """The peer does not read what it is sent."""

    close_code = 4008
