"""The messages in the bytes that a client sends, as a relay sees them go by."""

from watai.protocol.frames import mask


def payloads(data: bytes) -> list[bytes]:
    """The short messages in what a client sends, unmasked."""
    found, start = [], 0
    while start + 6 <= len(data):
        size, head = data[start + 1] & 0x7F, 2
        if size == 126:
            size, head = int.from_bytes(data[start + 2 : start + 4], "big"), 4
        key = data[start + head : start + head + 4]
        found.append(mask(data[start + head + 4 : start + head + 4 + size], key))
        start += head + 4 + size
    return found
