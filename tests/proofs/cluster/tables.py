"""Rooms of two players who play at a steady pace, and remember every answer and every event."""

from collections.abc import Sequence
from typing import Final

import trio

from watai.clients.link.link import Link
from watai.engine.watai.moves import Go, Turn
from watai.protocol.messages import Create, Done, Happened, Join, Ready, Refused, Start, ViewNow

SEATS: Final = 2


class TablePlayer:
    """One player: what was acknowledged, by number, and the events as they came."""

    def __init__(self, url: str, name: str) -> None:
        self.link = Link(url, name)
        self.acknowledged: dict[int, int] = {}
        self.last = trio.current_time()
        """When the last play was acknowledged."""
        self.longest = 0.0
        """The longest time between two acknowledgements, since the last fault."""
        self.events: dict[int, tuple[str, str]] = {}
        self.gaps = 0
        self._seq: int | None = None
        self.leader: int | None = None

    async def listen(self) -> None:
        async for message in self.link.inbox:
            if isinstance(message, ViewNow):
                self._seq = message.seq
                self.leader = message.view.get("leader")
            elif isinstance(message, Happened):
                self.gaps += self._seq is not None and message.seq != self._seq + 1
                self._seq = message.seq
                self.events[message.seq] = (message.event, repr(message.data))

    async def play(self, rate: float, over: trio.Event) -> None:
        """Turn the Stock at this rate: a play that is always allowed, and that nobody races for."""
        while not over.is_set():
            answer = await self.link.ask(lambda n: self.link.codec.act(n, Turn()))
            if isinstance(answer, Done) and answer.seq is not None:
                self.acknowledged[answer.n] = answer.seq
                now = trio.current_time()
                self.longest = max(self.longest, now - self.last)
                self.last = now
            await trio.sleep(1 / rate)


class Table:
    """A room and its players."""

    def __init__(self, number: int, url: str) -> None:
        self.players = [TablePlayer(url, f"P{number}.{seat}") for seat in range(SEATS)]
        self.code = ""

    async def open(self, nursery: trio.Nursery) -> None:
        """Sit down, deal, and let the race begin."""
        for player in self.players:
            await nursery.start(player.link.run)
            nursery.start_soon(player.listen)
        host, *others = self.players
        options = {"variants": "off", "shout": "auto"}
        done = await host.link.ask(lambda n: Create(n, "watai", SEATS, dict(options)))
        assert isinstance(done, Done), done
        self.code = done.code or ""
        for player in others:
            await _done(player, lambda n: Join(n, self.code))
            await _done(player, Ready)
        await _done(host, Start)
        while host.leader is None:  # noqa: ASYNC110
            await trio.sleep(0.01)
        leader = self.players[host.leader].link
        await leader.ask(lambda n: leader.codec.act(n, Go()))


async def _done(player: TablePlayer, make: object) -> None:
    answer = await player.link.ask(make)  # type: ignore[arg-type]
    assert not isinstance(answer, Refused), answer


def disagreements(tables: Sequence[Table]) -> int:
    """Events that two players at a table were told differently, and gaps in what one was told."""
    found = 0
    for table in tables:
        found += sum(player.gaps for player in table.players)
        first, *others = table.players
        for other in others:
            both = first.events.keys() & other.events.keys()
            found += sum(first.events[seq] != other.events[seq] for seq in both)
    return found
