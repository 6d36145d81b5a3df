"""The one way for an answer to leave the server, and the answers to plays."""

from collections.abc import Callable, Sequence
from typing import Final

from watai.engine.dice import Dice
from watai.protocol.errors import CODES
from watai.protocol.messages import Beaten, Done, Pending, Race, Refused, ServerMessage
from watai.protocol.reasons import keyed
from watai.protocol.replay import Numbered
from watai.server.arbitration.races import Ruling, Verdict
from watai.server.match.broadcast import Listener

LOST: Final = "race/lost"

Reply = Done | Refused
"""The answer to a play. A play that is held is told `Pending` first."""


class Replies:
    """Where every answer leaves: it is counted here, and queued for whoever asked."""

    def __init__(
        self,
        remember: Callable[[str, Reply], None],
        count: Callable[[ServerMessage], None],
        find_departed: Callable[[str], Listener | None] = lambda session: None,
    ) -> None:
        self._remember = remember
        self._count = count
        self._find_departed = find_departed

    def send(self, listener: Listener | None, answer: ServerMessage) -> None:
        """Queue an answer for a connection, if there is one, and count it. `Pending` is no answer yet."""
        if not isinstance(answer, Pending):
            self._count(answer)
        if listener is not None:
            if listener.wants_keys and isinstance(answer, Refused):
                answer = keyed(answer)
            listener.queue(listener.codec.frame(answer))

    def send_kept(self, session: str, listener: Listener | None, reply: Reply) -> None:
        """Send an answer, and keep it for its session, which may ask again after losing the connection."""
        self._remember(session, reply)
        self.send(listener or self._find_departed(session), reply)


def tie_key(seed: bytes) -> bytes:
    """The key that ties are drawn with. It follows from the match's seed, which is committed before the deal and revealed after."""
    return bytes.fromhex(Dice(seed).fork("ties").reveal())


def done(n: int, events: Sequence[Numbered]) -> Done:
    """The answer to an accepted move, with its first event. Some moves have none: in Waka Waka a player may stop."""
    return Done(n, events[0].seq if events else None)


def lost(n: int, by: int | None, margin: int, early: bool) -> Refused:
    """The answer to a play that lost its race; `early` if it was too early to be a reaction."""
    return Refused(n, LOST, CODES[LOST], None, by, round(margin / 1_000), early)


def race_told(verdict: Verdict, ruling: Ruling) -> Race:
    """What everybody is told of a race with the move that stands; whom it beat, with the winning one."""
    losers = [each for each in verdict.order if not each.stands] if ruling is verdict.taker else []
    beat = [Beaten(each.seat, round(each.margin / 1_000)) for each in losers]
    return Race(ruling.view_time, verdict.held, beat)
