"""Records of two releases: each reads what the other has written, as long as new fields come last and have a default."""

from msgspec import msgpack

from watai.server.storage.records import Record


class Vacated(Record, frozen=True, tag="vacated"):
    """Of one release."""

    seat: int


class VacatedWithReason(Record, frozen=True, tag="vacated"):
    """Of the next one."""

    seat: int
    why: str = ""


def test_a_field_that_a_record_lacks_has_its_default() -> None:
    older = msgpack.encode(Vacated(2))
    assert msgpack.decode(older, type=VacatedWithReason) == VacatedWithReason(2)


def test_a_field_that_a_release_does_not_know_is_left_out() -> None:
    newer = msgpack.encode(VacatedWithReason(2, "gone home"))
    assert msgpack.decode(newer, type=Vacated) == Vacated(2)
