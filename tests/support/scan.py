"""Reads a QR code as a telephone would: by a decoder that nobody here wrote."""

import zlib
from collections.abc import Sequence

import zxingcpp


def scan(rows: Sequence[Sequence[bool]]) -> list[str]:
    """What the codes say in a picture of dark and light pixels; a dark ground is not put up with."""
    pixels = bytes(0 if dark else 255 for row in rows for dark in row)
    picture = memoryview(pixels).cast("B", (len(rows), len(rows[0])))
    return [found.text for found in zxingcpp.read_barcodes(picture, try_invert=False)]


def scan_png(picture: bytes) -> list[str]:
    """The same of a PNG with one bit for a pixel, 1 for a light one, and no filters."""
    width = int.from_bytes(picture[16:20])
    lines = zlib.decompressobj().decompress(picture.partition(b"IDAT")[2])
    step = 1 + -(-width // 8)
    found = [
        f"{int.from_bytes(lines[at + 1 : at + step]):0{8 * (step - 1)}b}"
        for at in range(0, len(lines), step)
    ]
    return scan([[bit == "0" for bit in row[:width]] for row in found])
