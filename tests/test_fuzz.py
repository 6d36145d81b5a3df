"""Every part that reads bytes from outside takes what is written today, what once broke something, and inputs made of both.

`make fuzz` makes millions of them.
"""

from itertools import islice
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.fuzz.targets import TARGETS, Target

pytestmark = pytest.mark.slow

every_target = pytest.mark.parametrize("target", TARGETS, ids=[each.name for each in TARGETS])
steady = settings(derandomize=True, deadline=None, database=None, max_examples=50)


@every_target
def test_the_corpus_breaks_nothing(target: Target) -> None:
    assert target.corpus
    for data in target.corpus:
        target.read(data)


@every_target
def test_inputs_made_of_the_corpus_break_nothing(target: Target) -> None:
    for data in islice(target.inputs(Random("test"), target.corpus), 300):
        target.read(data)


@every_target
@steady
@given(data=st.binary(max_size=300))
def test_any_bytes_break_nothing(target: Target, data: bytes) -> None:
    target.read(data)


def test_a_fault_is_found() -> None:
    """A reader that takes no zero byte at the front is found out within some hundred inputs."""

    def read(data: bytes) -> None:
        assert data[:1] != b"\x00"

    broken = Target("frames", read)
    with pytest.raises(AssertionError):
        list(map(broken.read, islice(broken.inputs(Random("test"), broken.corpus), 2_000)))
