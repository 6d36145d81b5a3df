"""What a node appends after it was stopped or cut off: nothing may be accepted in the epochs that it had then."""

from typing import Any

import msgpack  # type: ignore[import-untyped]

Id = tuple[int, int]


def read_id(text: bytes) -> Id:
    """The epoch and the seq of an entry."""
    epoch, seq = text.split(b"-")
    return int(epoch), int(seq)


async def owned(client: Any, url: str) -> dict[str, Id]:
    """The rooms of the node at this address, each with its last entry."""
    about = await client.hgetall("watai:about")
    owners = await client.hgetall("watai:owners")
    names = {name for name, line in about.items() if msgpack.unpackb(line)[1] == url}
    rooms = [code.decode() for code, owner in owners.items() if owner in names]
    found = {}
    for code in rooms:
        newest = await client.xrevrange(f"watai:room:{code}", count=1)
        if newest:
            found[code] = read_id(newest[0].identifier)
    return found


async def late_appends(client: Any, before: dict[str, Id]) -> int:
    """Entries that came since, in the epoch that the room had then."""
    late = 0
    for code, (epoch, seq) in before.items():
        entries = await client.xrange(
            f"watai:room:{code}", start=f"{epoch}-{seq + 1}", end=f"{epoch}"
        )
        late += len(entries)
    return late
