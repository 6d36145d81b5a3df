"""The QR code of a link to a room: the one picture that is not there before it is asked for."""

import re
from functools import lru_cache
from io import BytesIO
from typing import Final

import segno

FOLDER: Final = "/qr/"
PRICE: Final = 15
"""A code counts as so many requests, because it costs as much: 2.7 ms, and a file 0.18."""
BORDER: Final = 4
"""Modules of white around the code, as the standard wants."""
KEPT: Final = 64
"""Everybody in a room asks for the same code. One has about 300 bytes."""
_ADDRESS: Final = re.compile(
    r"/qr/(https?)/([a-z0-9.:\[\]-]{1,100})/([a-z]{4}-[a-z]{4}-[a-z]{4})\.png"
)
"""A browser says by which scheme it came, which a server behind a proxy does not know."""


def qr_code(path: str, host: str) -> bytes | None:
    """The picture at this path, if it is the code of a room at the host that was asked, and of nothing else."""
    found = _ADDRESS.fullmatch(path)
    if found is None or found[2] != host.lower():
        return None
    scheme, site, code = found.groups()
    return _drawn(f"{scheme}://{site}/r/{code}")


@lru_cache(KEPT)
def _drawn(link: str) -> bytes:
    """One pixel for a module: the page makes them larger."""
    picture = BytesIO()
    segno.make_qr(link, error="l").save(picture, kind="png", border=BORDER)
    return picture.getvalue()
