"""Getting players together: connections, a room, seats, and the first view of the table."""

import resource
from collections.abc import Sequence
from functools import partial
from random import Random

from loadtest.load.brain import Brain
from loadtest.load.plan import RACE, Plan
from loadtest.load.room import Room
from loadtest.load.stream import Tally
from loadtest.net.raw_websocket import Address, Line
from loadtest.oracle.checker import Checker, Faults
from protocol.messages import Create, Join, OptionValue, Ready, Start, ViewNow

SAMPLED = 8  # with `--check sample` one room in so many is read
OPTIONS: dict[str, OptionValue] = {"variants": "off", "refusal": "off", "target": 1000}


def assemble(
    address: Address, plan: Plan, numbers: Sequence[int], tally: Tally, faults: Faults
) -> list[Room]:
    """These rooms of the plan: everybody seated, the cards dealt, nobody has said Go.

    All rooms take each step together: on a busy machine every wait for an answer is a long one.
    """
    tables = [
        [Line(address, f"Racer {number}-{seat}") for seat in range(plan.players)]
        for number in numbers
    ]
    options = {**OPTIONS, "arbitration": plan.arbitration}
    created = [host.say(lambda n: Create(n, RACE, plan.players, options)) for host, *_ in tables]
    codes = [lines[0].answer(n).code or "" for lines, n in zip(tables, created, strict=True)]
    for lines, code in zip(tables, codes, strict=True):
        for seat, line in enumerate(lines[1:], 1):
            line.say(partial(Join, code=code, seat=seat))
            line.say(Ready)
    for host, *others in tables:
        for line in others:
            line.answer(line.number)
        host.say(Start)
    rooms = [_dealt(*each, faults, tally) for each in zip(tables, codes, strict=True)]
    for room, number in zip(rooms, numbers, strict=True):
        room.open_loop = plan.loop == "open"
        if plan.play == "real":
            room.brain = Brain(Random(f"{plan.seed} room {number}"), plan.notice)
    return rooms


def _dealt(lines: Sequence[Line], code: str, faults: Faults, tally: Tally) -> Room:
    """The room once everybody has the first view."""
    host, checker = lines[0], Checker(code, faults)
    for line in lines:
        view = line.wait(lambda message: isinstance(message, ViewNow))
        assert isinstance(view, ViewNow)
        if line is host:
            checker.begin({"seq": view.seq, "t": view.t, "view": view.view})
    room = Room(lines, checker, tally)
    room.expect_answer(host, host.number)
    return room


def settle(room: Room, plan: Plan, number: int) -> None:
    """Once it races: read on, or only compare, as the plan says. Whoever decides by the table has to read."""
    sampled = plan.check == "all" or (plan.check == "sample" and number % SAMPLED == 0)
    room.reading = sampled or plan.play == "real"


def allow_many_sockets() -> None:
    """As many open files as the machine lets us have."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
