"""Which plays wait for rivals."""

from tests.support.server.memory_lobby import MemoryLobby
from watai.engine.game import Seat, Slot, Stake
from watai.protocol.messages import AddBot, Join, Ready, Start


def test_only_a_connected_rival_makes_a_play_contestable() -> None:
    table = MemoryLobby()
    ada, bob = table.guests("Ada", "Bob")
    room = table.open(ada, "watai", 3)
    bob.do(Join, room.code)
    bob.do(Ready)
    ada.do(AddBot)
    ada.do(Start)
    assert room.runner is not None
    holds, slot = room.runner.referee._holds, Slot("pile/1/0/2")
    assert holds.contestable(Stake(slot, True, ((Seat(1), True),)))
    assert not holds.contestable(Stake(slot, True, ((Seat(2), True),)))  # a bot is never under way
    assert not holds.contestable(Stake(slot, True, ()))
    assert not holds.contestable(None)
