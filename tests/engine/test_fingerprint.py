"""States as text: the same text for the same state, another for any other."""

import dataclasses
import enum
from collections import deque
from hashlib import sha256
from itertools import combinations

import pytest

from watai.engine.fingerprint import dump, fingerprint


class Colour(enum.Enum):
    RED = 1
    BLUE = 2


class Slotted:
    """An object whose fields are slots, here and in a subclass."""

    __slots__ = ("left", "right")

    def __init__(self, left: object, right: object) -> None:
        self.left = left
        self.right = right


class Grown(Slotted):
    """Slots of its own besides those it inherits; one slot given as a bare text."""

    __slots__ = "more"

    def __init__(self, left: object, right: object, more: object) -> None:
        super().__init__(left, right)
        self.more = more


class Loose(Slotted):
    """Inherited slots and a dictionary."""

    def __init__(self, left: object, right: object, extra: object) -> None:
        super().__init__(left, right)
        self.extra = extra


@dataclasses.dataclass(frozen=True, slots=True)
class Point:
    x: int
    y: int


def here() -> None:
    """A function, as a state may hold one."""


def there() -> None:
    """Another."""


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}),
        ({"a", "b", "c"}, {"c", "b", "a"}),
        (frozenset({1, 2}), {2, 1}),
        (deque([1, 2]), [1, 2]),
        (Slotted(1, [2]), Slotted(1, [2])),
        (Grown(1, 2, {3: 4}), Grown(1, 2, {3: 4})),
        (Loose(1, 2, 3), Loose(1, 2, 3)),
        (Point(1, 2), Point(1, 2)),
    ],
)
def test_equal_states_have_one_text(one: object, two: object) -> None:
    assert dump(one) == dump(two)


DIFFERENT: list[object] = [
    None,
    0,
    1,
    True,
    1.0,
    "1",
    b"1",
    "None",
    "",
    [],
    {},
    [1],
    [[1]],
    [1, 2],
    [2, 1],
    ["1,2"],
    {1: 2},
    {2: 1},
    {"1": 2},
    {1},
    Colour.RED,
    Colour.BLUE,
    Slotted(1, 2),
    Slotted(2, 1),
    Grown(1, 2, 3),
    Grown(1, 2, 4),
    Loose(1, 2, 3),
    Loose(1, 3, 3),
    Loose(1, 2, 4),
    Point(1, 2),
    Point(2, 1),
    here,
    there,
]


def test_different_states_have_different_texts() -> None:
    for one, two in combinations(DIFFERENT, 2):
        assert dump(one) != dump(two), (one, two)


def test_a_text_can_be_read_by_people() -> None:
    assert dump(Grown(1, Point(2, 3), {"b": [Colour.RED], "a": None})) == (
        "Grown(left=1,more={'a':None,'b':[Colour.RED]},right=Point(x=2,y=3))"
    )


def test_a_change_deep_inside_shows() -> None:
    state = Slotted({"piles": [deque([1, 2])]}, Point(0, 0))
    before = dump(state)
    assert isinstance(state.left, dict)
    state.left["piles"][0].append(3)
    assert dump(state) != before


def test_a_fingerprint_is_the_sha_256_of_the_text() -> None:
    assert fingerprint([1, "é"]) == sha256("[1,'é']".encode()).hexdigest()
