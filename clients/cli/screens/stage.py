"""The whole terminal: the screen that fits the model, screens on top of it, and what a key means there. No I/O."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Final

from watai.clients.cli.games import FACES, make_face
from watai.clients.cli.guide.guide import Guide, Guides
from watai.clients.cli.guide.lesson import LessonStep
from watai.clients.cli.guide.strip import strip
from watai.clients.cli.screens.key_repeat import KeyRepeat
from watai.clients.cli.screens.pages import KeysScreen, LogScreen, PageScreen, RulesScreen
from watai.clients.cli.screens.room import RoomScreen
from watai.clients.cli.screens.table import TableScreen
from watai.clients.cli.ui.band import into_gap, over
from watai.clients.cli.ui.face import Line, Option, Size
from watai.clients.cli.ui.frame import entry_line, hint_line, place, status_line, too_small
from watai.clients.cli.ui.lines import clipped, length
from watai.clients.cli.ui.screen import (
    Back,
    LeaveRoom,
    MakeMove,
    Quit,
    Redraw,
    Scene,
    Screen,
    ScreenStep,
    SendMessage,
    Show,
    SignalMiss,
    Type,
)
from watai.clients.state.pausing import ASKED, ROUND, Pausing, is_alone
from watai.clients.text.refusals import explain
from watai.protocol.messages import Chat, Refused

NOTICE_SECONDS: Final = 4.0
QUESTION_SECONDS: Final = 30.0
IN_ROOMS: Final = ("app.chat", "app.log", "app.rules", "app.leave")
"""Commands that need a room."""
LONGEST_ENTRY: Final = 300  # a line of chat
UNREPEATED: Final = frozenset(scope for face in FACES.values() for scope in face.unrepeated)


@dataclass(slots=True)
class TypedLine:
    """A line that the player is typing."""

    asked: Type
    typed: str = ""


@dataclass(frozen=True, slots=True)
class Notice:
    """A sentence shown for a moment in place of the hints."""

    style: str
    words: str
    until: float


@dataclass(slots=True)
class Stage:
    """Everything the player sees, chosen to fit the scene."""

    scene: Scene
    home: Screen
    """The screen while the player is in no room."""
    guides: Guides | None = None
    """Where games may be guided; None where they are not."""
    pausing: Pausing = field(default_factory=Pausing)
    _guide: Guide | None = None
    _above: list[Screen] = field(default_factory=list)
    _below: Screen | None = None
    _match: tuple[str, str] | None = None
    _entry: TypedLine | None = None
    _notice: Notice | None = None
    _leaving: float = -inf
    """Until when a second press of the leave key really leaves."""
    _quitting: float = -inf
    """Until when a second press of the quit key really quits."""
    absence: str = ""
    """What the player should know while the server cannot be reached or stands still; shown in place of the hints."""
    _key_repeat: KeyRepeat = field(default_factory=KeyRepeat)

    # what is shown

    @property
    def screen(self) -> Screen:
        """The screen that gets the keys."""
        below = self._fitting()
        return self._above[-1] if self._above else below

    def _fitting(self) -> Screen:
        """The screen for the player's room or game; a new one for another room or match."""
        room = self.scene.model.room
        if room is None:
            self._match, self._below = None, None
            return self.home
        now = (room.code, room.match or "")
        if now != self._match or self._below is None:
            self._match, self._above = now, []
            scene = self.scene
            face = make_face(room.game, scene)
            face.motion = scene.motion
            self._below = RoomScreen() if room.match is None else TableScreen(face)
            guided = room.match is not None and self.guides is not None and is_alone(room)
            self._guide = self.guides.begin(room.game) if guided and self.guides else None
        return self._below

    def draw(
        self, size: Size, now: float, connection: Line
    ) -> tuple[Sequence[Line], tuple[int, int] | None]:
        """The lines of the whole terminal, and where the cursor is while the player types."""
        least = self.screen.least
        if size.columns < least.columns or size.lines < least.lines:
            return too_small(self.scene, least, size), None
        inner = Size(size.columns, size.lines - 2)
        lines = self._middle(now, inner)
        top = status_line(self.scene, self._place(), connection, size.columns)
        bottom, cursor = self._bottom(size.columns, now)
        return [top, *lines, bottom], None if cursor is None else (cursor, size.lines - 1)

    @property
    def in_motion(self) -> bool:
        """Whether something moves on the screen, so that it should be drawn again soon."""
        screen = self.screen
        return isinstance(screen, TableScreen) and screen.face.in_motion

    def _middle(self, now: float, size: Size) -> list[Line]:
        """The screen itself, and a band across it while the player has paused the game."""
        screen, scene = self.screen, self.scene
        step = self._step()
        if isinstance(screen, TableScreen):
            screen.face.lesson = None if step is None else self._lesson(step)
        lines = list(screen.draw(scene, now, size))[: size.lines]
        lines += [()] * (size.lines - len(lines))
        why, key = self.halted, scene.keymap.label("pause.on")
        if isinstance(screen, TableScreen) and why == ASKED:
            return over(lines, scene.say("pause.band", key=key), size.columns)
        if isinstance(screen, TableScreen) and why == ROUND:
            return into_gap(lines, scene.say("pause.round", key=key), size.columns)
        return lines

    def _lesson(self, step: LessonStep) -> Callable[[int], list[Line]]:
        assert self._guide is not None
        words = self._guide.words(step, self.scene.text, self.scene.keymap)
        return lambda columns: strip(self.scene, words, columns, does=bool(step.moves))

    def _step(self) -> LessonStep | None:
        """The step of the guide that is shown."""
        return self._step_on(self.screen)

    def _step_on(self, screen: Screen) -> LessonStep | None:
        if self._guide is None or not isinstance(screen, TableScreen) or self.pausing.asked:
            return None
        return self._guide.step(self.scene.model)

    @property
    def halted(self) -> str | None:
        """Why the game is to stand still; None if it is to go on, or cannot stand still."""
        screen = self.screen
        return self._why_halted(screen, self._step_on(screen))

    def _why_halted(self, screen: Screen, step: LessonStep | None) -> str | None:
        self.pausing.reading = step is not None or isinstance(screen, PageScreen)
        return self.pausing.reason(self.scene.model)

    def pause_due(self) -> bool | None:
        """What to tell the server now: True to pause, False to go on; None if it knows."""
        self.halted  # noqa: B018 - looks at what is shown
        return self.pausing.due(self.scene.model)

    def _place(self) -> str:
        return place(self.scene)

    def _bottom(self, columns: int, now: float) -> tuple[Line, int | None]:
        if self._entry is not None:
            return entry_line(self._entry.asked.prompt, self._entry.typed, columns)
        if self._notice is not None and now < self._notice.until:
            return clipped([(self._notice.style, f" {self._notice.words}")], columns), None
        if self.absence:
            return clipped([("warning", f" {self.absence}")], columns), None
        sign: Line = [("selected", f" {self.scene.say('pause.sign')} ")] if self.halted else []
        hints = hint_line(self.scene, self._options(), columns - length(sign))
        return [*sign, *hints], None

    def _options(self) -> Sequence[Option]:
        say, step, why = self.scene.say, self._step(), self.halted
        if step is not None and not step.moves:
            options = [Option("pause.on", say("guide.next"))]
        elif why in (ASKED, ROUND) and not self._above:
            options = [Option("pause.on", say("pause.on"))]
        else:
            options = list(self.screen.options(self.scene))
        if step is not None:
            more = [Option("guide.next", say("guide.next"))] if step.moves else []
            options += [*more, Option("guide.skip", say("guide.skip"))]
        if not self._above:
            if why is None and self.pausing.is_possible(self.scene.model):
                options.append(Option("app.pause", say("pause.do")))
            if self.scene.model.room is not None:
                options.append(Option("app.chat", self.scene.say("frame.chat")))
                options.append(Option("app.rules", self.scene.say("frame.rules")))
            options.append(Option("app.quit", self.scene.say("frame.quit")))
        return options

    def tell(self, style: str, words: str, now: float) -> None:
        """Show a sentence for a moment."""
        self._notice = Notice(style, words, now + NOTICE_SECONDS)

    # keys

    def press(self, key: str, now: float) -> ScreenStep | None:
        """What the mode is to do about a key; None where the stage has dealt with it."""
        repeated = self._key_repeat.is_repeat(key, now)
        if self._entry is not None:
            return self._type(self._entry, key)
        screen = self.screen
        step = self._step_on(screen)
        why = self._why_halted(screen, step)
        scopes = self._scopes_now(screen, step, why)
        command = self.scene.keymap.command(key, (*scopes, "app"))
        if command is None:
            return self._unknown(key, repeated)
        if repeated and command.partition(".")[0] in UNREPEATED:
            return None
        if self._notice is not None and self._notice.style != "error":
            self._notice = None  # the player has read it
        if command != "app.quit":
            self._quitting = -inf
        made = self._do(command, screen, now)
        return self._made(made, why) if isinstance(made, MakeMove) else made

    def _unknown(self, key: str, repeated: bool) -> ScreenStep | None:
        """A letter that means nothing here is answered; other keys, such as those of the volume, are not."""
        if repeated or len(key) != 1 or not key.isprintable():
            return None
        keys = self.scene.keymap.label("app.help")
        return SignalMiss(
            self.scene.say("frame.no_key", key=self.scene.keymap.name(key), help=keys)
        )

    def _scopes(self, screen: Screen) -> Sequence[str]:
        """The scopes of keys that are active, before those of the application."""
        step = self._step_on(screen)
        return self._scopes_now(screen, step, self._why_halted(screen, step))

    def _scopes_now(
        self, screen: Screen, step: LessonStep | None, why: str | None
    ) -> Sequence[str]:
        scopes = screen.scopes(self.scene)
        if step is not None:
            return ("guide", *(() if step.moves else ("pause",)), *scopes)
        if not isinstance(screen, TableScreen):
            return scopes
        halted = ("pause",) if why in (ASKED, ROUND) else ()
        guided = ("guide",) if self._guide is not None and not self._guide.over else ()
        return (*guided, *halted, *scopes)

    def _working(self, screen: Screen) -> Callable[[str], bool]:
        """Which commands do something now, on this screen and of the application."""
        known, scopes, idle = screen.commands(self.scene), screen.scopes(self.scene), self._idle()

        def works(command: str) -> bool:
            scope = command.partition(".")[0]
            return command not in idle and (
                known is None or command in known or scope not in scopes
            )

        return works

    def _idle(self) -> Collection[str]:
        """The commands of the application that do nothing now."""
        idle = set() if self.scene.model.room is not None else {*IN_ROOMS}
        return idle if self.pausing.is_possible(self.scene.model) else {*idle, "app.pause"}

    def _made(self, step: MakeMove, why: str | None) -> ScreenStep | None:
        """What becomes of a move: none is made while the player has paused; any other one ends the reading."""
        model = self.scene.model
        if why == ASKED:
            return None
        if why == ROUND:
            self.pausing.go_on(model)
        if self._guide is not None:
            self._guide.played(step.move, model)
        return step

    def _do(self, command: str, screen: Screen, now: float) -> ScreenStep | None:
        scene = self.scene
        match command:
            case "app.help" if isinstance(screen, KeysScreen):
                return Back()
            case "app.help":
                works = self._working(screen)
                return Show(KeysScreen(scene.say("pages.keys"), self._scopes(screen), works))
            case "app.log":
                return Show(LogScreen(scene.say("pages.log"), from_end=True))
            case "app.rules" if scene.model.room is not None:
                game = scene.model.room.game
                title = scene.say("pages.rules", game=scene.text.say(f"games.{game}"))
                return Show(RulesScreen(title, game, scene.text.language))
            case "app.chat" if scene.model.room is not None:
                return Type(scene.say("frame.say"), _chat)
            case "app.leave" if scene.model.room is not None:
                return self._leave(now)
            case "app.quit":
                return self._quit(now)
            case "app.pause":
                return self._pause(now)
            case "guide.next" if self._step() is None:
                return None
            case "pause.on" | "guide.next":
                return self._go_on(screen)
            case "guide.skip" if self._guide is not None:
                self._guide.skip()
                return None
            case "app.redraw":
                return Redraw()
            case "app.back":
                return Back()
        return screen.do(command, scene)

    def _pause(self, now: float) -> ScreenStep | None:
        """Pause or go on; where that cannot be, say why."""
        scene, pausing = self.scene, self.pausing
        room = scene.model.room
        if room is None or room.you is None or room.status != "playing":
            return None
        if pausing.asked:
            pausing.go_on(scene.model)
        elif not is_alone(room):
            self.tell("error", explain(scene.text, Refused(0, "game/shared", "")), now)
        else:
            pausing.asked = True
        return None

    def _go_on(self, screen: Screen) -> ScreenStep | None:
        """Go on: to the next step of the guide, with the game, or with the round, whose leader says Go by it."""
        model, why = self.scene.model, self.halted
        if self._guide is not None and self._step() is not None:
            self._guide.next(model)
            why = self.halted
            if why != ROUND:
                return None
        self.pausing.go_on(model)
        return screen.do("start.go", self.scene) if why == ROUND else None

    def _leave(self, now: float) -> ScreenStep | None:
        """Leave a running game only when asked twice: a bot takes the seat for good."""
        room = self.scene.model.room
        seated = room is not None and room.status == "playing" and room.you is not None
        if seated and now > self._leaving:
            self._leaving = now + NOTICE_SECONDS
            key = self.scene.keymap.label("app.leave")
            self.tell("warning", self.scene.say("frame.sure", key=key), now)
            return None
        return LeaveRoom()

    def _quit(self, now: float) -> ScreenStep | None:
        """Quit; a host whose friends are here only when asked twice, since the game stops for them too."""
        friends = self.scene.friends
        if friends and now > self._quitting:
            self._quitting = now + QUESTION_SECONDS
            key, names = self.scene.keymap.label("app.quit"), self.scene.text.listed(friends)
            words = self.scene.say("frame.stops", names=names, key=key)
            self._notice = Notice("warning", words, self._quitting)
            return None
        return Quit()

    def _type(self, entry: TypedLine, key: str) -> ScreenStep | None:
        if key == "enter":
            self._entry = None
            return entry.asked.done(entry.typed.strip())
        if key in ("esc", "ctrl c", "f10"):
            self._entry = None
        elif key == "backspace":
            entry.typed = entry.typed[:-1]
        elif len(key) == 1 and key.isprintable() and len(entry.typed) < LONGEST_ENTRY:
            entry.typed += key
        return None

    def show(self, step: Show | Type | Back) -> None:
        """Show or close a screen, or let the player type a line."""
        if isinstance(step, Show):
            self._above.append(step.screen)
        elif isinstance(step, Type):
            self._entry = TypedLine(step)
        elif self._above:
            self._above.pop()

    def clear(self) -> None:
        """Close everything that lies on top."""
        self._above, self._entry, self._notice = [], None, None


def _chat(words: str) -> ScreenStep | None:
    return SendMessage(lambda n: Chat(n, words)) if words else None
