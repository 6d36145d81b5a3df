"""Independent work spread over the cores, with the results in order."""

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")

LARGEST_CHUNK = 8  # small, so that the progress line moves


def spread(
    work: Callable[[Item], Result], items: Sequence[Item], jobs: int | None = None
) -> Iterator[Result]:
    """Yield the result for every item, computed by so many processes; without a number, on all cores."""
    workers = min(jobs or os.cpu_count() or 1, len(items))
    if workers == 1:
        yield from map(work, items)
        return
    chunk = max(1, min(LARGEST_CHUNK, len(items) // (4 * workers)))
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        yield from pool.map(work, items, chunksize=chunk)
