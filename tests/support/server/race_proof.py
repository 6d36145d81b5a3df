"""Whether a race has lost or repeated anything: what its players were told, against the match played again from its records."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import trio

from tests.support.server.players import Player, Racer
from watai.engine.game import Seat
from watai.protocol.codec import MSGPACK
from watai.protocol.messages import Done, Happened, Refused
from watai.protocol.replay import happened
from watai.server.match.match import Match
from watai.server.storage import records

FAST: Mapping[str, float] = {"messages_per_second": 10_000, "burst_messages": 1_000}


class Runner:
    """A player of the race who remembers what became of every move."""

    def __init__(self, player: Player, seat: int) -> None:
        self.player = player
        self.racer = Racer(player, seat, Random(seat))
        self.accepted: dict[int, int] = {}  # number → seq
        self.refused: set[int] = set()

    async def run(self, over: trio.Event) -> None:
        while not over.is_set():
            self.note(await self.player.play(self.racer.choose(self.player.history)))

    def note(self, answer: Done | Refused) -> None:
        assert answer.n not in self.accepted
        assert answer.n not in self.refused
        if isinstance(answer, Done):
            assert answer.seq is not None
            self.accepted[answer.n] = answer.seq
        else:
            assert answer.code in ("move/illegal", "race/lost"), answer
            self.refused.add(answer.n)


def played_again(opened: records.Opened, rest: Sequence[Any]) -> list[Happened]:
    """Every event of the match, by carrying the journal's inputs out once more."""
    started = next(each for each in rest if isinstance(each, records.Started))
    match = Match(opened.game, opened.options, started, history_events=100_000)
    for record in rest:
        if isinstance(record, records.Played | records.Ticked):
            match.replay(record)
    return [as_told(happened(each, match.tell(each, None))) for each in match.history]


def as_told(message: Happened) -> Happened:
    """As it looks after a journey."""
    read = MSGPACK.read_server(MSGPACK.encode(message))
    assert isinstance(read, Happened)
    return read


def check_moves(seat: Seat, runner: Runner, rest: Sequence[Any], truth: Sequence[Happened]) -> None:
    """Each acknowledged move is in the journal once and in the history where its answer said."""
    numbers = [each.n for each in rest if isinstance(each, records.Played) and each.seat == seat]
    mine = [number for number in numbers if number in runner.accepted]
    assert mine == sorted(runner.accepted)
    assert set(numbers) - set(mine) <= {3}, "only Go was not said by the runner"
    for seq in runner.accepted.values():
        assert truth[seq - 1].seq == seq
        assert truth[seq - 1].data["seat"] == seat
