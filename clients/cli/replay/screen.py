"""A finished game on the screen again: its face, a progress bar, and keys to play, pause and step."""

from collections.abc import Collection, Sequence
from typing import Final

from watai.clients.cli.replay.timeline import ReplayTimeline
from watai.clients.cli.ui.face import Face, Line, Option, Piece, Size
from watai.clients.cli.ui.lines import clipped
from watai.clients.cli.ui.screen import Quit, Scene, Screen, ScreenStep
from watai.clients.text.story import clock
from watai.engine.game import Millis

SPEEDS: Final = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0)
USUAL: Final = SPEEDS.index(1.0)
LONGEST_WAIT: Final = 3.0
"""Seconds between two snapshots at most; longer pauses of the players are skipped."""
BAR: Final = 30
JUMP: Final = 10.0
"""Seconds of the game that one press jumps by; where nothing happened for longer, to the next snapshot."""


class ReplayScreen(Screen):
    """Shows one snapshot of the timeline; `run` tells it that time has passed."""

    def __init__(self, timeline: ReplayTimeline, face: Face) -> None:
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
        inner = Size(size.columns, size.lines - 2)
        lines = list(self.face.draw(scene.model, self.clock, inner))[: inner.lines]
        lines += [()] * (inner.lines - len(lines))
        below = (self._jumps(scene), self._bar(scene))
        return [*lines, *(clipped(line, size.columns) for line in below)]

    def _jumps(self, scene: Scene) -> Line:
        """The keys that jump, two by two: forward and back. What this game does not have is left out."""
        line: list[Piece] = []
        for on, back, label in self._pairs():
            keys = "/".join(scene.keymap.label(f"replay.{each}") for each in (on, back))
            line += [("key", f" {keys}"), ("hint", f" {scene.say(f'replay.do.{label}')} ")]
        return line

    def _pairs(self) -> list[tuple[str, str, str]]:
        rounds = [("next_round", "last_round", "round")] if self.timeline.rounds else []
        races = [("next_race", "last_race", "race")] if self.timeline.races else []
        ends = [("end", "start", "ends"), ("faster", "slower", "speed")]
        return [("later", "earlier", "ten"), *rounds, *races, *ends]

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
        names = ("play", "back", "forward", "quit")
        return [Option(f"replay.{name}", scene.say(f"replay.do.{name}")) for name in names]

    def commands(self, scene: Scene) -> Collection[str]:
        jumps = (f"replay.{name}" for on, back, _ in self._pairs() for name in (on, back))
        watching = (option.command for option in self.face.options(scene.model))
        return {*(option.command for option in self.options(scene)), *jumps, *watching}

    def do(self, command: str, scene: Scene) -> ScreenStep | None:
        match command:
            case "replay.play":
                self._play_or_pause()
            case "replay.forward":
                self.go_to(self.number + 1)
            case "replay.back":
                self.go_to(self.number - 1)
            case "replay.later" | "replay.earlier":
                self._shift(JUMP if command == "replay.later" else -JUMP)
            case "replay.next_round" | "replay.next_race":
                marks = self._marks(command)
                self.go_to(next((each for each in marks if each > self.number), self.number))
            case "replay.last_round" | "replay.last_race":
                marks = self._marks(command)
                self.go_to(next((each for each in reversed(marks) if each < self.number), 0))
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

    def _marks(self, command: str) -> Sequence[int]:
        return self.timeline.rounds if command.endswith("round") else self.timeline.races

    def _shift(self, seconds: float) -> None:
        """Go so many seconds of the game forward or back, and go on from there if it was running."""
        running, there = self.running, self.timeline.at(self.clock + seconds)
        still = there == self.number and 0 < there < self.timeline.last
        self.go_to(there + (1 if seconds > 0 else -1) if still else there)
        self.running = running and self.number < self.timeline.last

    def _play_or_pause(self) -> None:
        """Pause or go on; at the end, start again from the beginning."""
        if self.number == self.timeline.last:
            self.go_to(0)
        self.running = not self.running


def _clock(seconds: float) -> str:
    return clock(Millis(int(seconds * 1000)))
