"""A play before it is carried out: what its view time depends on."""

from engine.game import Seat
from engine.watai.moves import Shout
from server.arbitration.view_time import LinkSnapshot
from server.clock import Micros
from server.match.attempt import Attempt


def test_a_bot_plays_over_no_network() -> None:
    play = Attempt.of_bot(Seat(1), Shout(), Micros(5_000)).play
    assert play.link == LinkSnapshot(*[Micros(0)] * 5)
    assert play.arrived == 5_000
