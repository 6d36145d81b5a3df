"""A play before it is carried out: what its view time depends on."""

from watai.engine.game import Seat
from watai.engine.watai.moves import Shout
from watai.server.arbitration.view_time import LinkSnapshot
from watai.server.clock import Micros
from watai.server.match.attempt import Attempt


def test_a_bot_plays_over_no_network() -> None:
    play = Attempt.of_bot(Seat(1), Shout(), Micros(5_000)).play
    assert play.link == LinkSnapshot(*[Micros(0)] * 5)
    assert play.arrived == 5_000
