"""The version that a journal is marked with: until release 1.0, a server refuses what another version has written.

It is that of the software and a hash over the types of all that is stored. So no change of a record leaves it as it was,
nobody has to think of it, and a new comment changes nothing. At 1.0 the formats are frozen and this goes: from then on
migrations, and fields that come last and have a default, let a server read what an older one has written.
"""

from collections.abc import Iterable, Iterator
from hashlib import blake2b
from typing import Any, Final

from msgspec import json
from msgspec.inspect import multi_type_info

from watai.engine.catalogue import GAMES
from watai.protocol.game_types import view_type
from watai.protocol.replay import Replay
from watai.server.settings.version import VERSION
from watai.server.storage import records
from watai.server.storage.archive import Summary
from watai.server.storage.sqlite.file import SCHEMA


def _stored() -> Iterator[Any]:
    """The types of all that a journal holds. Of each game, that is what its inputs and the last table are made of."""
    yield from (records.AnyRecord, records.SessionRecord, Summary, Replay)
    for entry in GAMES.values():
        yield from (entry.game.options_type, view_type(entry.game), *entry.game.move_types)


def version_of_formats(types: Iterable[Any], *texts: str) -> str:
    """The version of the software, and a hash over these types and texts: `0.1.0+69f12520`."""
    shapes = json.encode(
        multi_type_info(types), enc_hook=lambda each: getattr(each, "__qualname__", repr(each))
    )
    digest = blake2b(shapes, digest_size=4)
    for text in texts:
        digest.update(text.encode())
    return f"{VERSION}+{digest.hexdigest()}"


STORED: Final = tuple(_stored())
JOURNAL_VERSION: Final = version_of_formats(STORED, *SCHEMA)
