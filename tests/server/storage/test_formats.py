"""The version of the formats: another one after every change of what is stored, and after no other change."""

from dataclasses import dataclass, field
from typing import Any

import pytest
from msgspec import Struct, defstruct

from watai.server.settings.version import VERSION
from watai.server.storage.formats import JOURNAL_VERSION, STORED, version_of_formats
from watai.server.storage.records import Paused


class Seat(Struct, array_like=True, tag="seat"):
    """A record."""

    number: int
    name: str = ""


def seat(*fields: Any, **config: Any) -> type[Struct]:
    return defstruct("Seat", fields, **{"array_like": True, "tag": "seat", **config})


@pytest.mark.parametrize(
    "changed",
    [
        seat(("number", int), ("name", str, ""), ("left", bool, False)),
        seat(("number", int)),
        seat(("name", str, ""), ("number", int, 0)),
        seat(("number", str), ("name", str, "")),
        seat(("number", int | None), ("name", str, "")),
        seat(("number", int), ("name", str, "?")),
        seat(("number", int), ("name", str)),
        seat(("number", int), ("names", str, "")),
        seat(("number", int), ("name", str, ""), tag="place"),
        seat(("number", int), ("name", str, ""), array_like=False),
        seat(("number", Paused), ("name", str, "")),
    ],
)
def test_every_change_of_a_record_is_another_version(changed: type[Struct]) -> None:
    assert version_of_formats([Seat]) != version_of_formats([changed])
    assert version_of_formats([list[Seat]]) != version_of_formats([list[changed]])  # type: ignore[valid-type]


def test_words_about_a_record_change_nothing() -> None:
    """Nor does the module that it is in."""
    assert version_of_formats([Seat]) == version_of_formats(
        [seat(("number", int), ("name", str, ""))]
    )


def test_a_record_is_the_same_in_every_process() -> None:
    """What Python makes anew each time, such as a default that is made by a function, is known by its name."""

    def made() -> type[Any]:
        @dataclass
        class Move:
            cards: list[int] = field(default_factory=lambda: [1])

        return Move

    assert version_of_formats([made()]) == version_of_formats([made()])


def test_the_version_says_the_release_and_covers_all_that_is_stored() -> None:
    release, _, formats = JOURNAL_VERSION.partition("+")
    assert release == VERSION
    assert len(bytes.fromhex(formats)) == 4
    versions = {version_of_formats(STORED[:count]) for count in range(len(STORED) + 1)}
    assert len(versions) == len(STORED) + 1
    assert JOURNAL_VERSION not in versions, "the tables count too"


def test_formats_are_marked_only_until_release_1_0() -> None:
    assert VERSION.startswith("0."), "server/storage/formats.py says what takes its place now"
