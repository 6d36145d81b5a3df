"""Which plays wait for rivals, and which for earlier plays."""

from tests.support.server.memory_lobby import MemoryLobby
from watai.engine.game import Seat, Slot, Stake
from watai.engine.watai.moves import Turn
from watai.protocol.messages import AddBot, Join, Ready, Start
from watai.server.clock import Micros
from watai.server.match.attempt import Attempt
from watai.server.match.holds import Holds

HERE, THERE, ALL = Slot("pile/1/0/2"), Slot("pile/1/1/4"), Slot("shout/1")


def three_players() -> Holds:
    """No race yet, and everybody is connected."""
    table = MemoryLobby()
    ada, *others = table.guests("Ada", "Bob", "Cyd")
    room = table.open(ada, "watai", 3)
    for each in others:
        each.do(Join, room.code)
        each.do(Ready)
    ada.do(Start)
    assert room.runner is not None
    return room.runner.referee._holds


def play(seat: int) -> Attempt:
    return Attempt.of_bot(Seat(seat), Turn(), Micros(0))


def for_(slot: Slot | None, *, sweeping: bool = False, spends: str = "") -> Stake:
    """A stake that the players 0 and 1 race for."""
    return Stake(slot, True, ((Seat(0), True), (Seat(1), True)), spends, sweeping)


def test_a_sweeping_play_waits_for_open_races_and_every_later_play_for_it() -> None:
    holds, sweep, later = three_players(), play(1), play(2)
    assert holds.enter(play(0), for_(HERE))
    assert holds.enter(sweep, for_(ALL, sweeping=True))
    assert holds.enter(later, for_(THERE))
    assert list(holds.open) == [HERE]
    assert holds.release() == [sweep, later]


def test_a_sweeping_play_joins_its_own_race_and_so_does_every_play_of_another() -> None:
    holds = three_players()
    for seat, slot, sweeping in ((0, ALL, True), (1, ALL, True), (2, HERE, False)):
        assert holds.enter(play(seat), for_(slot, sweeping=sweeping))
    assert list(holds.open) == [ALL]
    assert list(holds.open[ALL].attempts) == [0, 1, 2]
    assert holds.release() == []


def test_a_player_whose_play_is_held_waits_with_what_depends_on_it() -> None:
    for stake, waits in (
        (None, True),
        (for_(None), True),
        (for_(HERE), True),
        (for_(THERE, spends="card 1"), True),
        (for_(THERE, spends="card 2"), False),
    ):
        holds, second = three_players(), play(0)
        assert holds.enter(play(0), for_(HERE, spends="card 1"))
        assert holds.enter(second, stake)
        assert holds.release() == ([second] if waits else []), stake
        assert (THERE in holds.open) is not waits


def test_behind_a_play_of_ones_own_that_waits_everything_waits() -> None:
    holds, plays = three_players(), [play(0), play(0)]
    assert holds.enter(play(0), for_(HERE))
    assert holds.enter(plays[0], None)
    assert holds.enter(plays[1], for_(THERE))
    assert holds.enter(play(1), for_(THERE))
    assert holds.release() == plays


def test_whoever_sweeps_waits_with_everything_else() -> None:
    holds, second = three_players(), play(0)
    assert holds.enter(play(0), for_(ALL, sweeping=True))
    assert holds.enter(second, for_(HERE, spends="card"))
    assert holds.release() == [second]


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
