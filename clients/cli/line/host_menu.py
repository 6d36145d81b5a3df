"""What a host chooses in lines before the room is opened: the game, then how many seats. An empty line takes what is usual."""

from collections.abc import Iterator
from dataclasses import replace

from watai.clients.cli.ui.screen import Scene
from watai.clients.state.room_setup import FIRST_GAME, Setup, usual_seats
from watai.engine.catalogue import GAMES


def game_lines(scene: Scene) -> Iterator[str]:
    """The games with their numbers."""
    yield scene.say("choose.title")
    for number, game in enumerate(GAMES, 1):
        yield f"{number}. {scene.text.say(f'games.{game}')}. {scene.text.say(f'games.about.{game}')}"


def typed_game(word: str) -> str | None:
    """The game that a typed number or name means."""
    numbers = {str(number): game for number, game in enumerate(GAMES, 1)}
    return word if word in GAMES else numbers.get(word)


class HostMenu:
    """The setup of a room, asked for in two questions. What flags have set stays."""

    def __init__(self, scene: Scene, *, seats_given: bool) -> None:
        self._scene = scene
        self._seats_given = seats_given
        self._setup: Setup | None = None
        """With the game chosen, while its seats are asked for."""

    def opening(self) -> Iterator[str]:
        """The games, and what to type."""
        yield from game_lines(self._scene)
        game = self._scene.text.say(f"games.{FIRST_GAME}")
        yield self._scene.text.say("lines.host.game", game=game)

    def read(self, line: str) -> tuple[Setup | None, list[str]]:
        """The setup once all is chosen; None, with the next question, before."""
        word = line.strip().lower()
        if self._setup is None:
            return self._choose_game(word)
        return self._choose_seats(word, self._setup)

    def _choose_game(self, word: str) -> tuple[Setup | None, list[str]]:
        given = self._scene.setup
        game = typed_game(word) if word else FIRST_GAME
        if game is None:
            return None, [self._scene.text.say("lines.host.no_game", word=word)]
        setup = given if given.game == game else given.with_game(game)
        seats = GAMES[game].game.seats
        if self._seats_given and given.seats in seats:
            return replace(setup, seats=given.seats), []
        self._setup = replace(setup, seats=usual_seats(game))
        if len(seats) == 1:
            return self._setup, []
        return None, [self._ask_seats(self._setup)]

    def _choose_seats(self, word: str, setup: Setup) -> tuple[Setup | None, list[str]]:
        if not word:
            return setup, []
        allowed = {str(seats): seats for seats in GAMES[setup.game].game.seats}
        if word not in allowed:
            return None, [self._ask_seats(setup)]
        return replace(setup, seats=allowed[word]), []

    def _ask_seats(self, setup: Setup) -> str:
        seats = GAMES[setup.game].game.seats
        return self._scene.text.say(
            "lines.host.seats", least=seats[0], most=seats[-1], usual=setup.seats
        )
