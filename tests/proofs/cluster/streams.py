"""What Redis has of every room, read without any code of the server."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgpack  # type: ignore[import-untyped]

from tests.proofs.cluster.tables import Table


class Stored(NamedTuple):
    """The plays of one room, and whether its ids are as one writer at a time makes them."""

    plays: Counter[tuple[int, int]]
    """How often each play is there, by seat and the player's number."""
    broken_ids: int
    writers: int


def read_stream(entries: Sequence[tuple[bytes, dict[bytes, bytes]]]) -> Stored:
    """Each epoch begins with its fence, and counts on by one."""
    plays = Counter[tuple[int, int]]()
    broken, writers, before = 0, 0, (0, 0)
    for id_, fields in entries:
        epoch, seq = map(int, id_.split(b"-"))
        fence = b"fence" in fields
        writers += fence
        expected = (before[0] + 1, 1) if fence else (before[0], before[1] + 1)
        if before != (0, 0) and (epoch, seq) != expected:
            broken += 1
        before = epoch, seq
        if not fence:
            record: list[Any] = msgpack.unpackb(fields[b"r"])
            if record[0] == "played" and record[6] is not None:
                plays[record[3], record[6]] += 1
    return Stored(plays, broken, writers + 1)


def compare(table: Table, stored: Stored) -> tuple[int, int]:
    """How many acknowledged plays are not there, and how many plays are there twice."""
    lost = sum(
        stored.plays[seat, number] == 0
        for seat, player in enumerate(table.players)
        for number in player.acknowledged
    )
    return lost, sum(count > 1 for count in stored.plays.values())
