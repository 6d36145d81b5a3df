"""A whole game over real sockets, from the first hello to the last replay, with everything anybody was sent.

The server runs in the same process, so that a player's brain, a bot of the engine, can be shown the table
without a model of it on the client; everything it then does goes over the wire.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import msgspec
import pytest
import trio

from tests.support.server.recording_client import Encoding, Message, RecordingClient
from tests.support.server.server_process import PATIENCE
from watai.engine.catalogue import GAMES, Entry
from watai.engine.dice import Dice
from watai.engine.game import Game, Seat
from watai.protocol import replay
from watai.protocol.replay import Numbered, Replay, Rerun
from watai.server import chance
from watai.server.app import App
from watai.server.match import match as server_match
from watai.server.match import runner as server_table
from watai.server.match.match import Match
from watai.server.settings.config import Config
from watai.server.settings.limits import Limits
from watai.server.storage.archive import Archive
from watai.server.storage.sqlite.writer import SqliteJournal

LIMITS: Final = Limits(bot_speed=1000, messages_per_second=100_000, burst_messages=100_000)
LATE: Final = 12  # events after which the late spectator comes, and another loses the connection
WANTING: Final = ("P0", "late")
"""Those who want everything that a client can want."""
ENCODINGS: Final[tuple[Encoding, ...]] = ("msgpack", "json")


@dataclass(frozen=True, slots=True)
class Setting:
    """The game, its options, and how many players and server bots take part."""

    game: str
    people: int
    bots: int
    options: Mapping[str, str | int] = field(default_factory=dict)


SETTINGS: Final = {
    each.game: each
    for each in (
        Setting("watai", 8, 0, {"target": 1, "shout": "auto", "variants": "off"}),
        Setting("waka-tanka", 3, 1),
        Setting("wapi", 3, 1),
        Setting("duel", 2, 0, {"variant": "memory", "duel_limit": 6}),
        Setting("waka-waka", 2, 1),
    )
}


@dataclass(frozen=True, slots=True)
class Seen:
    """What one player or spectator was sent, over one connection or several."""

    name: str
    seat: Seat | None
    peers: list[RecordingClient]

    def told(self, *kinds: str) -> list[Message]:
        return [said for peer in self.peers for said in peer.told(*kinds)]


@dataclass(frozen=True, slots=True)
class WholeGame:
    """A finished game: what every guest was sent, and the replay of what happened."""

    setting: Setting
    seen: list[Seen]
    finished: Replay

    def again(self) -> Iterator[tuple[Rerun, Sequence[Numbered]]]:
        """The game after each input, with what it caused; first of all its opening."""
        rerun = Rerun(self.finished)
        # without the check of the end: rules that leak on purpose end with another view
        for _, events in islice(rerun, 1 + len(self.finished.inputs)):
            yield rerun, events


class Chance:
    """Replaces the system's randomness where a match is dealt: the same in every run."""

    token_hex = staticmethod(chance.token_hex)

    def __init__(self, seed: str) -> None:
        self._dice = Dice.from_text(seed)

    def token_bytes(self, size: int) -> bytes:
        return bytes(self._dice.below(256) for _ in range(size))


@contextmanager
def fixed_chance(seed: str) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(server_table, "chance", Chance(seed))
        yield


@cache
def whole_game(game: str) -> WholeGame:
    """A whole game by the server's own rules; played once for all tests of a run."""
    return play_whole_game(SETTINGS[game])


def play_whole_game(setting: Setting, rules: type[Game] | None = None) -> WholeGame:
    """Play a whole game; `rules` replace the server's own."""
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        if rules is not None:
            entry = Entry(rules, GAMES[setting.game].bot)
            for module in (server_match, replay):
                patch.setattr(module, "GAMES", {**GAMES, setting.game: entry})
        journal = SqliteJournal(Path(folder) / "journal.sqlite")
        try:
            with fixed_chance(setting.game):
                return trio.run(_play, setting, journal)
        finally:
            journal.close()


async def _play(setting: Setting, journal: SqliteJournal) -> WholeGame:
    app = App(Config(port=0, limits=LIMITS), journal)
    with trio.fail_after(PATIENCE):
        async with trio.open_nursery() as nursery:
            ready, addresses = trio.open_memory_channel[list[tuple[str, int]]](1)
            nursery.start_soon(app.run, ready.send_nowait)
            [(_, port)] = await addresses.receive()
            seen = await Participants(setting, app, port, nursery).play()
            app.stop()
    match = seen[0].told("room")[-1]["match"]
    finished = Archive(journal).find(match)
    assert finished is not None
    return WholeGame(setting, seen, finished)


class Participants:
    """The players and spectators of one game."""

    def __init__(self, setting: Setting, app: App, port: int, nursery: trio.Nursery) -> None:
        self.setting = setting
        self.app = app
        self.port = port
        self.nursery = nursery
        self.code = ""
        self.seen: list[Seen] = []

    async def play(self) -> list[Seen]:
        """Fill the room, play the game to its end, and fetch its replay."""
        players = [await self._come(f"P{seat}", Seat(seat)) for seat in range(self.setting.people)]
        host = players[0]
        await host.ask("catalogue")
        await host.ask("rooms", follow=True)
        await self._fill(host, players[1:])
        early, restless = await self._come("early", None), await self._come("restless", None)
        for watcher in (early, restless):
            await watcher.done("watch", code=self.code)
        await host.done("start")
        await host.ask("chat", text="")  # which is refused, with a key
        async with trio.open_nursery() as game:
            for seat, player in enumerate(players):
                game.start_soon(self._play_seat, player, Seat(seat))
            game.start_soon(self._come_late, early)
            game.start_soon(self._come_back, restless)
        for each in self.seen:
            await each.peers[-1].until(lambda peer=each.peers[-1]: _is_over(peer))  # type: ignore[misc]
        match = early.told("room")[-1]["match"]
        await early.done("replay", game=match)
        await early.done("record", game=match)
        return self.seen

    async def _come(self, name: str, seat: Seat | None) -> RecordingClient:
        encoding = ENCODINGS[len(self.seen) % 2]
        wants = ("views", "keys") if name in WANTING else ()
        connect = RecordingClient.connect
        peer = await connect(self.nursery, self.port, encoding, name, wants=wants)
        self.seen.append(Seen(name, seat, [peer]))
        return peer

    async def _fill(self, host: RecordingClient, guests: list[RecordingClient]) -> None:
        seats = self.setting.people + self.setting.bots
        options = dict(self.setting.options)
        made = await host.done("create", game=self.setting.game, seats=seats, options=options)
        self.code = made["code"]
        for guest in guests:
            await guest.done("join", code=self.code)
            await guest.done("ready")
        for _ in range(self.setting.bots):
            await host.done("add_bot")

    @property
    def match(self) -> Match:
        match = self.app.loop.lobby.rooms[self.code].match
        assert match is not None
        return match

    async def _play_seat(self, peer: RecordingClient, seat: Seat) -> None:
        """Look, think, act over the wire; wait for news where there is nothing to do."""
        bot = GAMES[self.setting.game].bot(seat, "easy", Dice.from_text(peer.name))
        while not self.match.over:
            plan = bot.think(self.match.game.view(seat), self.match.at)
            if plan is None:
                await peer.news.wait()
                continue
            move = type(plan.move).__name__
            await peer.ask("act", move=move, args=msgspec.to_builtins(plan.move))

    async def _come_late(self, early: RecordingClient) -> None:
        await early.until(lambda: len(early.told("event")) >= LATE)
        late = await self._come("late", None)
        await late.done("watch", code=self.code)

    async def _come_back(self, peer: RecordingClient) -> None:
        """Lose the connection in the middle of the game, and go on from the last event seen."""
        await peer.until(lambda: len(peer.told("event")) >= LATE)
        await peer.close()
        token = peer.told("welcome")[-1]["token"]
        again = await RecordingClient.connect(
            self.nursery, self.port, peer.encoding, peer.name, token
        )
        [seen] = [each for each in self.seen if each.name == peer.name]
        seen.peers.append(again)
        await again.done("resume", code=self.code, seq=peer.told("event")[-1]["seq"])


def _is_over(peer: RecordingClient) -> bool:
    room = peer.last("room")
    return room is not None and room["status"] == "finished"
