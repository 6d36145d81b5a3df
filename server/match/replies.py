"""What players are told of moves and races: answers, and how a race was won."""

from collections.abc import Sequence
from typing import Final

from engine.dice import Dice
from protocol.errors import CODES
from protocol.messages import Beaten, Done, Race, Refused
from protocol.replay import Numbered
from server.arbitration.races import Ruling, Verdict

LOST: Final = "race/lost"

Answer = Done | Refused


def tie_key(seed: bytes) -> bytes:
    """What ties are drawn with: it hangs on the seed of the match, committed before the deal and shown after."""
    return bytes.fromhex(Dice(seed).fork("ties").reveal())


def done(n: int, events: Sequence[Numbered]) -> Done:
    """The answer to a move. Some moves cause no event: a player of Waka Waka stops, and is asked the next thing."""
    return Done(n, events[0].seq if events else None)


def lost(n: int, by: int | None, margin: int) -> Refused:
    """The answer to a play that was not the quickest."""
    return Refused(n, LOST, CODES[LOST], None, by, round(margin / 1_000))


def told(verdict: Verdict, ruling: Ruling) -> Race:
    """What everybody is told of a race beside the move that came of it."""
    losers = [each for each in verdict.order if not each.stands] if ruling is verdict.taker else []
    beat = [Beaten(each.seat, round(each.margin / 1_000)) for each in losers]
    return Race(ruling.view_time, verdict.held, beat)
