"""Plays, rivals and cases for the tests of the arbiter, by hand and by Hypothesis."""

from typing import Any

from hypothesis import strategies as st

from watai.engine.watai.stakes import pile
from watai.protocol.arbitration import Arbitration
from watai.server.arbitration.arbiter import opened
from watai.server.arbitration.races import Case, Rival
from watai.server.arbitration.view_time import TOKEN_CAP, Claim, LinkSnapshot, Play
from watai.server.clock import Micros

MS = 1_000
SLOT = pile(1, 3, 7)
KEY = b"k" * 32
HOLD_CAP = Micros(Arbitration().longest_wait * MS)
"""As in a room whose host chose nothing."""


def link(
    base: int = 40 * MS,
    low: int | None = None,
    high: int | None = None,
    dev: int = 0,
    tokens: int = 0,
) -> LinkSnapshot:
    return LinkSnapshot(
        Micros(base),
        Micros(base if low is None else low),
        Micros(base if high is None else high),
        Micros(dev),
        Micros(tokens),
    )


def play(seat: int = 0, arrived: int = 1_000 * MS, **parts: Any) -> Play:
    """A play without a claim on a quiet link of 40 ms, unless told otherwise."""
    parts = {"n": 1, "link": link(), "frontier": Micros(0), **parts}
    return Play(seat=seat, arrived=Micros(arrived), **parts)


def claimed(rtt: int, arrived: int = 1_000 * MS, el: int = 300 * MS, **parts: Any) -> Play:
    """A play that claims to have had this round trip."""
    return play(arrived=arrived, claim=Claim(1, el), sent=Micros(arrived - el - rtt), **parts)


def rival(seat: int = 1, base: int = 40 * MS, shown: int = 0, **parts: Any) -> Rival:
    return Rival(seat, parts.pop("link", link(base)), Micros(shown), **parts)


def case(first: Play, *rivals: Rival, cap: int = 160 * MS) -> Case:
    return opened("AB-12", SLOT, Micros(cap), first, rivals)


# any

micros = st.integers(0, 5_000 * MS).map(Micros)
short = st.integers(0, 250 * MS).map(Micros)
links = st.builds(LinkSnapshot, short, short, short, short, st.integers(0, TOKEN_CAP).map(Micros))
claims = st.none() | st.builds(Claim, st.integers(0, 1 << 52), st.integers(-(10**12), 10**12))


def plays() -> st.SearchStrategy[Play]:
    return st.builds(
        Play,
        seat=st.integers(0, 7),
        n=st.integers(1, 1 << 40),
        arrived=st.integers(1_000 * MS, 1_100 * MS).map(Micros),
        link=links,
        frontier=micros,
        claim=claims,
        sent=st.none() | micros,
        opened=st.none() | micros,
        takes=st.booleans(),
    )


rivals = st.builds(Rival, st.integers(0, 7), links, micros, st.none() | micros, st.booleans())
several_rivals = st.lists(rivals, max_size=7, unique_by=lambda each: each.seat)
