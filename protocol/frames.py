"""WebSocket frames: building them, and peeling plain messages off before wsproto sees them.

Theory of operation. A `Lane` stands between the socket and wsproto, which stays the protocol's
authority. It takes whole, small, well-formed messages and pongs for itself (`Message`, `Pong`) and gives
on every other byte unchanged and at once (`Raw`), so each frame is read by exactly one of the two.

    the lane is   until                                          data messages   pongs    the rest
    open          a data message has to go through Raw           peeled          peeled   Raw
    closed        every message that went through was taken      Raw             peeled   Raw
    over          for ever                                       Raw             Raw      Raw

It is open at first. It closes so that no message overtakes one that wsproto is still putting
together, and it is over after a close frame and after anything malformed: what follows is then
meaningless, and wsproto knows the close code. A frame is judged by its first bytes; those of a
frame that may yet be peeled are kept until it is complete, at most its header and `max_payload`.
Section numbers are those of RFC 6455.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from struct import Struct
from typing import TypeAlias


class Opcode(IntEnum):
    """What a frame is (11.8)."""

    CONTINUATION = 0x0
    TEXT = 0x1
    BINARY = 0x2
    CLOSE = 0x8
    PING = 0x9
    PONG = 0xA


# Module constants: looking a member up in its class takes longer than reading a frame's header.
CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG = Opcode

_FINAL = 0x80  # in the first byte
_MASKED = 0x80  # in the second
_KEY_BYTES = 4
_MAX_SHORT = 125  # the longest payload a control frame may have, and one byte of length can tell
_MAX_MEDIUM = 0xFFFF

_short_header = Struct("!BB").pack
_medium_header = Struct("!BBH").pack
_long_header = Struct("!BBQ").pack


def frame(opcode: Opcode, payload: bytes) -> bytes:
    """A final frame as a server sends it; all recipients can share these bytes."""
    return _header(opcode, len(payload), 0) + payload


def masked_frame(opcode: Opcode, payload: bytes, key: bytes) -> bytes:
    """A final frame as a client sends it; the key has to be unpredictable (5.3)."""
    return _header(opcode, len(payload), _MASKED) + key + mask(payload, key)


def mask(payload: bytes, key: bytes) -> bytes:
    """The payload masked, or unmasked: each byte XOR the key's byte at its index modulo 4 (5.3)."""
    # One XOR of two long integers: for messages of our sizes the fastest that pure Python can do.
    size = len(payload)
    pad = (key * (size // _KEY_BYTES + 1))[:size]
    return (int.from_bytes(payload, "little") ^ int.from_bytes(pad, "little")).to_bytes(
        size, "little"
    )


def _header(opcode: Opcode, size: int, masked: int) -> bytes:
    if size <= _MAX_SHORT:
        return _short_header(_FINAL | opcode, masked | size)
    assert opcode < CLOSE, "a control frame carries at most 125 bytes"  # 5.5
    if size <= _MAX_MEDIUM:
        return _medium_header(_FINAL | opcode, masked | 126, size)
    return _long_header(_FINAL | opcode, masked | 127, size)


# Not frozen: a frozen piece takes four times as long to make, and there is one per frame.
@dataclass(slots=True)
class Message:
    """A whole message, unmasked; if it is text, its bytes are valid UTF-8."""

    opcode: Opcode
    payload: bytes


@dataclass(slots=True)
class Pong:
    """The answer to a ping of ours, as wsproto never sends one."""

    payload: bytes


@dataclass(slots=True)
class Raw:
    """Bytes for wsproto, as they came."""

    data: bytes


Piece: TypeAlias = Message | Pong | Raw

# Frames by their first byte: final or not, no reserved bits, opcode.
_TEXT = _FINAL | TEXT
_BINARY = _FINAL | BINARY
_WHOLE = frozenset({_TEXT, _BINARY})
_FIRST = frozenset({int(TEXT), int(BINARY)})
_LAST = _FINAL | CONTINUATION
_PONG = _FINAL | PONG
_CONTROL = _FINAL | CLOSE  # and above, among the legal ones
_BETWEEN = frozenset({_FINAL | PING, _PONG})
_PEELABLE = _WHOLE | {_PONG}
# What may come next, outside and inside a fragmented message (5.4). A close frame is in neither.
_LEGAL = (_WHOLE | _FIRST | _BETWEEN, _BETWEEN | {int(CONTINUATION), _LAST})

_OVER = (-1, 0)  # instead of a frame's lengths: neither this frame nor any later one is ours


class Lane:
    """The incoming half of one connection, from the first byte after the handshake."""

    __slots__ = (
        "_clear",
        "_fragmented",
        "_kept",
        "_mask_bit",
        "_max_payload",
        "_max_quick",
        "_over",
        "_overhead",
        "_passing",
        "_skip",
        "_slow",
        "_wanted",
        "passed",
    )

    def __init__(self, *, masked: bool, max_payload: int) -> None:
        self._mask_bit = _MASKED if masked else 0
        self._overhead = 2 + _KEY_BYTES if masked else 2  # of a frame with a short payload
        self._max_payload = max_payload
        self._max_quick = min(_MAX_SHORT, max_payload)
        self._over = False
        self.passed = 0
        """Frames gone through Raw, until the lane is over."""
        self._slow = 0  # messages gone through Raw and not yet taken
        self._fragmented = False  # inside a message that goes through Raw in fragments
        self._skip = 0  # bytes still to come of a frame whose header went through Raw
        self._kept = bytearray()  # the beginning of a frame
        self._wanted = 0  # how much of it there must be to tell more
        self._passing = False  # it went through Raw already, and is kept only to read its header
        self._clear = (
            True  # open, and at the beginning of a frame: one test instead of five on the fast path
        )

    def receive(self, data: bytes) -> Sequence[Piece]:
        """What these bytes complete, in wire order."""
        # By far the commonest chunk is exactly one short frame.
        size = len(data) - self._overhead
        if (
            self._clear
            and 0 <= size <= self._max_quick
            and size == data[1] ^ self._mask_bit
            and data[0] in _PEELABLE
            and (piece := self._peel(data, 0, self._overhead, len(data)))
        ):
            return (piece,)
        return self._sort(data)

    def slow_message_taken(self) -> None:
        """The consumer has taken one message from wsproto."""
        assert self._slow, "no message went through Raw that was not taken already"
        self._slow -= 1
        self._settle()

    def _sort(self, data: bytes) -> Sequence[Piece]:
        data, owed = self._gather(data)  # what is not peeled from `owed` on is owed to Raw
        pieces: list[Piece] = []
        at, end = self._skip, len(data)
        while at < end and not self._over:
            head, length = self._measure(data, at)
            stop = at + head + length
            if head < 0:
                self._over = True
            elif not self._may_peel(data[at], length):
                at = self._pass(data, at, head, stop)
            elif not head or stop > end:
                end = self._keep(data, at, stop - at)
            elif piece := self._peel(data, at, at + head, stop):
                if owed < at:
                    pieces.append(Raw(data[owed:at]))
                pieces.append(piece)
                at = owed = stop
            else:
                self._over = True
        if owed < end:
            pieces.append(Raw(data[owed:end]))
        self._skip = max(at - end, 0)
        self._settle()
        return pieces

    def _gather(self, data: bytes) -> tuple[bytes, int]:
        """Everything since the frame began, and how much of it went through Raw before."""
        if not self._kept:
            return data, 0
        passed = len(self._kept) if self._passing else 0
        self._kept += data
        if not passed and len(self._kept) < self._wanted:
            return b"", 0
        gathered = bytes(self._kept)
        self._kept.clear()
        return gathered, passed

    def _keep(self, data: bytes, at: int, wanted: int) -> int:
        self._kept += data[at:]
        self._wanted = wanted
        return at

    def _measure(self, data: bytes, at: int) -> tuple[int, int]:
        """The lengths of a frame's header and payload; 0, 0 if it is too early to tell (5.2)."""
        first = data[at]
        if first not in _LEGAL[self._fragmented]:
            return _OVER
        if len(data) < at + 2:
            return 0, 0
        length = data[at + 1] ^ self._mask_bit
        if length <= _MAX_SHORT:
            return self._overhead, length
        if length > 127 or first >= _CONTROL:  # 128 and more: the mask bit is not what it must be
            return _OVER
        width, least = (2, _MAX_SHORT + 1) if length == 126 else (8, _MAX_MEDIUM + 1)
        if len(data) < at + 2 + width:
            return 0, 0
        length = int.from_bytes(data[at + 2 : at + 2 + width], "big")
        return (self._overhead + width, length) if least <= length < 1 << 63 else _OVER

    def _may_peel(self, first: int, length: int) -> bool:
        if self._passing:
            return False
        if first in _WHOLE:
            return not self._slow and length <= self._max_payload
        return first == _PONG

    def _peel(self, data: bytes, at: int, head: int, stop: int) -> Message | Pong | None:
        """The frame from `at` to `stop`, its payload from `head`; None if its text is not UTF-8."""
        payload = data[head:stop]
        if self._mask_bit:
            payload = mask(payload, data[head - _KEY_BYTES : head])
        first = data[at]
        if first == _BINARY:
            return Message(BINARY, payload)
        if first == _PONG:
            return Pong(payload)
        return Message(TEXT, payload) if _is_utf8(payload) else None

    def _pass(self, data: bytes, at: int, head: int, stop: int) -> int:
        """Let a frame go through Raw; where the next one begins."""
        self._passing = not head
        if not head:
            self._kept += data[at:]
            return len(data)
        self.passed += 1
        first = data[at]
        if first in _FIRST:
            self._fragmented = True
        elif first == _LAST:
            self._fragmented = False
        if first in _WHOLE or first in _FIRST:
            self._slow += 1
        return stop

    def _settle(self) -> None:
        self._clear = not (self._kept or self._skip or self._slow or self._over)


def _is_utf8(payload: bytes) -> bool:
    if payload.isascii():
        return True
    try:
        payload.decode()
    except UnicodeDecodeError:
        return False
    return True
