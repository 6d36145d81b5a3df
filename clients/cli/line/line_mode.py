"""The client in lines: sentences as things happen, commands as they are typed. Fit for a screen reader and for a pipe."""

import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Final

import trio

from clients.cli.exits import OK
from clients.cli.line.offers import Offers
from clients.cli.line.race_lines import fitting_lines
from clients.cli.line.reporter import Reporter
from clients.cli.line.shouts import Shouts
from clients.cli.line.standard_input import StandardInput
from clients.cli.line.status import table_lines, waiting_lines
from clients.cli.line.typed import Pick, Tell, read_line
from clients.cli.session.mode import Mode
from clients.cli.session.visit import Visit, take
from clients.cli.ui.glyphs import harmless, plain_letters
from clients.cli.ui.screen import Again, Enter, Leave, Open, Play, Quit, Scene, Send, Step
from clients.state.guest import Guest
from clients.state.table_view import TableView
from engine.catalogue import GAMES
from engine.game import Move
from engine.watai.view import WataiView
from protocol.messages import Leave as LeaveRoom
from protocol.messages import Prompts, Refused, Rematch, ServerMessage, Start, ViewNow

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
        self._shouts = Shouts()
        self._reporter = Reporter(scene, self._shouts)

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
                self._play(step.move, guest)
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
            self._print([self._reporter.refusal(answer)])

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
        self._print(self._reporter.tell(message, trio.current_time()))
        match message:
            case ViewNow() | Refused():  # the table may have been seen while a move was on its way
                self._offer()
            case Prompts():
                self._ask()
        end = self._reporter.end()
        if end is not None:
            self._print([end])
            if not sys.stdin.isatty():
                self.end(OK)  # without a keyboard that is all

    def _offer(self, *, again: bool = False) -> None:
        """What may be picked, where it is one's turn to choose; a race is not played by menus unless one asks."""
        table = self.scene.model.table
        if table is None or ((table.stale or _racing(table)) and not again):
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

    def _questions(self, table: TableView) -> Iterator[str]:
        """What one is asked, in words."""
        asks = self.scene.text.find(f"{table.game.replace('-', '_')}.asks") or {}
        for prompt in table.prompts:
            if prompt.seat == table.seat and prompt.ask in asks:
                yield asks[prompt.ask]

    def _play(self, move: Move, guest: Guest) -> None:
        """After it the same choices are another question: a quick rival leaves no moment without any in between."""
        if guest.play(move):
            self._offered = {}

    def _pick(self, number: int | None, guest: Guest) -> None:
        move = self._offers.pick(number)
        if move is not None:
            self._play(move, guest)
        elif number is not None and self._offered and number not in self._offered:
            self._answer(Tell("no_number", str(number)))
        else:
            self._offer(again=True)

    def _print(self, lines: Iterable[str]) -> None:
        for line in lines:
            shown = harmless(line)
            print(plain_letters(shown) if self._plain else shown, flush=True)


def _racing(table: TableView) -> bool:
    return isinstance(table.view, WataiView) and table.view.phase == "race"
