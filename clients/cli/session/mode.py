"""One visit, whichever way it is shown: its nursery, its end, its last words and its exit code."""

import dataclasses
import signal
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress

import trio
from msgspec.structs import replace

from watai.clients.cli.exits import INTERRUPTED, OK, REFUSED
from watai.clients.cli.history.history import History
from watai.clients.cli.history.played import FinishedGame
from watai.clients.cli.session.local_server import LocalServerFailed
from watai.clients.cli.session.program import program
from watai.clients.cli.session.visit import (
    EntryRefused,
    Visit,
    explain_end,
    resume_words,
    sent_away,
    take,
)
from watai.clients.cli.ui.screen import EnterRoom, Scene
from watai.clients.conversation.lost import Lost
from watai.clients.state.guest import ClientGuest
from watai.clients.state.model import Model
from watai.clients.text.refusals import explain
from watai.protocol.messages import Refused, ServerMessage


class Mode(ABC):
    """A visit shown on a terminal, in lines or in JSON; a subclass each."""

    def __init__(self, scene: Scene, visit: Visit) -> None:
        self.scene = scene
        self.visit = visit
        self.guest: ClientGuest | None = None
        self.nursery: trio.Nursery | None = None
        self.last_words: list[str] = []
        self._code = OK
        self._kept = ""
        """The last match that was added to the history."""
        self._connected = True
        """Whether the server was reached when the visit ended."""

    @abstractmethod
    async def attend(self, guest: ClientGuest) -> None:
        """What to do after the first step. The visit goes on when this returns."""

    @abstractmethod
    def heard(self, message: ServerMessage) -> None:
        """Show a message of the server; `scene.model` has taken it in already."""

    def read_out(self, words: str) -> None:
        """Tell the player something that no message of the server says."""
        print(words, file=sys.stderr, flush=True)

    def tasks(self) -> Sequence[Callable[[], Awaitable[None]]]:
        """Tasks that run from the beginning, before the server is reached."""
        return ()

    async def run(self) -> int:
        """Run until the player quits or the server is lost; the exit code."""
        away = False
        try:
            async with trio.open_nursery() as nursery:
                self.nursery = nursery
                nursery.start_soon(self._heed_signals)
                for task in self.tasks():
                    nursery.start_soon(task)
                nursery.start_soon(self._visit)
        except* (Lost, LocalServerFailed) as group:
            words, self._code = explain_end(self.scene.text, self.visit, group)
            self.last_words.append(words)
            self._connected = False
            away = sent_away(group)
        if away:
            self.visit.identity.save(room="")
        else:
            self.last_words += resume_words(
                self.scene.text, self.visit, self.scene.model.room, connected=self._connected
            )
        return self._code

    def end(self, code: int, *words: str) -> None:
        """End the visit with this exit code."""
        self._code = code
        self._connected = self.guest is None or self.guest.link.connected
        self.last_words.extend(words)
        if self.nursery is not None:
            self.nursery.cancel_scope.cancel()

    async def _heed_signals(self) -> None:
        with trio.open_signal_receiver(signal.SIGTERM, signal.SIGHUP, signal.SIGINT) as signals:
            async for _ in signals:
                self.end(INTERRUPTED)

    async def _visit(self) -> None:
        async with trio.open_nursery() as nursery:
            guest: ClientGuest = await nursery.start(self.visit.run, self.scene, self._hear)
            self.guest = guest
            if guest.link.conversation.welcome is not None:
                self.heard(
                    replace(guest.link.conversation.welcome, token="")
                )  # the token is a secret and never shown
            try:
                await self._arrive(guest)
            except EntryRefused as refusal:
                self.entry_refused(refusal.refused)
                return
            if self.visit.news:
                self.read_out(self.visit.news)
            await self.attend(guest)

    async def _arrive(self, guest: ClientGuest) -> None:
        """Take the first step; a host whose room is gone opens another one."""
        visit = self.visit
        try:
            if visit.first is not None:
                await take(guest, visit.first)
        except EntryRefused:
            if not visit.returns:
                raise
            visit.identity.save(room="")
            self.visit = dataclasses.replace(visit, first=visit.instead, returns=False, news="")
            await self._arrive(guest)

    def entry_refused(self, refused: Refused) -> None:
        """End the visit: the room that the command line asked for was refused."""
        first = self.visit.first
        if refused.code == "room/not_found":
            self.visit.identity.save(room="")
        if isinstance(first, EnterRoom) and refused.code in ("game/running", "room/full"):
            server = f" --server {self.visit.url}" if self.visit.url else ""
            command = f"{program()} watch {first.code}{server}"
            self.end(REFUSED, self.scene.text.say(f"visit.watch.{refused.code}", command=command))
        else:
            self.end(REFUSED, explain(self.scene.text, refused))

    def _hear(self, guest: ClientGuest, message: ServerMessage) -> None:
        self.visit.remember(guest.link, message)
        self.scene.model = guest.model
        self._keep_finished(guest.model)
        self.heard(message)

    def _keep_finished(self, model: Model) -> None:
        """Add a game that is over to the player's history, once."""
        match = None if model.room is None else model.room.match
        if match is None or match == self._kept:
            return
        identity = self.visit.identity
        played = FinishedGame.of(model, identity.server, identity.folder.name, int(time.time()))
        if played is not None:
            self._kept = match
            with suppress(OSError):  # a full disk must not end the visit
                History(identity.path.parents[1]).add(played)
