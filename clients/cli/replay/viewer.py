"""Shows a replay on the terminal, without a server."""

import signal
from collections.abc import Collection
from typing import Final

import trio

from watai.clients.cli.config.settings import ClientSettings
from watai.clients.cli.exits import INTERRUPTED, OK
from watai.clients.cli.games import make_face
from watai.clients.cli.replay.screen import ReplayScreen
from watai.clients.cli.replay.timeline import ReplayTimeline
from watai.clients.cli.screens.stage import Stage
from watai.clients.cli.screens.wait import WaitScreen
from watai.clients.cli.terminal.terminal import Cursor, Terminal
from watai.clients.cli.ui.face import Line, Size
from watai.clients.cli.ui.frame import ending
from watai.clients.cli.ui.screen import Back, Quit, Redraw, Scene, Screen, ScreenStep, Show, Type

FRAME_SECONDS: Final = 1 / 30
NOT_HERE: Final = ("app.chat", "app.leave")
"""Commands that need a room on a server."""


class ReplayStage(Stage):
    """A stage with the replay screen on top; going back from it quits."""

    def _place(self) -> str:
        room = self.scene.model.room
        assert room is not None
        game, names = self.scene.text.say(f"games.{room.game}"), ", ".join(self.scene.model.names)
        return " · ".join([game, *(ending(self.scene) or [names])])

    def _idle(self) -> Collection[str]:
        return {*Stage._idle(self), *NOT_HERE}

    def _do(self, command: str, screen: Screen, now: float) -> ScreenStep | None:
        if command in NOT_HERE:
            return None
        if command == "app.back" and isinstance(screen, ReplayScreen):
            return Quit()
        return Stage._do(self, command, screen, now)


class ReplayViewer:
    """One replay on the terminal."""

    def __init__(
        self, settings: ClientSettings, scene: Scene, timeline: ReplayTimeline, title: str
    ) -> None:
        self._scene = scene
        scene.model = timeline.model(0)
        face = make_face(timeline.game, scene)
        self._replay_screen = ReplayScreen(timeline, face)
        self._title: Line = [("dim", title)]
        self._stage = ReplayStage(scene, WaitScreen())
        assert (
            self._stage.screen is not None
        )  # makes the table below, before anything is put on top
        self._stage.show(Show(self._replay_screen))
        self._terminal = Terminal(self._draw, self._press, scene.keymap.named, settings)
        self._ended = trio.Event()
        self._code = OK

    async def run(self) -> int:
        """Run until the player quits; the exit code."""
        async with trio.open_nursery() as nursery:
            for task in (self._terminal.run, self._show, self._heed_signals):
                nursery.start_soon(task)
            await self._ended.wait()
            nursery.cancel_scope.cancel()
        return self._code

    async def _show(self) -> None:
        last = trio.current_time()
        while True:
            await trio.sleep(FRAME_SECONDS)
            now = trio.current_time()
            self._replay_screen.run(now - last)
            last = now
            self._update()

    def _update(self) -> None:
        self._scene.model = self._replay_screen.timeline.model(self._replay_screen.number)
        self._terminal.redraw()

    async def _heed_signals(self) -> None:
        with trio.open_signal_receiver(signal.SIGTERM, signal.SIGHUP, signal.SIGINT) as signals:
            async for _ in signals:
                self._code = INTERRUPTED
                self._ended.set()

    def _draw(self, size: Size) -> tuple[list[Line], Cursor]:
        lines, cursor = self._stage.draw(size, trio.current_time(), self._title)
        return list(lines), cursor

    def _press(self, key: str) -> None:
        step = self._stage.press(key, trio.current_time())
        match step:
            case Quit():
                self._ended.set()
            case Redraw():
                self._terminal.repaint()
            case Show() | Type() | Back():
                self._stage.show(step)
        self._update()
