"""The client in lines: prints sentences and reads typed commands. For screen readers, pipes and plain terminals."""

import sys
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

import trio

from watai.clients.cli.exits import OK
from watai.clients.cli.guide.choosing import Choosing
from watai.clients.cli.line.halt import Halt
from watai.clients.cli.line.host_menu import HostMenu
from watai.clients.cli.line.menu import LineMenu
from watai.clients.cli.line.reporter import Reporter, people_lines, room_lines
from watai.clients.cli.line.standard_input import StandardInput
from watai.clients.cli.line.typed import Pick, Tell, read_line
from watai.clients.cli.session.mode import Mode
from watai.clients.cli.session.visit import EntryRefused, Visit, take
from watai.clients.cli.ui.glyphs import harmless, plain_letters
from watai.clients.cli.ui.markdown import pages
from watai.clients.cli.ui.screen import (
    EnterRoom,
    LeaveRoom,
    MakeMove,
    OpenRoom,
    PlayAgain,
    Quit,
    Scene,
    ScreenStep,
    SendMessage,
)
from watai.clients.state.guest import ClientGuest
from watai.clients.state.rematch import all_agree
from watai.clients.state.table_view import TableView
from watai.clients.text.catalogue import subject_of
from watai.clients.text.rulebooks import book
from watai.engine.game import Move
from watai.protocol.messages import (
    Done,
    Leave,
    Prompts,
    Ready,
    Refused,
    Rematch,
    ServerMessage,
    Start,
    ViewNow,
)

SILENCE_SECONDS: Final = 1.0
"""Without a terminal: how long to wait for a first line before bots play an exhibition instead."""

RULES_COLUMNS: Final = 80


class LineMode(Mode):
    """A visit in lines."""

    def __init__(
        self,
        scene: Scene,
        visit: Visit,
        *,
        plain: bool,
        exhibition: Visit | None = None,
        choosing: Choosing | None = None,
        hosting: HostMenu | None = None,
        attended: bool = False,
    ) -> None:
        super().__init__(scene, visit)
        self._menu = hosting if choosing is None else LineMenu(scene, choosing)
        self._halt = Halt(scene, choosing.guides if choosing else None, attended=attended)
        self._exhibition = exhibition
        self._plain = plain
        self._asked = False
        """Whether the player was asked if the game is to stop for friends."""
        self._input = StandardInput()
        self._offered: Mapping[int, str] = {}
        self._reporter = Reporter(scene)

    async def run(self) -> int:
        if self._exhibition is not None and await self._input.silent(SILENCE_SECONDS):
            self.visit = self._exhibition
            self._print([self.scene.text.say("lines.silent")])
        else:
            self._exhibition = None
            self._print([self.scene.text.say("lines.hint")])
        return await super().run()

    async def attend(self, guest: ClientGuest) -> None:
        if self._exhibition is not None:
            await self._step_aside(guest)
            return
        asks = self._menu is not None and self.visit.first is None
        if not asks or await self._choose(guest):
            await self._listen(guest)

    async def _choose(self, guest: ClientGuest) -> bool:
        """Ask for a game and open a room with it, and say whether there is one; an empty line takes the first game."""
        menu = self._menu
        assert menu is not None
        self._print(menu.opening())
        setup = None
        while setup is None:
            line = await self._input.line() or ""
            if isinstance(read_line(line, self.scene, None), Quit):
                self.end(OK)
                return False
            setup, told = menu.read(line)
            self._print(told)
        try:
            await take(guest, OpenRoom(setup))
        except EntryRefused as refusal:
            self.entry_refused(refusal.refused)
            return False
        return True

    async def _step_aside(self, guest: ClientGuest) -> None:
        """For an exhibition: leave the seat to a bot and watch."""
        room = guest.link.conversation.room
        await guest.ask(Leave)
        await take(guest, EnterRoom(room or "", watching=True))

    # what is typed

    async def _listen(self, guest: ClientGuest) -> None:
        while (line := await self._input.line()) is not None:
            self.scene.model = guest.model
            step = read_line(line, self.scene, self._reporter.game)
            if isinstance(step, Quit) and self._may_quit():
                self.end(OK)
                return
            if step is not None:
                await self._carry_out(step, guest)
            elif self._halt.is_waiting:
                self._go_on(guest)
            self._pause(guest)
        if self.scene.model.room is None or self.scene.model.room.you is not None:
            self.end(OK)  # a spectator whose input has ended goes on watching

    def _may_quit(self) -> bool:
        """Whether to quit; a host whose friends are here is asked first, since the game stops for them too."""
        friends, asked = self.scene.friends, self._asked
        self._asked = True
        if not friends or asked:
            return True
        names = self.scene.text.listed(friends)
        self._print([self.scene.text.say("lines.stops", names=names)])
        return False

    async def _carry_out(self, step: ScreenStep, guest: ClientGuest) -> None:
        match step:
            case Tell():
                self._answer(step)
            case MakeMove() if not self._halt.may_play(step.move):
                self._go_on(guest)
            case MakeMove():
                game = self._reporter.game
                objection = game and game.objection(step.move, guest.model.table)
                if objection:
                    self._print([objection])
                else:
                    self._play(step.move, guest)
            case Pick():
                self._pick(step.number, guest)
            case SendMessage():
                self._settle(await guest.ask(step.make))
            case LeaveRoom():
                self._settle(await guest.ask(Leave))
                guest.left()
                self.end(OK)
            case PlayAgain():
                await self._again(guest)
            case OpenRoom() | EnterRoom():
                await take(guest, step)

    async def _again(self, guest: ClientGuest) -> None:
        """The host begins another game; other players propose it."""
        room = guest.model.room
        if room is None:
            self._answer(Tell("no_room"))
        elif room.you != room.host:
            self._settle(await guest.ask(Ready))
        else:
            answer = await guest.ask(Rematch)
            self._settle(answer)
            if isinstance(answer, Done) and all_agree(room):
                self._settle(await guest.ask(Start))

    def _settle(self, answer: object) -> None:
        if isinstance(answer, Refused):
            self._print([self._reporter.refusal(answer)])

    def _answer(self, tell: Tell) -> None:
        match tell.what:
            case "pause" | "on" | "next" | "skip":
                self._print(self._halt.answer(tell.what))
            case "help":
                self._print(self.scene.text.say("lines.help").splitlines())
                self._print(self._halt.read())
            case "status":
                self._print(self._status())
            case "moves":
                self._offer(again=True)
            case "rules" if self.scene.model.room is not None:
                self._print(self._rules(self.scene.model.room.game))
                self._print(self._halt.read())
            case "rules":
                self._answer(Tell("no_room"))
            case _:
                hint = (
                    self.scene.text.say("lines.did_you_mean", word=tell.near) if tell.near else ""
                )
                words = self.scene.text.say(f"lines.{tell.what}", word=tell.word)
                self._print([f"{words} {hint}".strip()])

    def _rules(self, game: str) -> Iterator[str]:
        """The rule book of a game, as `watai rules` prints it."""
        for line in pages(book(game, self.scene.text.language), RULES_COLUMNS):
            yield "".join(words for _, words in line)

    def _status(self) -> Iterable[str]:
        """The table now, or the room where there is no table yet."""
        room, table, game = self.scene.model.room, self.scene.model.table, self._reporter.game
        if room is None or game is None:
            return ()
        if table is None:
            return room_lines(self.scene, room)
        return [*game.table(table, trio.current_time()), *people_lines(self.scene, room)]

    # what is heard

    def read_out(self, words: str) -> None:
        self._print([words])

    def heard(self, message: ServerMessage) -> None:
        self._print(self._reporter.tell(message, trio.current_time()))
        match message:
            case ViewNow() | Refused():  # the view may have come before the refusal
                self._offer()
            case Prompts():
                self._ask()
        self._print(self._halt.news())
        if self.guest is not None:
            self._pause(self.guest)
        end = self._reporter.end()
        if end is not None:
            self._print([end, *self._reporter.figures()])
            if not sys.stdin.isatty():
                self.end(OK)  # no more input can come

    def _offer(self, *, again: bool = False) -> None:
        """Print what the player may do: when it has changed, or when the player asks (`again`)."""
        table, game = self.scene.model.table, self._reporter.game
        if table is None or game is None or (table.stale and not again):
            return
        hints = game.hints(table)
        if hints is not None:
            self._print(hints if again else ())
            return
        offered = game.offers(table)
        if offered != self._offered or again:
            self._offered = offered
            if offered:
                self._print(self._questions(table))
            elif again:
                self._print([self.scene.text.say("calm.patience"), *game.waits(table)])
            self._print(f"{number}. {words}" for number, words in offered.items())

    def _ask(self) -> None:
        """Print the question, in games where no view and no menu follow it."""
        table, game = self.scene.model.table, self._reporter.game
        if table is not None and game is not None and game.follows_events:
            self._print(self._questions(table))

    def _questions(self, table: TableView) -> Iterator[str]:
        """What the server asks this player, in words."""
        asks = self.scene.text.find(f"{subject_of(table.game)}.asks") or {}
        for prompt in table.prompts:
            if prompt.seat == table.seat and prompt.ask in asks:
                yield asks[prompt.ask]

    def _go_on(self, guest: ClientGuest) -> None:
        """End the pause before a round; the leader says Go by it."""
        self._print(self._halt.answer("on"))
        move = self._halt.go()
        if move is not None:
            self._play(move, guest)

    def _pause(self, guest: ClientGuest) -> None:
        """Tell the server to pause or to go on, if it does not know yet."""
        self.scene.model = guest.model
        due = self._halt.due()
        if due is not None:
            guest.pause(due, self._pause_refused)

    def _pause_refused(self, refused: Refused) -> None:
        self._halt.pausing.refused(self.scene.model.room)
        self._print([self._reporter.refusal(refused)])

    def _play(self, move: Move, guest: ClientGuest) -> None:
        """Send a move. Then print the next menu even if it is the same: it answers another question."""
        self._halt.played(move)
        if self._halt.pausing.let_go(guest.model):
            guest.pause(False, self._pause_refused)
        if guest.play(move):
            self._offered = {}

    def _pick(self, number: int | None, guest: ClientGuest) -> None:
        game = self._reporter.game
        move = None if game is None else game.pick(number)
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
