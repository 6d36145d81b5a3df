"""Which processor core the server runs on, and which the generator."""

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Cores:
    """The server's core and the generator's. With a single core both share it, and figures mean little."""

    server: int
    generator: tuple[int, ...]
    shared: bool

    @classmethod
    def found(cls) -> "Cores":
        cores = sorted(os.sched_getaffinity(0))
        return cls(cores[0], tuple(cores[1:]) or (cores[0],), len(cores) == 1)


@contextmanager
def on_cores(cores: Iterable[int]) -> Iterator[None]:
    """Run this thread on these cores within the block, and whatever it starts there for ever."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, cores)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)
