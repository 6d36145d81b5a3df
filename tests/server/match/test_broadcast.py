"""Who is sent what in a room, and in which order when somebody comes or goes in the same pass."""

import pytest

from tests.support.server.memory_lobby import MemoryGuest, MemoryLobby
from watai.engine.game import Seat
from watai.protocol.hashed_name import HashedName
from watai.protocol.messages import Happened
from watai.server.match.broadcast import Broadcast
from watai.server.match.match import Match
from watai.server.storage.records import Started

BOTS = tuple(HashedName.of(f"Bot {seat}", bytes(16)) for seat in range(3))


def heard(guest: MemoryGuest) -> list[int]:
    return [each.seq for each in guest.told if isinstance(each, Happened)]


@pytest.mark.parametrize(("game", "seats"), [("wapi", 2), ("watai", 3)])
def test_who_goes_has_heard_what_happened_before_and_who_comes_has_not(
    game: str, seats: int
) -> None:
    match = Match(game, {}, Started("m", bytes(32), BOTS[:seats], 0, 1), 1000)
    stays, goes, comes = MemoryLobby().guests("Ada", "Ben", "Cleo")
    broadcast = Broadcast(seats)
    broadcast.add(stays, Seat(0))
    broadcast.add(goes, Seat(1))
    broadcast.publish(match, match.history)
    assert broadcast.remove(goes) == 1
    broadcast.add(comes, Seat(1))
    broadcast.send()
    everything = [each.seq for each in match.history]
    assert everything
    assert [heard(each) for each in (stays, goes, comes)] == [everything, everything, []]


@pytest.mark.parametrize("game", ["wapi", "watai"])
def test_what_happens_while_nobody_is_there_is_told_nobody(game: str) -> None:
    match = Match(game, {}, Started("m", bytes(32), BOTS[:2], 0, 1), 1000)
    broadcast = Broadcast(2)
    broadcast.publish(match, match.history)
    assert not broadcast.send()
