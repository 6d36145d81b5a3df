"""Rooms of players under load, and the comparison of what they had been told with what they are told after a fault."""

import select
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

from tests.proofs.faults.secret_room import SecretRoom
from tests.proofs.faults.tally import FaultTally
from tests.proofs.faults.witness import Witness
from watai.loadtest.net.messages import read_message
from watai.loadtest.net.raw_client import RawClient
from watai.loadtest.net.raw_websocket import Address
from watai.protocol.messages import Create, Join, OptionValue, Ready, Start

SEATS: Final = 4
OPTIONS: Final[dict[str, OptionValue]] = {
    **{"variants": "off", "refusal": "off", "target": 1000, "arbitration": "arrival"}
}
PLAYS: Final = ("Turned", "Gathered")
"""What a turn of the Stock leads to, one of them each time."""


class RacingRoom:
    """Players who turn their Stocks. All of them are told the same."""

    def __init__(self, players: Sequence[Witness]) -> None:
        self.players = players
        self.checked = 0
        """The last event that was compared."""

    def come_back(self, address: Address, tally: FaultTally) -> None:
        """Bring the players back, and compare what they are told with what they were told before."""
        if not self.checked:
            self.checked = self.players[0].base or 0
        before = [player.heard for player in self.players]
        for player in self.players:
            player.come_back(address, self.checked)
        for player in self.players:
            player.send_again()
        for player in self.players:
            player.catch_up()
        history = [read_message(payload) for payload in self.players[0].heard]
        for player, heard in zip(self.players, before, strict=True):
            self._compare(player, heard, tally)
            self._count(player, history, tally)
        if history:
            self.checked = history[-1]["seq"]
        for player in self.players:
            player.heard = []
            player.acknowledged = {}

    def _compare(self, player: Witness, heard: list[bytes], tally: FaultTally) -> None:
        name = f"seat {player.seat} of {player.code}"
        missing = len(heard) - len(player.heard)
        tally.add("lost", missing, f"{name} had {missing} events that are gone")
        differing = [
            index
            for index, (old, new) in enumerate(zip(heard, player.heard, strict=False))
            if old != new and read_message(old) != read_message(new)
        ]
        tally.add("reordered", len(differing), f"{name}: event {differing[:1]} is another one now")
        for words in player.wrong:
            tally.add("duplicated", 1, f"{name} {words}")
        player.wrong = []

    def _count(self, player: Witness, history: list[dict[str, Any]], tally: FaultTally) -> None:
        """Every accepted play is one event of this seat, and every event of this seat one accepted play."""
        name = f"seat {player.seat} of {player.code}"
        mine = {
            each["seq"]
            for each in history
            if each["event"] in PLAYS and each["data"]["seat"] == player.seat
        }
        told = player.acknowledged
        tally.acknowledged += len(told)
        gone = [number for number, seq in told.items() if seq not in mine]
        tally.add("lost", len(gone), f"{name}: plays {gone[:3]} were accepted and are gone")
        more = len(mine) - len(told) + len(gone)
        tally.add("duplicated", more, f"{name}: {len(mine)} plays, {len(told)} accepted")
        order = list(told.values())
        tally.add("reordered", int(order != sorted(order)), f"{name}: answers out of order")


class Crowd:
    """All rooms of a run."""

    def __init__(self, address: Address, rooms: int, secret_rooms: int = 1) -> None:
        self.address = address
        self.tally = FaultTally()
        self.slowest = 0.0
        """The longest pause between two answers to anybody, in seconds, since it was last set to 0."""
        self.rooms: list[RacingRoom | SecretRoom] = [
            *(RacingRoom(_seated(address, number)) for number in range(rooms)),
            *(SecretRoom(address, number) for number in range(secret_rooms)),
        ]
        self._start()

    @property
    def players(self) -> list[Witness]:
        return [player for room in self.rooms for player in room.players]

    def _start(self) -> None:
        """Say Go everywhere, and wait until all rooms race."""
        self.run(15.0, lambda: all(self._racing(room) for room in self.rooms))

    @staticmethod
    def _racing(room: RacingRoom | SecretRoom) -> bool:
        return not isinstance(room, RacingRoom) or any(player.last for player in room.players)

    def run(self, seconds: float, enough: Callable[[], bool] = lambda: False) -> list[Witness]:
        """Play for so long, or until it is enough; returns players whose connection ended."""
        epoll = select.epoll()
        gone: list[Witness] = []
        by_number: dict[int, Witness] = {}
        for player in self.players:
            by_number[player.client.sock.fileno()] = player
            epoll.register(player.client.sock.fileno(), select.EPOLLIN)
            player.go_on()
        until = last = time.monotonic()
        until += seconds
        while (now := time.monotonic()) < until and not enough():
            ready = epoll.poll(0.05)
            if ready:
                self.slowest = max(self.slowest, now - last)
                last = now
            for number, _ in ready:
                if not by_number[number].read():
                    epoll.unregister(number)
                    gone.append(by_number[number])
            if len(gone) == len(by_number):
                break
        self.slowest = max(self.slowest, time.monotonic() - last)
        epoll.close()
        return gone

    def drain(self) -> None:
        """Take what is left on connections whose server is dead: what was sent before counts."""
        for player in self.players:
            player.playing = False
            while player.read():
                pass

    def pause(self) -> None:
        for player in self.players:
            player.playing = False

    def come_back(self) -> float:
        """Everybody connects anew and compares; returns how many seconds it took."""
        began = time.monotonic()
        self.pause()
        for room in self.rooms:
            room.come_back(self.address, self.tally)
        return time.monotonic() - began

    def close(self) -> None:
        for player in self.players:
            player.client.close()


def _seated(address: Address, number: int) -> list[Witness]:
    clients = [RawClient(address, f"Witness {number}-{seat}") for seat in range(SEATS)]
    host, *others = clients
    code: str = host.ask(lambda n: Create(n, "watai", SEATS, OPTIONS))["code"]
    for seat, client in enumerate(others, 1):
        client.ask(partial(Join, code=code, seat=seat))
        client.ask(Ready)
    host.say(Start)
    players = [Witness(client, code, seat) for seat, client in enumerate(clients)]
    return players
