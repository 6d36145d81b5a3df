"""Whether runs may be compared at all: the same machine, the same interpreter, the same work."""

from collections.abc import Sequence

from watai.loadtest.results.schema import RaceResult

_MACHINE = (
    "cpu_model",
    "cores",
    "shared_core",
    "machine",
    "kernel",
    "implementation",
    "python",
    "python_build",
)
_WORK = (
    "rooms",
    "seats",
    "loop",
    "rate",
    "arrivals",
    "think_ms",
    "play",
    "check",
    "mix",
    "durability",
)


def differences(races: Sequence[RaceResult]) -> list[str]:
    """A sentence for each thing that differs and must not; versions of the code may differ."""
    machine = {name: [str(race.environment.get(name)) for race in races] for name in _MACHINE}
    work = {name: [str(getattr(race, name)) for race in races] for name in _WORK}
    return [
        f"{name.replace('_', ' ')} differs: {' and '.join(dict.fromkeys(values))}"
        for name, values in (machine | work).items()
        if len(set(values)) > 1
    ]
