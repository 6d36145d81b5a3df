"""Chance: the stream against its definition, draws without favour, forks, and the commitment."""

import itertools
from collections import Counter
from collections.abc import Iterator
from hashlib import blake2b, sha256

import pytest

from watai.engine.dice import Dice, opens

SEED = bytes(range(32))
WORDS = 2**64


class Loaded(Dice):
    """Dice that fall as they are told."""

    def __init__(self, words: Iterator[int]) -> None:
        super().__init__(SEED)
        self.told = words

    def word(self) -> int:
        return next(self.told)


def defined_words(seed: bytes, blocks: int) -> list[int]:
    """The stream as its definition says, made without the engine."""
    stream = b"".join(
        blake2b(counter.to_bytes(8, "little"), key=seed).digest() for counter in range(blocks)
    )
    return [
        int.from_bytes(stream[place : place + 8], "little") for place in range(0, len(stream), 8)
    ]


@pytest.mark.parametrize("seed", [SEED, b"\0" * 16, b"\xff" * 64])
def test_words_are_those_of_the_definition(seed: bytes) -> None:
    dice = Dice(seed)
    assert [dice.word() for _ in range(80)] == defined_words(seed, 10)


def test_a_seed_in_text_is_its_sha_256() -> None:
    assert Dice.from_text("7").reveal() == sha256(b"7").hexdigest()
    assert Dice.from_text("é").reveal() == sha256("é".encode()).hexdigest()


def test_draws_are_the_same_for_ever() -> None:
    dice = Dice.from_text("7")
    assert dice.shuffle(range(10)) == [1, 8, 0, 9, 2, 3, 6, 4, 7, 5]
    assert [dice.die(8) for _ in range(10)] == [2, 1, 2, 8, 1, 1, 7, 2, 1, 1]


@pytest.mark.parametrize("length", [0, 15, 65])
def test_a_seed_has_16_to_64_bytes(length: int) -> None:
    with pytest.raises(ValueError, match="16 to 64 bytes"):
        Dice(b"x" * length)


@pytest.mark.parametrize("limit", [1, 2, 3, 6, 8, 52])
def test_below_gives_each_number_for_equally_many_words(limit: int) -> None:
    dice = Loaded(iter(range(limit * 10)))
    drawn = Counter(dice.below(limit) for _ in range(limit * 10))
    assert drawn == dict.fromkeys(range(limit), 10)


@pytest.mark.parametrize("limit", [3, 6, 7, 52, 2**63 + 1])
def test_words_past_the_last_whole_multiple_are_drawn_again(limit: int) -> None:
    past = WORDS - WORDS % limit
    assert Loaded(iter([past, WORDS - 1, 2])).below(limit) == 2
    assert Loaded(iter([past - 1])).below(limit) == limit - 1


@pytest.mark.parametrize("limit", [1, 2, 8, 2**64])
def test_where_all_words_divide_evenly_none_is_drawn_again(limit: int) -> None:
    assert Loaded(iter([WORDS - 1])).below(limit) == limit - 1


@pytest.mark.parametrize("limit", [0, -1, 2**64 + 1])
def test_a_draw_needs_outcomes(limit: int) -> None:
    with pytest.raises(ValueError, match="at least one"):
        Dice(SEED).below(limit)


def test_a_die_has_its_faces_and_no_others() -> None:
    dice = Dice(SEED)
    assert {dice.die(8) for _ in range(300)} == set(range(1, 9))


@pytest.mark.parametrize("items", ["ab", "abc", "abcd"])
def test_a_shuffle_gives_every_order_once_for_every_way_the_dice_can_fall(items: str) -> None:
    ways = itertools.product(*(range(size) for size in range(len(items), 1, -1)))
    orders = Counter("".join(Loaded(iter(way)).shuffle(items)) for way in ways)
    assert orders == Counter("".join(order) for order in itertools.permutations(items))


def test_a_shuffle_leaves_what_it_was_given_as_it_was() -> None:
    items = list(range(20))
    shuffled = Dice(SEED).shuffle(items)
    assert items == list(range(20)) == sorted(shuffled)
    assert shuffled != items


def test_a_choice_is_one_of_the_items_each_for_equally_many_words() -> None:
    dice = Loaded(iter(range(30)))
    assert Counter(dice.choice("abc") for _ in range(30)) == {"a": 10, "b": 10, "c": 10}


def test_there_is_no_choice_among_nothing() -> None:
    with pytest.raises(ValueError, match="at least one"):
        Dice(SEED).choice([])


@pytest.mark.parametrize(
    ("word", "fraction"),
    [(0, 0.0), (2**63, 0.5), (2**62, 0.25), (WORDS - 1, 1 - 2**-53)],
)
def test_a_fraction_is_from_0_up_to_but_not_1(word: int, fraction: float) -> None:
    assert Loaded(iter([word])).fraction() == fraction


def test_a_fork_has_the_seed_its_definition_says() -> None:
    made = blake2b(b"round 3", key=SEED, digest_size=32, person=b"watai-fork").hexdigest()
    assert Dice(SEED).fork("round 3").reveal() == made


def test_a_fork_does_not_depend_on_what_was_drawn_and_draws_nothing() -> None:
    drawn, fresh = Dice(SEED), Dice(SEED)
    drawn.word()
    assert drawn.fork("a").reveal() == fresh.fork("a").reveal()
    fresh.word()
    assert drawn.word() == fresh.word()


def test_forks_differ_from_each_other_and_from_their_origin() -> None:
    dice = Dice(SEED)
    streams = [dice, dice.fork("a"), dice.fork("b"), dice.fork("a").fork("a")]
    assert len({each.word() for each in streams}) == 4


def test_a_commitment_is_opened_by_its_seed_and_by_no_other() -> None:
    dice = Dice(SEED)
    assert dice.commitment() == sha256(SEED).hexdigest()
    assert opens(dice.commitment(), dice.reveal())
    assert not opens(dice.commitment(), dice.fork("a").reveal())


def test_dice_never_show_their_seed_by_accident() -> None:
    dice = Dice(SEED)
    assert {repr(dice), str(dice), f"{dice}"} == {"<Dice>"}
