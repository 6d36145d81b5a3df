"""The client in lines: sentences as things happen, commands as they are typed. Fit for a screen reader and for a pipe."""

import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Final

import trio

from clients.cli.account import TABLES
from clients.cli.exits import OK
from clients.cli.frame import result
from clients.cli.glyphs import plain_letters
from clients.cli.mode import Mode
from clients.cli.narrator import Narrator
from clients.cli.offers import Offers
from clients.cli.race_lines import fitting_lines, worth_telling
from clients.cli.screen import Again, Enter, Leave, Open, Play, Quit, Scene, Send, Step
from clients.cli.shouts import Shouts
from clients.cli.standard_input import StandardInput
from clients.cli.status import room_lines, table_lines, waiting_lines
from clients.cli.typed import Pick, Tell, read_line
from clients.cli.visit import Visit, explain, take
from clients.guest import Guest
from clients.table import Table, read_event
from engine.catalogue import GAMES
from engine.game import Outcome
from engine.watai.view import WataiView
from protocol.messages import (
    Happened,
    Prompts,
    Refused,
    Rematch,
    RoomState,
    Said,
    ServerMessage,
    Start,
    ViewNow,
)
from protocol.messages import Leave as LeaveRoom

SILENCE_SECONDS: Final = 1.0
"""How long a program that runs without a terminal waits for a first line before it takes nobody to be there."""


class LineMode(Mode):
    """A visit told in lines."""

    def __init__(
        self, scene: Scene, visit: Visit, *, plain: bool, exhibition: Visit | None = None
    ) -> None:
        super().__init__(scene, visit)
        self._exhibition = exhibition
        self._plain = plain
        self._input = StandardInput()
        self._offers = Offers()
        self._offered: Mapping[int, str] = {}
        self._told: RoomState | None = None
        self._shown: str | None = None
        """The game whose table has been told."""
        self._over = False
        self._shouts = Shouts()

    async def run(self) -> int:
        if self._exhibition is not None and await self._input.silent(SILENCE_SECONDS):
            self.visit = self._exhibition
            self._print([self.scene.text.say("lines.silent")])
        else:
            self._exhibition = None
            self._print([self.scene.text.say("lines.hint")])
        return await super().run()

    async def attend(self, guest: Guest) -> None:
        if self._exhibition is not None:
            await self._step_aside(guest)
            return
        if self.visit.first is None and self.scene.own:
            await self._choose(guest)
        await self._listen(guest)

    async def _choose(self, guest: Guest) -> None:
        """Which game? Enter alone takes the first."""
        games = list(GAMES)
        self._print([self.scene.say("choose.title")])
        for number, game in enumerate(games, 1):
            about = self.scene.text.say(f"games.about.{game}")
            self._print([f"{number}. {self.scene.text.say(f'games.{game}')}. {about}"])
        line = (await self._input.line() or "").strip()
        chosen = int(line) - 1 if line.isdecimal() and 1 <= int(line) <= len(games) else 0
        game = line if line in games else games[chosen]
        setup = self.scene.setup
        setup = setup if setup.game == game else setup.with_game(game)
        await take(guest, Open(replace(setup, start=True)))

    async def _step_aside(self, guest: Guest) -> None:
        """An exhibition: a bot takes over the seat, and its owner watches."""
        room = guest.link.room
        await guest.ask(LeaveRoom)
        await take(guest, Enter(room or "", watching=True))

    # what is typed

    async def _listen(self, guest: Guest) -> None:
        while (line := await self._input.line()) is not None:
            self.scene.model = guest.model
            step = read_line(line, self.scene)
            if isinstance(step, Quit):
                self.end(OK)
                return
            if step is not None:
                await self._carry_out(step, guest)
        if self.scene.model.room is None or self.scene.model.room.you is not None:
            self.end(OK)  # a spectator without a keyboard goes on watching

    async def _carry_out(self, step: Step, guest: Guest) -> None:
        match step:
            case Tell():
                self._answer(step)
            case Play() if self._shouts.is_rash(step.move, guest.model.table):
                self._print([self.scene.text.say("lines.race.false_shout")])
            case Play():
                guest.play(step.move)
            case Pick():
                self._pick(step.number, guest)
            case Send():
                self._settle(await guest.ask(step.make))
            case Leave():
                self._settle(await guest.ask(LeaveRoom))
                guest.left()
                self.end(OK)
            case Again():
                self._settle(await guest.ask(Rematch))
                self._settle(await guest.ask(Start))
            case Open() | Enter():
                await take(guest, step)

    def _settle(self, answer: object) -> None:
        if isinstance(answer, Refused):
            self._refused(answer)

    def _answer(self, tell: Tell) -> None:
        match tell.what:
            case "help":
                self._print(self.scene.text.say("lines.help").splitlines())
            case "status":
                self._print(table_lines(self.scene, trio.current_time()))
            case "moves":
                self._offer(again=True)
            case _:
                hint = (
                    self.scene.text.say("lines.did_you_mean", word=tell.near) if tell.near else ""
                )
                words = self.scene.text.say(f"lines.{tell.what}", word=tell.word)
                self._print([f"{words} {hint}".strip()])

    # what is heard

    def heard(self, message: ServerMessage) -> None:
        match message:
            case Happened():
                self._narrate(message)
            case Said():
                who = self.scene.say("frame.said", name=message.name)
                self._print([f"{who} {message.text}"])
            case Refused():
                self._refused(message)
            case RoomState():
                self._tell_room(message)
            case ViewNow():
                self._tell_table()
                self._offer()
            case Prompts():
                self._ask()
        self._finish()

    def _narrate(self, happened: Happened) -> None:
        room = self.scene.model.room
        event = None if room is None else read_event(room.game, happened)
        if room is None or event is None:
            return
        plays = room.game != "watai" or worth_telling(event, room.you)
        narrator = Narrator(self.scene.text, room.game, self.scene.model.names, plays=plays)
        self._print(filter(None, [narrator.tell(event)]))
        if (table := TABLES.get(type(event))) is not None:
            self._print(table(event, narrator))
        if self._shouts.is_news(self.scene.model.table):
            self._print([self.scene.text.say("lines.race.may_shout")])

    def _refused(self, refused: Refused) -> None:
        room = self.scene.model.room
        game, names = room.game if room else None, self.scene.model.names
        self._print([explain(self.scene.text, refused, game, names)])

    def _tell_room(self, room: RoomState) -> None:
        """The whole room at first, then what is new in it."""
        if room.status == "waiting":
            before = [] if self._told is None else list(room_lines(self.scene, self._told))
            self._print(line for line in room_lines(self.scene, room) if line not in before)
        if self._told is None and room.you == room.host and self.scene.address:
            command = f"watai join {room.code} --server {self.scene.address}"
            self._print(
                [self.scene.text.say("commands.print_code", code=room.code, command=command)]
            )
        self._told = room

    def _tell_table(self) -> None:
        """The table of a calm game, once: what lay there before the first event."""
        room, table = self.scene.model.room, self.scene.model.table
        if room is None or table is None or self._shown == room.match:
            return
        self._shown = room.match
        if not isinstance(table.view, WataiView):
            self._print(table_lines(self.scene, trio.current_time()))

    def _finish(self) -> None:
        """How it ended, once both the room and the table say so; without a keyboard that is all."""
        room, table = self.scene.model.room, self.scene.model.table
        outcome = None if table is None else getattr(table.view, "outcome", None)
        over = room is not None and room.status == "finished" and isinstance(outcome, Outcome)
        if room is not None and isinstance(outcome, Outcome) and over and not self._over:
            subject = room.game.replace("-", "_")
            reason = self.scene.text.find(f"{subject}.reasons.{outcome.reason}") or ""
            self._print([result(self.scene, outcome, reason)])
            if not sys.stdin.isatty():
                self.end(OK)
        self._over = over

    def _offer(self, *, again: bool = False) -> None:
        """What may be picked, where it is one's turn to choose; a race is not played by menus unless one asks."""
        table = self.scene.model.table
        if table is None or (_racing(table) and not again):
            return
        if isinstance(table.view, WataiView) and _racing(table) and table.seat is not None:
            self._print(fitting_lines(self.scene, table.view, table.seat))
            return
        offered = self._offers.look(self.scene)
        if offered != self._offered or again:
            self._offered = offered
            if offered:
                self._print(self._questions(table))
            elif again:
                self._print(waiting_lines(self.scene))
            self._print(f"{number}. {words}" for number, words in offered.items())

    def _ask(self) -> None:
        """In Wataï the table is followed event by event, and questions come without a menu."""
        table = self.scene.model.table
        if table is not None and isinstance(table.view, WataiView):
            self._print(self._questions(table))

    def _questions(self, table: Table) -> Iterator[str]:
        """What one is asked, in words."""
        asks = self.scene.text.find(f"{table.game.replace('-', '_')}.asks") or {}
        for prompt in table.prompts:
            if prompt.seat == table.seat and prompt.ask in asks:
                yield asks[prompt.ask]

    def _pick(self, number: int | None, guest: Guest) -> None:
        move = self._offers.pick(number)
        if move is not None:
            guest.play(move)
        elif number is not None and self._offered and number not in self._offered:
            self._answer(Tell("no_number", str(number)))
        else:
            self._offer(again=True)

    def _print(self, lines: Iterable[str]) -> None:
        for line in lines:
            print(plain_letters(line) if self._plain else line, flush=True)


def _racing(table: Table) -> bool:
    return isinstance(table.view, WataiView) and table.view.phase == "race"
