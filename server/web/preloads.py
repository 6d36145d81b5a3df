"""Names every module of the page in its head, so that a browser fetches all of them at once instead of one level of imports after the other."""

import re
from collections.abc import Iterator, Mapping
from posixpath import dirname, join, normpath
from typing import Final

FIRST: Final = "/main.js"
"""The module that the page starts with."""
_IMPORTED: Final = re.compile(rb'^(?:import|export)\b[^"(]*?"(\.[^"]+\.js)";', re.MULTILINE)
"""What a module always needs; `import(…)` is only for those who go there."""
_HEAD_ENDS: Final = b"</head>"


def preloaded(page: bytes, files: Mapping[str, bytes]) -> bytes:
    """Return the page with a link to every module that it needs to start."""
    links = b"".join(
        b'<link rel="modulepreload" href="%b">\n' % path.encode() for path in modules(files)
    )
    return page.replace(_HEAD_ENDS, links + _HEAD_ENDS, 1)


def modules(files: Mapping[str, bytes]) -> list[str]:
    """Return the first module and all that are imported from it, nearest first."""
    found = [FIRST]
    for path in found:  # grows meanwhile
        found += [each for each in dict.fromkeys(_imports(path, files)) if each not in found]
    return found


def _imports(path: str, files: Mapping[str, bytes]) -> Iterator[str]:
    for name in _IMPORTED.findall(files[path]):
        yield normpath(join(dirname(path), name.decode()))
