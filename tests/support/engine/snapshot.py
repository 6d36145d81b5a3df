"""A game as it was at some moment: to compare with what it is now, or to go on from more than once.

Pickling is many times quicker than `dump` and `deepcopy`; where the bytes differ, `dump` decides.
"""

import pickle

from watai.engine.fingerprint import dump
from watai.engine.game import Game


class Snapshot:
    """What a game was when this was made."""

    def __init__(self, game: Game) -> None:
        self._image = pickle.dumps(game, pickle.HIGHEST_PROTOCOL)

    def again(self) -> Game:
        """Another game that is where that one was."""
        game: Game = pickle.loads(self._image)
        return game

    def is_still(self, game: Game) -> bool:
        """Whether nothing at all has changed."""
        if pickle.dumps(game, pickle.HIGHEST_PROTOCOL) == self._image:
            return True
        return dump(game) == dump(self.again())
