"""What each part of the arbitration is worth: the scenarios of `watai bench fairness`, with one part after the other changed.

    python -m tests.support.arbitration.worth [--races N] [--only PART …]

The races are those of `virtual_races`, the same for each part. Prints the tables of docs/fairness.md; as many races as by
default take about ten minutes of one core.
"""

import argparse
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Final

import pytest

from tests.support.arbitration.virtual_races import raced
from watai.loadtest.fairness.conduct import (
    ClockLiar,
    Conduct,
    PongStaller,
    SilentClient,
    StallAndLie,
    ZeroMs,
)
from watai.loadtest.fairness.figures import cheat, harm, held, right, wins
from watai.loadtest.fairness.program import (
    BLIND_AMONG_PEOPLE,
    FAIR,
    HARM,
    JITTERY,
    NO_HOLD,
    program,
)
from watai.loadtest.fairness.races.heat import Heat
from watai.loadtest.fairness.scenario import SEATS, Scenario
from watai.loadtest.net.netsim import Path
from watai.loadtest.results.shares import spread
from watai.protocol.messages import OptionValue
from watai.server.arbitration import arbiter, rtt, view_time

MS: Final = 1_000  # µs
ENDLESS: Final = 1 << 40  # µs
HARM_RACES: Final = 4
"""So many times as many: only one race in eight is deserved by the player on the bad link, and shows whether it is harmed."""


class Shaker(StallAndLie):
    """Answers pings so that its link looks as jittery as can be, and claims to have pressed at once."""

    name = "shake_and_lie"

    def hold_pong(self) -> float:
        self.plays += 1
        return self.plays * 37 % 120 / 1_000


LIARS: Final[tuple[type[Conduct], ...]] = (ClockLiar, PongStaller, StallAndLie, Shaker)
PEOPLE, HARMED, LIED, PROGRAMS = "people", "harm", "liars", "programs"
COLUMNS: Final[Mapping[str, Sequence[str]]] = {
    PEOPLE: ("fastest wins", "most : fewest", "wait p50"),
    HARMED: ("honest harm",),
    LIED: ("liar", "staller", "both in one", "shaker and liar"),
    PROGRAMS: ("0 ms bot", "blind"),
}


@dataclass(frozen=True)
class Part:
    """A part of the rule, how it is changed, and which figures that may change."""

    name: str
    constants: Mapping[str, int] = field(default_factory=dict)
    figures: Sequence[str] = (PEOPLE, HARMED, LIED)
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    conduct: type[Conduct] = Conduct


PARTS: Final = (
    Part("all as it is", figures=tuple(COLUMNS)),
    Part("order of arrival", figures=(PEOPLE,), options={"arbitration": "arrival"}),
    Part("no hold", figures=(PEOPLE,), options={"hold_cap": NO_HOLD}),
    Part("no claims", figures=(PEOPLE, HARMED), conduct=SilentClient),
    Part("`SLACK` 3 ms", {"SLACK": 3 * MS}, (HARMED, LIED)),
    Part("`SLACK` 4 ms", {"SLACK": 4 * MS}, (HARMED, LIED)),
    Part("`SLACK` 5.5 ms", {"SLACK": 5_500}, (HARMED, LIED)),
    Part("`SLACK` 7 ms", {"SLACK": 7 * MS}, (HARMED, LIED)),
    Part("no figure of the kernel (`SLACK` endless)", {"SLACK": ENDLESS}),
    Part("`FREE` 0", {"FREE": 0}),
    Part("`DRIP` 0", {"DRIP": 0}, (HARMED, LIED)),
    Part("`TOKEN_START` 0", {"TOKEN_START": 0}, (LIED,)),
    Part("`TOKEN_START` 30 ms", {"TOKEN_START": 30 * MS}, (LIED,)),
    Part("no tokens (`DRIP`, `TOKEN_…` 0)", {"DRIP": 0, "TOKEN_CAP": 0, "TOKEN_START": 0}),
    Part("no quota (`DRIP`, `TOKEN_CAP` 200 ms)", {"DRIP": 200 * MS, "TOKEN_CAP": 200 * MS}),
    Part("`TIE_LOW` 2 ms", {"TIE_LOW": 2 * MS}, (PEOPLE, HARMED)),
    Part("`TIE_HIGH` 0.2 ms", {"TIE_HIGH": 200}, (PEOPLE, HARMED)),
    Part("`REACH_MARGIN` endless", {"REACH_MARGIN": ENDLESS}, (PEOPLE,)),
    Part("`LONGEST` 100 ms", {"LONGEST": 100 * MS}, (PEOPLE,)),
    Part("`FLOOR` 0", {"FLOOR": 0}, (PROGRAMS,)),
    Part("guesses count like plays (`USUAL` 100 ms)", {"USUAL": 100 * MS}, (PROGRAMS,)),
)
JITTERS: Final = (2, 4, 6, 7, 8, 10, 12)  # ms


@contextmanager
def switched(constants: Mapping[str, int]) -> Iterator[None]:
    """Other numbers of the rule, in every module of it that knows them."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in constants.items():
            having = [each for each in (view_time, rtt, arbiter) if hasattr(each, name)]
            assert having, f"the rule has no {name}"
            for module in having:
                patch.setattr(module, name, value)
        yield


def measured(part: Part, races: int) -> list[str]:
    """The cells of a part's row; those that it does not concern are empty."""
    cells: list[str] = []
    with switched(part.constants):
        for kind, columns in COLUMNS.items():
            concerns = kind in part.figures
            cells += _FIGURES[kind](part, races) if concerns else [""] * len(columns)
    return cells


def _heats(
    part: Part, races: int, name: str, among: Sequence[Scenario] = ()
) -> dict[int, list[Heat]]:
    """The races of one name in the program of `watai bench fairness`, by the seat of the cheat."""
    honest = dict.fromkeys(range(SEATS), part.conduct)
    found = {}
    for each in among or program(races):
        if each.name == name:
            conducts, options = {**honest, **each.conducts}, {**each.options, **part.options}
            scenario = replace(each, conducts=conducts, options=options)
            found[each.seat or 0] = raced(scenario, f"{name} {each.seat}").fresh
    return found


def _people(part: Part, races: int) -> list[str]:
    (heats,) = _heats(part, races, FAIR).values()
    kept, wait = right(heats), held(heats).p50
    return [_percent(kept), f"{spread(wins(heats)):.2f}", "0" if wait is None else f"{wait:.0f} ms"]


def _harm(part: Part, races: int) -> list[str]:
    (heats,) = _heats(part, HARM_RACES * races, HARM).values()
    return [_percent(harm(heats)[0])]


def _liars(part: Part, races: int) -> list[str]:
    return [f"{gain(each, races, part):.1f} ms" for each in LIARS]


def gain(liar: type[Conduct], races: int, part: Part = PARTS[0]) -> float:
    """By how many ms a liar is taken for quicker than it is: near, in the middle or far, where that is most."""
    seats = [each for each in program(races) if each.name == ClockLiar.name]
    among = [replace(each, name=liar.name, conducts={each.seat or 0: liar}) for each in seats]
    found = cheat(_heats(part, races, liar.name, among), liar.name)["gain_ms"]
    assert found is not None
    return found


def _programs(part: Part, races: int) -> list[str]:
    shares = []
    for name in (ZeroMs.name, BLIND_AMONG_PEOPLE):
        found = cheat(_heats(part, races, name), name)["share"]
        assert found is not None
        shares.append(f"{found:.3f}")
    return shares


_FIGURES: Final = {PEOPLE: _people, HARMED: _harm, LIED: _liars, PROGRAMS: _programs}


def harm_at(jitter: float, races: int) -> float | None:
    """Of the races that the player on the bad link deserves, the part that others win, at so many ms of jitter."""
    (bad,) = (each for each in program(races) if each.name == HARM)
    half = bad.paths[JITTERY].rtt / 2
    link = Path(half, half, jitter=jitter / 2, spikes=0.01)
    paths = [link if seat == JITTERY else path for seat, path in enumerate(bad.paths)]
    (heats,) = _heats(PARTS[0], races, HARM, [replace(bad, paths=paths)]).values()
    return harm(heats)[0]


def _percent(part: float | None) -> str:
    return "" if part is None else f"{100 * part:.1f} %"


def _row(name: str, cells: Sequence[str]) -> None:
    print(f"| {name} |", " | ".join(cells), "|", flush=True)


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--races", type=int, default=400, help="between equals; others from these")
    parser.add_argument("--only", nargs="*", help="words in the names of parts")
    args = parser.parse_args(words)
    columns = [each for kind in COLUMNS.values() for each in kind]
    _row("", columns)
    _row("---", ["---"] * len(columns))
    for part in PARTS:
        if args.only is None or any(word in part.name for word in args.only):
            _row(part.name, measured(part, args.races))
    if args.only is None:
        print()
        _row("jitter", [f"{each} ms" for each in JITTERS])
        _row("---", ["---"] * len(JITTERS))
        _row("honest harm", [_percent(harm_at(each, HARM_RACES * args.races)) for each in JITTERS])


if __name__ == "__main__":
    main()
