"""Whole calm games played through their faces alone: commands in, moves out, every legal move within reach."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from tests.support.clients.client_game import ClientGame, VariedBot, make_face
from tests.support.clients.key_presses import reached, typed
from watai.clients.cli.games import FACES
from watai.clients.cli.games.calm import CalmFace
from watai.clients.cli.games.menu import choices
from watai.clients.cli.ui.face import Size
from watai.clients.cli.ui.lines import length
from watai.clients.cli.ui.palette import STYLES
from watai.clients.text.catalogue import Text
from watai.clients.text.narrator import Narrator
from watai.clients.text.story import NAMES
from watai.engine.bots.bot import Bot, Plan
from watai.engine.catalogue import GAMES
from watai.engine.game import Millis, Move, Seat, View
from watai.engine.playout import playout

pytestmark = pytest.mark.slow

TABLES: Mapping[str, Sequence[tuple[int, Mapping[str, object]]]] = {
    "wapi": [(5, {"scoring": "advanced"})],
    "duel": [
        (2, {}),
        (2, {"variant": "memory", "exchange": "optional", "duel_limit": 6}),
        (2, {"variant": "professional", "duel_limit": 6}),
    ],
    "waka-tanka": [(6, {})],
    "waka-waka": [(4, {}), (2, {"orders": "tile4"})],
}
SEED = "8"
SCREEN = Size(80, 22)
LINES_FOR_THE_MENU = 5


class Fingers(Bot):
    """A bot that must find its moves on the screen."""

    def __init__(self, bot: Bot, client_game: ClientGame) -> None:
        super().__init__(bot.seat, bot.strength, bot.dice, bot.speed)
        self.bot = bot
        self.client_game = client_game
        face = make_face(FACES[client_game.game.name], "fr" if bot.seat % 2 else "en")
        assert isinstance(face, CalmFace)
        self.face: CalmFace[Any] = face
        self.explored: set[frozenset[type[Move]]] = set()
        """The kinds of moves in the menus that were explored to the last key."""

    def think(self, view: View, at: Millis) -> Plan | None:
        self.look()
        plan = self.bot.think(view, at)
        if plan is None:
            return None
        model = self.client_game.model(self.seat)
        kinds = frozenset(map(type, self.client_game.game.moves(self.seat)))
        if kinds in self.explored:
            return self.follow(plan)
        self.explored.add(kinds)
        within_reach = reached(self.face, model)
        assert set(within_reach) == set(self.client_game.game.moves(self.seat))
        assert set(typed(self.face, model)) <= set(within_reach)
        for key in within_reach[plan.move][:-1]:
            assert self.face.do(key, model) is None
        move = self.face.do(within_reach[plan.move][-1], model)
        assert move == plan.move
        return Plan(move, plan.after)

    def follow(self, plan: Plan) -> Plan:
        """The digits or the cursor, as the menu shows them, and no exploring."""
        model = self.client_game.model(self.seat)
        while True:
            self.face.options(model)
            menu = self.face.menu
            way = next(
                each
                for each in menu.ways
                if each.move == plan.move and each.path[: len(menu.said)] == menu.said
            )
            parts = [entry.part for entry in menu.entries]
            index = parts.index(way.path[len(menu.said)])
            number = menu.entries[index].number
            if number <= 9:
                move = self.face.do(f"menu.{number}", model)
            else:
                self.face.menu = replace(menu, cursor=index)
                move = self.face.do("menu.pick", model)
            if move is not None:
                return Plan(move, plan.after)

    def look(self) -> None:
        """What is drawn fits, in styles that exist, and leaves room for the menu."""
        self.check(self.seat)
        if self.seat == 0:
            self.check(None)

    def check(self, eyes: Seat | None) -> None:
        lines = self.face.draw(self.client_game.model(eyes), self.client_game.at / 1000, SCREEN)
        assert len(lines) <= SCREEN.lines
        assert all(length(line) <= SCREEN.columns for line in lines)
        assert {style for line in lines for style, _ in line} <= STYLES
        rule = self.face.glyphs.horizontal * SCREEN.columns
        border = [index for index, line in enumerate(lines) if line[:1] == [("dim", rule)]]
        assert border
        assert border[-1] < SCREEN.lines - LINES_FOR_THE_MENU


def played(name: str, seats: int, options: Mapping[str, object]) -> set[type[Move]]:
    """A whole game by keys; the kinds of move that were within reach."""
    client_game = ClientGame(name, seats, SEED, options)
    fingers = {
        seat: Fingers(VariedBot(client_game, seat), client_game) for seat in map(Seat, range(seats))
    }
    for step in playout(client_game.game, fingers):
        assert step.refused is None
        client_game.at = step.at
        if step.move is not None:
            client_game.heard.extend(step.events)
    assert client_game.game.outcome() is not None
    for each in fingers.values():
        each.look()
    return {kind for each in fingers.values() for kinds in each.explored for kind in kinds}


@pytest.mark.parametrize("name", TABLES)
def test_whole_games_can_be_played_by_keys(name: str) -> None:
    found = [played(name, seats, options) for seats, options in TABLES[name]]
    assert set().union(*found) == set(GAMES[name].game.move_types)


@pytest.mark.parametrize("name", FACES)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_line_mode_can_tell_every_choice_from_the_others(name: str, language: str) -> None:
    seats = GAMES[name].game.seats[-1]
    client_game = ClientGame(name, seats, "lines", {})
    for _, _ in zip(range(60), client_game.bots(), strict=False):
        for prompt in client_game.game.prompts():
            table = client_game.model(prompt.seat).table
            assert table is not None
            offered = choices(table, Narrator(Text(language), name, NAMES[:seats]))
            assert [move for _, move in offered] == list(client_game.game.moves(prompt.seat))
            assert len({sentence for sentence, _ in offered}) == len(offered)
