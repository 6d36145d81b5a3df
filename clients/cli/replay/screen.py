"""A finished game on the screen again: its face, a progress bar, and keys to play, pause and step."""

from collections.abc import Sequence
from typing import Final

from clients.cli.replay.timeline import Timeline
from clients.cli.ui.face import Face, Line, Option, Size
from clients.cli.ui.lines import clipped
from clients.cli.ui.screen import Quit, Scene, Screen, Step
from clients.text.story import clock
from engine.game import Millis

SPEEDS: Final = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0)
USUAL: Final = SPEEDS.index(1.0)
LONGEST_WAIT: Final = 3.0
"""Seconds between two snapshots at most; longer pauses of the players are skipped."""
BAR: Final = 30


class ReplayScreen(Screen):
    """Shows one snapshot of the timeline; `run` tells it that time has passed."""

    def __init__(self, timeline: Timeline, face: Face) -> None:
        self.timeline = timeline
        self.face = face
        self.number = 0
        self.running = True
        self.clock = timeline.snapshots[0].at
        """The game clock in seconds."""
        self._speed = USUAL

    # time

    def run(self, seconds: float) -> None:
        """Move on by so many seconds of real time, at the chosen speed."""
        if not self.running:
            return
        snapshots = self.timeline.snapshots
        self.clock += seconds * SPEEDS[self._speed]
        following = min(self.number + 1, self.timeline.last)
        self.clock = max(self.clock, snapshots[following].at - LONGEST_WAIT)
        self.number = max(self.number, self.timeline.at(self.clock))
        self.running = self.number < self.timeline.last

    def go_to(self, number: int) -> None:
        """Show this snapshot and pause there."""
        self.number = max(0, min(self.timeline.last, number))
        self.clock = self.timeline.snapshots[self.number].at
        self.running = False

    # drawing

    def scopes(self, scene: Scene) -> Sequence[str]:
        return ("replay", *self.face.scopes(scene.model))

    def draw(self, scene: Scene, now: float, size: Size) -> Sequence[Line]:
        inner = Size(size.columns, size.lines - 1)
        lines = list(self.face.draw(scene.model, self.clock, inner))[: inner.lines]
        lines += [()] * (inner.lines - len(lines))
        return [*lines, clipped(self._bar(scene), size.columns)]

    def _bar(self, scene: Scene) -> Line:
        done = round(BAR * self.number / max(1, self.timeline.last))
        state = scene.say("replay.running" if self.running else "replay.paused")
        end = self.timeline.snapshots[-1].at
        return [
            ("strong", f" {state} "),
            ("plain", f" ×{SPEEDS[self._speed]:g} "),
            ("good", scene.glyphs.back * done),
            ("dim", scene.glyphs.hole * (BAR - done)),
            ("plain", f" {_clock(self.timeline.snapshots[self.number].at)} / {_clock(end)}"),
            ("dim", f"   {self.number + 1}/{self.timeline.last + 1}"),
        ]

    # doing

    def options(self, scene: Scene) -> Sequence[Option]:
        names = ("play", "back", "forward", "quit", "faster", "slower", "start", "end")
        return [Option(f"replay.{name}", scene.say(f"replay.do.{name}")) for name in names]

    def do(self, command: str, scene: Scene) -> Step | None:
        match command:
            case "replay.play":
                self._play_or_pause()
            case "replay.forward":
                self.go_to(self.number + 1)
            case "replay.back":
                self.go_to(self.number - 1)
            case "replay.start":
                self.go_to(0)
            case "replay.end":
                self.go_to(self.timeline.last)
            case "replay.faster":
                self._speed = min(self._speed + 1, len(SPEEDS) - 1)
            case "replay.slower":
                self._speed = max(self._speed - 1, 0)
            case "replay.quit":
                return Quit()
            case _:
                self.face.do(command, scene.model)
        return None

    def _play_or_pause(self) -> None:
        """Pause or go on; at the end, start again from the beginning."""
        if self.number == self.timeline.last:
            self.go_to(0)
        self.running = not self.running


def _clock(seconds: float) -> str:
    return clock(Millis(int(seconds * 1000)))
