"""Made-up measurements: a race of some seconds, with the fields a test wants to differ."""

from typing import Any

from watai.loadtest.results.schema import RaceResult, parse

MACHINE = {
    "python": "3.11.7",
    "cpu_model": "Abacus",
    "cores": 2,
    "git_sha": "abc",
    "git_dirty": False,
}


def summary(p50: float) -> dict[str, float]:
    """A latency whose percentiles grow by twos."""
    parts = ("p50", "p90", "p99", "p999", "max")
    return {"count": 1000, "mean": p50, **{part: p50 * 2**i for i, part in enumerate(parts)}}


def second(number: int, slower: float = 1.0, stage: str = "hold") -> dict[str, Any]:
    """One second; it varies a little, and always alike."""
    wobble = 1 + (number * 7 % 5 - 2) / 200
    return {
        "second": number,
        "stage": stage,
        "plays": 1000,
        "ack_ms": summary(slower * wobble),
        "seen_by_all_ms": summary(2 * slower * wobble),
        "server_cpu": 0.3 * slower * wobble,
        "server_rss_mb": 60.0,
    }


def race_json(seconds: int = 12, slower: float = 1.0, **different: Any) -> dict[str, Any]:
    """The JSON of a race, the first second of which is warm-up."""
    series = [second(i, slower, "hold" if i else "warm-up") for i in range(seconds)]
    spectrum = [[0, slower], [50, slower], [90, 2 * slower], [99, 4 * slower], [100, 16 * slower]]
    return {
        "schema": 2,
        "bench": "race",
        "valid": True,
        "command": "watai bench race --rooms 40",
        "rooms": 40,
        "players": 320,
        "loop": "open",
        "rate": 5.0,
        "plays": 1000 * seconds,
        "plays_per_s": 1000,
        "ack_ms": summary(slower),
        "seen_by_all_ms": summary(2 * slower),
        "generator": {"cpu": 0.5, "lag_ms": summary(0.01)},
        "series": series,
        "spectrum": {"ack_ms": spectrum, "seen_by_all_ms": spectrum},
        "environment": MACHINE,
        **different,
    }


def race(seconds: int = 12, slower: float = 1.0, **different: Any) -> RaceResult:
    """The same, read."""
    found = parse(race_json(seconds, slower, **different))
    assert isinstance(found, RaceResult)
    return found
