"""Brings players together: connections, rooms, seats, and the first view of each table."""

import resource
from collections.abc import Sequence
from functools import partial
from random import Random

from watai.loadtest.load.brain import Brain
from watai.loadtest.load.plan import RACE, Plan
from watai.loadtest.load.room import LoadRoom
from watai.loadtest.load.stream import LoadCounts
from watai.loadtest.net.raw_client import RawClient
from watai.loadtest.net.raw_websocket import Address
from watai.loadtest.oracle.checker import Checker, Faults
from watai.protocol.messages import Create, Join, OptionValue, Ready, Start

SAMPLED = 8  # with `--check sample` one room in so many is checked
OPTIONS: dict[str, OptionValue] = {"variants": "off", "refusal": "off", "target": 1000}


def assemble(
    address: Address, plan: Plan, numbers: Sequence[int], counts: LoadCounts, faults: Faults
) -> list[LoadRoom]:
    """These rooms of the plan: all players seated, the cards dealt, Go not said yet.

    All rooms take each step together, so that waits for answers overlap.
    """
    tables = [
        [RawClient(address, f"Racer {number}-{seat}", tls=plan.tls) for seat in range(plan.players)]
        for number in numbers
    ]
    options = {**OPTIONS, "arbitration": plan.arbitration}
    created = [host.say(lambda n: Create(n, RACE, plan.players, options)) for host, *_ in tables]
    codes = [clients[0].answer(n)["code"] for clients, n in zip(tables, created, strict=True)]
    for clients, code in zip(tables, codes, strict=True):
        for seat, client in enumerate(clients[1:], 1):
            client.say(partial(Join, code=code, seat=seat))
            client.say(Ready)
    for host, *others in tables:
        for client in others:
            client.answer(client.number)
        host.say(Start)
    rooms = [_dealt(*each, faults, counts) for each in zip(tables, codes, strict=True)]
    for room, number in zip(rooms, numbers, strict=True):
        room.open_loop = plan.loop == "open"
        if plan.play == "real":
            room.brain = Brain(Random(f"{plan.seed} room {number}"), plan.notice)
    return rooms


def _dealt(clients: Sequence[RawClient], code: str, faults: Faults, counts: LoadCounts) -> LoadRoom:
    """The room, once all its players have the first view."""
    host, checker = clients[0], Checker(code, faults)
    for client in clients:
        view = client.wait(lambda message: message["type"] == "view")
        if client is host:
            checker.begin(view)
    room = LoadRoom(clients, checker, counts)
    room.expect_answer(host, host.number)
    return room


def settle(room: LoadRoom, plan: Plan, number: int) -> None:
    """Once a room races, check its events only if the plan says so, or if its players decide by them."""
    sampled = plan.check == "all" or (plan.check == "sample" and number % SAMPLED == 0)
    room.reading = sampled or plan.play == "real"


def allow_many_sockets() -> None:
    """Raise the limit of open files as far as the system allows."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
