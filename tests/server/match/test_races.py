"""Races over real sockets: whatever a client claims, the room goes on, and its links are measured."""

from itertools import cycle
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest
import trio

from tests.support.server.recording_client import RecordingClient
from tests.support.server.server_process import Serving, serving
from watai.engine.bots.watai import WataiBot
from watai.engine.dice import Dice
from watai.engine.game import Seat
from watai.server.match.match import Match
from watai.server.settings.limits import Limits
from watai.server.transport.connection import NONCE_BYTES

pytestmark = pytest.mark.slow

SEATS: Final = 3
ACTS: Final = 60
FAST: Final = Limits(messages_per_second=10_000, burst_messages=10_000)
NONSENSE: Final[tuple[dict[str, Any], ...]] = (
    {},
    {"seen": None, "el": None},
    {"seen": 1},
    {"el": 1},
    {"seen": -1, "el": 0},
    {"seen": 1, "el": -1},
    {"seen": 2**62, "el": 0},  # an event never sent
    {"seen": 1, "el": 2**62},
    {"seen": 2**63 - 1, "el": 2**63 - 1},
    {"seen": -(2**63), "el": -(2**63)},
)


class Fleet:
    """Some peers in a race on a real server."""

    def __init__(self, server: Serving, peers: list[RecordingClient]) -> None:
        self.server = server
        self.peers = peers
        self.code = ""
        self.enough = [trio.Event() for _ in peers]
        """Set when a seat has moved often enough and somebody has raced."""

    @property
    def match(self) -> Match:
        match = self.server.app.loop.lobby.rooms[self.code].match
        assert match is not None
        return match

    async def start(self, **options: str | int) -> None:
        host, *others = self.peers
        chosen = {"variants": "off", "target": 1_000, **options}
        made = await host.done("create", game="watai", seats=SEATS, options=chosen)
        self.code = made["code"]
        for peer in others:
            await peer.done("join", code=self.code)
            await peer.done("ready")
        await host.done("start")

    async def race(self, seat: int, answers: list[dict[str, Any]]) -> None:
        """Move after move of one seat, each with other nonsense; the answers are added to the list."""
        peer = self.peers[seat]
        bot = WataiBot(Seat(seat), "strong", Dice.from_text(peer.name))
        claims = cycle(NONSENSE)
        while True:
            plan = bot.think(self.match.game.view(Seat(seat)), self.match.at)
            if plan is None:
                await peer.news.wait()
                continue
            args = msgspec.to_builtins(plan.move)
            move = type(plan.move).__name__
            answers.append(await peer.ask("act", move=move, args=args, **next(claims)))
            if len(answers) >= ACTS and any(each.told("pending") for each in self.peers):
                self.enough[seat].set()


async def fleet(server: Serving, nursery: trio.Nursery) -> Fleet:
    names = ("Ana", "Bo", "Chloé")
    encodings = ("json", "msgpack", "json")
    peers = [
        await RecordingClient.connect(nursery, server.port, encoding, name)  # type: ignore[arg-type]
        for name, encoding in zip(names, encodings, strict=True)
    ]
    return Fleet(server, peers)


async def test_nonsense_in_claims_stops_nobody(tmp_path: Path) -> None:
    async with serving(tmp_path, FAST) as server, trio.open_nursery() as nursery:
        racing = await fleet(server, nursery)
        await racing.start()
        answers: list[list[dict[str, Any]]] = [[] for _ in range(SEATS)]
        async with trio.open_nursery() as race:
            for seat in range(SEATS):
                race.start_soon(racing.race, seat, answers[seat])
            for enough in racing.enough:
                await enough.wait()
            race.cancel_scope.cancel()
        codes = {each.get("code") for seat in answers for each in seat}
        assert codes <= {None, "move/illegal", "race/lost"}
        histories = [peer.told("event") for peer in racing.peers]
        least = min(map(len, histories))
        assert histories[0][:least] == histories[1][:least] == histories[2][:least]
        nursery.cancel_scope.cancel()


async def test_racers_are_measured_by_random_pings_and_by_the_kernel(tmp_path: Path) -> None:
    async with serving(tmp_path, FAST) as server, trio.open_nursery() as nursery:
        racing = await fleet(server, nursery)
        await racing.start()
        peer = racing.peers[0]
        player = racing.server.app.loop.lobby.rooms[racing.code].broadcast.players[0]
        assert player is not None
        meter = player.meter
        await peer.until(lambda: len(peer.pings) >= 2 and meter.snapshot().low > 0)
        assert {len(each) for each in peer.pings} == {NONCE_BYTES}
        assert len(set(peer.pings)) == len(peer.pings)
        assert meter.snapshot().low <= meter.snapshot().base
        nursery.cancel_scope.cancel()


async def test_nobody_is_pinged_for_a_race_by_arrival(tmp_path: Path) -> None:
    async with serving(tmp_path, FAST) as server, trio.open_nursery() as nursery:
        racing = await fleet(server, nursery)
        await racing.start(arbitration="arrival")
        assert not server.app.loop.lobby.rooms[racing.code].racing
        nursery.cancel_scope.cancel()
