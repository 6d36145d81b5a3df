"""The application: shows a visit on the terminal and carries out what its keys ask for, in one nursery.

app
├─ terminal   urwid: keys in, pictures out
├─ painter    redraws what has changed, a limited number of times a second
├─ signals    SIGTERM, SIGHUP and SIGINT end it in good order
└─ visit      the local server, if there is one; the link; the guest
"""

from collections.abc import Awaitable, Callable, Sequence
from typing import Final

import trio

from watai.clients.cli.config.settings import ClientSettings
from watai.clients.cli.exits import OK
from watai.clients.cli.games import FACES
from watai.clients.cli.guide.guide import Guides
from watai.clients.cli.screens.stage import Stage
from watai.clients.cli.screens.wait import WaitScreen
from watai.clients.cli.session.cues import Cues
from watai.clients.cli.session.mode import Mode
from watai.clients.cli.session.visit import EntryRefused, Visit, take
from watai.clients.cli.terminal.terminal import Cursor, Terminal
from watai.clients.cli.ui.face import Line, Size
from watai.clients.cli.ui.frame import absence, connection_line
from watai.clients.cli.ui.screen import (
    Back,
    EnterRoom,
    LeaveRoom,
    MakeMove,
    OpenRoom,
    PlayAgain,
    Quit,
    Redraw,
    Refresh,
    Scene,
    Screen,
    ScreenStep,
    SendMessage,
    Show,
    SignalMiss,
    Type,
)
from watai.clients.conversation.questions import Ask
from watai.clients.state.guest import ClientGuest
from watai.clients.state.public_rooms import changed, list_rooms
from watai.clients.state.rematch import all_agree
from watai.clients.text.refusals import explain
from watai.clients.text.seats import room_news, why_not_started
from watai.protocol.messages import (
    Leave,
    Refused,
    Rematch,
    RoomsChanged,
    RoomState,
    Said,
    ServerMessage,
    Start,
)

TITLE: Final = "Wataï Arena"
FRAME_SECONDS: Final = 0.025
"""From one redraw to the next; with the drawing itself, every change is on the screen within 33 ms."""
WIRE_SECONDS: Final = 0.001
"""Lets a move leave for the server before it is drawn."""
MOTION_SECONDS: Final = 0.05
"""From one picture of a flying card to the next. A picture takes about 1 ms, in which a key waits."""
CLOCK_SECONDS: Final = 0.1  # countdowns show tenths of a second
ROOMS_SECONDS: Final = 5.0  # how often the list of rooms is asked for


class TerminalApp(Mode):
    """A visit on a terminal."""

    def __init__(
        self,
        settings: ClientSettings,
        scene: Scene,
        visit: Visit,
        home: Screen,
        guides: Guides | None = None,
    ) -> None:
        super().__init__(scene, visit)
        self._home = home
        self._stage = Stage(scene, home if visit.first is None else WaitScreen(), guides)
        self._terminal = Terminal(self._draw, self._press, scene.keymap.named, settings)
        self._cues = Cues()
        self._cued = False
        """Whether the title of the window calls the player."""
        self._room: RoomState | None = None
        """The room as it was told last."""
        self._changed = trio.Event()
        self._later: ScreenStep | None = None
        """What the player chose before the server was reached."""
        self._followed = 0
        """The number of the connection on which the server tells what changes in the list of rooms; 0 if none does."""

    def tasks(self) -> Sequence[Callable[[], Awaitable[None]]]:
        return (self._terminal.run, self._paint)

    # the server

    async def attend(self, guest: ClientGuest) -> None:
        self._stage.home = self._home
        welcome = guest.link.conversation.welcome
        if self.scene.own and welcome is not None and self.visit.first is None:
            kept = (
                self.visit.identity.room
            )  # none after a finished game, whose seat the server still keeps
            self.scene.waiting = kept if welcome.room == kept else ""
        self._change()
        if self._later is not None:
            await self._answer(self._later, guest)
        await self._watch_rooms(guest)

    async def _watch_rooms(self, guest: ClientGuest) -> None:
        """Keep the list of rooms fresh while the player is in none: a server that tells what changes is asked once a connection."""
        while True:
            if guest.model.room is not None:
                self._followed = 0  # whoever enters a room is told no more
            elif not self.scene.own and self._followed != guest.link.conversation.connections:
                await self._list_rooms(guest)
            await trio.sleep(ROOMS_SECONDS)

    async def _list_rooms(self, guest: ClientGuest) -> None:
        connection = guest.link.conversation.connections
        self.scene.rooms, following = await list_rooms(guest, follow=True)
        self._followed = connection if following else 0
        self._change()

    def read_out(self, words: str) -> None:
        self._tell("warning", words)

    def heard(self, message: ServerMessage) -> None:
        cue = self._cues.cue(message, self.scene.model)
        if cue is not None:
            self._cued = True
            self._terminal.title(f"{self.scene.say(f'cues.{cue}')} · {TITLE}")
            self._terminal.ring()
        if isinstance(message, RoomState):
            self._told_room(message)
        elif isinstance(message, RoomsChanged):
            self.scene.rooms = changed(self.scene.rooms or (), message)
        elif isinstance(message, Said):
            self._said(message)
        elif isinstance(message, Refused) and not self._is_shown(message):
            self._refused(message)
        self._pause()
        self._change()

    def _pause(self) -> None:
        """Tell the server to pause or to go on, if it does not know yet."""
        if self.guest is None:
            return
        self.scene.model = self.guest.model
        due = self._stage.pause_due()
        if due is not None:
            self.guest.pause(due, self._pause_refused)

    def _pause_refused(self, refused: Refused) -> None:
        self._stage.pausing.refused(self.scene.model.room)
        if refused.code == "game/shared":
            self._refused(refused)
        self._change()

    def _told_room(self, room: RoomState) -> None:
        """During a game, say who has come and gone; before it the room screen shows it."""
        before, self._room = self._room, room
        if before is not None and room.match is not None:
            for words in room_news(self.scene.text, before, room):
                self._tell("warning", words)

    def _said(self, message: Said) -> None:
        """Show chat below the table; before a game the room screen shows it."""
        room = self.scene.model.room
        if room is not None and room.match is not None:
            who = self.scene.say("frame.said", name=message.name)
            self._tell("strong", f"{who} {message.text}")

    def _is_shown(self, refused: Refused) -> bool:
        """Whether the face of the game shows this refusal of the player's own move."""
        model = self.scene.model
        mine = bool(model.refused) and model.refused[-1][1] == refused
        return mine and model.room is not None and FACES[model.room.game].shows_refusals

    def _refused(self, refused: Refused) -> None:
        text, room = self.scene.text, self.scene.model.room
        if refused.code == "room/not_ready" and room is not None:
            words = why_not_started(text, room, self.scene.keymap.label("room.bot"))
        else:
            words = explain(text, refused, room.game if room else None)
        self._tell("error", words)

    # the terminal

    def _change(self) -> None:
        self._changed.set()

    async def _paint(self) -> None:
        """Redraw when something changes, at most once a frame, and at least as often as countdowns need."""
        while True:
            with trio.move_on_after(MOTION_SECONDS if self._stage.in_motion else CLOCK_SECONDS):
                await self._changed.wait()
                await trio.sleep(WIRE_SECONDS)
            started = trio.current_time()
            self._changed = trio.Event()
            self._terminal.redraw()
            await trio.sleep_until(started + FRAME_SECONDS)

    def _draw(self, size: Size) -> tuple[Sequence[Line], Cursor]:
        now, guest = trio.current_time(), self.guest
        if guest is None:
            connection = connection_line(self.scene, False, None, None)
        else:
            self.scene.model = guest.model
            connected, talk = guest.link.connected, guest.link.conversation
            retry = None if talk.retry_at is None else talk.retry_at - now
            silence = talk.unanswered(now)
            connection = connection_line(self.scene, connected, retry, talk.round_trip, silence)
            self._stage.absence = absence(self.scene, connected)
        return self._stage.draw(size, now, connection)

    def _tell(self, style: str, words: str) -> None:
        self._stage.tell(style, words, trio.current_time())

    def _press(self, key: str) -> None:
        if self._cued:  # the player is here
            self._cued = False
            self._terminal.title(TITLE)
        step = self._stage.press(key, trio.current_time())
        if step is not None:
            self._carry_out(step)
        self._pause()
        self._change()

    # what keys lead to

    def _carry_out(self, step: ScreenStep) -> None:
        match step:
            case MakeMove() if self.guest is not None:
                if self._stage.pausing.let_go(self.guest.model):
                    self.guest.pause(False, self._pause_refused)
                self.guest.play(step.move)
            case Show() | Type() | Back():
                self._stage.show(step)
            case Redraw():
                self._terminal.repaint()
            case SignalMiss():
                self._terminal.ring()
                if step.words:
                    self._tell("warning", step.words)
            case Quit():
                self.end(OK)
            case _:
                self._ask(step)

    def _ask(self, step: ScreenStep) -> None:
        """Carry out a step that needs an answer of the server, now or once the server is reached."""
        if self.guest is None:
            self._later = step
            self._tell("hint", self.scene.say("frame.starting"))
        elif self.nursery is not None:
            self.nursery.start_soon(self._answer, step, self.guest)

    async def _answer(self, step: ScreenStep, guest: ClientGuest) -> None:
        match step:
            case OpenRoom() | EnterRoom():
                await self._take(step, guest)
            case SendMessage():
                await self._send(guest, step.make)
            case Refresh():
                await self._list_rooms(guest)
            case LeaveRoom():
                await self._leave(guest)
            case PlayAgain():
                await self._again(guest)
        self._change()

    async def _leave(self, guest: ClientGuest) -> None:
        if await self._send(guest, Leave):
            guest.left()
            self.visit.identity.save(room="")
            self.scene.waiting = ""
            self._stage.clear()
            await self._list_rooms(guest)

    async def _take(self, step: ScreenStep, guest: ClientGuest) -> None:
        try:
            await take(guest, step)
            self._stage.clear()
        except EntryRefused as refusal:
            gone = refusal.refused.code == "room/not_found"
            if gone and isinstance(step, EnterRoom) and step.code == self.scene.waiting:
                self.scene.waiting = ""  # the menu no longer offers it
                self.visit.identity.save(room="")
            self._refused(refusal.refused)

    async def _again(self, guest: ClientGuest) -> None:
        """Prepare another game; if nobody must be waited for, start it at once."""
        room = guest.model.room
        if await self._send(guest, Rematch) and room is not None and all_agree(room):
            await self._send(guest, Start)

    async def _send(self, guest: ClientGuest, make: Ask) -> bool:
        answer = await guest.ask(make)
        if isinstance(answer, Refused):
            self._refused(answer)
            return False
        return True
