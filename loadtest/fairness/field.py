"""All rooms of a run on one server, in one thread: shares scenarios out among them and collects their races."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from watai.engine.dice import Dice
from watai.loadtest.fairness.races.contest import Contest
from watai.loadtest.fairness.races.heat import Heat
from watai.loadtest.fairness.scenario import Scenario
from watai.loadtest.net.pacer import Pacer, no_gc, now
from watai.loadtest.net.raw_websocket import Address, Refusal

SILENCE: Final = 300.0
"""Seconds without a race in any room after which the run fails. The last rooms have games to finish, which took
40 seconds on a busy machine."""

Own = Callable[[int, int], Address]
"""The address from which a seat of a room connects."""


def share_out(scenarios: Sequence[Scenario], rooms: int) -> list[Scenario]:
    """A scenario for every room: at least one room each, more for those with most races per room."""
    shares = [1] * len(scenarios)
    for _ in range(rooms - len(scenarios)):
        most = max(range(len(scenarios)), key=lambda each: scenarios[each].races / shares[each])
        shares[most] += 1
    return [each for each, share in zip(scenarios, shares, strict=True) for _ in range(share)]


class Field:
    """The rooms. `heats` runs them."""

    def __init__(self, rooms: Sequence[Scenario], seed: str, wired: bool) -> None:
        self.pacer = Pacer()
        self._left = {id(each): each.races for each in rooms}
        self._news: list[Heat] = []
        dice = Dice.from_text(seed)
        self.contests = [
            Contest(
                self.pacer, number, each, dice.fork(f"room {number}"), wired, self._wanted(each)
            )
            for number, each in enumerate(rooms)
        ]

    @property
    def races(self) -> int:
        """How many there are to be in all."""
        return sum({id(each.scenario): each.scenario.races for each in self.contests}.values())

    def _wanted(self, scenario: Scenario) -> Callable[[], bool]:
        return lambda: self._left[id(scenario)] > 0

    def heats(self, address: Address, own: Own | None, tls: bool = False) -> Iterator[Heat]:
        """Every race as it ends; a caller who takes all of them has the games played to their ends."""
        for contest in self.contests:
            number = contest.number
            place = None if own is None else _seats(own, number)
            contest.connect(address, place, tls)
        with no_gc():
            while not all(contest.over for contest in self.contests):
                before = now()
                self.pacer.run(self._something_new, before + SILENCE)
                if not self._something_new():
                    raise Refusal("nothing happens any more")
                yield from self._take()

    def _something_new(self) -> bool:
        return any(contest.fresh for contest in self.contests) or all(
            contest.over for contest in self.contests
        )

    def _take(self) -> Iterator[Heat]:
        for contest in self.contests:
            for heat in contest.fresh:
                self._left[id(contest.scenario)] -= 1
                yield heat
            contest.fresh.clear()

    def close(self) -> None:
        for contest in self.contests:
            contest.close()
        self.pacer.close()


def _seats(own: Own, room: int) -> Callable[[int], Address]:
    return lambda seat: own(room, seat)
