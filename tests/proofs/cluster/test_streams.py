"""The checker of `python -m tests.proofs.cluster` notices what it is there to notice."""

import msgpack  # type: ignore[import-untyped]

from tests.proofs.cluster.streams import read_stream


def play(seat: int, number: int) -> dict[bytes, bytes]:
    return {b"r": msgpack.packb(["played", 0, 0, seat, "turn", b"", number])}


FENCE = {b"fence": b"node"}


def test_plays_are_counted_by_seat_and_number() -> None:
    stored = read_stream([(b"1-1", play(0, 5)), (b"2-1", FENCE), (b"2-2", play(0, 5))])
    assert stored.plays == {(0, 5): 2}
    assert (stored.broken_ids, stored.writers) == (0, 2)


def test_a_gap_and_an_epoch_without_its_fence_are_noticed() -> None:
    assert read_stream([(b"1-1", play(0, 1)), (b"1-3", play(0, 2))]).broken_ids == 1
    assert read_stream([(b"1-1", play(0, 1)), (b"2-2", play(0, 2))]).broken_ids == 1
