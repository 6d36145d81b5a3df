"""Players over real links that keep all they are told, and can race in Wataï."""

import ssl
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from random import Random
from typing import Any

import pytest
import trio

from tests.support.server.server_process import ServerProcess
from watai.clients.conversation import conversation
from watai.clients.conversation.steps import Renumbered
from watai.clients.link.link import Link
from watai.engine.game import Move
from watai.engine.watai.cards import Card
from watai.engine.watai.moves import Open, Place, Turn
from watai.protocol.codec import MSGPACK, Codec
from watai.protocol.messages import (
    Create,
    Done,
    Goodbye,
    Happened,
    Join,
    OptionValue,
    Ready,
    Refused,
    RoomState,
    Said,
    ServerMessage,
    Start,
    Storage,
    ViewNow,
)

RACE: Mapping[str, OptionValue] = {"variants": "off", "shout": "auto"}
"""The plain race, in which nobody has to be asked anything."""
LEAST_TALON = 3


class Player:
    """A link, and everything it was told."""

    def __init__(
        self, url: str, name: str, codec: Codec = MSGPACK, tls: ssl.SSLContext | None = None
    ) -> None:
        self.link = Link(url, name, codec=codec, tls=tls)
        self.history: list[Happened] = []
        self.views: list[ViewNow] = []
        self.room: RoomState | None = None
        self.said: list[Said] = []
        self.goodbyes: list[Goodbye] = []
        self.storage: list[bool] = []
        """Whether the storage was away, each time it was told."""
        self._news = trio.Event()

    @property
    def seq(self) -> int:
        """The number of the last event known here."""
        return self.history[-1].seq if self.history else self.views[-1].seq if self.views else 0

    async def listen(self) -> None:
        """Take in what the server says; an event must follow the last one."""
        async for message in self.link.inbox:
            self._note(message)
            self._news.set()

    def _note(self, message: ServerMessage | Renumbered) -> None:
        match message:
            case Happened():
                assert message.seq == self.seq + 1, (self.link.conversation.name, self.seq, message)
                assert not self.history or message.t > self.history[-1].t
                self.history.append(message)
            case ViewNow():
                self.views.append(message)
                self.history.clear()
            case RoomState():
                self.room = message
            case Said():
                self.said.append(message)
            case Goodbye():
                self.goodbyes.append(message)
            case Storage(away):
                self.storage.append(away)

    async def until(self, true: Callable[["Player"], bool]) -> None:
        """Wait until what was told makes this true."""
        while not true(self):
            self._news = trio.Event()
            await self._news.wait()

    async def heard(self, event: str) -> None:
        """Wait for an event of this name."""
        await self.until(lambda self: any(each.event == event for each in self.history))

    async def back(self, connections: int) -> None:
        """Wait for a connection after so many."""
        await self.until(lambda self: self.link.conversation.connections > connections)

    async def do(self, kind: Any, *args: Any, **fields: Any) -> Done:
        """Ask for something that must be granted."""
        answer = await self.link.ask(lambda n: kind(n, *args, **fields))
        assert isinstance(answer, Done), answer
        return answer

    async def play(self, move: Move) -> Done | Refused:
        answer = await self.link.ask(lambda n: self.link.codec.act(n, move))
        assert isinstance(answer, Done | Refused)
        return answer


@asynccontextmanager
async def players(
    url: str, count: int, codecs: Sequence[Codec] = (MSGPACK,)
) -> AsyncIterator[list[Player]]:
    """So many players who have said hello; their links go on until the end."""
    everybody = [
        Player(url, f"Player {number}", codecs[number % len(codecs)]) for number in range(count)
    ]
    async with trio.open_nursery() as nursery:
        for player in everybody:
            await nursery.start(player.link.run)
            nursery.start_soon(player.listen)
        yield everybody
        nursery.cancel_scope.cancel()


async def sit_down(
    everybody: Sequence[Player],
    game: str = "watai",
    options: Mapping[str, OptionValue] = RACE,
    seats: int | None = None,
) -> str:
    """One room for all of them, the first one its host, everybody ready; its code."""
    host, *others = everybody
    done = await host.do(Create, game, seats or len(everybody), dict(options))
    assert done.code is not None
    for player in others:
        await player.do(Join, done.code)
        await player.do(Ready)
    return done.code


async def start(everybody: Sequence[Player]) -> None:
    """Deal; returns when everybody has seen the table."""
    await everybody[0].do(Start)
    for player in everybody:
        await player.until(lambda player: bool(player.views))


async def killed(server: ServerProcess, everybody: Sequence[Player]) -> None:
    """Kill the server, start it again on the same port, and wait until every player has reconnected."""
    before = [player.link.conversation.connections for player in everybody]
    await server.kill()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            conversation, "LONGEST_PAUSE", conversation.FIRST_PAUSE
        )  # else links wait for seconds between attempts
        await server.start()
        for player, connections in zip(everybody, before, strict=True):
            await player.back(connections)


class Racer:
    """Chooses random moves of Wataï, many of them wrong, from the view and the events alone.

    It never empties its Talon, so that no round ends while a test still races.
    """

    def __init__(self, player: Player, seat: int, chance: Random) -> None:
        mine = player.views[-1].view["players"][seat]
        self.seat = seat
        self._reel: list[Card | None] = list(mine["reel"])
        self._top: Card | None = mine["top"] if mine["playable"] else None
        self._talon: int = mine["talon"]
        self._piles: list[int] = []
        self._chance = chance
        self._seen = 0

    def choose(self, history: Sequence[Happened]) -> Move:
        """A card on a pile if there is any chance, else the Stock."""
        for each in history[self._seen :]:
            self._follow(each.event, each.data)
        self._seen = len(history)
        reel = self._reel if self._talon > LEAST_TALON else ()
        cards = [card for card in (*reel, self._top) if card is not None]
        starts = [card for card in cards if card[1] == "+"]
        if starts:
            return Open(starts[0])
        if not cards or not self._piles or self._chance.random() < 0.4:
            return Turn()
        return Place(self._chance.choice(cards), self._chance.choice(self._piles[-12:]))

    def _follow(self, event: str, data: Any) -> None:
        if event == "Opened":
            self._piles.append(data["pile"])
        if event == "Placed" and data["closes"]:
            self._piles.remove(data["pile"])
        if not isinstance(data, Mapping) or data.get("seat") != self.seat:
            return
        if event in ("Opened", "Placed") and data["slot"] is not None:
            self._reel[data["slot"]] = data["uncovered"]
            self._talon -= 1
        elif event in ("Opened", "Placed"):
            self._top = data["uncovered"]
        elif event == "Turned":
            self._top = data["top"] if data["playable"] else None
        elif event == "Gathered":
            self._top = None
